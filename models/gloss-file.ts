import { createHash } from 'node:crypto'
import { RANK_STEPS } from '../src/text/gloss/gloss-table.ts'

export interface GlossRow {
  readonly word: string
  /** How often it stands in a large collection of texts, at least 1. */
  readonly count: number
  /** ASCII. */
  readonly senses: readonly string[]
}

/** The bytes that `readGlossTable` reads. The terms stand in the file, since it may be passed on without its neighbours. */
export function glossFile(rows: readonly GlossRow[], terms: string): Uint8Array {
  // In the order of code units, as strings are compared: what begins alike stands together, shortest first.
  const sorted = [...rows].sort((a, b) => (a.word < b.word ? -1 : 1))
  const glosses = sorted.map(({ senses }) => senses.join('|'))
  const words = Buffer.from(sorted.map(({ word }) => word).join(''), 'utf16le')
  const text = Buffer.from(glosses.join(''), 'latin1')
  const columns = Buffer.from([
    ...sorted.map(({ word }) => word.length),
    ...sorted.map(({ count }) => Math.min(255, 1 + Math.round(RANK_STEPS * Math.log(count)))),
    ...glosses.map((gloss) => gloss.length),
  ])
  const hash = createHash('sha256').update(columns).update(words).update(text)
  const line = `engraph-gloss 1 ${rows.length} ${words.length / 2} ${text.length} ${hash.digest('hex').slice(0, 16)}`
  const header = Buffer.from(`${line}\n${terms.trim()}\n\n`)
  const padding = Buffer.alloc((header.length + columns.length) % 2)
  return Buffer.concat([header, columns, padding, words, text])
}
