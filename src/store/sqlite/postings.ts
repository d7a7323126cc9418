import type { IndexedMessage, PostingList, Vocabulary, VocabularyMark } from '../../ports/graph-store.ts'
import type { Database } from './driver.ts'
import { freshTerms, readAllFresh, readFresh, writeFresh } from './fresh-codec.ts'
import { decodePostings, encodePostings, type Posting } from './posting-codec.ts'

/*
 * The lexical index of a space, in three stages, as a log-structured index has them:
 *
 *   fresh_postings   one row per delivery, all its terms as text        a write touches one row, however many terms
 *        │ folded once there are enough units
 *        ▼
 *   terms            deploy │ tail ▒▒▒                                  a fold touches one short row per term
 *        │ sealed when full
 *        ▼
 *   posting_blocks   deploy │ ▓▓▓▓▓▓▓▓ │ ▓▓▓▓▓▓▓▓                       never written again; a read takes few rows
 */

/** As in the index `terms_to_seal`. */
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
    for (const { terms, keys } of message.units) {
      for (const [term, count] of terms) add(inverted, term, { unit, count })
      for (const key of keys) add(inverted, key, { unit, count: 1 })
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
  for (const text of freshTexts(database, space)) readAllFresh(text, inverted)
  // One statement for thousands of terms: going in and out of SQLite for each would take most of the time.
  // Sorted, since neighbours in the tree then come after each other.
  const rows = [...inverted.keys()]
    .sort()
    .map((term) => [term, Buffer.from(encodePostings(inverted.get(term)!)).toString('hex')])
  database
    .prepare(
      `INSERT INTO terms (space, term, tail) SELECT ?, value ->> 0, unhex(value ->> 1) FROM json_each(?) WHERE true
       ON CONFLICT (space, term) DO UPDATE SET tail = CAST(tail || excluded.tail AS BLOB)`,
    )
    .run(space, JSON.stringify(rows))
  seal(database, space)
  database.prepare('DELETE FROM fresh_postings WHERE space = ?').run(space)
}

/** Makes blocks of full tails. */
function seal(database: Database, space: number): void {
  database
    .prepare(
      `INSERT INTO posting_blocks (term, data)
       SELECT ref, tail FROM terms WHERE space = ? AND length(tail) > ${TAIL_BYTES_MAX}`,
    )
    .run(space)
  database.prepare(`UPDATE terms SET tail = x'' WHERE space = ? AND length(tail) > ${TAIL_BYTES_MAX}`).run(space)
}

/** Searches of the fresh text before it is decoded: those of one question. */
const SEARCHES_MAX = 2

/** The fresh postings of some terms; see `freshReader`. */
export type FreshReader = (space: number, wanted: ReadonlySet<string>) => ReadonlyMap<string, readonly Posting[]>

/**
 * Reads fresh postings. The first question after a write searches the text, twice with its feedback; when more comes
 * before the next write, everything is decoded once and kept, and further questions only look up.
 */
