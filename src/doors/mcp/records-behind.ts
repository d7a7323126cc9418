import type { GotRecord } from '../../project/answers.ts'
import type { ProjectMemory } from '../../project/project-memory.ts'

export interface RecordsBehind {
  /** Each once, in the order of the ids. */
  readonly records: readonly GotRecord[]
  /** Ids that lead to none. */
  readonly unknown: readonly string[]
}

/** The raw records that ids lead to. One after the other: of an observation there may be many. */
export async function recordsBehind(memory: ProjectMemory | null, ids: readonly string[]): Promise<RecordsBehind> {
  const records = new Map<string, GotRecord>()
  const unknown: string[] = []
  for (const id of ids) {
    const found = memory === null ? [] : (await memory.records([id])).filter((item) => item !== null)
    if (found.length === 0) unknown.push(id)
    for (const item of found) records.set(item.id, item)
  }
  return { records: [...records.values()], unknown }
}
