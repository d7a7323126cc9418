import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitPlace } from '../../src/capture/git-place.ts'
import { catchUpHistory } from '../../src/project/code/history.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

/** What a first reading of a history takes, as `engraph init` does it. */
export interface HistoryTime {
  /** Without merges. */
  readonly commits: number
  /** From git to rows and edges in a file. */
  readonly ms: number
  /** Of this process; that of git comes on top. */
  readonly processorMs: number
}

/** Reads all of a history into a database of its own, which is removed again. */
export async function historyTime(repository: string, commitsMax: number): Promise<HistoryTime> {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-bench-history-'))
  const store = openSqliteStore(join(folder, 'history.db'))
  try {
    const clock = { now: () => Date.now() }
    const { id: space } = await store.ensureSpace({ alias: repository, purpose: 'project', at: clock.now() })
    const source = { store, space, place: gitPlace(repository), clock }
    const began = { ms: performance.now(), processor: process.cpuUsage() }
    const { newCommits } = await catchUpHistory(source, { commitsMax })
    const { user, system } = process.cpuUsage(began.processor)
    const ms = Math.round(performance.now() - began.ms)
    return { commits: newCommits, ms, processorMs: Math.round((user + system) / 1000) }
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
