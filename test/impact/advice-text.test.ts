import { describe, expect, test } from 'vitest'
import {
  ADVICE_LINES_MAX,
  ADVICE_PROBABILITY_MIN,
  type AdviceGiven,
  adviceLines,
  adviceMark,
} from '../../src/impact/advice-text.ts'
import type { Companion } from '../../src/impact/impact.ts'

const NOW = Date.UTC(2026, 4, 30, 12)
const DAY = 86_400_000

const NOTHING: AdviceGiven = {
  path: 'src/auth/token.ts',
  dependents: { of: [], direct: 0, count: 0, isCut: false, coverage: 'complete' },
  usually: [],
  tests: [],
  sessions: { count: 0, of: [] },
  knowledge: [],
  live: [],
}

function companion(
  path: string,
  counts: readonly [commits: number, of: number, sessions: number] | null,
  probability = 0.9,
) {
  const [commits, of, sessions] = counts ?? [0, 0, 0]
  const reasons: Companion['reasons'] = counts
    ? [{ kind: 'cochange', commits, of, sessions, lastAt: NOW }]
    : [{ kind: 'imports', names: 2 }]
  return { path, probability, because: 'src/auth/token.ts', reasons }
}

const FULL: AdviceGiven = {
  ...NOTHING,
  dependents: {
    of: [
      { path: 'src/middleware/auth.ts', steps: 1 },
      { path: 'src/checkout/pay.ts', steps: 1 },
      { path: 'src/user/profile.ts', steps: 1 },
      { path: 'src/app.ts', steps: 2 },
    ],
    direct: 4,
    count: 9,
    isCut: false,
    coverage: 'complete',
  },
  usually: [companion('src/auth/refresh.ts', [14, 19, 3]), companion('src/auth/session.ts', [11, 19, 0])],
  tests: [companion('tests/auth/token.test.ts', null)],
  sessions: {
    count: 7,
    of: [
      { session: 's1', subject: 'checkout', at: NOW - 4 * DAY },
      { session: 's2', subject: 'user-profile', at: NOW - 8 * DAY },
      { session: 's3', subject: 'payment', at: NOW - 15 * DAY },
      { session: 's4', subject: 'mail', at: NOW - 20 * DAY },
    ],
  },
  knowledge: [
    { kind: 'pitfall', id: 'e~312', at: NOW, text: 'refresh rotates tokens;\n old ones must stay valid 60 s' },
    { kind: 'decision', id: 'e~9', at: NOW, text: 'Tokens are opaque.' },
  ],
  live: [
    {
      session: '0a1b2c3d4e5f',
      path: 'src/checkout/pay.ts',
      at: NOW - 180_000,
      near: 'dependent',
      branch: 'fix',
      workTree: '/w',
    },
  ],
}

