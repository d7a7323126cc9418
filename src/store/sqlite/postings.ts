import type { IndexedMessage, PostingList } from '../../ports/graph-store.ts'
import type { Database } from './driver.ts'
import { readFresh, writeFresh } from './fresh-codec.ts'
import { decodePostings, encodePostings, type Posting } from './posting-codec.ts'

/*
 * The lexical index of a space, in three stages, as a log-structured index has them:
 *
 *   fresh_postings   one row per delivery, all its terms as text        a write touches one row, however many terms
 *        │ folded once there are enough units
 *        ▼
 *   terms            deploy │ last_unit 907 │ tail ▒▒▒                  a fold touches one short row per term
 *        │ sealed when full
 *        ▼
 *   posting_blocks   deploy │ ▓▓▓▓▓▓▓▓ │ ▓▓▓▓▓▓▓▓                       never written again; a read takes few rows
 */

/** Units are numbered from 1, so that the first one differs from "none". */
const UNIT_BEFORE_FIRST = 0
const TAIL_BYTES_MAX = 1024
/** Fresh units that a question still searches as text; about half a megabyte, under a millisecond. */
const FRESH_UNITS_MAX = 2048

export function appendPostings(
  database: Database,
  space: number,
  messages: readonly IndexedMessage[],
  firstUnit: number,
): void {
  const inverted = invert(messages, firstUnit)
  const unitCount = messages.reduce((count, { units }) => count + units.length, 0)
  database
    .prepare('INSERT INTO fresh_postings (space, unit_count, text) VALUES (?, ?, ?)')
    .run(space, unitCount, writeFresh(inverted))
  const fresh = database.prepare('SELECT sum(unit_count) AS units FROM fresh_postings WHERE space = ?').get(space)
  if (Number(fresh?.['units']) >= FRESH_UNITS_MAX) fold(database, space)
}

function invert(messages: readonly IndexedMessage[], firstUnit: number): Map<string, Posting[]> {
  const inverted = new Map<string, Posting[]>()
  let unit = firstUnit
  for (const message of messages) {
    for (const { terms } of message.units) {
      for (const [term, count] of terms) add(inverted, term, { unit, count })
      unit++
    }
  }
  return inverted
}

function add(inverted: Map<string, Posting[]>, term: string, posting: Posting): void {
  const list = inverted.get(term)
  if (list) list.push(posting)
  else inverted.set(term, [posting])
}

function freshTexts(database: Database, space: number): string[] {
  return database
    .prepare('SELECT text FROM fresh_postings WHERE space = ? ORDER BY ref')
    .all(space)
    .map((row) => row['text'] as string)
}

/** Puts what is fresh behind the tails of its terms. */
function fold(database: Database, space: number): void {
  const inverted = new Map<string, Posting[]>()
  for (const text of freshTexts(database, space)) {
    for (const [term, postings] of readFresh(text, null)) for (const posting of postings) add(inverted, term, posting)
  }
  const find = database.prepare('SELECT ref, last_unit, tail FROM terms WHERE space = ? AND term = ?')
  const insert = database.prepare('INSERT INTO terms (space, term, last_unit, tail) VALUES (?, ?, ?, ?)')
  // Rows that belong together come to lie together.
  for (const term of [...inverted.keys()].sort()) {
    const postings = inverted.get(term)!
    const row = find.get(space, term)
    if (row) {
      const data = encodePostings(postings, row['last_unit'] as number)
      putTail(database, row['ref'] as number, concatenate([row['tail'] as Uint8Array, data]), postings.at(-1)!.unit)
    } else {
      insert.run(space, term, postings.at(-1)!.unit, encodePostings(postings, UNIT_BEFORE_FIRST))
    }
  }
  database.prepare('DELETE FROM fresh_postings WHERE space = ?').run(space)
}

function putTail(database: Database, term: number, tail: Uint8Array, lastUnit: number): void {
  const isFull = tail.length > TAIL_BYTES_MAX
  if (isFull) database.prepare('INSERT INTO posting_blocks (term, data) VALUES (?, ?)').run(term, tail)
  database
    .prepare('UPDATE terms SET last_unit = ?, tail = ? WHERE ref = ?')
    .run(lastUnit, isFull ? new Uint8Array(0) : tail, term)
}

/** The fresh postings of some terms; see `freshReader`. */
export type FreshReader = (space: number, wanted: ReadonlySet<string>) => ReadonlyMap<string, readonly Posting[]>

