import type { UnitTable } from '../../ports/graph-store.ts'
import { groupByBlock } from './blocks.ts'
import type { Database } from './driver.ts'

/*
 * What ranking needs to know of every unit, packed: a hundred thousand rows would take a third of a second to read,
 * four hundred blocks take a few milliseconds. A block holds 256 units in columns, so that a column is copied at once,
 * in the byte order of the machine (all that Node runs on are little-endian):
 *
 *   at f64 × 256 │ message u32 × 256 │ session │ event │ speaker │ length │ start │ end │ asking f32 × 256 │ telling │ held u32 × 256
 *
 * Unit n stands in block floor(n / 256). Unit 0 does not exist.
 */

const UNITS_PER_BLOCK = 256
const COLUMN_BYTES = 4 * UNITS_PER_BLOCK
const INTEGER_COLUMNS = ['message', 'session', 'event', 'speaker', 'length', 'start', 'end'] as const
const SHARE_COLUMNS = ['asking', 'telling'] as const
const BLOCK_BYTES = 8 * UNITS_PER_BLOCK + (INTEGER_COLUMNS.length + SHARE_COLUMNS.length + 1) * COLUMN_BYTES

type IntegerColumn = (typeof INTEGER_COLUMNS)[number]
type ShareColumn = (typeof SHARE_COLUMNS)[number]

interface Block extends Readonly<Record<IntegerColumn, Uint32Array>>, Readonly<Record<ShareColumn, Float32Array>> {
  readonly bytes: Uint8Array
  readonly at: Float64Array
  readonly held: Uint32Array
}

/**
 * Views on the columns of a block's bytes, which are copied when they do not lie where numbers may, or when they were
 * written before the last columns were known: those are 0 then.
 */
function viewBlock(given: Uint8Array): Block {
  let bytes = given
  if (given.byteOffset % 8 !== 0 || given.length < BLOCK_BYTES) {
    bytes = new Uint8Array(BLOCK_BYTES)
    bytes.set(given)
  }
  const { buffer, byteOffset } = bytes
  const start = (column: number) => byteOffset + 8 * UNITS_PER_BLOCK + column * COLUMN_BYTES
  const integers = (column: number) => new Uint32Array(buffer, start(column), UNITS_PER_BLOCK)
  const shares = (column: number) => new Float32Array(buffer, start(INTEGER_COLUMNS.length + column), UNITS_PER_BLOCK)
  return {
    bytes,
    at: new Float64Array(buffer, byteOffset, UNITS_PER_BLOCK),
    message: integers(0),
    session: integers(1),
    event: integers(2),
    speaker: integers(3),
    length: integers(4),
    start: integers(5),
    end: integers(6),
    asking: shares(0),
    telling: shares(1),
    held: integers(INTEGER_COLUMNS.length + SHARE_COLUMNS.length),
  }
}

export interface UnitRow {
  readonly unit: number
  readonly message: number
  readonly session: number
  readonly event: number
  readonly speaker: number
  readonly length: number
  readonly start: number
  readonly end: number
  readonly asking: number
  readonly telling: number
  readonly held: number
  readonly at: number
}

/** Writes or overwrites units. */
export function writeUnits(database: Database, space: number, version: number, rows: readonly UnitRow[]): void {
  changeBlocks(database, space, version, rows, (block, place, row) => {
    for (const column of INTEGER_COLUMNS) block[column][place] = row[column]
    block.at[place] = row.at
    for (const column of SHARE_COLUMNS) block[column][place] = row[column]
    block.held[place] = row.held
  })
}

export function writeUnitEvents(
  database: Database,
  space: number,
  version: number,
  rows: readonly { readonly unit: number; readonly event: number }[],
): void {
  changeBlocks(database, space, version, rows, (block, place, row) => {
    block.event[place] = row.event
  })
}

/** Leaves nothing of the units but their number. */
export function clearUnits(database: Database, space: number, version: number, units: readonly number[]): void {
  const rows = units.map((unit) => ({ unit }))
  changeBlocks(database, space, version, rows, (block, place) => {
    for (const column of INTEGER_COLUMNS) block[column][place] = 0
    block.at[place] = 0
    for (const column of SHARE_COLUMNS) block[column][place] = 0
    block.held[place] = 0
  })
}

