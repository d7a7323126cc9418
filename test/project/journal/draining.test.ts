import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeLine } from '../../../src/capture/journal-line.ts'
import type { Activity } from '../../../src/graph/activity.ts'
import { EngraphHome } from '../../../src/home.ts'
import { type DrainOptions, drainJournals } from '../../../src/project/journal/draining.ts'
import { forgetInJournals } from '../../../src/project/journal/journal-forgetting.ts'
import { folderAlias } from '../../../src/project/project-space.ts'
import { append, inTurn, newFolder, placeOf, prompt, T0, tool } from '../project-activities.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

interface Scene {
  readonly home: EngraphHome
  readonly folder: string
  drain(options?: DrainOptions): ReturnType<typeof drainJournals>
  /** The texts of a place's space, in order of time. */
  texts(root: string): Promise<readonly string[]>
  journal(): readonly string[]
}

async function scene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = newFolder('drain')
  const home = await EngraphHome.open({ home: folder })
  const folders = [{ path: join(folder, 'journal'), prefix: '', isShared: false }]
  try {
    await work({
      home,
      folder,
      drain: (options = {}) => drainJournals(home, { folders, ...options }),
      texts: (root) => textsIn(home, root),
      journal: () => readdirSync(join(folder, 'journal')).sort(),
    })
  } finally {
    await home.close()
  }
}

async function textsIn(home: EngraphHome, root: string): Promise<readonly string[]> {
  const { store, space } = await home.openSpace(folderAlias(placeOf(root)))
  try {
    const query = { kinds: ['message'], span: { from: null, to: null }, order: 'oldest-first', limit: 10_000 } as const
    return (await store.timeRange(space.id, query)).map(({ text }) => text)
  } finally {
    await store.close()
  }
}

const [A, B] = [placeOf('/work/a'), placeOf('/work/b')]
const said = (place: typeof A, ...texts: readonly string[]) => texts.map((text) => prompt(place, text))
const age = (file: string, ms: number) => utimesSync(file, new Date(Date.now() - ms), new Date(Date.now() - ms))
const end = (place: typeof A, at = T0): Activity => ({ ...prompt(place, ''), kind: 'end', reason: 'exit', at })

