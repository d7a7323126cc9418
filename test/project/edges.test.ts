import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Activity } from '../../src/graph/activity.ts'
import { DAY_MS } from '../../src/graph/spans.ts'
import { EngraphHome } from '../../src/home.ts'
import { decideEdge, type EdgesSource, edgesOf } from '../../src/project/edges.ts'
import { drainJournals } from '../../src/project/journal/draining.ts'
import { observeSpace } from '../../src/project/observing.ts'
import { folderAlias } from '../../src/project/project-space.ts'
import { append, newFolder, placeOf, prompt, T0, tool } from './project-activities.ts'

const A = placeOf('/work/shop', { branch: 'main' })
const HOUR_MS = 3_600_000

const edit = (session: string, path: string, at: number): Activity =>
  tool(A, {
    session,
    at,
    key: `${session} ${path} ${at}`,
    tool: 'Edit',
    input: { file_path: `/work/shop/${path}`, old_string: 'const a = 1', new_string: 'const a = 2' },
    output: {},
  })

/** A session that asks for something and changes files. */
const work = (session: string, asked: string, files: readonly string[], at: number): readonly Activity[] => [
  prompt(A, asked, { session, at, key: `${session} p` }),
  ...files.map((path, i) => edit(session, path, at + 1000 * (i + 1))),
  {
    ...prompt(A, ''),
    kind: 'reply',
    session,
    at: at + 60_000,
    key: `${session} r`,
    text: `Done: ${asked}`,
  } as Activity,
]

interface Scene extends EdgesSource {
  add(activities: readonly Activity[]): Promise<void>
  observe(now?: number): Promise<void>
  now: number
}

async function scene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = newFolder('edges')
  const home = await EngraphHome.open({ home: folder })
  const { store, space } = await home.ensureSpace(folderAlias(A), 'project')
  const folders = [{ path: join(folder, 'journal'), prefix: '', isShared: false }]
  const made: Scene = {
    store,
    space,
    now: T0,
    clock: { now: () => made.now },
    async add(activities) {
      for (const activity of activities) append(folder, activity.session, activity)
      expect(existsSync(join(folder, 'journal'))).toBe(true)
      await drainJournals(home, { folders })
    },
    async observe(now = T0 + DAY_MS) {
      made.now = now
      await observeSpace({ store, space: space.id }, { clock: made.clock })
    },
  }
  try {
    await run(made)
  } finally {
    await store.close()
    await home.close()
  }
}

const [TOKEN, REFRESH, PAY] = ['src/auth/token.ts', 'src/auth/refresh.ts', 'src/checkout/pay.ts'] as const

describe('what sessions change together', () => {
  test('is listed with how many sessions, and what each rests on', () =>
    scene(async (one) => {
      await one.add(work('s1', 'Rotate the tokens', [TOKEN, REFRESH], T0))
      await one.observe()
      await one.add(work('s2', 'Rotate the tokens faster', [TOKEN, REFRESH, PAY], T0 + HOUR_MS))
      await one.observe()
      const edges = await edgesOf(one, { kind: 'CO_CHANGES' })
      const shown = edges.map(({ from, to, count, evidence }) => [
        [from.label, to.label].sort(),
        count,
        evidence.length,
      ])
      expect(shown[0]).toEqual([[REFRESH, TOKEN], 2, 2])
      expect(shown).toHaveLength(3)
      expect(edges[0]).toMatchObject({ state: 'active', provenance: 'observed', certainty: 'soft', decidedBy: null })
    }))

  test('counts a session once, however often it is observed', () =>
    scene(async (one) => {
      const whole = work('s1', 'Rotate the tokens', [TOKEN, REFRESH], T0)
      await one.add(whole.slice(0, 3))
      await one.observe()
      await one.add(whole.slice(3))
      await one.observe()
      await one.add([
        prompt(A, 'And the payment', { session: 's1', at: T0 + HOUR_MS, key: 'p2' }),
        edit('s1', PAY, T0 + HOUR_MS + 1),
      ])
      await one.observe()
      const edges = await edgesOf(one, { kind: 'CO_CHANGES' })
      expect(edges).toHaveLength(3)
      expect(edges.map(({ count }) => count)).toEqual([1, 1, 1])
    }))

  test('is told of one file', () =>
    scene(async (one) => {
      await one.add(work('s1', 'Rotate the tokens', [TOKEN, REFRESH], T0))
      await one.add(work('s2', 'Mend the payment', [PAY, 'src/checkout/cart.ts'], T0 + DAY_MS))
      await one.observe(T0 + 2 * DAY_MS)
      expect(await edgesOf(one, { file: './src/auth/token.ts', kind: 'CO_CHANGES' })).toHaveLength(1)
      expect(await edgesOf(one, { file: 'src/nothing.ts' })).toEqual([])
    }))
})