function changeBlocks<Change extends { readonly unit: number }>(
  database: Database,
  space: number,
  version: number,
  changes: readonly Change[],
  write: (block: Block, place: number, change: Change) => void,
): void {
  const find = database.prepare('SELECT data FROM unit_blocks WHERE space = ? AND block = ?')
  const put = database.prepare(
    `INSERT INTO unit_blocks (space, block, version, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (space, block) DO UPDATE SET version = excluded.version, data = excluded.data`,
  )
  for (const [number, blockChanges] of groupByBlock(changes, UNITS_PER_BLOCK)) {
    const known = find.get(space, number)?.['data'] as Uint8Array | undefined
    const block = viewBlock(known ?? new Uint8Array(BLOCK_BYTES))
    for (const change of blockChanges) write(block, change.unit - number * UNITS_PER_BLOCK, change)
    put.run(space, number, version, block.bytes)
  }
}

export type UnitPlace = Pick<UnitRow, 'message' | 'start' | 'end'>

/** Where the units from the first to the last stand in their messages; 0 as message for what was forgotten. */
export function readUnitPlaces(database: Database, space: number, first: number, last: number): UnitPlace[] {
  const blockOf = (unit: number) => Math.floor(unit / UNITS_PER_BLOCK)
  const rows = database
    .prepare('SELECT block, data FROM unit_blocks WHERE space = ? AND block BETWEEN ? AND ? ORDER BY block')
    .all(space, blockOf(first), blockOf(last))
  return rows.flatMap((row) => {
    const firstOfBlock = Number(row['block']) * UNITS_PER_BLOCK
    const { message, start, end } = viewBlock(row['data'] as Uint8Array)
    const [from, to] = [Math.max(first - firstOfBlock, 0), Math.min(last - firstOfBlock, UNITS_PER_BLOCK - 1)]
    return Array.from({ length: Math.max(to - from + 1, 0) }, (_, i) => ({
      message: message[from + i]!,
      start: start[from + i]!,
      end: end[from + i]!,
    }))
  })
}

/** The columns of a space; only blocks that changed since `known` are read. */
export function readUnits(database: Database, space: number, known: UnitTable | null): UnitTable {
  const state = database.prepare('SELECT version, unit_count FROM spaces WHERE ref = ?').get(space)
  const version = Number(state?.['version'] ?? 0)
  if (known && known.version === version) return known
  const count = Number(state?.['unit_count'] ?? 0) + 1
  const table = growTable(known, count)
  const blocks = database
    .prepare('SELECT block, data FROM unit_blocks WHERE space = ? AND version > ?')
    .all(space, known?.version ?? -1)
  for (const row of blocks) readBlock(row['data'] as Uint8Array, Number(row['block']) * UNITS_PER_BLOCK, table)
  const names = database.prepare('SELECT ref, kind, name FROM names WHERE space = ?').all(space)
  const ofKind = (kind: string) =>
    new Map(names.filter((row) => row['kind'] === kind).map((row) => [row['ref'] as number, row['name'] as string]))
  return { ...table, version, count, speakers: ofKind('speaker'), sessions: ofKind('session') }
}

type Columns = Omit<UnitTable, 'version' | 'count' | 'speakers' | 'sessions'>

function readBlock(data: Uint8Array, firstUnit: number, table: Columns): void {
  const block = viewBlock(data)
  for (const column of INTEGER_COLUMNS) table[column].set(block[column], firstUnit)
  table.at.set(block.at, firstUnit)
  for (const column of SHARE_COLUMNS) table[column].set(block[column], firstUnit)
  table.held.set(block.held, firstUnit)
}

/** A copy, since whoever holds the known one may be ranking with it; with room to grow by a quarter. */
function growTable(known: UnitTable | null, count: number): Columns {
  const capacity = Math.max(UNITS_PER_BLOCK, Math.ceil((count * 1.25) / UNITS_PER_BLOCK) * UNITS_PER_BLOCK)
  const integers = (column?: Uint32Array) => {
    const grown = new Uint32Array(capacity)
    if (column) grown.set(column.subarray(0, Math.min(column.length, capacity)))
    return grown
  }
  const at = new Float64Array(capacity)
  if (known) at.set(known.at.subarray(0, Math.min(known.at.length, capacity)))
  const shares = (column?: Float32Array) => {
    const grown = new Float32Array(capacity)
    if (column) grown.set(column.subarray(0, Math.min(column.length, capacity)))
    return grown
  }
  return {
    message: integers(known?.message),
    session: integers(known?.session),
    event: integers(known?.event),
    speaker: integers(known?.speaker),
    length: integers(known?.length),
    start: integers(known?.start),
    end: integers(known?.end),
    asking: shares(known?.asking),
    telling: shares(known?.telling),
    held: integers(known?.held),
    at,
  }
}
