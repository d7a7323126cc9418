import type { SpaceId } from '../../graph/space.ts'
import type { UnitText, VectorProgress, VectorRun, VectorStore } from '../../ports/vector-store.ts'
import { groupByBlock } from './blocks.ts'
import type { Database } from './driver.ts'
import { spaceReference } from './spaces.ts'
import { readUnitPlaces } from './unit-columns.ts'

/*
 * Vectors in blocks of 128 units, so that a hundred thousand are read in a few milliseconds:
 *
 *   scale f32 × 128 │ numbers i8 × dimensions × 128
 *
 * Unit n stands in block floor(n / 128). Unit 0 does not exist.
 */

const UNITS_PER_BLOCK = 128
const SCALE_BYTES = 4 * UNITS_PER_BLOCK

interface Turns {
  read<T>(work: () => T): Promise<T>
  write<T>(work: () => T): Promise<T>
}

export function vectorStore(database: Database, { read, write }: Turns): VectorStore {
  const inSpace = <T>(space: SpaceId, work: (reference: number) => T) =>
    read(() => work(spaceReference(database, space)))
  return {
    progress: (space, identity) => inSpace(space, (reference) => progressOf(database, reference, identity)),
    texts: (space, after, limit) => inSpace(space, (reference) => readTexts(database, reference, after, limit)),
    append: (space, identity, dimensions, run) =>
      write(() => append(database, spaceReference(database, space), { identity, dimensions }, run)),
    read: (space, identity, after) => inSpace(space, (reference) => readRuns(database, reference, identity, after)),
    embedders: (space) =>
      inSpace(space, (reference) =>
        database
          .prepare('SELECT identity, done FROM embedders WHERE space = ? ORDER BY ref')
          .all(reference)
          .map((row) => ({ identity: row['identity'] as string, done: row['done'] as number })),
      ),
    drop: (space, identity) =>
      write(() => {
        const reference = spaceReference(database, space)
        database.prepare('DELETE FROM embedders WHERE space = ? AND identity = ?').run(reference, identity)
      }),
  }
}

function progressOf(database: Database, space: number, identity: string): VectorProgress {
  const row = database
    .prepare(
      `SELECT unit_count AS last, (SELECT done FROM embedders WHERE space = s.ref AND identity = ?) AS done
       FROM spaces s WHERE ref = ?`,
    )
    .get(identity, space)
  return { last: Number(row?.['last'] ?? 0), done: Number(row?.['done'] ?? 0) }
}

/** What an agent did and its tools gave is found by words: a vector for each passage of raw output would cost more than it tells. */
function readTexts(database: Database, space: number, after: number, limit: number): (UnitText | null)[] {
  const { last } = progressOf(database, space, '')
  const places = readUnitPlaces(database, space, after + 1, Math.min(last, after + limit))
  const find = database.prepare(
    `SELECT coalesce((SELECT text FROM long_texts WHERE node = n.ref), n.text) AS text,
       (SELECT name FROM names WHERE ref = n.speaker) AS speaker FROM nodes n WHERE n.ref = ? AND substr(n.id, 1, 2) <> 'u~'`,
  )
  return places.map(({ message, start, end }) => {
    const row = message === 0 ? undefined : find.get(message)
    if (!row) return null
    return { text: (row['text'] as string).slice(start, end), speaker: row['speaker'] as string | null }
  })
}

interface Kind {
  readonly identity: string
  readonly dimensions: number
}

