import { beforeAll, describe, expect, test } from 'vitest'
import { emptyProject, playWork } from '../mcp/run-mcp.ts'
import { engraphIn } from './run-in-project.ts'

const project = emptyProject()
let id: string
beforeAll(async () => {
  await playWork(project)
  const { stdout } = await engraphIn(project, ['search', 'refresh', 'JWT', '--type', 'bugfix', '--json'])
  id = JSON.parse(stdout).entries[0].id
})

describe('engraph get', () => {
  test('shows an observation whole', async () => {
    const { status, stdout } = await engraphIn(project, ['get', id])
    expect(status).toBe(0)
    expect(stdout).toContain(`[${id}]`)
    expect(stdout).toMatch(/900.*3600/su)
    expect(stdout).toContain('modified: src/auth/token.ts')
    expect(stdout).not.toContain('\u001b')
  })

  test('in Chinese with Chinese labels', async () => {
    const { stdout } = await engraphIn(project, ['get', id], { env: { LC_ALL: 'zh_CN.UTF-8' } })
    expect(stdout).toContain('修改: src/auth/token.ts')
  })

  test('as one JSON object, with what is unknown', async () => {
    const { status, stdout } = await engraphIn(project, ['get', id, 'e~nothing', '--json'])
    expect(status).toBe(0)
    const { items, unknown } = JSON.parse(stdout)
    expect(items[0]).toMatchObject({ kind: 'observation', observation: { event: id } })
    expect(unknown).toEqual(['e~nothing'])
    expect(await engraphIn(project, ['get', 'e~nothing'])).toMatchObject({ status: 4, stdout: '' })
  })
})

describe('engraph records', () => {
  test('shows the calls that an observation was read from', async () => {
    const { status, stdout } = await engraphIn(project, ['records', id])
    expect(status).toBe(0)
    expect(stdout).toMatch(/Bash \(error\)/u)
    expect(stdout).toContain('input.command: npm test -- token')
    expect(stdout).not.toContain('\u001b')
  })

  test('as one JSON object, verbatim', async () => {
    const { stdout } = await engraphIn(project, ['records', id, '--json'])
    const { records } = JSON.parse(stdout)
    const edit = records.find(
      ({ activity }: { readonly activity: { readonly tool?: string } }) => activity.tool === 'Edit',
    )
    expect(edit.activity.input).toMatchObject({ old_string: 'const ttl = 900', new_string: 'const ttl = 3600' })
    expect(await engraphIn(project, ['records', 'u~nothing'])).toMatchObject({ status: 4, stdout: '' })
  })
})

describe('engraph why', () => {
  test('says how a query finds an id', async () => {
    const { status, stdout } = await engraphIn(project, ['why', id, 'JWT', 'refresh'])
    expect(status).toBe(0)
    expect(stdout).toContain(id)
    expect(stdout).toMatch(/semantic #\d/u)
    const json = JSON.parse((await engraphIn(project, ['why', id, 'JWT', 'refresh', '--json'])).stdout)
    expect(json).toMatchObject({ schemaVersion: 1, id, hit: { id } })
  })

  test('and that another does not', async () => {
    expect(await engraphIn(project, ['why', id, 'zeppelin'])).toMatchObject({ status: 4, stdout: '' })
  })
})
