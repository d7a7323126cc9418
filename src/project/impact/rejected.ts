import type { SpaceId } from '../../graph/space.ts'
import type { Companion } from '../../impact/impact.ts'
import { fileNode } from '../../infer/co-changes.ts'
import type { GraphStore } from '../../ports/graph-store.ts'

export interface RejectedSource {
  readonly store: GraphStore
  readonly space: SpaceId
}

/** Whether somebody said of a file that another one does not belong with it. */
export type IsRejected = (file: string, other: string) => boolean

/** Of one file. */
const REJECTED_MAX = 500

/**
 * Pairs that were rejected, of some files. Every answer leaves them out of what usually changes and of the tests, until new
 * evidence makes the pair a suggestion again; what the code imports stays.
 */
export async function rejectedPairs({ store, space }: RejectedSource, files: readonly string[]): Promise<IsRejected> {
  const others = new Map<string, ReadonlySet<string>>()
  for (const file of new Set(files)) {
    const node = fileNode(file)
    const query = { kinds: ['CO_CHANGES'], states: ['rejected'], node, limit: REJECTED_MAX } as const
    const rejected = await store.edges(space, query)
    if (rejected.length > 0) others.set(file, new Set(rejected.map(({ from, to }) => (from === node ? to : from))))
  }
  return (file, other) => others.get(file)?.has(fileNode(other)) ?? false
}

interface Companions {
  readonly usually: readonly Companion[]
  readonly tests: readonly Companion[]
}

/** The companions of one file without those that were rejected. */
export async function withoutRejected(
  source: RejectedSource,
  file: string,
  { usually, tests }: Companions,
): Promise<Companions> {
  if (usually.length + tests.length === 0) return { usually, tests }
  const isRejected = await rejectedPairs(source, [file])
  const isKept = ({ path }: Companion) => !isRejected(file, path)
  return { usually: usually.filter(isKept), tests: tests.filter(isKept) }
}