describe('a decision', () => {
  const twice = (one: Scene) => one.add(work('s1', 'Rotate the tokens', [TOKEN, REFRESH], T0))
  const only = async (one: Scene) => (await edgesOf(one, { kind: 'CO_CHANGES', state: 'all' }))[0]!

  test('to accept is stored with who made it; a habit stays a habit and does not fade', () =>
    scene(async (one) => {
      await twice(one)
      await one.observe()
      const { id } = await only(one)
      const decided = await decideEdge(one, id, { accept: true, by: ' ana ' })
      expect(decided).toMatchObject({
        id,
        kind: 'CO_CHANGES',
        state: 'active',
        provenance: 'confirmed',
        decidedBy: 'ana',
      })
      one.now = T0 + 5000 * DAY_MS
      expect((await only(one)).weight).toBe(0.5)
    }))

  test('to reject holds until there is new evidence', () =>
    scene(async (one) => {
      await twice(one)
      await one.observe()
      const { id } = await only(one)
      expect(await decideEdge(one, id, { accept: false, by: 'claude-code' })).toMatchObject({ state: 'rejected' })
      expect(await edgesOf(one, { kind: 'CO_CHANGES' })).toEqual([])
      // The same session again is no new evidence.
      await one.add([edit('s1', TOKEN, T0 + HOUR_MS)])
      await one.observe()
      expect(await only(one)).toMatchObject({ state: 'rejected', decidedBy: 'claude-code' })
      await one.add(work('s2', 'Rotate the tokens faster', [TOKEN, REFRESH], T0 + DAY_MS))
      await one.observe(T0 + 2 * DAY_MS)
      expect(await only(one)).toMatchObject({ state: 'suggested', decidedBy: null, count: 2 })
    }))

  test.each(['CO_CHANGES:n~1:n~2', 'CAUSES:e~1', 'nonsense', 'DEPENDS_ON:n~1:n~2', '::'])(
    'on %s leads to nothing',
    (id) =>
      scene(async (one) => {
        expect(await decideEdge(one, id, { accept: true, by: 'ana' })).toBeNull()
      }),
  )

  test("needs to be somebody's", () =>
    scene(async (one) => {
      await twice(one)
      await one.observe()
      const { id } = await only(one)
      await expect(decideEdge(one, id, { accept: true, by: '  ' })).rejects.toMatchObject({ code: 'invalid-input' })
      await expect(edgesOf(one, { state: 'odd' as never })).rejects.toMatchObject({ code: 'invalid-input' })
    }))
})

test('a repair soon after a change about the same is suggested as its consequence, with both as evidence', () =>
  scene(async (one) => {
    await one.add(work('s1', 'Add rotation of the auth token', [TOKEN], T0))
    const failing = tool(A, {
      session: 's2',
      at: T0 + 2 * HOUR_MS + 500,
      key: 'fail',
      input: { command: 'npm test' },
      outcome: 'error',
      error: 'Exit code 1\nAssertionError: auth token is refused in checkout',
      output: null,
    })
    const passing = tool(A, {
      session: 's2',
      at: T0 + 2 * HOUR_MS + 30_000,
      key: 'pass',
      input: { command: 'npm test' },
    })
    const repair = work('s2', 'Fix the checkout: the auth token is refused', [PAY], T0 + 2 * HOUR_MS)
    await one.add([repair[0]!, failing, ...repair.slice(1, -1), passing, repair.at(-1)!])
    await one.observe()
    const [cause] = await edgesOf(one, { kind: 'CAUSES' })
    expect(cause).toMatchObject({ state: 'suggested', provenance: 'inferred' })
    expect(cause!.from.label).toMatch(/token/iu)
    expect(cause!.to.label).toMatch(/checkout/iu)
    expect(cause!.evidence).toEqual([cause!.from.id, cause!.to.id])
    // What nobody decides on, and is never seen again, is gone some months later.
    await one.add(work('s3', 'Write a readme', ['README.md'], T0 + 300 * DAY_MS))
    await one.observe(T0 + 300 * DAY_MS)
    expect(await edgesOf(one, { kind: 'CAUSES' })).toEqual([])
    expect(await edgesOf(one, { kind: 'CAUSES', state: 'retired' })).toHaveLength(1)
  }))
