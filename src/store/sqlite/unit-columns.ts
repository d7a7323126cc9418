import type { UnitTable } from '../../ports/graph-store.ts'
import type { Database } from './driver.ts'

/*
 * What ranking needs to know of every unit, packed: a hundred thousand rows would take a third of a second to read,
 * four hundred blocks take a few milliseconds. Little-endian, 40 bytes a unit:
 *
 *   message u32 │ session u32 │ event u32 │ speaker u32 │ length u32 │ start u32 │ end u32 │ asking u8 │ (3 free) │ at f64
 *
 * Unit n stands in block floor(n / 256). Unit 0 does not exist.
 */

const UNITS_PER_BLOCK = 256
const UNIT_BYTES = 40

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
  readonly at: number
}

/** Writes or overwrites units. */
export function writeUnits(database: Database, space: number, version: number, rows: readonly UnitRow[]): void {
  changeBlocks(database, space, version, rows, (view, offset, row) => {
    view.setUint32(offset, row.message, true)
    view.setUint32(offset + 4, row.session, true)
    view.setUint32(offset + 8, row.event, true)
    view.setUint32(offset + 12, row.speaker, true)
    view.setUint32(offset + 16, row.length, true)
    view.setUint32(offset + 20, row.start, true)
    view.setUint32(offset + 24, row.end, true)
    view.setUint8(offset + 28, Math.round(row.asking * 255))
    view.setFloat64(offset + 32, row.at, true)
  })
}

export function writeUnitEvents(
  database: Database,
  space: number,
  version: number,
  rows: readonly { readonly unit: number; readonly event: number }[],
): void {
  changeBlocks(database, space, version, rows, (view, offset, row) => view.setUint32(offset + 8, row.event, true))
}

/** Leaves nothing of the units but their number. */
export function clearUnits(database: Database, space: number, version: number, units: readonly number[]): void {
  const rows = units.map((unit) => ({ unit }))
  changeBlocks(database, space, version, rows, (view, offset) => {
    for (let i = 0; i < UNIT_BYTES; i++) view.setUint8(offset + i, 0)
  })
}

function changeBlocks<Change extends { readonly unit: number }>(
  database: Database,
  space: number,
  version: number,
  changes: readonly Change[],
  write: (view: DataView, offset: number, change: Change) => void,
): void {
  const byBlock = new Map<number, Change[]>()
  for (const change of changes) {
    const block = Math.floor(change.unit / UNITS_PER_BLOCK)
    const known = byBlock.get(block)
    if (known) known.push(change)
    else byBlock.set(block, [change])
  }
  const find = database.prepare('SELECT data FROM unit_blocks WHERE space = ? AND block = ?')
  const put = database.prepare(
    `INSERT INTO unit_blocks (space, block, version, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (space, block) DO UPDATE SET version = excluded.version, data = excluded.data`,
  )
  for (const [block, blockChanges] of byBlock) {
    const known = find.get(space, block)?.['data'] as Uint8Array | undefined
    const last = Math.max(...blockChanges.map((change) => change.unit)) - block * UNITS_PER_BLOCK
    const data = new Uint8Array(Math.max(known?.length ?? 0, (last + 1) * UNIT_BYTES))
    if (known) data.set(known)
    const view = new DataView(data.buffer)
    for (const change of blockChanges) write(view, (change.unit - block * UNITS_PER_BLOCK) * UNIT_BYTES, change)
    put.run(space, block, version, data)
  }
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
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let offset = 0, unit = firstUnit; offset < data.length; offset += UNIT_BYTES, unit++) {
    table.message[unit] = view.getUint32(offset, true)
    table.session[unit] = view.getUint32(offset + 4, true)
    table.event[unit] = view.getUint32(offset + 8, true)
    table.speaker[unit] = view.getUint32(offset + 12, true)
    table.length[unit] = view.getUint32(offset + 16, true)
    table.start[unit] = view.getUint32(offset + 20, true)
    table.end[unit] = view.getUint32(offset + 24, true)
    table.asking[unit] = view.getUint8(offset + 28) / 255
    table.at[unit] = view.getFloat64(offset + 32, true)
  }
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
  const asking = new Float32Array(capacity)
  if (known) asking.set(known.asking.subarray(0, Math.min(known.asking.length, capacity)))
  return {
    message: integers(known?.message),
    session: integers(known?.session),
    event: integers(known?.event),
    speaker: integers(known?.speaker),
    length: integers(known?.length),
    start: integers(known?.start),
    end: integers(known?.end),
    asking,
    at,
  }
}
