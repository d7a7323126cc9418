import { beforeAll, describe, expect, test } from 'vitest'
import { emptyProject, playEdits } from '../mcp/run-mcp.ts'
import { engraphIn } from './run-in-project.ts'

const project = emptyProject()
const CHINESE = { env: { LANG: 'zh_CN.UTF-8' } }

beforeAll(() => playEdits(project, ['src/auth/token.ts', 'src/auth/refresh.ts']))

const listed = async (...args: readonly string[]) => {
  const { stdout } = await engraphIn(project, ['edges', 'list', '--json', ...args])
  return JSON.parse(stdout).edges as readonly Readonly<Record<string, unknown>>[]
}

describe('engraph edges', () => {
  test('lists what belongs together, in words', async () => {
    const { status, stdout } = await engraphIn(project, ['edges', 'list', '--path', 'src/auth/token.ts'])
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^src\/auth\/\w+\.ts CO_CHANGES src\/auth\/\w+\.ts\n {2}in use · 0\.50 · seen once, last .*\[CO_CHANGES:n~/u,
    )
    const chinese = await engraphIn(project, ['edges', 'list'], CHINESE)
    expect(chinese.stdout).toContain('使用中')
  })

  test('decides, and stores who did', async () => {
    const [edge] = await listed()
    const id = String(edge!['id'])
    const rejected = await engraphIn(project, ['edges', 'reject', id, '--by', 'Ana'])
    expect(rejected).toMatchObject({ status: 0, stdout: `Rejected by Ana: ${id}\n` })
    expect(await listed()).toEqual([])
    expect(await listed('--state', 'rejected')).toMatchObject([{ id, decidedBy: 'Ana', state: 'rejected' }])
    const accepted = await engraphIn(project, ['edges', 'accept', id, 'CAUSES:e~1:e~2', '--json'])
    expect(accepted.status).toBe(3)
    const { edges, unknown } = JSON.parse(accepted.stdout)
    expect(edges).toMatchObject([{ id, state: 'active', provenance: 'confirmed' }])
    expect(edges[0].decidedBy).not.toBe('Ana')
    expect(unknown).toEqual(['CAUSES:e~1:e~2'])
  })

  test.each([
    ['nothing fits', ['edges', 'list', '--kind', 'CAUSES'], 4, /No edge fits/u],
    ['an id is unknown', ['edges', 'accept', 'CO_CHANGES:n~1:n~2'], 4, /Nothing has this id/u],
    ['a kind is none', ['edges', 'list', '--kind', 'LIKES'], 2, /LIKES/u],
    ['a state is none', ['edges', 'list', '--state', 'odd'], 2, /odd/u],
    ['there is no id', ['edges', 'accept'], 2, /id/u],
  ])('says so where %s', async (_, args, status, says) => {
    const run = await engraphIn(project, args)
    expect(run.status).toBe(status)
    expect(run.stderr).toMatch(says)
  })
})
