import type { UnitTable } from '../../src/ports/graph-store.ts'

/** A unit as the store would keep it; a `message` of 0 was forgotten. */
export interface Unit {
  readonly message: number
  readonly session?: number
  readonly event?: number
  readonly speaker?: number
  readonly at?: number
  readonly length?: number
}

/** The columns of some units, the first of them unit 1, with room behind the last as the store leaves it. */
export function unitTable(units: readonly Unit[]): UnitTable {
  const count = units.length + 1
  const column = (read: (unit: Unit) => number | undefined) => {
    const values = new Uint32Array(count + 7)
    for (const [i, unit] of units.entries()) values[i + 1] = unit.message === 0 ? 0 : (read(unit) ?? 0)
    return values
  }
  return {
    version: 1,
    count,
    message: column(({ message }) => message),
    session: column(({ session }) => session ?? 1),
    event: column(({ event }) => event),
    speaker: column(({ speaker }) => speaker),
    length: column(({ length }) => length ?? 1),
    at: Float64Array.from(column(({ at }) => at)),
    start: column(() => 0),
    end: column(() => 0),
    asking: new Float32Array(count + 7),
    telling: new Float32Array(count + 7),
    held: column(() => 0),
    speakers: new Map(),
    sessions: new Map(),
  }
}