describe('draining', () => {
  test('nothing is there: nothing is made', () =>
    scene(async ({ drain, home, folder }) => {
      expect(await drain()).toEqual({ records: 0, waiting: 0, problems: [], spaces: [] })
      expect(await home.spaces()).toEqual([])
      expect(readdirSync(folder)).toEqual([])
    }))

  test('each line goes to the space of its place, which is made for a project', () =>
    scene(async ({ drain, texts, home, folder }) => {
      append(folder, 'one', ...inTurn([...said(A, 'a1', 'a2'), ...said(B, 'b1'), ...said(A, 'a3')]))
      append(folder, 'two', ...inTurn(said(B, 'b2'), T0 + 60_000))
      expect(await drain()).toMatchObject({ records: 5, waiting: 0, problems: [] })
      expect(await texts('/work/a')).toEqual(['a1', 'a2', 'a3'])
      expect(await texts('/work/b')).toEqual(['b1', 'b2'])
      expect((await home.spaces()).map(({ space }) => space?.purpose)).toEqual(['project', 'project'])
    }))

  test('a line is read once, however often it is drained, and what comes later is added', () =>
    scene(async ({ drain, texts, folder }) => {
      const activities = inTurn([...said(A, 'a1'), ...said(B, 'b1'), ...said(A, 'a2', 'a3')])
      append(folder, 'one', ...activities.slice(0, 2))
      expect((await drain()).records).toBe(2)
      expect((await drain()).records).toBe(0)
      append(folder, 'one', ...activities.slice(2))
      expect((await drain()).records).toBe(2)
      expect(await texts('/work/a')).toEqual(['a1', 'a2', 'a3'])
    }))

  test('a line that is still being written waits, and is read when it is whole', () =>
    scene(async ({ drain, texts, folder }) => {
      const file = append(folder, 'one', ...said(A, 'a1'))
      const line = `${writeLine(prompt(A, '二', { at: T0 + 1 }), 'two')}\n`
      const bytes = Buffer.from(line)
      // In the middle of a character.
      const cut = bytes.indexOf(Buffer.from('二')) + 1
      appendFileSync(file, bytes.subarray(0, cut))
      expect(await drain()).toMatchObject({ records: 1, problems: [] })
      appendFileSync(file, bytes.subarray(cut))
      expect(await drain()).toMatchObject({ records: 1, problems: [] })
      expect(await texts('/work/a')).toEqual(['a1', '二'])
    }))

  test('what cannot be read is told once, and passed', () =>
    scene(async ({ drain, texts, folder }) => {
      const file = append(folder, 'one', ...said(A, 'a1'))
      appendFileSync(file, `no json\n\n{"v":1}\n${'x'.repeat(4_000_000)}\n{"v":9,"id":"x"}\n`)
      append(folder, 'one', prompt(A, 'a2', { at: T0 + 1 }))
      const { records, problems } = await drain()
      expect([records, problems.length]).toEqual([2, 4])
      expect(problems[0]).toMatch(/^one\.jsonl, byte \d+: not JSON/u)
      expect(await drain()).toMatchObject({ records: 0, problems: [] })
      expect(await texts('/work/a')).toEqual(['a1', 'a2'])
    }))

  test('a file in which nothing can be read keeps no other waiting', () =>
    scene(async ({ drain, texts, folder }) => {
      writeFileSync(append(folder, 'broken'), 'no json\n')
      append(folder, 'one', ...said(A, 'a1'))
      expect(await drain()).toMatchObject({ records: 1, problems: [expect.stringContaining('broken.jsonl')] })
      expect(await texts('/work/a')).toEqual(['a1'])
    }))

  test('a step that is told twice is one record, and equal steps without a name are two', () =>
    scene(async ({ drain, texts, folder }) => {
      const named = prompt(A, 'yes', { key: 'p1' })
      append(folder, 'one', named, named, ...said(A, 'no', 'no'))
      expect((await drain()).records).toBe(3)
      expect(await texts('/work/a')).toEqual(['yes', 'no', 'no'])
    }))

  test('a file of the same name that is another one is read from its beginning', () =>
    scene(async ({ drain, texts, folder }) => {
      const file = append(folder, 'one', ...inTurn(said(A, 'a1', 'a2', 'a3')))
      await drain()
      writeFileSync(file, '')
      append(folder, 'one', ...inTurn(said(A, 'new'), T0 + 60_000))
      expect((await drain()).records).toBe(1)
      expect(await texts('/work/a')).toEqual(['a1', 'a2', 'a3', 'new'])
    }))

  test('subagents have sessions of their own, and every session that got something waits to be observed', () =>
    scene(async ({ drain, home, folder }) => {
      const agent = { id: 'sub', type: 'Explore' }
      append(folder, 'one', prompt(A, 'a1'), tool(A, { agent, at: T0 + 1 }), prompt(A, 'x', { session: 'two' }), end(A))
      await drain()
      const { store, space } = await home.openSpace(folderAlias(A))
      const waiting = await store.observations.unobserved(space.id, 10)
      expect(waiting.map(({ session, isEnded }) => `${session} ${isEnded}`).sort()).toEqual([
        'one true',
        'one/sub false',
        'two false',
      ])
      await drain()
      expect(await store.observations.unobserved(space.id, 10)).toEqual(waiting)
      await store.close()
    }))

  test('what was forgotten does not come back from the journal, and stands in it no more', () =>
    scene(async ({ drain, home, folder, texts }) => {
      const file = append(folder, 'one', ...inTurn(said(A, 'a1', 'the secret', 'a3')))
      await drain()
      const { store, space } = await home.openSpace(folderAlias(A))
      const [, secret] = await store.sessionMessages(space.id, 'one')
      await store.transact(space.id, async (writer) => {
        await writer.forget([secret!], T0)
        await writer.setJournalMark('one.jsonl', null)
      })
      await store.close()
      const size = statSync(file).size
      const folders = [{ path: join(folder, 'journal'), prefix: '', isShared: false }]
      expect(forgetInJournals(home, [secret!], folders)).toEqual([])
      expect(readFileSync(file, 'utf8')).not.toContain('secret')
      expect(statSync(file).size).toBe(size)
      expect(await drain()).toMatchObject({ records: 0, problems: [] })
      expect(await texts('/work/a')).toEqual(['a1', 'a3'])
    }))

  test('two at once lose nothing and put nothing twice', () =>
    scene(async ({ drain, texts, folder }) => {
      const places = [A, B]
      const activities = inTurn(Array.from({ length: 900 }, (_, i) => prompt(places[(i >> 5) % 2]!, `p${i}`)))
      append(folder, 'one', ...activities)
      const drained = await Promise.all([drain({ deadlineMs: 60_000 }), drain(), drain({ deadlineMs: 60_000 })])
      expect(drained.map(({ problems }) => problems)).toEqual([[], [], []])
      expect(drained.reduce((sum, { records }) => sum + records, 0)).toBe(900)
      const all = [...(await texts('/work/a')), ...(await texts('/work/b'))]
      expect(all.sort()).toEqual(activities.map(({ text }) => text).sort())
    }))

  test('a deadline leaves the rest waiting, and the next one takes it', () =>
    scene(async ({ drain, texts, folder }) => {
      append(folder, 'one', ...inTurn(said(A, ...Array.from({ length: 300 }, (_, i) => `p${i}`))))
      const first = await drain({ deadlineMs: 0 })
      expect(first.records + first.waiting).toBe(300)
      expect(first.waiting).toBeGreaterThan(0)
      expect(await drain({ signal: AbortSignal.abort() })).toMatchObject({ records: 0, waiting: first.waiting })
      expect(await drain()).toMatchObject({ records: first.waiting, waiting: 0 })
      expect(await texts('/work/a')).toHaveLength(300)
    }))

  test.each([
    ['of today is kept', HOUR_MS, false, false],
    ['goes after a day', DAY_MS + HOUR_MS, false, true],
    ['that says it is over goes after an hour', HOUR_MS + 60_000, true, true],
    ['that has just ended is kept', HOUR_MS / 2, true, false],
  ])('a journal that was read whole and %s', async (_, ageMs, isEnded, goes) => {
    await scene(async ({ drain, folder, journal }) => {
      const file = append(folder, 'one', ...said(A, 'a1'), ...(isEnded ? [end(A)] : []))
      age(file, ageMs)
      await drain()
      expect(journal()).toEqual(['one.jsonl'])
      await drain()
      expect(journal().filter((name) => name === 'one.jsonl')).toHaveLength(goes ? 0 : 1)
      expect(journal()).toHaveLength(1)
    })
  })

  test('a line that was appended while its journal was renamed is not lost, and the session may go on', () =>
    scene(async ({ drain, folder, journal, texts }) => {
      const file = append(folder, 'one', ...said(A, 'a1'))
      age(file, 2 * DAY_MS)
      await drain()
      await drain()
      const [renamed] = journal()
      appendFileSync(join(folder, 'journal', renamed!), `${writeLine(prompt(A, 'late', { at: T0 + 1 }), 'late')}\n`)
      append(folder, 'one', prompt(A, 'a2', { at: T0 + 2 }))
      expect((await drain()).records).toBe(1)
      expect(journal()).toHaveLength(2)
      // It is looked at again after a minute; the name tells how far it was read.
      const later = Date.now() + 61_000
      const { now } = Date
      Date.now = () => later
      try {
        expect((await drain()).records).toBe(1)
      } finally {
        Date.now = now
      }
      expect(journal()).toEqual(['one.jsonl'])
      expect(await texts('/work/a')).toEqual(['a1', 'late', 'a2'])
    }))

  test('whatever stretches, deadlines and repetitions: every line is one record of its space', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ inB: fc.boolean(), file: fc.constantFrom('one', 'two') }), { maxLength: 60 }),
        fc.array(fc.constantFrom(0, 1, 60_000), { minLength: 1, maxLength: 4 }),
        async (steps, deadlines) =>
          scene(async ({ drain, folder, texts }) => {
            const half = Math.floor(steps.length / 2)
            const activities = inTurn(steps.map(({ inB }, i) => prompt(inB ? B : A, `p${i}`)))
            const write = (from: number, to: number) => {
              for (let i = from; i < to; i++) append(folder, steps[i]!.file, activities[i]!)
            }
            write(0, half)
            for (const deadlineMs of deadlines) await drain({ deadlineMs })
            write(half, steps.length)
            await drain()
            for (const place of [A, B]) {
              const expected = activities.filter((one) => one.place === place).map(({ text }) => text)
              if (expected.length > 0) expect(await texts(place.root)).toEqual(expected)
            }
          }),
      ),
      { numRuns: 15 },
    ))
})
