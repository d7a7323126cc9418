import { describe, expect, test } from 'vitest'
import { emptyProject } from '../mcp/run-mcp.ts'
import { engraphIn } from './run-in-project.ts'

describe('engraph note', () => {
  test('remembers a note about the project, which search finds', async () => {
    const project = emptyProject()
    const options = [
      '--type',
      'decision',
      '--title',
      'Sessions in Redis',
      '--concept',
      'sessions',
      '--path',
      'src/a.ts',
    ]
    const noted = await engraphIn(project, ['note', 'Cookies', 'were', 'too', 'large.', ...options])
    expect(noted).toMatchObject({ status: 0, stderr: '' })
    expect(noted.stdout).toMatch(/^Noted as \S+\.\n$/u)
    const { stdout } = await engraphIn(project, [
      'search',
      'Redis',
      '--type',
      'decision',
      '--path',
      'src/a.ts',
      '--json',
    ])
    expect(JSON.parse(stdout).entries).toMatchObject([{ title: 'Sessions in Redis', type: 'decision' }])
  })

  test('reads it from stdin, in Chinese', async () => {
    const project = emptyProject()
    const chinese = { stdin: '部署前必须先迁移数据库。\n', env: { LC_ALL: 'zh_CN.UTF-8' } }
    expect((await engraphIn(project, ['note', '-'], chinese)).stdout).toMatch(/^已记下：/u)
    expect((await engraphIn(project, ['search', '迁移', '部署'])).stdout).toContain('部署前必须先迁移数据库')
  })

  test('is forgotten by the id of its observation', async () => {
    const project = emptyProject()
    const noted = JSON.parse((await engraphIn(project, ['note', 'The zeppelin is red.', '--json'])).stdout)
    const forget = ['forget', '--project', '--id', noted.id, '--json']
    const looked = JSON.parse((await engraphIn(project, [...forget, '--dry-run'])).stdout)
    expect(looked).toMatchObject({ isDryRun: true, count: 1 })
    expect((await engraphIn(project, ['search', 'zeppelin'])).status).toBe(0)
    expect(await engraphIn(project, [...forget, '--yes'])).toMatchObject({ status: 0 })
    expect((await engraphIn(project, ['search', 'zeppelin'])).status).toBe(4)
    expect((await engraphIn(project, ['get', noted.id])).status).toBe(4)
  })

  test('an empty one is wrong usage', async () => {
    expect(await engraphIn(emptyProject(), ['note', '-'])).toMatchObject({ status: 2, stdout: '' })
  })
})
