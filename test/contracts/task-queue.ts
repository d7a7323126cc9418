import { describe, expect, test } from 'vitest'
import type { SpaceId } from '../../src/graph/space.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { type NewTask, TASK_ATTEMPTS_MAX, type Task, type TaskQueue } from '../../src/ports/task-queue.ts'

const NOW = Date.UTC(2026, 4, 3, 10)
const LEASE_MS = 1000

/** What every `TaskQueue` must do. `open` gives an empty store, which the suite closes. */
export function taskQueueContract(name: string, open: () => Promise<GraphStore>): void {
  const inQueue = (work: (queue: TaskQueue, space: SpaceId, store: GraphStore) => Promise<void>) => async () => {
    const store = await open()
    try {
      const space = await store.ensureSpace({ alias: 'alice', purpose: 'companion', at: NOW })
      await work(store.tasks, space.id, store)
    } finally {
      await store.close()
    }
  }
  const embed = (space: SpaceId, key: string, given: Partial<NewTask> = {}): NewTask => ({
    space,
    kind: 'embed',
    key,
    payload: { key },
    ...given,
  })
  const lease = (queue: TaskQueue, now = NOW, worker = 'w', kinds: readonly string[] = ['embed']) =>
    queue.lease({ kinds, worker, now, leaseMs: LEASE_MS })

  describe(`a task queue: ${name}`, () => {
    test(
      'asking for the same task again while it waits or is leased changes nothing',
      inQueue(async (queue, space, store) => {
        const other = await store.ensureSpace({ alias: 'bob', purpose: 'companion', at: NOW })
        expect(await queue.enqueue(embed(space, 'a'))).toBe(true)
        expect(await queue.enqueue(embed(space, 'a', { payload: { key: 'other' } }))).toBe(false)
        expect(await queue.enqueue(embed(other.id, 'a'))).toBe(true)
        expect(await queue.enqueue(embed(space, 'a', { kind: 'settle' }))).toBe(true)
        const task = await lease(queue)
        expect(task).toMatchObject({ space, kind: 'embed', key: 'a', payload: { key: 'a' }, attempts: 1 })
        expect(await queue.enqueue(embed(space, 'a'))).toBe(false)
        expect(await queue.complete(task!, 'w')).toBe(true)
        expect(await queue.enqueue(embed(space, 'a'))).toBe(true)
        expect(await queue.counts(space, NOW)).toEqual({ waiting: 2, leased: 0, dead: 0 })
        expect(await queue.counts(other.id, NOW)).toEqual({ waiting: 1, leased: 0, dead: 0 })
      }),
    )

    test(
      'a task is given to one worker at a time, the oldest first',
      inQueue(async (queue, space) => {
        for (const key of ['a', 'b', 'c']) await queue.enqueue(embed(space, key))
        await queue.enqueue(embed(space, 'z', { kind: 'settle' }))
        const leased = await Promise.all(['1', '2', '3', '4'].map((worker) => lease(queue, NOW, worker)))
        expect(leased.map((task) => task?.key ?? null)).toEqual(['a', 'b', 'c', null])
        expect(await lease(queue, NOW, '5', ['settle', 'embed'])).toMatchObject({ key: 'z' })
        expect(await lease(queue, NOW, '6', [])).toBeNull()
        expect(await queue.counts(space, NOW)).toEqual({ waiting: 0, leased: 4, dead: 0 })
      }),
    )

    test(
      'a task waits for its moment',
      inQueue(async (queue, space) => {
        await queue.enqueue(embed(space, 'later', { notBefore: NOW + 10 }))
        expect(await lease(queue, NOW + 9)).toBeNull()
        expect(await lease(queue, NOW + 10)).toMatchObject({ key: 'later', notBefore: NOW + 10 })
      }),
    )

    test(
      'a worker that dies loses its lease, never the task',
      inQueue(async (queue, space) => {
        await queue.enqueue(embed(space, 'a'))
        const first = await lease(queue, NOW, 'dies')
        expect(await lease(queue, NOW + LEASE_MS - 1, 'next')).toBeNull()
        expect(await queue.counts(space, NOW + LEASE_MS - 1)).toEqual({ waiting: 0, leased: 1, dead: 0 })
        expect(await queue.counts(space, NOW + LEASE_MS)).toEqual({ waiting: 1, leased: 0, dead: 0 })
        const second = await lease(queue, NOW + LEASE_MS, 'next')
        expect(second).toMatchObject({ id: first!.id, attempts: 2, payload: { key: 'a' } })
      }),
    )

    test(
      'completing, failing or renewing after the lease was lost answers no and changes nothing',
      inQueue(async (queue, space) => {
        await queue.enqueue(embed(space, 'a'))
        const lost = (await lease(queue, NOW, 'slow')) as Task
        // The same worker may come again under the same name: only the lease itself counts.
        const held = (await lease(queue, NOW + LEASE_MS, 'slow')) as Task
        for (const worker of ['slow', 'stranger']) {
          const task = worker === 'slow' ? lost : held
          expect(await queue.complete(task, worker)).toBe(false)
          expect(await queue.renew(task, worker, NOW + 99 * LEASE_MS)).toBe(false)
          expect(await queue.fail(task, worker, 'broken', NOW)).toBeNull()
        }
        expect(await lease(queue, NOW + 2 * LEASE_MS - 1, 'next')).toBeNull()
        expect(await queue.complete(held, 'slow')).toBe(true)
        expect(await queue.complete(held, 'slow')).toBe(false)
        expect(await queue.counts(space, NOW)).toEqual({ waiting: 0, leased: 0, dead: 0 })
      }),
    )

    test(
      'a lease that is renewed goes on',
      inQueue(async (queue, space) => {
        await queue.enqueue(embed(space, 'a'))
        const task = (await lease(queue)) as Task
        expect(await queue.renew(task, 'w', NOW + 5 * LEASE_MS)).toBe(true)
        expect(await lease(queue, NOW + 5 * LEASE_MS - 1, 'next')).toBeNull()
        expect(await lease(queue, NOW + 5 * LEASE_MS, 'next')).toMatchObject({ key: 'a', attempts: 2 })
      }),
    )

    test(
      'a failing task waits twice as long each time, and is dead in the end',
      inQueue(async (queue, space) => {
        await queue.enqueue(embed(space, 'a'))
        await queue.enqueue(embed(space, 'b', { notBefore: NOW + 1_000_000 }))
        let now = NOW
        const waits: number[] = []
        for (let attempt = 1; attempt <= TASK_ATTEMPTS_MAX; attempt++) {
          const task = (await lease(queue, now)) as Task
          expect(task).toMatchObject({ key: 'a', attempts: attempt })
          const failure = await queue.fail(task, 'w', `broken ${attempt}`, now)
          if (failure?.kind !== 'retry') {
            expect(failure).toEqual({ kind: 'dead' })
            break
          }
          waits.push(failure.at - now)
          expect(await lease(queue, failure.at - 1)).toBeNull()
          now = failure.at
        }
        expect(waits).toEqual([1000, 2000, 4000, 8000])
        expect(await lease(queue, now + 500_000)).toBeNull()
        expect(await queue.counts(space, now)).toEqual({ waiting: 1, leased: 0, dead: 1 })
      }),
    )

    test(
      'a dead task is revived by asking for it again, as good as new',
      inQueue(async (queue, space) => {
        await queue.enqueue(embed(space, 'a', { notBefore: 5 }))
        for (let attempt = 1; attempt <= TASK_ATTEMPTS_MAX; attempt++) {
          const now = NOW + attempt * 100_000
          await queue.fail((await lease(queue, now)) as Task, 'w', 'broken', now)
        }
        expect(await queue.counts(space, NOW)).toMatchObject({ dead: 1 })
        expect(await queue.enqueue(embed(space, 'a', { payload: { key: 'new' } }))).toBe(true)
        expect(await queue.counts(space, NOW)).toEqual({ waiting: 1, leased: 0, dead: 0 })
        expect(await lease(queue)).toMatchObject({ key: 'a', payload: { key: 'new' }, attempts: 1 })
      }),
    )

    test(
      'a count waits for what was asked before it',
      inQueue(async (queue, space) => {
        const asked = queue.enqueue(embed(space, 'a'))
        expect(await queue.counts(space, NOW)).toEqual({ waiting: 1, leased: 0, dead: 0 })
        await asked
      }),
    )

    test(
      'a task of a space that does not exist is refused, and a removed space takes its tasks along',
      inQueue(async (queue, space, store) => {
        await expect(queue.enqueue(embed('nowhere', 'a'))).rejects.toMatchObject({ code: 'space-unknown' })
        await expect(queue.counts('nowhere', NOW)).rejects.toMatchObject({ code: 'space-unknown' })
        await queue.enqueue(embed(space, 'a'))
        await store.removeSpace(space)
        expect(await lease(queue)).toBeNull()
      }),
    )
  })
}
