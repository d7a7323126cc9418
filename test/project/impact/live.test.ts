import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Activity, ActivityPlace } from '../../../src/graph/activity.ts'
import { EngraphHome } from '../../../src/home.ts'
import {
  LIVE_MS_MAX,
  type LiveQuery,
  type LiveSource,
  liveChanges,
  type NearFile,
} from '../../../src/project/impact/live.ts'
import { drainJournals } from '../../../src/project/journal/draining.ts'
import { observeSpace } from '../../../src/project/observing.ts'
import { folderAlias } from '../../../src/project/project-space.ts'
import { append, newFolder, placeOf, prompt, tool } from '../project-activities.ts'

// Journals are told from others by when their files changed, so that the clock is that of the machine.
const NOW = Date.now()
const MINUTE_MS = 60_000
const A = placeOf('/work/shop', { repository: '/work/shop/.git', branch: 'main' })
/** Another work tree of the same repository. */
const B = placeOf('/work/shop-fix', { repository: '/work/shop/.git', branch: 'fix' })
const ELSEWHERE = placeOf('/work/other', { repository: '/work/other/.git', branch: 'main' })

const TOKEN = 'src/auth/token.ts'
const NEAR: ReadonlyMap<string, NearFile> = new Map([
  ['src/checkout/pay.ts', { near: 'dependent', file: TOKEN }],
  ['src/auth/refresh.ts', { near: 'usually', file: TOKEN }],
])

const did = (place: ActivityPlace, session: string, minutesAgo: number, name: string, path: string): Activity =>
  tool(place, {
    session,
    at: NOW - minutesAgo * MINUTE_MS,
    key: `${session} ${name} ${path} ${minutesAgo}`,
    tool: name,
    input: { file_path: `${place.root}/${path}`, old_string: 'a', new_string: 'b' },
    output: {},
  })
const edit = (place: ActivityPlace, session: string, minutesAgo: number, path: string) =>
  did(place, session, minutesAgo, 'Edit', path)
const end = (place: ActivityPlace, session: string): Activity => ({
  ...{ kind: 'end', session, at: NOW, host: 'claude-code', agent: null, key: null, place, reason: 'exit' },
})

interface Scene {
  readonly source: LiveSource
  readonly drain: () => Promise<void>
  readonly add: (...activities: readonly Activity[]) => void
  readonly near: (query?: Partial<LiveQuery>) => Promise<readonly string[]>
}

async function scene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const directory = newFolder('live')
  const home = await EngraphHome.open({ home: directory })
  const { store, space } = await home.ensureSpace(folderAlias(A), 'project')
  const source: LiveSource = { store, space, directory, place: A, clock: { now: () => NOW } }
  try {
    await run({
      source,
      drain: async () => {
        await drainJournals(home, { folders: [{ path: join(directory, 'journal'), prefix: '', isShared: false }] })
        await observeSpace({ store, space: space.id })
      },
      add: (...activities) => {
        for (const activity of activities) append(directory, activity.session, activity)
      },
      near: async (query = {}) => {
        const changes = await liveChanges(source, { files: [TOKEN], near: NEAR, session: 'own', ...query })
        return changes.map(({ session, path, near }) => `${session} ${path} ${near}`)
      },
    })
  } finally {
    await store.close()
    await home.close()
  }
}

