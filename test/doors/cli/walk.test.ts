import { beforeAll, describe, expect, test } from 'vitest'
import { asLines, engraph, homeWithConversation, temporaryFolder } from './run-engraph.ts'

// Nothing here writes into it.
let home: string
beforeAll(async () => {
  home = await homeWithConversation()
})

const NEXT = ['--kinds', 'next']

describe.concurrent('engraph walk', () => {
  test('lists what is connected with a node, and the path that led there', async () => {
    const run = await engraph(home, ['walk', 'a2', ...NEXT])
    expect(run).toEqual({
      status: 0,
      stdout: [
        '0.40  hard  2026-05-03T10:00Z  Ana: We moved the deployment to Friday.  [a1]',
        '      “Then the payment callba…” ←NEXT- “We moved the deployment…”',
        '',
      ].join('\n'),
      stderr: '',
    })
  })

  test('prints the whole walk as JSON', async () => {
    const run = await engraph(home, ['walk', 'a1', 'b1', 'nobody', ...NEXT, '--hard', '--hops', '1', '--json'])
    expect(run).toMatchObject({ status: 0, stderr: '' })
    const walked = JSON.parse(run.stdout)
    expect(walked).toMatchObject({ schemaVersion: 1, unknown: ['nobody'], cut: { hubs: [], crowded: [] } })
    expect(walked.starts.map(({ id }: { id: string }) => id)).toEqual(['a1', 'b1'])
    expect(walked.nodes.map(({ path }: { path: unknown }) => path)).toContainEqual([
      { kind: 'NEXT', from: 'a1', to: 'a2', isReverse: false, provenance: 'recorded', certainty: 'hard' },
    ])
  })

  test('goes only the way that is asked for, and nothing there is nothing found', async () => {
    expect(await engraph(home, ['walk', 'a2', ...NEXT, '--direction', 'out'])).toEqual({
      status: 4,
      stdout: '',
      stderr: 'Nothing is connected with it by such edges.\n',
    })
    const chinese = await engraph(home, ['walk', 'a2', ...NEXT, '--direction', 'out'], { env: { LANG: 'zh_CN.UTF-8' } })
    expect(chinese).toMatchObject({ status: 4, stderr: '没有由这类边相连的内容。\n' })
  })

  test('says where the width left something out', async () => {
    const run = await engraph(home, ['walk', 'a1', '--kinds', 'CONTAINS,NEXT', '--hops', '1', '--width', '1'])
    expect(run.status).toBe(0)
    expect(run.stderr).toBe('1 node left out as less relevant; --width takes in more.\n')
  })

  test('names a start that does not exist, and finds nothing when there is no other', async () => {
    const some = await engraph(home, ['walk', 'nobody', 'a1', ...NEXT])
    expect(some).toMatchObject({ status: 0, stderr: 'There is no node "nobody" in space "default".\n' })
    const none = await engraph(home, ['walk', 'nobody'])
    expect(none).toMatchObject({ status: 4, stdout: '' })
    expect(none.stderr).toContain('There is no node nobody in this space.')
  })

  test('starts from things by their names, and offers names that are like one that is none', async () => {
    const folder = temporaryFolder()
    const lines = [
      {
        id: 'm1',
        session: 's1',
        speaker: 'Ana',
        text: 'I saw Marianne renew the certificate.',
        at: '2026-05-03T10:00:00Z',
      },
      { id: 'm2', session: 's2', speaker: 'Ben', text: '登录有问题', at: '2026-05-04T10:00:00Z' },
    ]
    await engraph(folder, ['remember', '-'], { stdin: asLines(lines) })
    const run = await engraph(folder, ['walk', 'marianne', '登錄', '--hops', '1'])
    expect(run).toEqual({
      status: 0,
      stdout: [
        '0.60  hard  2026-05-04T10:00Z  Ben: 登录有问题  [m2]',
        '      登录 ←MENTIONS- “登录有问题”',
        '0.60  hard  2026-05-03T10:00Z  Ana: I saw Marianne renew the certificate.  [m1]',
        '      Marianne ←MENTIONS- “I saw Marianne renew th…”',
        '',
      ].join('\n'),
      stderr: '',
    })
    const near = await engraph(folder, ['walk', 'Mari'])
    expect(near).toMatchObject({ status: 4, stdout: '' })
    expect(near.stderr).toContain('Similar names: Marianne')
  })

  const wrong = [
    ['--kinds', 'likes'],
    ['--kinds', ','],
    ['--hops', '5'],
    ['--hops', '0'],
    ['--width', '1001'],
    ['--at', 'soon'],
  ]
  test.each(wrong)('refuses %s %s', async (...options) => {
    expect(await engraph(home, ['walk', 'a1', ...options])).toMatchObject({ status: 2, stdout: '' })
  })
})
