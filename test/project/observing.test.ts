import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordOfActivity } from '../../src/capture/activities.ts'
import { forgetMessages } from '../../src/capture/forget.ts'
import { rememberRecords } from '../../src/capture/messages.ts'
import type { Activity } from '../../src/graph/activity.ts'
import type { Observation } from '../../src/graph/observation.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import { ALWAYS } from '../../src/graph/spans.ts'
import { EngraphHome } from '../../src/home.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { drainJournals } from '../../src/project/journal/draining.ts'
import { type ObserveRules, observeSpace } from '../../src/project/observing.ts'
import { folderAlias } from '../../src/project/project-space.ts'
import { append, inTurn, newFolder, placeOf, prompt, T0, tool } from './project-activities.ts'

const A = placeOf('/work/a', { branch: 'main' })

/** Rules whose outcome is plain to see: one fact for each record, and a note of what was asked. */
function plainRules(version = 1): ObserveRules & { readonly read: string[][] } {
  const read: string[][] = []
  return {
    read,
    version,
    observeEvent: ({ records, before, root }) => {
      const texts = records.map(({ activity }) =>
        activity.kind === 'tool' ? `ran ${activity.input['command']}` : activity.text,
      )
      read.push(texts)
      if (texts[0] === 'nothing') return null
      const observation: Observation = {
        type: 'change',
        title: `v${version}: ${texts[0]}`,
        narrative: `after ${before.length}, in ${root}`,
        facts: texts.map((text, i) => ({ kind: 'finding', text: `fact: ${text}`, records: [records[i]!.id] })),
        concepts: ['jwt'],
        knowledge: [],
        filesRead: [],
        filesModified: ['src/auth/token.ts'],
        records: records.map(({ id }) => id),
        isUnfinished: false,
        language: 'en',
      }
      return observation
    },
    summariseSession: ({ observations, isEnded }) => {
      const completed = observations.map(({ title }) => title)
      return {
        request: `${isEnded ? 'ended' : 'open'}`,
        investigated: [],
        learned: [],
        completed,
        nextSteps: [],
        language: 'en',
      }
    },
    observedTexts: ({ title, facts }) => ({ whole: title, facts: facts.map(({ text }) => text) }),
  }
}

interface Scene {
  readonly store: GraphStore
  readonly space: SpaceId
  readonly home: EngraphHome
  add(...activities: readonly Activity[]): Promise<void>
  observe(rules?: ObserveRules, options?: object): ReturnType<typeof observeSpace>
  titles(): Promise<readonly string[]>
  /** The indexed texts with what they are about, in order. */
  indexed(): Promise<readonly string[]>
}

async function scene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = newFolder('observe')
  const home = await EngraphHome.open({ home: folder })
  const { store, space } = await home.ensureSpace(folderAlias(A), 'project')
  const folders = [{ path: join(folder, 'journal'), prefix: '', isShared: false }]
  const query = { order: 'oldest-first', limit: 1000 } as const
  try {
    await work({
      store,
      space: space.id,
      home,
      add: async (...activities) => {
        append(folder, 'one', ...activities)
        expect(await drainJournals(home, { folders })).toMatchObject({ problems: [], waiting: 0 })
      },
      observe: (rules = plainRules(), options = {}) => observeSpace({ store, space: space.id }, { rules, ...options }),
      titles: async () => (await store.observations.find(space.id, query)).map(({ observation }) => observation.title),
      indexed: async () => {
        const index = await store.observations.index(space.id)
        const nodes = await store.timeRange(index, { ...query, kinds: ['message'], span: ALWAYS })
        return nodes.map(({ id, text }) => `${id.slice(0, 2)} ${text}`)
      },
    })
  } finally {
    await store.close()
    await home.close()
  }
}

const work = inTurn<Activity>([
  prompt(A, 'fix the token'),
  tool(A, { input: { command: 'npm test' } }),
  prompt(A, 'and the cart'),
  tool(A, { input: { command: 'npm run lint' } }),
])
const later = (...activities: readonly Activity[]) => inTurn(activities, T0 + 60_000)

