import type { JsonObject } from '../graph/nodes.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'

/** Slow work that must not be lost: embedding, settling, model calls. */
export interface NewTask {
  readonly space: SpaceId
  readonly kind: string
  /** One task per `(space, kind, key)`: asking again while it waits changes nothing. */
  readonly key: string
  readonly payload: JsonObject
  /** Not before this moment. */
  readonly notBefore?: Instant
}

export interface Task extends NewTask {
  readonly id: number
  /** How often it was leased, this time included. */
  readonly attempts: number
  readonly notBefore: Instant
}

export interface LeaseRequest {
  readonly kinds: readonly string[]
  /** Who takes it; whoever completes must be the same. */
  readonly worker: string
  readonly now: Instant
  /** The lease ends by itself after this time, and the task is free again. */
  readonly leaseMs: number
}

export type TaskFailure = { readonly kind: 'retry'; readonly at: Instant } | { readonly kind: 'dead' }

export interface TaskCounts {
  readonly waiting: number
  readonly leased: number
  readonly dead: number
}

/** Attempts before a failing task is put aside as dead. */
export const TASK_ATTEMPTS_MAX = 5

/**
 * A durable queue in the store. **Contract:** a task is given to one worker at a time; a worker that dies loses its
 * lease, never the task; completing, failing or renewing after the lease was lost answers false and changes nothing.
 */
export interface TaskQueue {
  /** Answers false when the same task already waits or is leased. A dead one is revived. */
  enqueue(task: NewTask): Promise<boolean>
  /** The oldest free task of these kinds. */
  lease(request: LeaseRequest): Promise<Task | null>
  renew(task: Task, worker: string, until: Instant): Promise<boolean>
  complete(task: Task, worker: string): Promise<boolean>
  /** Waits twice as long after each failure, from one second on; dead after `TASK_ATTEMPTS_MAX`. */
  fail(task: Task, worker: string, reason: string, now: Instant): Promise<TaskFailure | null>
  counts(space: SpaceId, now: Instant): Promise<TaskCounts>
}