function append(database: Database, space: number, { identity, dimensions }: Kind, run: VectorRun): boolean {
  const { after, numbers, scales } = run
  const { done, last } = progressOf(database, space, identity)
  const end = after + scales.length
  if (done !== after || end > last || scales.length === 0) return false
  database
    .prepare('INSERT OR IGNORE INTO embedders (space, identity, dimensions) VALUES (?, ?, ?)')
    .run(space, identity, dimensions)
  const embedder = embedderOf(database, space, identity)!.ref
  const places = readUnitPlaces(database, space, after + 1, end)
  const units = places.flatMap(({ message }, i) => (message === 0 ? [] : [{ unit: after + 1 + i, row: i }]))
  changeBlocks(database, { ref: embedder, dimensions }, units, ({ row }) => ({
    scale: scales[row]!,
    numbers: numbers.subarray(row * dimensions, (row + 1) * dimensions),
  }))
  database.prepare('UPDATE embedders SET done = ? WHERE ref = ?').run(end, embedder)
  return true
}

/** Leaves nothing of the units' vectors. For the transaction that forgets them. */
export function clearVectors(database: Database, space: number, units: readonly number[]): void {
  const embedders = database.prepare('SELECT ref, dimensions, done FROM embedders WHERE space = ?').all(space)
  for (const row of embedders) {
    const embedder = { ref: row['ref'] as number, dimensions: row['dimensions'] as number }
    const known = units.filter((unit) => unit <= (row['done'] as number)).map((unit) => ({ unit }))
    changeBlocks(database, embedder, known, () => null)
  }
}

interface Embedder {
  readonly ref: number
  readonly dimensions: number
}

function embedderOf(database: Database, space: number, identity: string): Embedder | null {
  const row = database.prepare('SELECT ref, dimensions FROM embedders WHERE space = ? AND identity = ?')
  const found = row.get(space, identity)
  return found ? { ref: found['ref'] as number, dimensions: found['dimensions'] as number } : null
}

interface Row {
  readonly scale: number
  readonly numbers: Int8Array
}

function changeBlocks<Change extends { readonly unit: number }>(
  database: Database,
  { ref, dimensions }: Embedder,
  changes: readonly Change[],
  rowOf: (change: Change) => Row | null,
): void {
  const find = database.prepare('SELECT data FROM vector_blocks WHERE embedder = ? AND block = ?')
  const put = database.prepare('INSERT OR REPLACE INTO vector_blocks (embedder, block, data) VALUES (?, ?, ?)')
  for (const [block, blockChanges] of groupByBlock(changes, UNITS_PER_BLOCK)) {
    const known = find.get(ref, block)?.['data'] as Uint8Array | undefined
    const data = known ? Uint8Array.from(known) : new Uint8Array(SCALE_BYTES + dimensions * UNITS_PER_BLOCK)
    const { scales, numbers } = viewBlock(data, dimensions)
    for (const change of blockChanges) {
      const place = change.unit - block * UNITS_PER_BLOCK
      const row = rowOf(change)
      scales[place] = row?.scale ?? 0
      if (row) numbers.set(row.numbers, place * dimensions)
      else numbers.fill(0, place * dimensions, (place + 1) * dimensions)
    }
    put.run(ref, block, data)
  }
}

function viewBlock(data: Uint8Array, dimensions: number) {
  // Bytes from the driver may not lie where numbers may.
  const bytes = data.byteOffset % 4 === 0 ? data : Uint8Array.from(data)
  return {
    scales: new Float32Array(bytes.buffer, bytes.byteOffset, UNITS_PER_BLOCK),
    numbers: new Int8Array(bytes.buffer, bytes.byteOffset + SCALE_BYTES, dimensions * UNITS_PER_BLOCK),
  }
}

function readRuns(database: Database, space: number, identity: string, after: number): VectorRun[] {
  const embedder = embedderOf(database, space, identity)
  if (!embedder) return []
  return database
    .prepare('SELECT block, data FROM vector_blocks WHERE embedder = ? AND block >= ? ORDER BY block')
    .all(embedder.ref, Math.floor((after + 1) / UNITS_PER_BLOCK))
    .map((row) => {
      const { scales, numbers } = viewBlock(row['data'] as Uint8Array, embedder.dimensions)
      return { after: Number(row['block']) * UNITS_PER_BLOCK - 1, scales, numbers }
    })
}