describe('observing', () => {
  test('gives each event its observation, the session its summary, and indexes both', () =>
    scene(async ({ add, observe, store, space, indexed }) => {
      await add(...work)
      expect(await observe()).toEqual({ observations: 2, waiting: 0 })
      const found = await store.observations.find(space, { order: 'oldest-first', limit: 10 })
      expect(found).toMatchObject([
        { session: 'one', at: T0, until: T0 + 1000, branch: 'main', agent: null, host: 'claude-code' },
        { observation: { title: 'v1: and the cart', narrative: 'after 2, in /work/a' } },
      ])
      expect(found[0]!.tokens).toBeGreaterThan(20)
      const [summary] = await store.observations.summaries(space, { limit: 10 })
      expect(summary).toMatchObject({ session: 'one', isEnded: false, until: T0 + 3000, branch: 'main' })
      expect(await indexed()).toEqual([
        'o~ v1: fix the token',
        'f~ fact: fix the token',
        'f~ fact: ran npm test',
        'o~ v1: and the cart',
        'f~ fact: and the cart',
        'f~ fact: ran npm run lint',
        's~ open\nv1: fix the token\nv1: and the cart',
      ])
      const index = await store.observations.index(space)
      const facts = await store.nodes(index, found[0]!.factIds)
      expect(facts.map(({ body }) => body)).toEqual(
        [0, 1].map((fact) => ({ event: found[0]!.event, fact, branch: 'main' })),
      )
      const events = await store.containers(index, found[0]!.factIds)
      expect(new Set(events.values()).size).toBe(1)
      expect(await store.observations.get(space, [found[0]!.factIds[1]!])).toEqual([found[0]])
    }))

  test('twice is once, and only what changed is read again', () =>
    scene(async ({ add, observe, titles, indexed }) => {
      await add(...work)
      const rules = plainRules()
      await observe(rules)
      expect(await observe(rules)).toEqual({ observations: 0, waiting: 0 })
      expect(rules.read).toHaveLength(2)
      await add(...later(tool(A, { input: { command: 'git commit' } })))
      expect(await observe(rules)).toEqual({ observations: 1, waiting: 0 })
      expect(rules.read.slice(2)).toEqual([['and the cart', 'ran npm run lint', 'ran git commit']])
      expect(await titles()).toEqual(['v1: fix the token', 'v1: and the cart'])
      expect((await indexed()).filter((text) => text.startsWith('f~'))).toHaveLength(5)
      await add(...inTurn([{ ...prompt(A, ''), kind: 'end', reason: 'exit' }], T0 + 90_000))
      await observe(rules)
      expect(rules.read).toHaveLength(3)
      expect((await indexed()).at(-1)).toBe('s~ ended\nv1: fix the token\nv1: and the cart')
    }))

  test('a record that comes late changes what comes after it', () =>
    scene(async ({ add, observe, titles }) => {
      await add(...work)
      await observe()
      await add(prompt(A, 'in between', { at: T0 + 1500 }))
      const rules = plainRules()
      await observe(rules)
      expect(await titles()).toEqual(['v1: fix the token', 'v1: in between', 'v1: and the cart'])
      expect(rules.read).toEqual([['in between'], ['and the cart', 'ran npm run lint']])
    }))

  test('other rules observe everything anew', () =>
    scene(async ({ add, observe, titles, indexed }) => {
      await add(...work)
      await observe(plainRules(1))
      const rules = plainRules(2)
      expect(await observe(rules)).toEqual({ observations: 2, waiting: 0 })
      expect(await titles()).toEqual(['v2: fix the token', 'v2: and the cart'])
      expect((await indexed()).filter((text) => text.includes('v1'))).toEqual([])
    }))

  test('what rules say nothing of has no observation, and is not read again', () =>
    scene(async ({ add, observe, titles, indexed }) => {
      await add(prompt(A, 'nothing'))
      const rules = plainRules()
      expect(await observe(rules)).toEqual({ observations: 0, waiting: 0 })
      await add(prompt(A, 'something', { at: T0 + 1 }))
      await observe(rules)
      expect([rules.read.length, await titles()]).toEqual([2, ['v1: something']])
      expect(await indexed()).toHaveLength(3)
    }))

  test('what was forgotten is in no observation, fact, summary or indexed text any more, and the rest is derived anew', () =>
    scene(async ({ add, observe, store, space, titles, indexed }) => {
      await add(...work)
      await observe()
      const [, , cart] = await store.sessionMessages(space, 'one')
      const request = { session: null, ids: [cart!], query: null, span: ALWAYS }
      await forgetMessages(store, space, request, { at: T0, isDryRun: false })
      expect([await titles(), await indexed()]).toEqual([[], []])
      expect(await observe()).toEqual({ observations: 1, waiting: 0 })
      expect(await titles()).toEqual(['v1: fix the token'])
      const left = [await indexed(), await store.observations.summaries(space, { limit: 5 }), await titles()]
      expect(JSON.stringify(left)).not.toContain('cart')
    }))

  test('what is recorded or forgotten while it is read is taken into account', () =>
    scene(async ({ add, observe, store, space, titles }) => {
      await add(...work)
      const plain = plainRules()
      let isFirst = true
      let done: Promise<unknown> = Promise.resolve()
      const rules: ObserveRules = {
        ...plain,
        observeEvent: (event) => {
          if (isFirst) {
            isFirst = false
            const [secret] = event.records
            const request = { session: null, ids: [secret!.id], query: null, span: ALWAYS }
            done = forgetMessages(store, space, request, { at: T0, isDryRun: false })
          }
          return plain.observeEvent(event)
        },
      }
      await observe(rules)
      await done
      expect(await observe(rules)).toMatchObject({ waiting: 0 })
      expect(await titles()).not.toContain('v1: fix the token')
      expect((await store.observations.find(space, { order: 'oldest-first', limit: 9 })).length).toBeGreaterThan(0)
    }))

  test('two at once give the same as one', () =>
    scene(async ({ add, observe, titles, indexed }) => {
      await add(...work)
      const observed = await Promise.all([observe(), observe(), observe()])
      expect(observed.some(({ waiting }) => waiting === 0)).toBe(true)
      await observe()
      expect(await titles()).toEqual(['v1: fix the token', 'v1: and the cart'])
      expect(await indexed()).toHaveLength(7)
    }))

  test('a deadline and a signal leave the rest waiting', () =>
    scene(async ({ add, observe, store, space }) => {
      await add(...work, prompt(A, 'else', { session: 'two' }))
      expect(await observe(plainRules(), { deadlineMs: -1 })).toEqual({ observations: 0, waiting: 2 })
      expect(await observe(plainRules(), { signal: AbortSignal.abort() })).toEqual({ observations: 0, waiting: 2 })
      expect(await store.observations.unobserved(space, 10)).toHaveLength(2)
      expect(await observe()).toEqual({ observations: 3, waiting: 0 })
    }))

  test('subagents are told apart, and have no summary', () =>
    scene(async ({ add, observe, store, space }) => {
      await add(...work, tool(A, { agent: { id: 'x9', type: 'Explore' }, at: T0 + 500 }))
      await observe()
      const found = await store.observations.find(space, { session: 'one', order: 'oldest-first', limit: 10 })
      expect(found.map(({ session, agent }) => `${session} ${agent}`)).toEqual([
        'one null',
        'one/x9 Explore',
        'one null',
      ])
      expect(await store.observations.summaries(space, { limit: 10 })).toHaveLength(1)
    }))

  test('a space that was moved is derived again where it went', () =>
    scene(async ({ add, observe, home, space }) => {
      await add(...work)
      await observe()
      await home.move(space, join(newFolder('moved'), 'elsewhere.db'))
      const moved = await home.openSpace(folderAlias(A))
      try {
        const source = { store: moved.store, space: moved.space.id }
        expect(await observeSpace(source, { rules: plainRules() })).toEqual({ observations: 2, waiting: 0 })
      } finally {
        await moved.store.close()
      }
    }))

  test('a space that was merged into another is derived again there, with what that had', () =>
    scene(async ({ add, observe, home, space }) => {
      await add(...work)
      await observe()
      const target = await home.ensureSpace('dir:/work/other', 'project')
      try {
        const source = { store: target.store, space: target.space.id }
        await rememberRecords(target.store, target.space.id, 'two', [
          recordOfActivity(prompt(A, 'of the other', { session: 'two' }), 'x')!,
        ])
        await target.store.transact(target.space.id, (writer) => writer.markUnobserved('two', { isEnded: true }))
        await observeSpace(source, { rules: plainRules() })
        await home.merge(space, target.space.id)
        expect(await observeSpace(source, { rules: plainRules() })).toEqual({ observations: 2, waiting: 0 })
        const query = { order: 'oldest-first', limit: 10 } as const
        const found = await target.store.observations.find(target.space.id, query)
        expect(found.map(({ observation }) => observation.title).sort()).toEqual([
          'v1: and the cart',
          'v1: fix the token',
          'v1: of the other',
        ])
      } finally {
        await target.store.close()
      }
    }))

  test('the space of indexed texts is named by no list, no doctor and no catalogue that is made anew', () =>
    scene(async ({ add, observe, home, store, space }) => {
      await add(...work)
      await observe()
      const index = await store.observations.index(space)
      rmSync(join(home.location, 'catalogue.db'))
      const again = await EngraphHome.open({ home: home.location })
      try {
        expect((await again.spaces()).map((placed) => placed.space?.id)).toEqual([space])
        const said = JSON.stringify(await again.doctor())
        expect(said).toContain(folderAlias(A))
        expect(said).not.toContain(index)
        await expect(again.openSpace(index)).rejects.toMatchObject({ code: 'space-unknown' })
        const { file } = (await again.spaces())[0]!
        await again.remove(space)
        expect(existsSync(file)).toBe(false)
      } finally {
        await again.close()
      }
    }))

  test('the rules that are built in take whatever there is', () =>
    scene(async ({ add, store, space }) => {
      await add(...work)
      expect(await observeSpace({ store, space })).toMatchObject({ waiting: 0 })
      expect(await store.observations.unobserved(space, 10)).toEqual([])
    }))
})
