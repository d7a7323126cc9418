import type { Change, ChangedFile } from '../../src/graph/changes.ts'
import { DAY_MS } from '../../src/graph/spans.ts'

export const NOW = Date.UTC(2026, 5, 1)

/** A change of so many days ago; names that stand apart by spaces are modified files. */
export function change(daysAgo: number, files: string | readonly ChangedFile[], by: Change['by'] = 'commit'): Change {
  const changed =
    typeof files === 'string'
      ? files.split(' ').map((path) => ({ kind: 'modified' as const, path, from: null }))
      : files
  return { id: `${by} ${daysAgo}`, by, at: NOW - daysAgo * DAY_MS, weight: 1, files: changed }
}
