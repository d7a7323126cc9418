import { describe, expect, test, vi } from 'vitest'
import { ArmScores, adviceFigures, scoreOf } from '../../bench/impact/figures.ts'
import { impactTable } from '../../bench/impact/report-table.ts'
import { runImpactBench } from '../../bench/impact/run.ts'
import { testCommits } from '../../bench/impact/test-commits.ts'
import { readLog } from '../../src/capture/git/read-log.ts'
import { impactBenchCommand } from '../../src/doors/cli/bench-impact.ts'
import { type GitRepository, gitRepository } from '../git-repository.ts'

async function printed(...arguments_: readonly string[]): Promise<string> {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  try {
    await impactBenchCommand().parseAsync(arguments_, { from: 'user' })
  } finally {
    write.mockRestore()
  }
  return written.join('')
}

/** Token and refresh always change together; nothing else does. */
function shop(): GitRepository & { readonly rounds: readonly string[] } {
  const repository = gitRepository()
  repository.commit('begin', {
    'src/token.ts': 'export const readToken = 0',
    'src/refresh.ts': 'export const rotate = 0',
    'src/cart.ts': "import { readToken } from './token.js'\nexport const cart = readToken",
    'src/legal.ts': 'export const imprint = 0',
    'README.md': 'A shop.',
  })
  const rounds = [1, 2, 3, 4].map((round) =>
    repository.commit(`round ${round}`, {
      'src/token.ts': `export const readToken = ${round}`,
      'src/refresh.ts': `export const rotate = ${round}`,
    }),
  )
  repository.commit('alone', { 'src/cart.ts': 'export const cart = 1' })
  repository.commit('docs', { 'README.md': 'A better shop.', 'CHANGELOG.md': 'Better.' })
  return { ...repository, rounds }
}

describe('the commits of the test', () => {
  async function chosen({ folder }: GitRepository, commitsMax = 300): Promise<string[]> {
    const log = await readLog(folder)
    if (log.kind !== 'read') throw new Error(log.kind)
    return testCommits(log.commits, commitsMax).map(({ hash, files }) => `${hash} ${files.join(' ')}`)
  }

  test('are the last that people made of 2 to 10 source files which existed', async () => {
    const repository = shop()
    const { rounds } = repository
    repository.commit('bot', { 'src/token.ts': '9', 'src/refresh.ts': '9' }, { author: 'renovate[bot]' })
    repository.commit('large', Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`src/${at}.ts`, '1'])))
    expect(await chosen(repository)).toEqual(rounds.map((hash) => `${hash} src/refresh.ts src/token.ts`))
    expect(await chosen(repository, 2)).toEqual(rounds.slice(2).map((hash) => `${hash} src/refresh.ts src/token.ts`))
  })

  test('are counted before those fall out of which only one file existed', async () => {
    const repository = shop()
    repository.commit('new', { 'src/token.ts': '9', 'src/fresh.ts': '9' })
    expect(await chosen(repository, 1)).toEqual([])
  })
})

describe('engraph bench impact', () => {
  test('asks with what was known before, and compares with the commit', async () => {
    const { folder } = shop()
    const report = await runImpactBench(folder, { commitsMax: 300, hasHistory: true })
    expect(report).toMatchObject({ schemaVersion: 1, repo: folder, commits: 4, queries: 8, files: 4, isShallow: false })
    expect(report.history).toMatchObject({ commits: 7, ms: expect.any(Number) })
    // In the beginning, four files were made together: the first round can be answered from that alone.
    expect(report.arms.cochange).toMatchObject({ r5: 1, r10: 1, coverage: 1 })
    expect(report.arms.cochange.mrr).toBeGreaterThan(0.75)
    expect(report.arms.engraph).toMatchObject({ r5: 1, r10: 1, coverage: 1 })
    // Only the cart imports the token, and it never changed with it.
    expect(report.arms.imports).toMatchObject({ r5: 0, mrr: 0, coverage: 0.5 })
    expect(report.advice.map(({ threshold }) => threshold)).toContain(0.35)
    expect(impactTable(report)).toMatch(
      /8 questions about 4 commits, 4 source files\nThe log of 7 commits was read, with rows and edges, in \d+\.\d s\./u,
    )
  })

  test('without history knows no past', async () => {
    const { folder } = shop()
    const { arms } = await runImpactBench(folder, { commitsMax: 1, hasHistory: false })
    expect(arms.cochange).toMatchObject({ r5: 0, coverage: 0 })
    expect(arms.engraph).toMatchObject({ r5: 1 })
  })

  test('never changes the repository, not even its index', async () => {
    const { folder, git, write } = shop()
    write({ 'src/token.ts': 'not committed' })
    const before = [
      git('status', '--porcelain'),
      git('rev-parse', 'HEAD'),
      git('for-each-ref'),
      git('worktree', 'list'),
    ]
    await runImpactBench(folder, { commitsMax: 2, hasHistory: true })
    expect([
      git('status', '--porcelain'),
      git('rev-parse', 'HEAD'),
      git('for-each-ref'),
      git('worktree', 'list'),
    ]).toEqual(before)
  })

  test('refuses a folder without commits', async () => {
    const { folder } = gitRepository()
    await expect(runImpactBench(folder, { commitsMax: 1, hasHistory: true })).rejects.toThrow('no git history')
  })

  test('prints one object, or a table', async () => {
    const { folder } = shop()
    const json = JSON.parse(await printed(folder, '--commits', '1', '--json'))
    expect(json).toMatchObject({ schemaVersion: 1, commits: 1, arms: { engraph: { r5: 1 } } })
    expect(await printed(folder, '--commits', '1', '--no-history')).toContain('without history')
  })
})

describe('figures', () => {
  test.each([
    ['all gold first', ['a', 'b'], ['a', 'b'], { r5: 1, r10: 1, mrr: 1 }],
    ['gold in the sixth place', ['1', '2', '3', '4', '5', 'a'], ['a'], { r5: 0, r10: 1, mrr: 1 / 6 }],
    ['half of it', ['1', 'a'], ['a', 'b'], { r5: 0.5, r10: 0.5, mrr: 0.5 }],
    ['no answer', [], ['a'], { r5: 0, r10: 0, mrr: 0 }],
  ])('of %s', (_what, ranked, gold, expected) => {
    expect(scoreOf(ranked, new Set(gold))).toEqual(expected)
  })

  test('every commit counts the same, however many files it has', () => {
    const scores = new ArmScores()
    const right = { ranked: ['a'], ms: 1, gold: new Set(['a']) }
    scores.addCommit([right])
    scores.addCommit([right, { ...right, ranked: [] }, { ...right, ranked: ['b'] }])
    expect(scores.figures()).toMatchObject({ r5: 0.6667, coverage: 0.75, msP50: 1 })
  })

  test('advice is judged where it speaks', () => {
    const answers = [
      {
        shown: [
          { probability: 0.9, isGold: true },
          { probability: 0.5, isGold: false },
        ],
      },
      { shown: [{ probability: 0.2, isGold: true }] },
    ]
    const at = new Map(adviceFigures(answers, 5).map((row) => [row.threshold, row]))
    expect(at.get(0.05)).toEqual({ threshold: 0.05, coverage: 1, precision: 0.75, meanShown: 1.5 })
    expect(at.get(0.5)).toEqual({ threshold: 0.5, coverage: 0.5, precision: 0.5, meanShown: 2 })
    expect(at.get(0.9)).toEqual({ threshold: 0.9, coverage: 0.5, precision: 1, meanShown: 1 })
  })
})
