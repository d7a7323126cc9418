import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Engraph, EngraphHome } from '../../src/engraph.ts'
import { outcomeOf, statesOf } from '../../src/recall/routes.ts'
import { TEXT_VERSION } from '../../src/text/text-version.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-routes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('a route', () => {
  const conditions = { late: [], textVersion: TEXT_VERSION, routes: { semantic: 1, structural: 1 } }
  test.each([
    ['is ready', {}, 'ready', 'ready'],
    ['is late when the deadline left it out', { late: ['structural'] }, 'ready', 'late'],
    ['is late when the deadline left out a part of it', { late: ['session', 'structural'] }, 'late', 'late'],
    ['is partial when an older version remembered', { textVersion: 1 }, 'ready', 'partial'],
    ['is off when the ranking says so', { routes: { semantic: 0, structural: 0 }, textVersion: 1 }, 'off', 'off'],
  ])('%s', (_, given, semantic, structural) => {
    expect(statesOf({ ...conditions, ...given })).toEqual({ semantic, structural })
  })
})

describe('a recall', () => {
  const ready = { semantic: 'ready', structural: 'ready' } as const
  const late = { ...ready, structural: 'late' } as const
  const partial = { ...ready, structural: 'partial' } as const
  test.each([
    ['found something, though a part was late', { found: 1, asked: 0, states: late }, 'found'],
    ['asked nothing', { found: 0, asked: 0, states: partial }, 'nothing-asked'],
    ['found nothing', { found: 0, asked: 2, states: ready }, 'nothing-found'],
    ['found nothing, structure off', { found: 0, asked: 2, states: { ...ready, structural: 'off' } }, 'nothing-found'],
    ['found nothing at late grains', { found: 0, asked: 2, states: { ...ready, semantic: 'late' } }, 'nothing-found'],
    ['was late', { found: 0, asked: 2, states: late }, 'incomplete'],
    ['lacked what is old', { found: 0, asked: 2, states: partial }, 'incomplete'],
  ] as const)('%s', (_, ended, expected) => {
    expect(outcomeOf({ meaning: 'off', ...ended })).toBe(expected)
  })

  test('says of each route in which state it was, and how many items it found', async () => {
    await using memory = await Engraph.open({ path: ':memory:', space: 'alice' })
    await memory.remember({ session: 's', messages: [{ text: 'I saw Marianne renew the certificate.', at: 1 }] })
    expect((await memory.recall('Who saw Marianne?')).routes).toEqual({
      semantic: { state: 'ready', found: 1 },
      structural: { state: 'ready', found: 1 },
    })
    expect(await memory.recall('zebra')).toMatchObject({ outcome: 'nothing-found' })
  })
})

describe('a space that an older version remembered', () => {
  test('is told apart until it is moved, which reads it anew', async () => {
    const [old, made] = [join(folder, 'old.db'), join(folder, 'made.db')]
    copyFileSync(join(import.meta.dirname, '../fixtures/spine-0001.db'), old)
    const ask = async (path: string) => {
      await using memory = await Engraph.open({ path, space: 'shop', create: false })
      const { outcome, routes } = await memory.recall('zebra')
      const { edges } = await memory.stats()
      return {
        version: memory.space.textVersion,
        outcome,
        state: routes.structural.state,
        mentions: edges.MENTIONS ?? 0,
      }
    }
    const databaseOf = async (path: string) => {
      await using home = await EngraphHome.open({ path })
      return (await home.doctor()).checks.find(({ name }) => name.startsWith('database'))
    }
    expect(await ask(old)).toEqual({ version: 1, outcome: 'incomplete', state: 'partial', mentions: 0 })
    const named = expect.stringContaining('engraph space move shop shop-new.db')
    expect(await databaseOf(old)).toMatchObject({ isOk: true, detail: named })
    await using home = await EngraphHome.open({ path: old })
    await home.move('shop', made)
    const moved = await ask(made)
    expect(moved).toMatchObject({ version: TEXT_VERSION, outcome: 'nothing-found', state: 'ready' })
    expect(moved.mentions).toBeGreaterThan(0)
    expect((await databaseOf(made))?.detail).not.toContain('space move')
  })
})
