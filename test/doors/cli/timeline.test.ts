import { beforeAll, describe, expect, test } from 'vitest'
import { engraph, homeWithConversation } from './run-engraph.ts'

// Nothing here writes into it.
let home: string
beforeAll(async () => {
  home = await homeWithConversation()
})

describe.concurrent('engraph timeline', () => {
  test('lists messages in the order of time below their sessions', async () => {
    const { status, stdout } = await engraph(home, ['timeline'])
    expect(status).toBe(0)
    expect(stdout).toBe(
      [
        's1',
        '  2026-05-03T10:00Z  Ana: We moved the deployment to Friday.  [a1]',
        '  2026-05-03T10:01Z  Ben: Then the payment callback can wait.  [a2]',
        's2',
        '  2026-05-10T08:30Z  Ana: 登录模块的重构推迟到六月。  [b1]',
        '  2026-05-10T08:31Z  Ben: The cat sleeps on the router.  [b2]',
        '',
      ].join('\n'),
    )
  })

  test('options narrow and turn it', async () => {
    const ids = async (...options: readonly string[]) => {
      const { stdout } = await engraph(home, ['timeline', '--json', ...options])
      const { schemaVersion, entries } = JSON.parse(stdout)
      expect(schemaVersion).toBe(1)
      return entries.map(({ node }: { node: { id: string } }) => node.id)
    }
    expect(await ids('--since', '2026-05-10', '--limit', '1', '--keep', 'oldest')).toEqual(['b1'])
    expect(await ids('--until', '2026-05-10')).toEqual(['a1', 'a2'])
    expect(await ids('--session', 's2')).toEqual(['b1', 'b2'])
    expect(await ids('--limit', '1')).toEqual(['b2'])
    expect(await ids('--around', 'a2')).toContain('a1')
  })

  test('no entries is nothing found', async () => {
    expect(await engraph(home, ['timeline', '--since', '2030-01-01'])).toEqual({
      status: 4,
      stdout: '',
      stderr: 'No entries.\n',
    })
  })
})