export function freshReader(database: Database): FreshReader {
  let kept: {
    readonly space: number
    readonly version: unknown
    searches: number
    /** Kept while it is searched: half a megabyte at most. */
    texts: readonly string[]
    all: Map<string, Posting[]> | null
  } | null = null
  const gather = (texts: readonly string[], wanted: ReadonlySet<string> | null) => {
    const fresh = new Map<string, Posting[]>()
    for (const text of texts) {
      if (wanted === null) readAllFresh(text, fresh)
      else readFresh(text, wanted, fresh)
    }
    return fresh
  }
  return (space, wanted) => {
    const version = database.prepare('SELECT version FROM spaces WHERE ref = ?').get(space)?.['version']
    if (kept?.space !== space || kept.version !== version) {
      kept = { space, version, searches: 0, texts: freshTexts(database, space), all: null }
    }
    if (kept.all === null && kept.searches < SEARCHES_MAX) {
      kept.searches++
      return gather(kept.texts, wanted)
    }
    kept.all ??= gather(kept.texts, null)
    kept.texts = []
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
  const fresh = readFreshOf(space, wanted)
  const folded = runsOfTerms(database, space, [...wanted])
  const found = new Map<string, PostingList>()
  for (const term of wanted) {
    const runs = folded.get(term) ?? []
    const newest = fresh.get(term) ?? []
    if (runs.length > 0 || newest.length > 0) found.set(term, joined(decodePostings(runs), newest))
  }
  return found
}

/** The blocks of each term, and then its tail; in one statement, since going in and out of SQLite takes longer than it does. */
function runsOfTerms(database: Database, space: number, terms: readonly string[]): Map<string, Uint8Array[]> {
  const rows = database
    .prepare(
      `SELECT t.term, t.tail, b.data FROM json_each(?) wanted
         CROSS JOIN terms t ON t.space = ? AND t.term = wanted.value
         LEFT JOIN posting_blocks b ON b.term = t.ref
       ORDER BY wanted.key, b.ref`,
    )
    .all(JSON.stringify(terms), space)
  const runs = new Map<string, Uint8Array[]>()
  for (const [i, row] of rows.entries()) {
    const term = row['term'] as string
    const list = runs.get(term) ?? []
    runs.set(term, list)
    if (row['data'] !== null) list.push(row['data'] as Uint8Array)
    if (rows[i + 1]?.['term'] !== term) list.push(row['tail'] as Uint8Array)
  }
  return runs
}

function joined(folded: PostingList, fresh: readonly Posting[]): PostingList {
  if (fresh.length === 0) return folded
  const before = folded.units.length
  const units = new Uint32Array(before + fresh.length)
  const counts = new Uint16Array(units.length)
  units.set(folded.units)
  counts.set(folded.counts)
  for (let i = 0; i < fresh.length; i++) {
    units[before + i] = fresh[i]!.unit
    counts[before + i] = fresh[i]!.count
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
  // Nearly all terms are their tail alone; a query for each, only to find no block, would take longer than everything else.
  const terms = database
    .prepare(
      `SELECT ref, tail, EXISTS (SELECT 1 FROM posting_blocks WHERE term = terms.ref) AS is_long
       FROM terms WHERE space = ?`,
    )
    .all(space)
  const dropBlocks = database.prepare('DELETE FROM posting_blocks WHERE term = ?')
  const dropTerm = database.prepare('DELETE FROM terms WHERE ref = ?')
  const update = database.prepare('UPDATE terms SET tail = ? WHERE ref = ?')
  for (const row of terms) {
    const ref = row['ref'] as number
    const tail = row['tail'] as Uint8Array
    const { units, counts } = decodePostings(row['is_long'] === 1 ? runsOf(database, ref, tail) : [tail])
    const kept: Posting[] = []
    for (let i = 0; i < units.length; i++) {
      if (!removed.has(units[i]!)) kept.push({ unit: units[i]!, count: counts[i]! })
    }
    if (kept.length === units.length) continue
    dropBlocks.run(ref)
    if (kept.length > 0) update.run(encodePostings(kept), ref)
    else dropTerm.run(ref)
  }
  seal(database, space)
}

/** Distinct terms of a space. */
export function countTermsOf(database: Database, space: number): number {
  const find = database.prepare('SELECT 1 FROM terms WHERE space = ? AND term = ?')
  const fresh = new Map<string, Posting[]>()
  for (const text of freshTexts(database, space)) readAllFresh(text, fresh)
  const unfolded = [...fresh.keys()].filter((term) => !find.get(space, term))
  const folded = database.prepare('SELECT count(*) AS n FROM terms WHERE space = ?').get(space)
  return Number(folded?.['n'] ?? 0) + unfolded.length
}

/** The terms of a space that came since; a term that was fresh and then folded may come twice. */
export function readVocabulary(database: Database, space: number, since: VocabularyMark | null): Vocabulary {
  const termAt = database.prepare('SELECT term FROM terms WHERE ref = ? AND space = ?')
  const isKept = since !== null && termAt.get(since.folded, space)?.['term'] === since.term
  // Where the last known term was forgotten, those that came since may have its number, or a smaller one.
  const known = isKept ? since.folded : 0
  const rows = database.prepare('SELECT ref, term FROM terms WHERE space = ? AND ref > ?').all(space, known)
  const terms = rows.map((row) => row['term'] as string)
  let [folded, term] = isKept ? [since.folded, since.term] : [0, null]
  for (const row of rows) {
    if ((row['ref'] as number) > folded) [folded, term] = [row['ref'] as number, row['term'] as string]
  }
  const units = database.prepare('SELECT unit_count FROM spaces WHERE ref = ?').get(space)
  const fresh = Number(units?.['unit_count'] ?? 0)
  for (const text of freshSince(database, space, { fresh, known: since?.fresh ?? 0 })) terms.push(...freshTerms(text))
  return { terms, mark: { folded, term, fresh } }
}

/** Fresh texts with units after a known one. Told by units: numbers of rows begin anew when all were folded. */
function freshSince(
  database: Database,
  space: number,
  { fresh, known }: { readonly fresh: number; readonly known: number },
): string[] {
  const rows = database
    .prepare('SELECT ref, unit_count FROM fresh_postings WHERE space = ? ORDER BY ref DESC')
    .all(space)
  const find = database.prepare('SELECT text FROM fresh_postings WHERE ref = ?')
  const texts: string[] = []
  let last = fresh
  for (const row of rows) {
    if (last <= known) break
    texts.push(find.get(row['ref']!)!['text'] as string)
    last -= row['unit_count'] as number
  }
  return texts
}
