import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asLines, CONVERSATION, engraph, homeWithConversation, temporaryFolder } from './run-engraph.ts'

describe.concurrent('engraph space, stats and doctor', () => {
  test('spaces are listed and have aliases', async () => {
    const home = await homeWithConversation()
    expect(await engraph(home, ['space', 'alias', 'default', 'work'])).toMatchObject({
      status: 0,
      stdout: '"work" now leads to space "default".\n',
    })
    expect((await engraph(home, ['space', 'list'])).stdout).toMatch(/^default, work {2}companion/u)
    const { schemaVersion, spaces } = JSON.parse((await engraph(home, ['space', 'list', '--json'])).stdout)
    expect(schemaVersion).toBe(1)
    expect(spaces).toMatchObject([{ aliases: ['default', 'work'], purpose: 'companion' }])
    expect(await engraph(home, ['recall', 'deployment', '--space', 'work'])).toMatchObject({ status: 0 })
  })

  test('an alias that leads elsewhere, or an unknown space, is refused', async () => {
    const home = await homeWithConversation()
    const [line] = CONVERSATION
    await engraph(home, ['remember', '-', '--space', 'other', '--purpose', 'project'], { stdin: asLines([line]) })
    expect((await engraph(home, ['space', 'alias', 'default', 'other'])).status).toBe(1)
    const unknown = await engraph(home, ['space', 'alias', 'nobody', 'x', '--json'])
    expect(unknown.status).toBe(1)
    expect(JSON.parse(unknown.stdout)).toMatchObject({ schemaVersion: 1, error: { code: 'space-unknown' } })
  })

  test('a space is merged into another', async () => {
    const home = await homeWithConversation()
    await engraph(home, ['remember', '-', '--space', 'old'], {
      stdin: asLines([{ session: 's0', text: 'The harbour is quiet.' }]),
    })
    const refused = await engraph(home, ['space', 'merge', 'old', 'default'])
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain('Give --yes')
    expect(await engraph(home, ['space', 'merge', 'old', 'default', '--yes'])).toMatchObject({
      status: 0,
      stdout: 'Merged 1 message of "old" into "default".\n',
    })
    expect(await engraph(home, ['recall', 'harbour'])).toMatchObject({ status: 0 })
    expect(JSON.parse((await engraph(home, ['space', 'list', '--json'])).stdout).spaces).toHaveLength(1)
  })

  test('a space is moved to another file', async () => {
    const home = await homeWithConversation()
    const file = join(home, 'moved.db')
    expect(await engraph(home, ['space', 'move', 'default', file])).toMatchObject({ status: 0 })
    expect(await engraph(home, ['recall', 'deployment', '--file', file])).toMatchObject({ status: 0 })
    expect(await engraph(home, ['recall', 'deployment'])).toMatchObject({ status: 0 })
  })

  test('a space is removed only after a yes', async () => {
    const home = await homeWithConversation()
    const refused = await engraph(home, ['space', 'remove', 'default'])
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain('Give --yes')
    const json = await engraph(home, ['space', 'remove', 'default', '--json'])
    expect(json.status).toBe(2)
    expect(JSON.parse(json.stdout)).toMatchObject({ schemaVersion: 1, error: { code: 'usage' } })
    expect(await engraph(home, ['space', 'remove', 'default', '--yes'])).toMatchObject({
      status: 0,
      stdout: 'Removed space "default".\n',
    })
    expect((await engraph(home, ['recall', 'deployment'])).status).toBe(1)
  })

  test('stats counts what is there', async () => {
    const home = await homeWithConversation()
    const { stdout } = await engraph(home, ['stats'])
    expect(stdout).toContain('space: default\npurpose: companion\n')
    expect(stdout).toContain('message 4')
    expect(stdout).toContain('time: 2026-05-03T10:00Z – 2026-05-10T08:31Z')
    const json = await engraph(home, ['stats', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ schemaVersion: 1, nodes: { message: 4 }, sessions: 2 })
  })

  test('doctor finds all well, in text and in JSON', async () => {
    const home = await homeWithConversation()
    const text = await engraph(home, ['doctor'])
    expect(text.status).toBe(0)
    expect(text.stdout).toMatch(/^✓ /u)
    expect(text.stdout).not.toContain('✗')
    const { schemaVersion, isOk, checks } = JSON.parse((await engraph(home, ['doctor', '--json'])).stdout)
    expect({ schemaVersion, isOk }).toEqual({ schemaVersion: 1, isOk: true })
    expect(checks.length).toBeGreaterThan(0)
  })

  test('a lost space is told apart from one that never was, and the others are listed', async () => {
    const home = await homeWithConversation()
    const [line] = CONVERSATION
    await engraph(home, ['remember', '-', '--space', 'other'], { stdin: asLines([line]) })
    const { spaces } = JSON.parse((await engraph(home, ['space', 'list', '--json'])).stdout)
    const { file } = spaces.find(({ aliases }: { aliases: string[] }) => aliases[0] === 'default')
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
    writeFileSync(file, '')
    for (const args of [
      ['recall', 'x'],
      ['remember', '-'],
    ]) {
      const run = await engraph(home, args, { stdin: asLines([line]) })
      expect(run).toMatchObject({ status: 1, stdout: '' })
      expect(run.stderr).toMatch(/of the space "default" is empty\.\n {2}Restore/u)
    }
    const doctor = await engraph(home, ['doctor'])
    expect(doctor.status).toBe(1)
    expect(doctor.stdout).toContain('✗')
    const list = await engraph(home, ['space', 'list'])
    expect(list.status).toBe(1)
    expect(list.stdout).toMatch(/^other /u)
    expect(list.stderr).toMatch(/✗ The file .* of the space "default" is empty\./u)
    const json = JSON.parse((await engraph(home, ['space', 'list', '--json'])).stdout)
    expect(json).toMatchObject({ spaces: [{ aliases: ['other'] }], problems: [{ file }] })
    expect(await engraph(home, ['space', 'remove', 'default', '--yes'])).toMatchObject({ status: 0 })
    expect(await engraph(home, ['remember', '-'], { stdin: asLines([line]) })).toMatchObject({ status: 0 })
    expect(await engraph(home, ['doctor'])).toMatchObject({ status: 0 })
  })

  test('reading makes no space, no file and no directory', async () => {
    const home = join(temporaryFolder(), 'none')
    const file = join(home, 'none.db')
    const reads = [['recall', 'x'], ['timeline'], ['show', 'x'], ['stats'], ['forget', '--session', 's1', '--yes']]
    for (const args of [...reads, ...reads.slice(0, 1).map((args) => [...args, '--file', file])]) {
      const run = await engraph(home, args)
      expect(run).toMatchObject({ status: 1, stdout: '' })
      expect(run.stderr).toMatch(/^engraph: .*\n {2}\S/u)
    }
    expect(await engraph(home, ['space', 'list'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'There are no spaces yet.\n',
    })
    await engraph(home, ['doctor'])
    expect(existsSync(home)).toBe(false)
  })
})
