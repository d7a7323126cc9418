import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
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

  test('--why draws the plan, the rank on each route, the parts and the path', async () => {
    const { stdout } = await engraph(home, ['recall', 'deployment', '--limit', '1', '--why'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^plan: \w+ · \w+$/u)
    expect(lines.find((line) => line.startsWith('routes: '))).toMatch(/^routes: semantic 1 · structural \d$/u)
    expect(stdout).toMatch(/^ {3}routes: semantic #1/mu)
    expect(stdout).toMatch(/^ {3}grains: passage #1, /mu)
    expect(stdout).toMatch(/^ {3}parts: 1\.000 = █ \w+ 0\.\d{3} \+ /mu)
    expect(stdout).toMatch(/^ {3}terms: deploy/mu)
    expect(stdout).toMatch(/^ {3}path: session s1 → event e~[0-9a-f]+ → message a1$/mu)
  })

  test('--why calls the nodes of a walk by their names, and says how sure it is', async () => {
    const folder = temporaryFolder()
    const said = (id: string, day: number, text: string) => ({
      session: `day ${day}`,
      id,
      speaker: 'Ana',
      text,
      at: `2026-05-0${day}T10:00:00Z`,
    })
    const lines = [
      said('w1', 1, 'Since the update 登录有问题, said Marianne.'),
      said('w2', 5, 'The auth token expired.'),
      said('w3', 7, 'Breakfast is at eight.'),
    ]
    await engraph(folder, ['remember', '-'], { stdin: asLines(lines) })
    const about = ['recall', '登录', '--why', '--now', '2026-05-09']
    const { stdout } = await engraph(folder, about)
    expect(stdout).toMatch(/walk: 登录 ←MENTIONS- this · hard$/mu)
    expect(stdout).not.toContain('n~')
    const chinese = await engraph(folder, about, { env: { LANG: 'zh_CN.UTF-8' } })
    expect(chinese.stdout).toMatch(/行走: 登录 ←MENTIONS- 此条 · hard$/mu)
    const dated = await engraph(folder, ['recall', 'What did Marianne say last week?', '--why', '--now', '2026-05-09'])
    expect(dated.stdout).toMatch(/^names: Marianne\ntimes: last week → 2026-04-27 – 2026-05-03$/mu)
  })

  test('a budget or a level prints a text for a prompt, oldest first, and its tokens beside it', async () => {
    const asked = ['recall', 'deployment callback cat']
    const run = await engraph(home, [...asked, '--budget', '60'])
    expect(run.status).toBe(0)
    expect(run.stdout).toMatch(
      /^\[2026-05-03 10:00\] Ana: We moved the deployment to Friday\.\n\[2026-05-03 10:01\] Ben: /u,
    )
    expect(run.stderr).toMatch(/^\d\d? tokens\n$/u)
    expect(Number.parseInt(run.stderr, 10)).toBeLessThanOrEqual(60)
    const levels = {
      index: /^\[2026-05-03\] Ana: .+ \(a1, \d+ tokens\)$/mu,
      timeline: /^# 2026-05-03 · s1\n- 10:00 Ana: We moved/mu,
      details: /^\[2026-05-03 10:00\] Ana: /mu,
      records: /^\[2026-05-03 10:00\] Ana: /mu,
    }
    for (const [level, expected] of Object.entries(levels)) {
      expect((await engraph(home, [...asked, '--level', level])).stdout).toMatch(expected)
    }
    const why = await engraph(home, [...asked, '--level', 'index', '--why'])
    expect(why.stdout).toMatch(/^plan: .+\n[\s\S]+^\[2026-05-03\] Ana: .+\n[\s\S]+^1\. .+\n {3}routes: /mu)
    expect(await engraph(home, [...asked, '--budget', '3'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'What was found does not fit into the budget.\n',
    })
    expect(await engraph(home, [...asked, '--level', 'everything'])).toMatchObject({ status: 2, stdout: '' })
  })

  test('--context says what the question leaves open', async () => {
    const turns = ['--context', 'Good morning.', '--context', 'We talked about the router.']
    const { stdout } = await engraph(home, ['recall', 'What about it?', ...turns, '--why', '--limit', '1'])
    expect(stdout).toMatch(/^context: “.+” → .*router/mu)
    expect(stdout).toContain('The cat sleeps on the router.')
  })

  test('--deadline and --now are checked', async () => {
    for (const wrong of [
      ['--deadline', '0'],
      ['--now', 'soon'],
    ]) {
      expect(await engraph(home, ['recall', 'cat', ...wrong])).toMatchObject({ status: 2, stdout: '' })
    }
    expect(await engraph(home, ['recall', 'cat', '--deadline', '60000'])).toMatchObject({ status: 0, stderr: '' })
  })

  test('an index that is not available in full is told apart from nothing found', async () => {
    const file = join(temporaryFolder(), 'old.db')
    copyFileSync(join(import.meta.dirname, '../../fixtures/spine-0001.db'), file)
    const asked = ['recall', 'zebra', '--file', file, '--space', 'shop']
    const run = await engraph(home, asked)
    expect(run).toMatchObject({ status: 4, stdout: '' })
    expect(run.stderr).toContain('the index is not available in full')
    expect(run.stderr).toContain('engraph doctor')
    expect(JSON.parse((await engraph(home, [...asked, '--json'])).stdout)).toMatchObject({
      outcome: 'incomplete',
      routes: { semantic: { state: 'ready', found: 0 }, structural: { state: 'partial', found: 0 } },
    })
    const chinese = await engraph(home, asked, { env: { LANG: 'zh_CN.UTF-8' } })
    expect(chinese.stderr).toContain('索引并不完整')
    expect(run.stderr).toContain(`\`engraph doctor --file ${file}\``)
    const remedy = (await engraph(home, ['doctor', '--file', file])).stdout
    expect(remedy).toContain(`\`engraph space move shop shop-new.db --file ${file}\``)
    await engraph(home, ['space', 'move', 'shop', `${file}.new`, '--file', file])
    const moved = await engraph(home, ['recall', 'zebra', '--file', `${file}.new`, '--space', 'shop'])
    expect(moved.stderr).toBe('Nothing found.\n')
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
    expect(await ids('--budget', '30')).toHaveLength(1)
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
    expect(found.stdout).toContain('途径: semantic #1')
    const unknown = await engraph(home, ['recall', 'x', '--space', 'nobody'], { env })
    expect(unknown.stderr).toContain('中没有空间“nobody”。')
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
