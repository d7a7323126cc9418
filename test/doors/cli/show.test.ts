import { beforeAll, describe, expect, test } from 'vitest'
import { engraph, homeWithConversation } from './run-engraph.ts'

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