/**
 * Reads fresh postings. The first question after a write searches the text; when a second one comes before the next
 * write, everything is decoded once and kept, and further questions only look up.
 */
export function freshReader(database: Database): FreshReader {
  let kept: { readonly space: number; readonly version: unknown; all: Map<string, Posting[]> | null } | null = null
  const gather = (space: number, wanted: ReadonlySet<string> | null) => {
    const fresh = new Map<string, Posting[]>()
    for (const text of freshTexts(database, space)) {
      for (const [term, postings] of readFresh(text, wanted)) for (const posting of postings) add(fresh, term, posting)
    }
    return fresh
  }
  return (space, wanted) => {
    const version = database.prepare('SELECT version FROM spaces WHERE ref = ?').get(space)?.['version']
    if (kept?.space !== space || kept.version !== version) {
      kept = { space, version, all: null }
      return gather(space, wanted)
    }
    kept.all ??= gather(space, null)
    return kept.all
  }
}

export function readPostings(
  database: Database,
  space: number,
  terms: readonly string[],
  readFreshOf: FreshReader,
): Map<string, PostingList> {
  const wanted = new Set(terms)
  const find = database.prepare('SELECT ref, tail FROM terms WHERE space = ? AND term = ?')
  const fresh = readFreshOf(space, wanted)
  const found = new Map<string, PostingList>()
  for (const term of wanted) {
    const row = find.get(space, term)
    const runs = row ? runsOf(database, row['ref'] as number, row['tail'] as Uint8Array) : []
    const newest = fresh.get(term) ?? []
    if (runs.length > 0 || newest.length > 0) found.set(term, joined(decodePostings(runs, UNIT_BEFORE_FIRST), newest))
  }
  return found
}

function joined(folded: PostingList, fresh: readonly Posting[]): PostingList {
  if (fresh.length === 0) return folded
  const units = new Uint32Array(folded.units.length + fresh.length)
  const counts = new Uint16Array(units.length)
  units.set(folded.units)
  counts.set(folded.counts)
  for (const [i, { unit, count }] of fresh.entries()) {
    units[folded.units.length + i] = unit
    counts[folded.units.length + i] = count
  }
  return { units, counts }
}

function runsOf(database: Database, term: number, tail: Uint8Array): Uint8Array[] {
  const blocks = database.prepare('SELECT data FROM posting_blocks WHERE term = ? ORDER BY ref').all(term)
  return [...blocks.map((row) => row['data'] as Uint8Array), tail]
}

/**
 * Takes units out of every list of the space. It reads the whole index, because what a forgotten text was tokenised to
 * depends on the version that did it; terms that nobody uses any more go, since they would tell of the text.
 */
export function removePostings(database: Database, space: number, removed: ReadonlySet<number>): void {
  fold(database, space)
  const terms = database.prepare('SELECT ref, tail FROM terms WHERE space = ?').all(space)
  const dropBlocks = database.prepare('DELETE FROM posting_blocks WHERE term = ?')
  const dropTerm = database.prepare('DELETE FROM terms WHERE ref = ?')
  for (const row of terms) {
    const ref = row['ref'] as number
    const { units, counts } = decodePostings(runsOf(database, ref, row['tail'] as Uint8Array), UNIT_BEFORE_FIRST)
    const kept: Posting[] = []
    for (let i = 0; i < units.length; i++) {
      if (!removed.has(units[i]!)) kept.push({ unit: units[i]!, count: counts[i]! })
    }
    if (kept.length === units.length) continue
    dropBlocks.run(ref)
    const last = kept.at(-1)
    if (last) putTail(database, ref, encodePostings(kept, UNIT_BEFORE_FIRST), last.unit)
    else dropTerm.run(ref)
  }
}

/** Distinct terms of a space. */
export function countTermsOf(database: Database, space: number): number {
  const find = database.prepare('SELECT 1 FROM terms WHERE space = ? AND term = ?')
  const fresh = new Set<string>()
  for (const text of freshTexts(database, space)) {
    for (const [term] of readFresh(text, null)) if (!find.get(space, term)) fresh.add(term)
  }
  const folded = database.prepare('SELECT count(*) AS n FROM terms WHERE space = ?').get(space)
  return Number(folded?.['n'] ?? 0) + fresh.size
}

function concatenate(runs: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(runs.reduce((size, run) => size + run.length, 0))
  let at = 0
  for (const run of runs) {
    whole.set(run, at)
    at += run.length
  }
  return whole
}