describe('what other sessions change near a file', () => {
  test('is told from journals that nobody has read yet, the newest first', () =>
    scene(async ({ add, near, source }) => {
      add(edit(A, 's1', 9, 'src/checkout/pay.ts'), edit(A, 's2', 3, TOKEN), edit(A, 's1', 5, 'src/auth/refresh.ts'))
      expect(await near()).toEqual([
        `s2 ${TOKEN} same`,
        's1 src/auth/refresh.ts usually',
        's1 src/checkout/pay.ts dependent',
      ])
      // Nothing was drained by looking.
      expect(await source.store.observations.journalMark(source.space.id, 's1.jsonl')).toBeNull()
    }))

  test('is told from journals that were read, once each', () =>
    scene(async ({ add, drain, near }) => {
      add(
        prompt(A, 'Mend the payment of the checkout', { session: 's1', at: NOW - 10 * MINUTE_MS, key: 'p' }),
        edit(A, 's1', 9, 'src/checkout/pay.ts'),
      )
      await drain()
      expect(await near()).toEqual(['s1 src/checkout/pay.ts dependent'])
    }))

  test('tells the other work tree and its branch', () =>
    scene(async ({ add, source }) => {
      add(edit(B, 's1', 3, 'src/checkout/pay.ts'), edit(A, 's2', 4, TOKEN))
      const [one, other] = await liveChanges(source, { files: [TOKEN], near: NEAR })
      expect(one).toMatchObject({ workTree: '/work/shop-fix', branch: 'fix', file: TOKEN, at: NOW - 3 * MINUTE_MS })
      expect(other).toMatchObject({ workTree: null, branch: null })
    }))

  test('counts from when the asking session last read the file', () =>
    scene(async ({ add, near }) => {
      add(
        edit(A, 's1', 9, 'src/checkout/pay.ts'),
        did(A, 'own', 7, 'Read', TOKEN),
        edit(A, 's1', 5, 'src/auth/refresh.ts'),
      )
      expect(await near()).toEqual(['s1 src/auth/refresh.ts usually'])
      expect(await near({ session: 'third' })).toHaveLength(2)
    }))

  test('knows from memory when it was read, once its journal is gone from its end', () =>
    scene(async ({ add, drain, near }) => {
      add(
        prompt(A, 'How do the tokens of auth work?', { session: 'own', at: NOW - 8 * MINUTE_MS, key: 'q' }),
        did(A, 'own', 7, 'Read', TOKEN),
      )
      await drain()
      for (let i = 0; i < 300; i++)
        add(tool(A, { session: 'own', at: NOW - MINUTE_MS, key: `k${i}`, output: 'x'.repeat(2_000) }))
      add(edit(A, 's1', 9, 'src/checkout/pay.ts'), edit(A, 's1', 5, 'src/auth/refresh.ts'))
      expect(await near()).toEqual(['s1 src/auth/refresh.ts usually'])
    }))

  test.each<[string, readonly Activity[]]>([
    ['the asking session', [edit(A, 'own', 3, 'src/checkout/pay.ts')]],
    ['a session that ended', [edit(A, 's1', 3, 'src/checkout/pay.ts'), end(A, 's1')]],
    ['a session that nobody heard of for hours', [edit(A, 's1', LIVE_MS_MAX / MINUTE_MS + 1, 'src/checkout/pay.ts')]],
    ['another repository', [edit(ELSEWHERE, 's1', 3, 'src/checkout/pay.ts')]],
    ['a session that only read', [did(A, 's1', 3, 'Read', 'src/checkout/pay.ts')]],
    ['an edit that failed', [{ ...edit(A, 's1', 3, TOKEN), outcome: 'error', error: 'not found' } as Activity]],
    ['files that are not near', [edit(A, 's1', 3, 'README.md')]],
  ])('is nothing of %s', (_, activities) =>
    scene(async ({ add, near }) => {
      add(...activities)
      expect(await near()).toEqual([])
    }),
  )

  test('comes from shell commands too, and from a long journal in no more than its end', () =>
    scene(async ({ add, near }) => {
      for (let i = 0; i < 400; i++)
        add(tool(A, { session: 's1', at: NOW - 9 * MINUTE_MS, key: `k${i}`, output: 'y'.repeat(5_000) }))
      const command = "sed -i 's/a/b/' src/checkout/pay.ts"
      add(tool(A, { session: 's1', at: NOW - MINUTE_MS, key: 'sed', input: { command } }))
      const began = performance.now()
      expect(await near()).toEqual(['s1 src/checkout/pay.ts dependent'])
      expect(performance.now() - began).toBeLessThan(1_000)
    }))
})
