import { describe, expect, test } from 'vitest'
import type { SpaceId } from '../../src/graph/space.ts'
import { AUDIT_ENTRIES_MAX, AUDIT_TRIM_EVERY, type AuditEntry, type AuditQuery } from '../../src/ports/audit.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { indexed, inSpaceOf, openSpace, put, T0 } from './graph-store.ts'

export function auditEntry(given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: T0,
    questionHash: '0123456789abcdef',
    question: null,
    outcome: 'found',
    plan: { terms: 2, deep: { er: [1, null] } },
    routes: { semantic: 1 },
    items: [],
    itemCount: 0,
    late: ['session'],
    limit: 10,
    budgetTokens: null,
    deadlineMs: null,
    tookMs: 1.5,
    timings: {},
    ...given,
  }
}

const ALL: AuditQuery = {
  since: null,
  until: null,
  outcome: null,
  tookMsMin: null,
  withItems: true,
  limit: AUDIT_ENTRIES_MAX,
}

/** What every `GraphStore` must do with the log of recalls. `open` gives an empty one, which the suite closes. */
export function auditContract(name: string, open: () => Promise<GraphStore>): void {
  const inSpace = inSpaceOf(open)
  const timesOf = async (store: GraphStore, space: SpaceId, query: Partial<AuditQuery> = {}) =>
    (await store.auditTrail(space, { ...ALL, ...query })).map(({ at }) => at - T0)

  describe(`a log of recalls: ${name}`, () => {
    test(
      'what was logged is given back, newest first, those of one moment by the order of logging',
      inSpace(async (store, space) => {
        await put(store, space, indexed('b', 'banana'), indexed('a', 'apple'))
        const whole = auditEntry({ question: '登录?', items: ['a', 'b'], itemCount: 2, at: T0 + 1 })
        expect(await store.audit(space, [whole, auditEntry({ tookMs: 1 })])).toBe(true)
        expect(await store.audit(space, [auditEntry({ tookMs: 2 })])).toBe(true)
        const trail = await store.auditTrail(space, ALL)
        expect(trail).toEqual([whole, auditEntry({ tookMs: 2 }), auditEntry({ tookMs: 1 })])
        const [brief] = await store.auditTrail(space, { ...ALL, withItems: false })
        expect(brief).toEqual({ ...whole, items: [] })
      }),
    )

    test(
      'the log is bounded by time, outcome, duration and limit',
      inSpace(async (store, space) => {
        const outcomes = ['found', 'nothing-found', 'found', 'found']
        await store.audit(
          space,
          outcomes.map((outcome, i) => auditEntry({ at: T0 + i, outcome, tookMs: 10 * i })),
        )
        expect(await timesOf(store, space)).toEqual([3, 2, 1, 0])
        expect(await timesOf(store, space, { since: T0 + 1, until: T0 + 3 })).toEqual([2, 1])
        expect(await timesOf(store, space, { outcome: 'found', limit: 2 })).toEqual([3, 2])
        expect(await timesOf(store, space, { tookMsMin: 20 })).toEqual([3, 2])
      }),
    )

    test(
      'a forgotten message stands in no entry, also when it was forgotten before it was logged',
      inSpace(async (store, space) => {
        await put(store, space, indexed('a', 'apple'), indexed('b', 'banana'), indexed('c', 'cherry'))
        const found = auditEntry({ items: ['c', 'b', 'a'], itemCount: 3, question: 'banana?' })
        const other = auditEntry({ items: ['a'], itemCount: 1, question: 'apple?', at: T0 - 1 })
        await store.audit(space, [found, other])
        await store.transact(space, (writer) => writer.forget(['b'], T0))
        await store.audit(space, [auditEntry({ items: ['b', 'a'], at: T0 - 2 })])
        const trail = await store.auditTrail(space, ALL)
        expect(trail.map(({ items }) => items)).toEqual([['c', 'a'], ['a'], ['a']])
        expect(trail.map(({ itemCount, question }) => [itemCount, question])).toEqual([
          [3, null],
          [1, 'apple?'],
          [0, null],
        ])
        expect(trail[0]?.plan).toEqual({})
        await put(store, space, indexed('d', 'banana'))
        expect((await store.auditTrail(space, ALL))[0]?.items).toEqual(['c', 'a'])
      }),
    )

    test(
      'the newest are kept, however few are logged at once',
      inSpace(async (store, space) => {
        const other = await openSpace(store, 'bob')
        await store.audit(other, [auditEntry()])
        const count = AUDIT_ENTRIES_MAX + AUDIT_TRIM_EVERY + 7
        for (let start = 0; start < count; start += 701) {
          const size = Math.min(701, count - start)
          await store.audit(
            space,
            Array.from({ length: size }, (_, i) => auditEntry({ at: T0 + start + i })),
          )
        }
        const times = await timesOf(store, space, { limit: 2 * count })
        expect(times[0]).toBe(count - 1)
        expect(times.length).toBeGreaterThanOrEqual(AUDIT_ENTRIES_MAX)
        expect(times.length).toBeLessThan(AUDIT_ENTRIES_MAX + AUDIT_TRIM_EVERY)
        expect(await timesOf(store, other)).toEqual([0])
      }),
    )

    test(
      'logging leaves the version of the space, and goes with it',
      inSpace(async (store, space) => {
        await put(store, space, indexed('a', 'apple'))
        const units = await store.units(space, null)
        await store.audit(space, [auditEntry({ items: ['a'] })])
        expect(await store.units(space, units)).toBe(units)
        await store.removeSpace(space)
        await expect(store.audit(space, [auditEntry()])).rejects.toMatchObject({ code: 'space-unknown' })
        await expect(store.auditTrail(space, ALL)).rejects.toMatchObject({ code: 'space-unknown' })
        expect(await store.auditTrail(await openSpace(store), ALL)).toEqual([])
      }),
    )

    test(
      'while a transaction goes on, nothing is logged and nobody waits',
      inSpace(async (store, space) => {
        let finish = () => {}
        let begun = () => {}
        const isBegun = new Promise<void>((resolve) => {
          begun = resolve
        })
        const writing = store.transact(space, async () => {
          begun()
          await new Promise<void>((resolve) => {
            finish = resolve
          })
        })
        await isBegun
        expect(await store.audit(space, [auditEntry()])).toBe(false)
        finish()
        await writing
        expect(await store.audit(space, [auditEntry({ tookMs: 2 })])).toBe(true)
        expect((await store.auditTrail(space, ALL)).map(({ tookMs }) => tookMs)).toEqual([2])
      }),
    )

    test(
      'a closed store logs nothing',
      inSpace(async (store, space) => {
        await store.close()
        await expect(store.audit(space, [auditEntry()])).rejects.toMatchObject({ code: 'store-closed' })
      }),
    )
  })
}
