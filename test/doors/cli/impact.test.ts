import { beforeAll, describe, expect, test } from 'vitest'
import { git } from '../../project/project-activities.ts'
import { newShop, write } from '../../shop-repository.ts'
import { emptyProject } from '../mcp/run-mcp.ts'
import { engraphIn } from './run-in-project.ts'

const project = { ...emptyProject(), folder: newShop(Date.now()) }
const chinese = { env: { LC_ALL: 'zh_CN.UTF-8' } }
const TOKEN = 'src/auth/token.ts'

beforeAll(async () => {
  const { status, stdout } = await engraphIn(project, ['init'])
  expect(status).toBe(0)
  expect(stdout).toContain('New: 7 files changed, 0 removed, 9 commits.')
  expect(stdout).toContain('Code: 7 of 7 files parsed')
  expect(stdout).toContain('History: 9 commits.')
})

describe('engraph init', () => {
  test('changes nothing the second time, and says so in both languages', async () => {
    expect((await engraphIn(project, ['init'])).stdout).toContain('Nothing changed since the last time.')
    expect((await engraphIn(project, ['init'], chinese)).stdout).toContain('自上次以来没有变化。')
  })

  test('gives programs the same as one object', async () => {
    const { stdout } = await engraphIn(project, ['init', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ schemaVersion: 1, changedFiles: 0, dependsOn: 5, problems: [] },
      coverage: { state: 'complete', files: 7, imports: 5, resolved: 5, unresolved: 0 },
    })
  })
})

describe('engraph impact', () => {
  test('tells people what depends on a file, what usually changes with it, and which tests cover it', async () => {
    const { status, stdout } = await engraphIn(project, ['impact', TOKEN])
    expect(status).toBe(0)
    expect(stdout).toContain(`${TOKEN}: 5 files depend on it, 3 directly; complete`)
    expect(stdout).toContain('src/auth/refresh.ts  signToken')
    expect(stdout).toContain('client/session.ts  through src/checkout/order.ts')
    expect(stdout).toMatch(
      /Likely to change with it:\n(?: {2}\S+ {2}.*\n)* {2}src\/auth\/refresh\.ts {2}6 of 7 commits/u,
    )
    expect(stdout).toMatch(/Tests:\n {2}test\/auth\/token\.test\.ts/u)
  })

  test('speaks Chinese to people of that language', async () => {
    const { stdout } = await engraphIn(project, ['impact', TOKEN], chinese)
    expect(stdout).toContain('5 个文件依赖它，其中直接依赖 3 个；完整')
    expect(stdout).toContain('7 次提交中的 6 次')
    const wrong = await engraphIn(project, ['impact'], chinese)
    expect(wrong).toMatchObject({ status: 2, stdout: '' })
    expect(wrong.stderr).toContain('请给出要修改的文件')
  })

  test('takes what is staged, or differs from a revision', async () => {
    const filesOf = async (...args: readonly string[]) => {
      const { stdout } = await engraphIn(project, ['impact', '--json', ...args])
      return JSON.parse(stdout).files.map(({ path }: { readonly path: string }) => path)
    }
    expect(await engraphIn(project, ['impact', '--staged'])).toMatchObject({ status: 4 })
    const none = await engraphIn(project, ['impact', '--staged', '--json'])
    expect(none.status).toBe(4)
    const some = JSON.parse((await engraphIn(project, ['impact', TOKEN, '--json'])).stdout)
    const empty = JSON.parse(none.stdout)
    expect(Object.keys(empty)).toEqual(Object.keys(some))
    expect(Object.keys(empty.coverage).sort()).toEqual(Object.keys(some.coverage).sort())
    expect(empty).toMatchObject({
      root: some.root,
      files: [],
      dependents: [],
      sessions: { count: 0, of: [] },
      live: [],
    })
    write(project.folder, { [TOKEN]: 'export const signToken = () => 1\nexport const TOKEN_SECONDS = 1\n' })
    git(project.folder, 'add', TOKEN)
    expect(await filesOf('--staged')).toEqual([TOKEN])
    expect(await filesOf('--diff', 'HEAD~1')).toEqual([TOKEN, 'src/payment/charge.ts', 'src/user/profile.ts'])
    const unknown = await engraphIn(project, ['impact', '--diff', '--output=x'])
    expect(unknown.status).not.toBe(0)
    expect((await engraphIn(project, ['impact', '--diff', 'nowhere'])).stderr).toContain(
      'git knows no revision nowhere.',
    )
  })

  test('says of a language whose imports are not read that nobody knows who depends on it, in both languages', async () => {
    write(project.folder, { 'tools/app.py': 'def app():\n    return 1\n' })
    const { stdout } = await engraphIn(project, ['impact', 'tools/app.py'])
    expect(stdout).toContain('tools/app.py: imports of this language are not read yet')
    expect(stdout).not.toContain('complete')
    const inChinese = (await engraphIn(project, ['impact', 'tools/app.py'], chinese)).stdout
    expect(inChinese).toContain('tools/app.py: 尚不读取这种语言的导入')
    expect(inChinese).not.toContain('完整')
    expect((await engraphIn(project, ['init'])).stdout).toContain('1 of other languages, by names alone: their imports')
  })

  test('names a configuration that cannot be read, in both languages', async () => {
    write(project.folder, { 'tsconfig.json': '{ "compilerOptions": {', 'package.json': '<<<<<<< HEAD\n' })
    const read = 'Configuration that cannot be read, so imports may be missing: package.json, tsconfig.json.'
    expect((await engraphIn(project, ['init'])).stdout).toContain(read)
    const { stdout } = await engraphIn(project, ['impact', TOKEN])
    expect(stdout).toContain(read)
    expect(stdout).not.toContain('complete')
    expect((await engraphIn(project, ['impact', TOKEN], chinese)).stdout).toContain(
      '无法读取的配置，因此可能缺少导入：package.json、tsconfig.json。',
    )
  })

  test('names who imports a file that is staged to go', async () => {
    git(project.folder, 'rm', '--quiet', 'src/auth/refresh.ts')
    const { status, stdout } = await engraphIn(project, ['impact', '--staged'])
    git(project.folder, 'reset', '--quiet', '--hard')
    expect(status).toBe(0)
    expect(stdout).toContain('src/auth/refresh.ts: 2 files depend on it, 1 directly; at least')
    expect(stdout).toContain('src/checkout/order.ts  refresh')
  })

  test('finds nothing about a file that nobody knows', async () => {
    const { status, stdout } = await engraphIn(project, ['impact', 'README.md'])
    expect(status).toBe(4)
    expect(stdout).toContain('README.md: no source file that was read')
  })
})
