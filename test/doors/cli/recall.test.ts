import { beforeAll, describe, expect, test } from 'vitest'
import { asLines, engraph, homeWithConversation, temporaryFolder } from './run-engraph.ts'

// Nothing here writes into it.
let home: string
beforeAll(async () => {
  home = await homeWithConversation()
})

describe.concurrent('engraph recall', () => {
  test('prints the best message first, with time, speaker, session and id', async () => {
    const run = await engraph(home, ['recall', 'When', 'did', 'Ana', 'move', 'the', 'deployment?'])
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(
      /^1\. {2}2026-05-03T10:00Z {2}Ana {2}\[s1 a1\]\n {3}We moved the deployment to Friday\.\n/u,
    )
  })

  test('--why shows routes, ranks, parts, terms and path', async () => {
    const { stdout } = await engraph(home, ['recall', 'deployment', '--limit', '1', '--why'])
    for (const label of ['routes: semantic', 'ranks: ', 'parts: 1.000 = ', 'terms: ', 'path: session s1 → event e~']) {
      expect(stdout).toContain(label)
    }
  })

  test('--json prints one object with everything that the library answers', async () => {
    const run = await engraph(home, ['recall', '登录模块什么时候重构', '--limit', '2', '--json'])
    const answer = JSON.parse(run.stdout)
    expect(answer).toMatchObject({ schemaVersion: 1, question: '登录模块什么时候重构', outcome: 'found' })
    expect(answer.items[0]).toMatchObject({ rank: 1, speaker: 'Ana', session: 's2', node: 'b1' })
    expect(answer.items.length).toBeLessThanOrEqual(2)
    expect(answer.items[0].why.routes).toContain('semantic')
  })

  test('options narrow by time, session and budget', async () => {
    const ids = async (...options: readonly string[]) => {
      const { stdout } = await engraph(home, ['recall', 'deployment cat callback', '--json', ...options])
      return JSON.parse(stdout).items.map(({ node }: { node: string }) => node)
    }
    expect(await ids('--since', '2026-05-10')).not.toContain('a1')
    expect(await ids('--until', '2026-05-10')).not.toContain('b2')
    expect(await ids('--session', 's2')).not.toContain('a1')
    expect(await ids('--budget', '12')).toHaveLength(1)
  })

  test('reads the question from stdin', async () => {
    const run = await engraph(home, ['recall', '-', '--limit', '1'], { stdin: 'Where does\nthe cat sleep?\n' })
    expect(run.stdout).toContain('The cat sleeps on the router.')
  })

  test('nothing found, and nothing asked, have an exit status of their own', async () => {
    expect(await engraph(home, ['recall', 'zebra'])).toEqual({ status: 4, stdout: '', stderr: 'Nothing found.\n' })
    const json = await engraph(home, ['recall', 'zebra', '--json'])
    expect(json.status).toBe(4)
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'nothing-found', items: [] })
    expect(await engraph(home, ['recall', '?!'])).toEqual({
      status: 4,
      stdout: '',
      stderr: 'The question holds no word to search for.\n',
    })
  })

  test('speaks Chinese where the locale does', async () => {
    const env = { LANG: 'zh_CN.UTF-8' }
    expect(await engraph(home, ['recall', 'zebra'], { env })).toMatchObject({ status: 4, stderr: '没有找到。\n' })
    const found = await engraph(home, ['recall', '登录模块', '--why', '--limit', '1'], { env })
    expect(found.stdout).toContain('途径: semantic')
    const unknown = await engraph(home, ['recall', 'x', '--space', 'nobody'], { env })
    expect(unknown.stderr).toContain('没有这个空间。')
  })

  test('text from memory cannot steer the terminal', async () => {
    const folder = temporaryFolder()
    const text = 'harmless \u001b]0;owned\u0007\u001b[2J\u009b31m words\u202e'
    await engraph(folder, ['remember', '-'], {
      stdin: asLines([{ session: 's\u001b[1m1', speaker: 'A\u001b[31m', text }]),
    })
    const { stdout } = await engraph(folder, ['recall', 'harmless words', '--why'])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u)
    const json = await engraph(folder, ['recall', 'harmless words', '--json'])
    expect(json.stdout).not.toContain('\u009b')
    expect(JSON.parse(json.stdout).items[0].text).toBe(text)
  })

  test('a closed pipe is no error', async () => {
    const folder = temporaryFolder()
    const lines = Array.from({ length: 300 }, (_, n) => ({
      session: 's1',
      text: `harbour ${n} ${'quiet '.repeat(200)}`,
    }))
    await engraph(folder, ['remember', '-'], { stdin: asLines(lines) })
    const run = await engraph(folder, ['recall', 'harbour', '--limit', '300', '--json'], { closeStdout: true })
    expect(run).toMatchObject({ status: 0, stderr: '' })
  })
})
