import type { Change } from '../../graph/changes.ts'
import { DAY_MS } from '../../graph/spans.ts'
import { CHANGE_FILES_MAX } from '../../impact/change-history.ts'
import { isSourceFile } from '../../impact/source-files.ts'
import type { HistoryWrite, NumberedChange, PastFile } from '../../ports/code-store.ts'

/** 2026-01-01: a year later, a change weighs twice as much. */
const FIXED_DAY_MS = 1_767_225_600_000
const YEAR_MS = 365 * DAY_MS

/**
 * What changes make of files whose names are known: the rows of `GrowingHistory`, which grows the same way in memory. A
 * file is a number that follows it through renames, of which `settleMoves` leaves those that hold; a name that was given up
 * and taken again is another file.
 */
export function grownBy(
  known: readonly PastFile[],
  changes: readonly Change[],
  firstNumber: number,
): Pick<HistoryWrite, 'names' | 'changes'> {
  const numberOf = new Map(known.map(({ path, number }) => [path, number]))
  const names = new Map<number, string | null>()
  let next = known.reduce((most, { number }) => Math.max(most, number), -1) + 1
  const name = (path: string, number: number) => {
    const before = numberOf.get(path)
    if (before !== undefined && before !== number) names.set(before, null)
    numberOf.set(path, number)
    names.set(number, path)
    return number
  }
  const numbered: NumberedChange[] = []
  changes.forEach(({ id, at, weight, files }, i) => {
    const own = new Set<number>()
    // Files may swap their names in one change: all old names are given up before the new ones are taken.
    const moved: [string, number][] = []
    for (const { kind, path, from } of files) {
      if (kind !== 'renamed' || from === null) continue
      moved.push([path, numberOf.get(from) ?? next++])
      numberOf.delete(from)
    }
    for (const [path, number] of moved) name(path, number)
    const gone: string[] = []
    for (const { kind, path } of files) {
      const number = numberOf.get(path) ?? name(path, next++)
      if (isSourceFile(path)) own.add(number)
      if (kind === 'deleted') gone.push(path)
    }
    const size = own.size
    const kept = { number: firstNumber + i, id, at, weight, changed: files }
    if (size > 0 && size <= CHANGE_FILES_MAX) {
      const faded = size < 2 ? 0 : (weight / (size - 1)) * 2 ** ((at - FIXED_DAY_MS) / YEAR_MS)
      numbered.push({ ...kept, size, faded, files: [...own] })
    } else numbered.push({ ...kept, size: 0, faded: 0, files: [] })
    for (const path of gone) {
      names.set(numberOf.get(path)!, null)
      numberOf.delete(path)
    }
  })
  return { names: [...names], changes: numbered }
}