describe('the text before an edit', () => {
  test('in English', () => {
    expect(adviceLines(FULL, { language: 'en', now: NOW })).toEqual([
      'src/auth/token.ts — 9 files depend on it (4 directly: src/middleware/auth.ts, src/checkout/pay.ts, src/user/profile.ts, …; through others src/app.ts, …; complete). Usually changes with src/auth/refresh.ts (14 of 19 commits, 3 sessions), src/auth/session.ts (11). Tests: tests/auth/token.test.ts.',
      'Last 30 days: 7 sessions — checkout (4 d ago), user-profile (1 w ago), payment (2 w ago). Pitfall (e~312): refresh rotates tokens; old ones must stay valid 60 s.',
      'Changed by another session that is at work now: src/checkout/pay.ts, which depends on it (session 0a1b2c3…, 3 min ago, branch fix, work tree /w).',
      'Decision (e~9): Tokens are opaque.',
    ])
  })

  test('in Chinese', () => {
    expect(adviceLines(FULL, { language: 'zh', now: NOW })).toEqual([
      'src/auth/token.ts：有 9 个文件依赖它（4 个直接依赖：src/middleware/auth.ts、src/checkout/pay.ts、src/user/profile.ts、…；间接依赖：src/app.ts、…；完整）。通常一起修改：src/auth/refresh.ts（19 次提交中的 14 次，3 个会话）、src/auth/session.ts（11 次）。相关测试：tests/auth/token.test.ts。',
      '最近 30 天有 7 个会话：checkout（4 天前）、user-profile（1 周前）、payment（2 周前）。注意（e~312）：refresh rotates tokens; old ones must stay valid 60 s。',
      '另一个正在进行的会话改动了 src/checkout/pay.ts，它依赖这个文件（会话 0a1b2c3…，3 分钟前，分支 fix，工作树 /w）。',
      '决定（e~9）：Tokens are opaque.',
    ])
  })

  test.each<[string, Partial<AdviceGiven>, RegExp]>([
    [
      'one file that depends on it',
      { dependents: { ...FULL.dependents, of: [{ path: 'a.ts', steps: 1 }], direct: 1, count: 1 } },
      /— 1 file depends on it \(1 directly: a\.ts; complete\)\.$/u,
    ],
    [
      'what a bound cut, which is never complete',
      { dependents: { ...FULL.dependents, isCut: true } },
      /9 or more files depend.*; at least these\)\.$/u,
    ],
    ['what may be missing', { dependents: { ...FULL.dependents, coverage: 'at-least' } }, /; at least these\)/u],
    [
      'what was not read since',
      { dependents: { ...FULL.dependents, coverage: 'stale' } },
      /; as of the last reading\)/u,
    ],
    ['a habit of sessions alone', { usually: [companion('b.ts', [0, 0, 2])] }, /with b\.ts \(2 sessions\)\.$/u],
    ['what is likely by its imports', { usually: [companion('b.ts', null)] }, /Likely to change too: b\.ts\.$/u],
    ['what changed together once', { usually: [companion('b.ts', [1, 5, 0])] }, /Likely to change too: b\.ts\.$/u],
    ['a pitfall of a file that nobody imports', { knowledge: FULL.knowledge }, /^src\/auth\/token\.ts$/u],
  ])('says %s', (_, given, says) => {
    expect(adviceLines({ ...NOTHING, ...given }, { language: 'en', now: NOW })[0]).toMatch(says)
  })

  test.each<[string, AdviceGiven]>([
    ['is known', NOTHING],
    ['but earlier sessions is known', { ...NOTHING, sessions: FULL.sessions }],
    ['likely enough is known', { ...NOTHING, usually: [companion('b.ts', [1, 9, 0], ADVICE_PROBABILITY_MIN - 0.01)] }],
  ])('is empty where nothing %s', (_, given) => {
    expect(adviceLines(given, { language: 'en', now: NOW })).toEqual([])
  })

  test('says only what is live where the rest was told before', () => {
    const lines = adviceLines(FULL, { language: 'en', now: NOW, onlyLive: true })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^src\/auth\/token\.ts — Changed by another session .* src\/checkout\/pay\.ts/u)
    expect(adviceLines({ ...FULL, live: [] }, { language: 'en', now: NOW, onlyLive: true })).toEqual([])
  })

  test('is bounded, whatever there is', () => {
    const long = 'x'.repeat(100_000)
    const many = Array.from({ length: 300 }, (_, i) => `${long}/${i}.ts`)
    const given: AdviceGiven = {
      path: `${long}/token.ts`,
      dependents: {
        of: many.map((path) => ({ path, steps: 1 })),
        direct: 300,
        count: 300,
        isCut: true,
        coverage: 'stale',
      },
      usually: many.map((path) => companion(path, [1, 2, 3])),
      tests: many.map((path) => companion(path, null)),
      sessions: { count: 300, of: many.map((subject) => ({ session: subject, subject, at: NOW })) },
      knowledge: many.map((text, i) => ({
        kind: 'pitfall',
        id: `e~${i}`,
        at: NOW,
        text: `${text}${' '.repeat(100_000)}`,
      })),
      live: many.map((path) => ({ session: long, path, at: NOW, near: 'same', branch: null, workTree: null })),
    }
    for (const language of ['en', 'zh'] as const) {
      const lines = adviceLines(given, { language, now: NOW })
      expect(lines.length).toBeLessThanOrEqual(ADVICE_LINES_MAX)
      expect(lines.join('\n').length).toBeLessThan(5_000)
    }
  })
})

describe('the mark of what was said', () => {
  test('stays while only ages and counts change', () => {
    const later: AdviceGiven = {
      ...FULL,
      sessions: { ...FULL.sessions, count: 8 },
      usually: [companion('src/auth/refresh.ts', [15, 20, 3]), companion('src/auth/session.ts', [11, 20, 0])],
    }
    expect(adviceMark(later)).toEqual(adviceMark(FULL))
  })

  test.each<[string, Partial<AdviceGiven>, 'about' | 'live']>([
    ['another file depends on it', { dependents: { ...FULL.dependents, count: 10 } }, 'about'],
    ['a pitfall was learned', { knowledge: FULL.knowledge.slice(1) }, 'about'],
    ['another session changed something near it', { live: [] }, 'live'],
  ])('changes when %s', (_, given, part) => {
    const [before, after] = [adviceMark(FULL), adviceMark({ ...FULL, ...given })]
    expect(after[part]).not.toBe(before[part])
    const other = part === 'about' ? 'live' : 'about'
    expect(after[other]).toBe(before[other])
  })
})
