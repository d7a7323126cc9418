import type { JsonObject } from '../../graph/nodes.ts'
import type { SpaceId } from '../../graph/space.ts'
import type { Instant } from '../../graph/spans.ts'
import {
  type LeaseRequest,
  type NewTask,
  TASK_ATTEMPTS_MAX,
  type Task,
  type TaskCounts,
  type TaskFailure,
  type TaskQueue,
} from '../../ports/task-queue.ts'
import type { Database } from './driver.ts'
import { spaceReference } from './spaces.ts'

const RETRY_FIRST_MS = 1000

type Run = <T>(work: () => T) => Promise<T>

/** `write` runs its work in a transaction of its own. */
export function taskQueue(database: Database, { read, write }: { readonly read: Run; readonly write: Run }): TaskQueue {
  return {
    enqueue: (task) => write(() => enqueue(database, task)),
    lease: (request) => write(() => lease(database, request)),
    renew: (task, worker, until) =>
      write(
        () =>
          database
            .prepare('UPDATE tasks SET lease_until = ? WHERE ref = ? AND worker = ? AND attempts = ?')
            .run(until, task.id, worker, task.attempts) === 1,
      ),
    complete: (task, worker) =>
      write(
        () =>
          database
            .prepare('DELETE FROM tasks WHERE ref = ? AND worker = ? AND attempts = ?')
            .run(task.id, worker, task.attempts) === 1,
      ),
    fail: (task, worker, reason, now) => write(() => fail(database, task, worker, reason, now)),
    counts: (space, now) => read(() => count(database, space, now)),
  }
}

function enqueue(database: Database, { space, kind, key, payload, notBefore }: NewTask): boolean {
  const changed = database
    .prepare(
      `INSERT INTO tasks (space, kind, key, payload, not_before) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (space, kind, key) DO UPDATE SET dead = 0, attempts = 0, payload = excluded.payload,
         not_before = excluded.not_before, reason = NULL WHERE tasks.dead = 1`,
    )
    .run(spaceReference(database, space), kind, key, JSON.stringify(payload), notBefore ?? 0)
  return changed === 1
}

function lease(database: Database, { kinds, worker, now, leaseMs }: LeaseRequest): Task | null {
  // Work that kills whoever does it is put aside as well.
  database
    .prepare(
      `UPDATE tasks SET dead = 1, worker = NULL, lease_until = NULL, reason = 'Its worker never came back.'
       WHERE dead = 0 AND attempts >= ? AND lease_until <= ?`,
    )
    .run(TASK_ATTEMPTS_MAX, now)
  const row = database
    .prepare(
      `SELECT t.*, s.id AS space_id FROM tasks t JOIN spaces s ON s.ref = t.space
       WHERE t.kind IN (${kinds.map(() => '?').join(', ')}) AND t.dead = 0 AND t.not_before <= ?
         AND (t.lease_until IS NULL OR t.lease_until <= ?)
       ORDER BY t.not_before, t.ref LIMIT 1`,
    )
    .get(...kinds, now, now)
  if (!row) return null
  const attempts = Number(row['attempts']) + 1
  database
    .prepare('UPDATE tasks SET worker = ?, lease_until = ?, attempts = ? WHERE ref = ?')
    .run(worker, now + leaseMs, attempts, row['ref']!)
  return {
    id: row['ref'] as number,
    space: row['space_id'] as string,
    kind: row['kind'] as string,
    key: row['key'] as string,
    payload: JSON.parse(row['payload'] as string) as JsonObject,
    notBefore: row['not_before'] as number,
    attempts,
  }
}

function fail(database: Database, task: Task, worker: string, reason: string, now: Instant): TaskFailure | null {
  const isDead = task.attempts >= TASK_ATTEMPTS_MAX
  const at = now + RETRY_FIRST_MS * 2 ** (task.attempts - 1)
  const changed = database
    .prepare(
      `UPDATE tasks SET worker = NULL, lease_until = NULL, not_before = ?, dead = ?, reason = ?
       WHERE ref = ? AND worker = ? AND attempts = ?`,
    )
    .run(isDead ? task.notBefore : at, isDead ? 1 : 0, reason, task.id, worker, task.attempts)
  if (changed === 0) return null
  return isDead ? { kind: 'dead' } : { kind: 'retry', at }
}

function count(database: Database, space: SpaceId, now: Instant): TaskCounts {
  const row = database
    .prepare(
      `SELECT sum(dead = 1) AS dead, sum(dead = 0 AND lease_until > ?) AS leased, count(*) AS whole
       FROM tasks WHERE space = ?`,
    )
    .get(now, spaceReference(database, space))
  const dead = Number(row?.['dead'] ?? 0)
  const leased = Number(row?.['leased'] ?? 0)
  return { dead, leased, waiting: Number(row?.['whole'] ?? 0) - dead - leased }
}
