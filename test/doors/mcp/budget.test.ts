import { beforeAll, describe, expect, test } from 'vitest'
import { fitToBudget, jsonTokens } from '../../../src/doors/mcp/budget.ts'
import { cutView, linesOfView, type View } from '../../../src/doors/mcp/observation-view.ts'
import { rawText } from '../../../src/doors/mcp/raw-text.ts'
import type { Activity } from '../../../src/graph/activity.ts'
import { loadTokenCounter, type TokenCounter } from '../../../src/token-counter.ts'

describe('what fits of a list', () => {
  const costOf = (text: string) => text.length
  const cut = (text: string, tokensMax: number) => (tokensMax < 2 ? null : text.slice(0, tokensMax))
  test.each([
    ['all of it', ['aaa', 'bb'], 5, { shown: ['aaa', 'bb'], rest: [], tokens: 5 }],
    ['a part of the one that does not fit', ['aaa', 'bbbb', 'c'], 6, { shown: ['aaa', 'bbb'], rest: ['c'], tokens: 6 }],
    ['nothing of it where a part says nothing', ['aaa', 'bbbb'], 4, { shown: ['aaa'], rest: ['bbbb'], tokens: 3 }],
    ['nothing at all', ['aaa'], 1, { shown: [], rest: ['aaa'], tokens: 0 }],
    ['an empty list', [], 9, { shown: [], rest: [], tokens: 0 }],
  ])('%s', (_, items, budget, expected) => {
    expect(fitToBudget(items as readonly string[], budget, { costOf, cut })).toEqual(expected)
  })
})

describe('an observation cut to a budget', () => {
  let counter: TokenCounter
  beforeAll(async () => {
    counter = await loadTokenCounter()
  })

  const view: View = {
    kind: 'observation',
    id: 'e~1',
    type: 'bugfix',
    title: 'Refresh tokens survive a restart',
    at: '2026-05-03T10:00:00.000Z',
    until: '2026-05-03T10:05:00.000Z',
    session: 's1',
    branch: 'main',
    agent: null,
    isUnfinished: false,
    narrative: 'The refresh failed. 令牌没有保存。'.repeat(40),
    facts: Array.from({ length: 100 }, (_, i) => ({
      id: `f~${i}`,
      kind: 'edit',
      text: `ttl was ${i * 31} 秒 and is now ${i * 77}`,
      records: ['u~1'],
    })),
    moreFacts: 0,
    concepts: ['auth'],
    knowledge: [],
    filesRead: [],
    filesModified: ['src/auth/token.ts'],
    records: ['u~1'],
    recordCount: 1,
  }

  test.each([200, 600, 1_000, 2_000, 3_500])(
    'is within %i tokens, and says how many facts are missing',
    (tokensMax) => {
      const cut = cutView(view, tokensMax, counter)
      if (cut === null || cut.kind !== 'observation') throw new Error('It should be cut.')
      expect(jsonTokens(counter, cut)).toBeLessThanOrEqual(tokensMax)
      expect(cut.facts.length + cut.moreFacts).toBe(100)
      expect(cut.facts).toEqual(view.kind === 'observation' ? view.facts.slice(0, cut.facts.length) : [])
      expect(linesOfView(cut).some((line) => line.includes(`${cut.moreFacts} more facts`))).toBe(true)
    },
  )

  test('is left out where hardly anything fits', () => {
    expect(cutView(view, 100, counter)).toBeNull()
  })

  test('keeps more with a larger budget', () => {
    const counts = [1_000, 2_000, 3_000].map((tokensMax) => {
      const cut = cutView(view, tokensMax, counter)
      return cut?.kind === 'observation' ? cut.facts.length : -1
    })
    expect(counts[0]).toBeLessThan(counts[1]!)
    expect(counts[1]).toBeLessThan(counts[2]!)
  })
})

const place = { folder: '/f', root: '/f', repository: null, remote: null, branch: null, commit: null }
const step = { session: 's', at: 0, host: 'claude-code', agent: null, key: null, place }
const call = { ...step, kind: 'tool', tool: 'Bash', outcome: 'ok', error: null, durationMs: null } as const

test.each<[string, Exclude<Activity, { kind: 'end' }>, string]>([
  [
    'a tool call shows programs as they are',
    { ...call, input: { command: 'a\nb', n: 1 }, output: { stdout: 'x\ny', isImage: false } },
    'input.command: a\nb\ninput.n: 1\noutput.stdout: x\ny\noutput.isImage: false',
  ],
  ['an output that is a text', { ...call, input: {}, output: 'done' }, 'output: done'],
  [
    'a failure',
    { ...call, input: { command: 'false' }, output: null, outcome: 'error', error: 'Exit code 1' },
    'input.command: false\nerror: Exit code 1',
  ],
  ['a prompt', { ...step, kind: 'prompt', text: '部署改到哪天了' }, '部署改到哪天了'],
  ['a note', { ...step, kind: 'note', text: 'Redis.', about: { type: 'decision' } }, 'Redis.\nabout.type: decision'],
])('%s', (_, activity, expected) => {
  expect(rawText(activity)).toBe(expected)
})
