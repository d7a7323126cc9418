import { isJsonList, type Json } from '../graph/nodes.ts'
import { graphemeBoundary } from '../text/clean.ts'

/** What is kept of a payload at most. Lengths in UTF-16 code units. */
export interface PayloadBounds {
  /** Of all its texts together. */
  readonly charactersMax: number
  readonly textMax: number
  readonly depthMax: number
  /** Values at all. */
  readonly valuesMax: number
  /** Entries of one list or object. */
  readonly entriesMax: number
}

export const PAYLOAD_BOUNDS: PayloadBounds = {
  charactersMax: 48_000,
  textMax: 16_000,
  depthMax: 8,
  valuesMax: 2000,
  entriesMax: 200,
}

const KEY_MAX = 200
/** Of what is kept, the beginning is worth more: there stands what was done. */
const HEAD_SHARE = 0.7
/** Shorter texts are not told apart as data. */
const DATA_MIN = 2048

/**
 * A text as the journal keeps it: NFC, whole code points, and of a long one the head and the tail, cut between graphemes,
 * with the number of characters (UTF-16 code units) left out between them.
 */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return normal(text)
  const data = dataMark(text)
  if (data !== null) return data
  const end = graphemeBoundary(text, Math.floor(lengthMax * HEAD_SHARE))
  const from = graphemeBoundary(text, text.length - Math.floor(lengthMax * (1 - HEAD_SHARE)))
  return `${normal(text.slice(0, end))}\n[… ${from - end} characters left out …]\n${normal(text.slice(from))}`
}

function normal(text: string): string {
  return text.toWellFormed().normalize('NFC')
}

/** Pictures and files within JSON say nothing in any part. */
function dataMark(text: string): string | null {
  if (text.length < DATA_MIN || !/^(?:data:[\w/+.;=-]{1,100},)?[A-Za-z0-9+/_=-]{1024}/u.test(text)) return null
  return `[data: ${text.length} characters left out]`
}

/** The same of every text in a JSON value; lists and objects lose what lies too deep or is too much, and say so. */
export function cutJson(json: Json, bounds: PayloadBounds = PAYLOAD_BOUNDS): Json {
  const textMax = fairMax(json, bounds)
  let values = 0
  const cut = (value: Json, depth: number): Json => {
    values++
    if (typeof value === 'string') return cutText(value, textMax)
    if (value === null || typeof value !== 'object') return value
    if (depth >= bounds.depthMax || values > bounds.valuesMax) return isJsonList(value) ? ['[…]'] : { '…': '[…]' }
    if (isJsonList(value)) {
      const kept = value.slice(0, bounds.entriesMax).map((item) => cut(item, depth + 1))
      return value.length <= bounds.entriesMax ? kept : [...kept, `[… ${value.length - kept.length} items left out …]`]
    }
    const entries = Object.entries(value)
    const kept = entries
      .slice(0, bounds.entriesMax)
      .map(([key, inner]) => [cutText(key, KEY_MAX), cut(inner, depth + 1)])
    if (entries.length > kept.length) kept.push(['…', `[… ${entries.length - kept.length} fields left out …]`])
    return Object.fromEntries(kept)
  }
  return cut(json, 0)
}

/** How long each text may be so that all together keep to the bound: short ones stay whole, long ones share the rest. */
function fairMax(json: Json, { charactersMax, textMax, depthMax, valuesMax, entriesMax }: PayloadBounds): number {
  const lengths: number[] = []
  const collect = (value: Json, depth: number): void => {
    if (lengths.length >= valuesMax) return
    if (typeof value === 'string') lengths.push(Math.min(value.length, textMax))
    else if (value !== null && typeof value === 'object' && depth < depthMax) {
      for (const inner of (isJsonList(value) ? value : Object.values(value)).slice(0, entriesMax))
        collect(inner, depth + 1)
    }
  }
  collect(json, 0)
  lengths.sort((one, other) => one - other)
  let left = charactersMax
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index))
    if (length > share) return Math.max(20, share)
    left -= length
  }
  return textMax
}
