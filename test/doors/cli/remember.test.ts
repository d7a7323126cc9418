import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Engraph, EngraphHome } from '../../../src/index.ts'
import { asLines, CLI, CONVERSATION, engraph, homeWithConversation, temporaryFolder } from './run-engraph.ts'

/** Waits until the space holds so many messages; the time limit of the test is the limit. */
async function storedIn(file: string, space: string, count: number): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const memory = await Engraph.open({ path: file, space, create: false }).catch(() => null)
    const stored = (await memory?.stats())?.nodes.message ?? 0
    await memory?.close()
    if (stored >= count) return
  }
}

describe.concurrent('engraph remember', () => {
  test('stores a JSONL file, and the same file again adds nothing', async () => {
    const home = temporaryFolder()
    const file = join(home, 'chat.jsonl')
    writeFileSync(file, asLines(CONVERSATION))
    const first = await engraph(home, ['remember', file])
    expect(first).toEqual({
      status: 0,
      stdout: 'Remembered 4 messages of 2 sessions in space "default".\n',
      stderr: '',
    })
    const second = await engraph(home, ['remember', file, '--json'])
    expect(second.status).toBe(0)
    expect(JSON.parse(second.stdout)).toMatchObject({
      schemaVersion: 1,
      space: { aliases: ['default'] },
      remembered: 0,
      duplicates: 4,
      forgotten: 0,
      sessions: 0,
      problemCount: 0,
      problems: [],
    })
  })

  test('stores a JSON array, and lines with a byte order mark, CRLF and no last newline', async () => {
    const home = temporaryFolder()
    const array = await engraph(home, ['remember', '-'], { stdin: JSON.stringify(CONVERSATION, null, 2) })
    expect(array.stdout).toContain('Remembered 4 messages')
    const lines = CONVERSATION.map(({ id, ...line }) => JSON.stringify({ ...line, id: `${id}-again` }))
    const windows = await engraph(home, ['remember', '-'], { stdin: `\ufeff${lines.join('\r\n\r\n')}` })
    expect(windows).toMatchObject({ status: 0, stderr: '' })
    expect(windows.stdout).toContain('Remembered 4 messages')
  })

  test('lists bad lines by number, stores the rest, and says so in the exit status', async () => {
    const home = temporaryFolder()
    const stdin = [
      '{"session":"s1","text":"kept"}',
      'nonsense \u001b[31m',
      '',
      '{"text":"no session"}',
      '[1]',
      '{"session":"s1","text":"  "}',
      '{"session":"s1","text":42}',
      `{"session":"${'x'.repeat(1000)}","text":"session too long"}`,
      '{"session":"s1","text":"kept too","at":"sometime"}',
    ].join('\n')
    const run = await engraph(home, ['remember', '-', '--json'], { stdin })
    expect(run.status).toBe(3)
    const { remembered, problemCount, problems } = JSON.parse(run.stdout)
    expect({ remembered, problemCount }).toEqual({ remembered: 2, problemCount: 7 })
    const kinds = problems.map(({ line, kind }: { line: number; kind: string }) => `${line} ${kind}`)
    expect(kinds).toEqual([
      '2 not-json',
      '4 no-session',
      '5 not-an-object',
      '6 empty-text',
      '7 invalid-message',
      '8 invalid-input',
      '9 invalid-date',
    ])
    const lines = [...run.stderr.matchAll(/^line (\d+): /gmu)].map(([, number]) => Number(number))
    expect(lines).toEqual([2, 4, 5, 6, 7, 8, 9])
    expect(run.stderr).toMatch(/^line 2: no JSON/u)
    expect(run.stderr).not.toContain('\u001b')
  })

  test('an input without one good line fails', async () => {
    const run = await engraph(temporaryFolder(), ['remember', '-'], { stdin: 'a\nb\n' })
    expect(run.status).toBe(1)
    expect(run.stderr).toMatch(/^line 1: no JSON.*\nline 2: no JSON/u)
  })

  test('an empty input is nothing to remember', async () => {
    const run = await engraph(temporaryFolder(), ['remember', '-'], { stdin: '\n' })
    expect(run).toMatchObject({ status: 0, stdout: 'There was nothing to remember.\n' })
  })

  test('a purpose that a space does not have is not set, and that is said', async () => {
    const home = await homeWithConversation()
    const run = await engraph(home, ['remember', '-', '--purpose', 'support'], { stdin: asLines(CONVERSATION) })
    expect(run).toMatchObject({
      status: 0,
      stderr: 'Space "default" was made before and keeps its purpose, companion.\n',
    })
    const same = await engraph(home, ['remember', '-', '--purpose', 'companion'], { stdin: asLines(CONVERSATION) })
    expect(same).toMatchObject({ status: 0, stderr: '' })
  })

  test('a session is one, however its name is written, and is found by either', async () => {
    const home = temporaryFolder()
    const names = ['  caf\u00e9 ', 'cafe\u0301']
    const run = await engraph(home, ['remember', '-', '--json'], {
      stdin: asLines(names.map((session, index) => ({ session, text: `text ${index}` }))),
    })
    expect(JSON.parse(run.stdout)).toMatchObject({ remembered: 2, sessions: 1, problemCount: 0 })
    for (const session of names) {
      const found = await engraph(home, ['timeline', '--session', session, '--json'])
      expect(JSON.parse(found.stdout).entries).toHaveLength(2)
      expect(await engraph(home, ['recall', 'text', '--session', session])).toMatchObject({ status: 0 })
    }
    const blank = await engraph(home, ['remember', '-'], { stdin: '{"session":"  ","text":"x"}' })
    expect(blank.stderr).toMatch(/^line 1: no session/u)
  })

  test.each([true, false])('what was stored before an error is told together with it, as JSON: %s', async (isJson) => {
    const file = join(temporaryFolder(), 'memory.db')
    const lines = asLines(Array.from({ length: 500 }, (_, i) => ({ session: 's1', text: `text ${i}` })))
    const args = ['remember', '-', '--file', file, '--space', 'trial', ...(isJson ? ['--json'] : [])]
    const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' } })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (text) => {
      stdout += text
    })
    child.stderr.on('data', (text) => {
      stderr += text
    })
    child.stdin.write(lines)
    // Before the second batch, the space is taken away.
    await storedIn(file, 'trial', 500)
    await using opened = await EngraphHome.open({ path: file })
    await opened.remove('trial')
    child.stdin.end(lines)
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
    expect(stderr).toContain('There is no space')
    if (isJson) expect(JSON.parse(stdout)).toMatchObject({ remembered: 500, error: { code: 'space-unknown' } })
    else expect(stdout).toMatch(/^Remembered 500 messages of 1 session in space "trial"\./u)
  })

  test('a place that cannot be opened leaves no input file open', async () => {
    const home = temporaryFolder()
    const input = join(home, 'chat.jsonl')
    writeFileSync(input, asLines(CONVERSATION))
    const run = await engraph(home, ['remember', input, '--file', home])
    expect(run.status).toBe(1)
    expect(run.stderr).toMatch(/is not a file/u)
    expect(run.stderr).not.toContain('Warning')
  })

  test('lines without a session go to the one that --session names', async () => {
    const home = temporaryFolder()
    await engraph(home, ['remember', '-', '--session', 'notes'], { stdin: '{"text":"The key lies below the mat."}' })
    const run = await engraph(home, ['timeline', '--session', 'notes', '--json'])
    expect(JSON.parse(run.stdout).entries).toHaveLength(1)
  })

  test('lines without ids and times are the same when the file has grown, and a repeated "yes" is not lost', async () => {
    const home = temporaryFolder()
    const lines = (count: number) =>
      asLines(
        Array.from({ length: count }, (_, index) => ({ session: 's1', text: index % 3 === 0 ? `t${index}` : 'yes' })),
      )
    const first = await engraph(home, ['remember', '-', '--json'], { stdin: lines(600) })
    expect(JSON.parse(first.stdout)).toMatchObject({ remembered: 600, duplicates: 0 })
    const second = await engraph(home, ['remember', '-', '--json'], { stdin: lines(603) })
    expect(JSON.parse(second.stdout)).toMatchObject({ remembered: 3, duplicates: 600 })
  })

  test('equal messages of one moment are all kept, also over batches', async () => {
    const home = temporaryFolder()
    const stdin = asLines(Array.from({ length: 600 }, () => ({ session: 's1', text: 'yes', at: '2026-05-03' })))
    const first = await engraph(home, ['remember', '-', '--json'], { stdin })
    expect(JSON.parse(first.stdout)).toMatchObject({ remembered: 600, duplicates: 0, problemCount: 0 })
    const second = await engraph(home, ['remember', '-', '--json'], { stdin })
    expect(JSON.parse(second.stdout)).toMatchObject({ remembered: 0, duplicates: 600, problemCount: 0 })
  })

  test('a line of several megabytes is stored whole', async () => {
    const home = temporaryFolder()
    const text = `${'The harbour is quiet. '.repeat(120_000)}Zanzibar.`
    const run = await engraph(home, ['remember', '-'], { stdin: asLines([{ session: 's1', text, id: 'long' }]) })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    const shown = await engraph(home, ['show', 'long', '--json'])
    expect(JSON.parse(shown.stdout).node.text).toHaveLength(text.length)
  })

  test('what was forgotten is left out and told apart from problems', async () => {
    const home = await homeWithConversation()
    const stdin = asLines(CONVERSATION)
    await engraph(home, ['forget', '--id', 'a1', '--yes'])
    const run = await engraph(home, ['remember', '-', '--json'], { stdin })
    expect(run.status).toBe(0)
    expect(JSON.parse(run.stdout)).toMatchObject({ remembered: 0, duplicates: 3, forgotten: 1, problemCount: 0 })
  })

  test('a file that cannot be read leaves no data directory behind', async () => {
    const home = join(temporaryFolder(), 'none')
    for (const file of ['no-such-file.jsonl', '/']) {
      const run = await engraph(home, ['remember', file])
      expect(run).toMatchObject({ status: 2, stdout: '' })
      expect(run.stderr).toContain(`Cannot read ${file}`)
    }
    expect(existsSync(home)).toBe(false)
  })

  test('--file keeps everything in one database file', async () => {
    const home = temporaryFolder()
    const file = join(home, 'memory.db')
    await engraph(join(home, 'unused'), ['remember', '-', '--file', file, '--space', 'alice'], {
      stdin: asLines(CONVERSATION),
    })
    expect(readdirSync(home)).not.toContain('unused')
    const run = await engraph(home, ['recall', 'deployment', '--json', '--file', file], {
      env: { ENGRAPH_SPACE: 'alice' },
    })
    expect(JSON.parse(run.stdout).items[0].node).toBe('a1')
  })
})
