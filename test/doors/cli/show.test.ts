import { beforeAll, describe, expect, test } from 'vitest'
import { asLines, engraph, homeWithConversation, temporaryFolder } from './run-engraph.ts'

// Nothing here writes into it.
let home: string
beforeAll(async () => {
  home = await homeWithConversation()
})

describe.concurrent('engraph show', () => {
  test('shows a message with its event and neighbours, and the event with its messages', async () => {
    const message = await engraph(home, ['show', 'a1'])
    expect(message.status).toBe(0)
    expect(message.stdout).toMatch(/^message {2}a1 {2}2026-05-03T10:00Z {2}Ana {2}\[s1\]\n {2}We moved/u)
    expect(message.stdout).toContain('-NEXT→ 2026-05-03T10:01Z  Ben: Then the payment callback can wait.  [a2]')
    expect(message.stdout).toContain('recorded, hard')
    const event = JSON.parse((await engraph(home, ['show', 'a1', '--json'])).stdout).event
    const shown = await engraph(home, ['show', event.id, '--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({ schemaVersion: 1, node: { kind: 'event' } })
    expect(JSON.parse(shown.stdout).messages.map(({ id }: { id: string }) => id)).toContain('a1')
    expect((await engraph(home, ['show', event.id])).stdout).toContain('messages:\n  2026-05-03T10:00Z  Ana: We moved')
  })

  test('shows a thing by its name: what it is, and who mentioned it last', async () => {
    const folder = temporaryFolder()
    const lines = [
      {
        id: 'm1',
        session: 's1',
        speaker: 'Ana',
        text: 'I saw Marianne fix src/auth/token.ts.',
        at: '2026-05-03T10:00:00Z',
      },
      { id: 'm2', session: 's1', speaker: 'Ben', text: 'Then ask Marianne about 登录.', at: '2026-05-04T10:00:00Z' },
    ]
    await engraph(folder, ['remember', '-'], { stdin: asLines(lines) })
    const { status, stdout } = await engraph(folder, ['show', 'MARIANNE'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^entity, \w+ {2}n~[0-9a-f]{32} {2}2026-05-03T10:00Z\n {2}Marianne\n/u)
    expect(stdout).toContain(
      'mentioned by 2 messages:\n  2026-05-04T10:00Z  Ben: Then ask Marianne about 登录.  [m2]\n  2026-05-03T10:00Z  Ana: ',
    )
    expect(stdout).not.toContain('neighbours')
    expect((await engraph(folder, ['show', 'src/auth/token.ts'])).stdout).toMatch(/^file {2}n~/u)
    expect((await engraph(folder, ['show', '登錄'])).stdout).toContain('mentioned by 1 message:')
    const near = await engraph(folder, ['show', 'marian'])
    expect(near).toMatchObject({ status: 4, stdout: '' })
    expect(near.stderr).toContain('Similar names: Marianne\n')
    const json = JSON.parse((await engraph(folder, ['show', 'marian', '--json'])).stdout)
    expect(json).toMatchObject({ node: null, similar: [{ text: 'Marianne' }] })
  })

  test('shows the times that a message names, as they were meant when it was said', async () => {
    const folder = temporaryFolder()
    const text = 'We met last Friday, 下个月5号再见。'
    await engraph(folder, ['remember', '-'], { stdin: asLines([{ id: 'm1', session: 's1', text, at: '2026-05-13' }]) })
    const { stdout } = await engraph(folder, ['show', 'm1'])
    expect(stdout).toContain('times:\n  “last Friday” 2026-05-08\n  “下个月5号” 2026-06-05\n')
  })

  test('an unknown id is nothing found', async () => {
    expect(await engraph(home, ['show', 'nobody'])).toEqual({
      status: 4,
      stdout: '',
      stderr: 'There is no node "nobody" in space "default".\n',
    })
    const json = await engraph(home, ['show', 'nobody', '--json'])
    expect(json.status).toBe(4)
    expect(JSON.parse(json.stdout)).toMatchObject({ schemaVersion: 1, node: null })
  })
})
