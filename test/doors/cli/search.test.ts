import { beforeAll, describe, expect, test } from 'vitest'
import { emptyProject, playWork } from '../mcp/run-mcp.ts'
import { engraphIn } from './run-in-project.ts'

const project = emptyProject()
beforeAll(() => playWork(project))

describe('engraph search', () => {
  test.each([['refresh JWT'], ['JWT refresh']])('reads what hooks wrote, and finds by %s', async (words) => {
    const { status, stdout, stderr } = await engraphIn(project, ['search', ...words.split(' ')])
    expect(status).toBe(0)
    expect(stdout.split('\n')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ {2}\w+ {2}.*JWT.* {2}~\d+ \[[es]~[0-9a-f]+\]$/u)
    expect(stderr).toContain('`engraph get <id>`')
  })

  test('speaks Chinese to people of that language', async () => {
    const chinese = { env: { LC_ALL: 'zh_CN.UTF-8' } }
    const found = await engraphIn(project, ['search', '结账', '缓存'], chinese)
    expect(found.stdout).toContain('结账')
    expect(found.stderr).toContain('读取全文')
    expect(await engraphIn(project, ['search', 'zeppelin'], chinese)).toMatchObject({
      status: 4,
      stderr: '没有找到。\n',
    })
  })

  test('bounds exclude what does not fit', async () => {
    const search = async (...options: readonly string[]) => {
      const { stdout } = await engraphIn(project, ['search', '--json', ...options])
      return JSON.parse(stdout)
        .entries.map(({ title }: { readonly title: string }) => title)
        .join('\n')
    }
    expect(await search('--path', 'src/cart/price.ts')).toMatch(/结账/u)
    expect(await search('--path', 'src/cart/price.ts')).not.toMatch(/JWT/u)
    expect(await search('--session', 'one')).not.toMatch(/结账/u)
    expect(await search('--since', '2100-01-01')).toBe('')
    expect(await search('--branch', 'elsewhere')).toBe('')
  })

  test('prints one JSON object', async () => {
    const { stdout } = await engraphIn(project, ['search', 'refresh', 'JWT', '--json', '--limit', '1'])
    const { schemaVersion, outcome, entries, caughtUp } = JSON.parse(stdout)
    expect({ schemaVersion, outcome, count: entries.length, waiting: caughtUp.waiting }).toEqual({
      schemaVersion: 1,
      outcome: 'found',
      count: 1,
      waiting: 0,
    })
    expect(entries[0]).toMatchObject({ rank: 1, session: 'one' })
  })

  test('tells a file of the project from the database', async () => {
    const run = await engraphIn(project, ['search', 'JWT', '--file', 'README.md'])
    expect(run).toMatchObject({ status: 2, stdout: '' })
    expect(run.stderr).toContain('README.md is no database')
    expect(run.stderr).toContain('`--path`')
  })

  test('a space that is not there is no empty memory', async () => {
    const run = await engraphIn(project, ['search', 'JWT', '--space', 'nope'])
    expect(run).toMatchObject({ status: 1, stdout: '', stderr: 'engraph: There is no space nope.\n' })
  })

  test('says so where nothing is remembered yet', async () => {
    const empty = emptyProject()
    const run = await engraphIn(empty, ['search', 'x'])
    expect(run).toMatchObject({ status: 4, stdout: '' })
    expect(run.stderr).toMatch(/^Nothing is remembered of the project in /u)
    const json = await engraphIn(empty, ['search', 'x', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'nothing-found', entries: [] })
  })

  test.each([[['--type', 'idea']], [['--limit', '0']], [['--since', 'yesterday']], [['--limit', '101']]])(
    '%j is wrong usage',
    async (options) => {
      expect(await engraphIn(project, ['search', ...options])).toMatchObject({ status: 2, stdout: '' })
    },
  )
})

describe('engraph history', () => {
  test('lists what was done around the best hit, oldest first', async () => {
    const { status, stdout } = await engraphIn(project, ['history', 'refresh', 'JWT', '--json'])
    expect(status).toBe(0)
    const { anchor, entries } = JSON.parse(stdout)
    expect(entries.map(({ id }: { readonly id: string }) => id)).toContain(anchor)
    const times = entries.map(({ at }: { readonly at: number }) => at)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const alone = await engraphIn(project, ['history', anchor, '--before', '0', '--after', '0', '--json'])
    expect(JSON.parse(alone.stdout).entries).toHaveLength(1)
  })

  test('nothing to stand around is nothing found', async () => {
    const run = await engraphIn(project, ['history', 'zeppelin'])
    expect(run).toEqual({ status: 4, stdout: '', stderr: 'Nothing stands around “zeppelin”.\n' })
  })
})
