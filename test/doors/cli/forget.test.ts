import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../src/store/sqlite/driver.ts'
import { engraph, homeWithConversation } from './run-engraph.ts'

async function idsLeft(home: string): Promise<readonly string[]> {
  const { stdout } = await engraph(home, ['timeline', '--json'])
  return JSON.parse(stdout).entries.map(({ node }: { node: { id: string } }) => node.id)
}

describe.concurrent('engraph forget', () => {
  test('without --yes and without a terminal it shows what would go, refuses and gives a hint', async () => {
    const home = await homeWithConversation()
    const run = await engraph(home, ['forget', '--session', 's1'])
    expect(run.status).toBe(2)
    expect(run.stdout).toBe(
      [
        'This forgets 2 messages:',
        '  2026-05-03T10:00Z  Ana: We moved the deployment to Friday.  [a1]',
        '  2026-05-03T10:01Z  Ben: Then the payment callback can wait.  [a2]',
        '',
      ].join('\n'),
    )
    expect(run.stderr).toContain('Give --yes')
    expect(await idsLeft(home)).toHaveLength(4)
  })

  test('--dry-run forgets nothing, also beside --yes', async () => {
    const home = await homeWithConversation()
    const run = await engraph(home, ['forget', '--query', 'cat router', '--dry-run', '--yes', '--json'])
    expect(run.status).toBe(0)
    expect(JSON.parse(run.stdout)).toMatchObject({ schemaVersion: 1, isDryRun: true, count: 1, ids: ['b2'] })
    expect(await idsLeft(home)).toHaveLength(4)
  })

  test('--yes forgets what session, ids, words and time select', async () => {
    const home = await homeWithConversation()
    expect(await engraph(home, ['forget', '--id', 'a1', '--id', 'b2', '--yes'])).toMatchObject({
      status: 0,
      stdout: 'Forgot 2 messages.\n',
    })
    expect(await idsLeft(home)).toEqual(['a2', 'b1'])
    const json = await engraph(home, ['forget', '--session', 's1', '--until', '2026-05-04', '--yes', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ isDryRun: false, count: 1, ids: ['a2'] })
    expect(await idsLeft(home)).toEqual(['b1'])
    expect(await engraph(home, ['recall', 'deployment'])).toMatchObject({ status: 4 })
  })

  test('says that traces stay while another process reads the database', async () => {
    const home = await homeWithConversation()
    const { stdout } = await engraph(home, ['space', 'list', '--json'])
    const reader = openDatabase(JSON.parse(stdout).spaces[0].file)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM nodes').get()
    try {
      const run = await engraph(home, ['forget', '--id', 'a1', '--yes'])
      expect(run).toMatchObject({ status: 0, stdout: 'Forgot 1 message.\n' })
      expect(run.stderr).toMatch(/^Another process reads the database: traces stay/u)
      const json = await engraph(home, ['forget', '--id', 'a2', '--yes', '--json'])
      expect(JSON.parse(json.stdout)).toMatchObject({ ids: ['a2'], isPurged: false })
      const none = await engraph(home, ['forget', '--id', 'a2', '--yes'])
      expect(none).toMatchObject({ status: 4, stderr: 'Nothing matches, nothing to forget.\n' })
    } finally {
      reader.exec('ROLLBACK')
      reader.close()
    }
    const run = await engraph(home, ['forget', '--id', 'b1', '--yes', '--json'])
    expect(JSON.parse(run.stdout)).toMatchObject({ isPurged: true })
  })

  test('nothing that matches is nothing found; nothing asked for is wrong usage', async () => {
    const home = await homeWithConversation()
    expect(await engraph(home, ['forget', '--session', 's9', '--yes'])).toMatchObject({
      status: 4,
      stderr: 'Nothing matches, nothing to forget.\n',
    })
    const run = await engraph(home, ['forget', '--yes'])
    expect(run).toMatchObject({ status: 2, stdout: '' })
    expect(run.stderr).toContain('Give --session, --id, --query, --since or --until.')
  })
})
