import { describe, expect, test } from 'vitest'
import { auditEntryOf } from '../../src/recall/audit.ts'
import type { Recalled, RecalledItem } from '../../src/recall/recalled.ts'

const recalled = (given: object = {}): Recalled =>
  ({
    outcome: 'found',
    items: [],
    tokens: 0,
    plan: { terms: ['port'], speakers: ['Ana'], since: null, until: 5 },
    late: [],
    text: null,
    timings: {},
    tookMs: 1,
    ...given,
  }) as unknown as Recalled

const item = (node: string, routes: readonly string[]) => ({ node, why: { routes } }) as unknown as RecalledItem

const asked = { space: 'space-1', question: 'Which port?', options: undefined, at: 7, mode: 'hash' } as const

describe('the hash of a question', () => {
  const hashOf = (question: string, space = 'space-1') =>
    auditEntryOf(recalled(), { ...asked, question, space }).questionHash

  test('is 16 hexadecimal digits, the same for the same question in the same space', () => {
    expect(hashOf('登录坏了吗')).toMatch(/^[0-9a-f]{16}$/u)
    expect(hashOf('  caf\u0065\u0301\n now ')).toBe(hashOf('café now'))
    expect(hashOf('café now')).not.toBe(hashOf('café then'))
    expect(hashOf('café now')).not.toBe(hashOf('café now', 'space-2'))
    expect(hashOf('1x', 'space')).not.toBe(hashOf('x', 'space1'))
  })

  test.each([
    ['white space', `a${' '.repeat(100_000)}b`],
    ['combining marks', `a${'\u0301'.repeat(100_000)}`],
    ['halves of surrogates', '\ud800'.repeat(100_000)],
  ])('is found for any text: %s', (_, question) => {
    expect(auditEntryOf(recalled(), { ...asked, question, mode: 'text' }).question!.length).toBeLessThanOrEqual(2000)
  })
})

describe('a plan', () => {
  const plan = {
    type: 'mixed',
    scope: 'list',
    relations: ['CAUSES', 'REFERENCES'],
    terms: ['port', 'gateway'],
    entities: [{ text: 'Ana' }],
    isVague: false,
    since: 3,
    until: null,
    resolved: 'what Ana said',
    constraints: { speakers: ['Ana'], hint: 'Ana', deep: { state: 'Ana', n: Number.NaN } },
  }

  test('without the words holds its kinds, its numbers and how many of each there are', () => {
    expect(auditEntryOf(recalled({ plan }), asked).plan).toEqual({
      type: 'mixed',
      scope: 'list',
      relations: ['CAUSES', 'REFERENCES'],
      terms: 2,
      entities: 1,
      isVague: false,
      since: 3,
      until: null,
      constraints: { speakers: 1, deep: { n: null } },
    })
  })

  test('whose kinds are no kinds of ours keeps none of them', () => {
    const odd = { type: '谁 said', scope: 'what Ana said', relations: ['because of Ana'] }
    expect(auditEntryOf(recalled({ plan: odd }), asked).plan).toEqual({ relations: 1 })
  })

  test('with the words is whole, within bounds', () => {
    const { plan: kept } = auditEntryOf(recalled({ plan }), { ...asked, mode: 'text' })
    expect(kept).toMatchObject({ terms: ['port', 'gateway'], entities: [{ text: 'Ana' }], resolved: 'what Ana said' })
    const huge = { terms: Array.from({ length: 1000 }, () => 'x'.repeat(1000)), a: { b: { c: { d: { e: 1 } } } } }
    const { plan: bounded } = auditEntryOf(recalled({ plan: huge }), { ...asked, mode: 'text' })
    expect(JSON.stringify(bounded).length).toBeLessThan(12_000)
  })
})

test.each([
  ['by name', { semantic: 8, structural: 3 }, { semantic: 8, structural: 3 }],
  ['by name, with more', { semantic: { found: 8, tookMs: 2 } }, { semantic: 8 }],
  ['in a list', [{ route: 'semantic', found: 8 }, { route: 'structural' }], { semantic: 8 }],
  ['not at all: they are counted', undefined, { semantic: 2, structural: 1 }],
])('routes are named %s', (_, routes, expected) => {
  const items = [item('a', ['semantic']), item('b', ['semantic', 'structural'])]
  expect(auditEntryOf(recalled({ items, routes }), asked).routes).toEqual(expected)
})

test('an entry holds the first items, how many there were, bounds and timings', () => {
  const items = Array.from({ length: 80 }, (_, i) => item(`m${i}`, []))
  const options = { limit: 80, budgetTokens: 900, deadlineMs: 20 }
  const entry = auditEntryOf(recalled({ items, late: ['session'], timings: { plan: 0.5, odd: 'x' } }), {
    ...asked,
    options,
  })
  expect(entry).toMatchObject({ ...options, at: 7, itemCount: 80, late: ['session'], timings: { plan: 0.5 } })
  expect([entry.items.length, entry.items[0], entry.items[49]]).toEqual([50, 'm0', 'm49'])
})
