import { describe, expect, test } from 'vitest'
import { readHookPayload } from '../../src/capture/hook-payload.ts'
import { keptActivity, LINE_BYTES_MAX, lineOfActivity } from '../../src/capture/journal-entry.ts'
import { readLine } from '../../src/capture/journal-line.ts'
import { redactActivity } from '../../src/capture/redact-activity.ts'
import type { Activity, ActivityPlace, ToolUse } from '../../src/graph/activity.ts'
import type { Json } from '../../src/graph/nodes.ts'
import { hookActivity } from './hook-activity.ts'

const PLACE: ActivityPlace = {
  folder: '/home/u/work',
  root: '/home/u/work',
  repository: null,
  remote: null,
  branch: null,
  commit: null,
}
const AT = 1_800_000_000_000
const CLAUDE = { session_id: 's1', transcript_path: '/home/u/.claude/t.jsonl', cwd: '/home/u/work', prompt_id: 'p1' }
const CODEX = { session_id: 's1', turn_id: 't1', cwd: '/home/u/work', model: 'm', permission_mode: 'default' }

function read(payload: Json, event: string | null = null): Activity | null {
  const known = readHookPayload(payload, event)
  return known && hookActivity(known, { event, at: AT, placeOf: () => PLACE, folder: '/' })
}

describe('what a payload tells', () => {
  test.each<readonly [string, Json, object | null]>([
    [
      'a prompt',
      { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: 'write the file' },
      { kind: 'prompt', session: 's1', at: AT, host: 'claude-code', agent: null, text: 'write the file', place: PLACE },
    ],
    [
      'a tool that worked',
      {
        ...CLAUDE,
        hook_event_name: 'PostToolUse',
        tool_name: 'Write',
        tool_input: { file_path: '/a.txt', content: 'hello\n' },
        tool_response: {
          type: 'create',
          filePath: '/a.txt',
          content: 'hello\n',
          structuredPatch: [],
          originalFile: null,
        },
        tool_use_id: 'toolu_w1',
        duration_ms: 37,
      },
      {
        kind: 'tool',
        key: 'toolu_w1',
        tool: 'Write',
        input: { file_path: '/a.txt', content: 'hello\n' },
        output: { type: 'create', filePath: '/a.txt', structuredPatch: [] },
        outcome: 'ok',
        error: null,
        durationMs: 37,
      },
    ],
    [
      'a tool that failed',
      {
        ...CLAUDE,
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Bash',
        tool_input: { command: 'false' },
        tool_use_id: 'toolu_b1',
        error: 'Exit code 1',
        is_interrupt: false,
      },
      { kind: 'tool', output: null, outcome: 'error', error: 'Exit code 1', durationMs: null },
    ],
    [
      'a command that was interrupted',
      {
        ...CLAUDE,
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'sleep 9' },
        tool_response: { stdout: '', stderr: '', interrupted: true },
      },
      { outcome: 'error', error: 'interrupted', key: null },
    ],
    [
      'the reply of a subagent',
      {
        ...CLAUDE,
        hook_event_name: 'SubagentStop',
        agent_id: 'a1',
        agent_type: 'Explore',
        last_assistant_message: 'x',
      },
      { kind: 'reply', agent: { id: 'a1', type: 'Explore' }, text: 'x' },
    ],
    ['a reply without a text', { ...CLAUDE, hook_event_name: 'Stop', stop_hook_active: false }, null],
    [
      'what the host left out',
      { ...CLAUDE, hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'so far' },
      { kind: 'compact', text: 'so far' },
    ],
    ['that it will leave something out', { ...CLAUDE, hook_event_name: 'PreCompact', trigger: 'auto' }, null],
    ['the end', { ...CLAUDE, hook_event_name: 'SessionEnd', reason: 'logout' }, { kind: 'end', reason: 'logout' }],
    ['the beginning', { ...CLAUDE, hook_event_name: 'SessionStart', source: 'startup' }, null],
    ['a batch', { ...CLAUDE, hook_event_name: 'PostToolBatch', tool_calls: [] }, null],
    [
      'a tool of Codex, which does not say how it ended',
      {
        ...CODEX,
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls -a; exit 3' },
        tool_response: '.\n..\n',
        tool_use_id: 'call_s1',
      },
      { host: 'codex', outcome: 'unknown', error: null, output: '.\n..\n' },
    ],
    [
      'a tool of Codex whose output says it',
      {
        ...CODEX,
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'x' },
        tool_response: 'Process exited with code 3\nOutput:\nno',
      },
      { host: 'codex', outcome: 'error', error: 'Exit code 3' },
    ],
    [
      'a prompt in VS Code',
      { sessionId: 's1', hookEventName: 'userPromptSubmit', cwd: '/', prompt: 'go' },
      { kind: 'prompt', host: 'vscode', session: 's1', text: 'go', key: null },
    ],
    [
      'the end in Codex, where no turn is',
      { session_id: 's1', transcript_path: '/home/u/.codex/sessions/rollout-1.jsonl', hook_event_name: 'SessionEnd' },
      { kind: 'end', host: 'codex', reason: 'other' },
    ],
    [
      'an input that is no object',
      { ...CLAUDE, hook_event_name: 'PostToolUse', tool_name: 'apply_patch', tool_input: '*** Begin Patch' },
      { input: { input: '*** Begin Patch' } },
    ],
    [
      'fields of wrong kinds',
      { session_id: 5, hook_event_name: 'Stop', last_assistant_message: ['x'], cwd: { a: 1 } },
      null,
    ],
    [
      'what our own command answered',
      {
        ...CLAUDE,
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'engraph search jwt' },
        tool_response: { stdout: 'old' },
      },
      { output: null },
    ],
  ])('%s', (_, payload, expected) => {
    const activity = read(payload)
    if (expected === null) expect(activity).toBeNull()
    else expect(activity).toMatchObject(expected)
  })

  test('the same prompt twice has one key, another of the same turn its own', () => {
    const prompt = (text: string) => read({ ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: text })!.key
    expect(prompt('go on')).toBe(prompt('go on'))
    expect(prompt('go on')).not.toBe(prompt('go on!'))
    // What is private is in no hash either.
    expect(prompt('pin <private>1</private>')).toBe(prompt('pin <private>2</private>'))
  })
})

function tool(name: string, input: Json, output: Json, error: string | null = null): ToolUse {
  return redactActivity({
    kind: 'tool',
    session: 's',
    at: AT,
    host: 'claude-code',
    agent: null,
    key: null,
    place: PLACE,
    tool: name,
    input: input as never,
    output,
    outcome: 'ok',
    error,
    durationMs: null,
  }) as ToolUse
}

describe('files of secrets', () => {
  test.each<readonly [string, string, Json, Json, readonly string[], readonly string[]]>([
    [
      'are read',
      'Read',
      { file_path: '/app/.env.local' },
      { file: { content: '     1→A=alpha\n     2→B="beta gamma"\n     3→PORT=80\n' } },
      ['alpha', 'beta'],
      ['A=[redacted:env]', 'PORT=80'],
    ],
    ['are printed', 'Bash', { command: 'cat .env | head' }, { stdout: 'export A=alpha\n' }, ['alpha'], ['export A=']],
    [
      'are searched',
      'Bash',
      { command: 'grep -rn A . --include=.env' },
      { stdout: './.env:3:A=alpha\n' },
      ['alpha'],
      ['./.env:3:A='],
    ],
    [
      'print the environment',
      'Bash',
      { command: 'env' },
      { stdout: 'A=alpha\nHOME=/root/x' },
      ['alpha'],
      ['A=[redacted'],
    ],
    [
      'are written',
      'Bash',
      { command: 'cat > .env <<EOF\nA=alpha\nEOF' },
      { stdout: '' },
      ['alpha'],
      ['cat > .env', 'A=[redacted:env]'],
    ],
    ['get a line', 'Bash', { command: 'echo "PLAIN=alpha" >> .env' }, null, ['alpha'], ['PLAIN=', '>> .env']],
    [
      'are edited',
      'Edit',
      { file_path: '.env', old_string: 'A=alpha', new_string: 'A=beta' },
      { structuredPatch: [{ lines: ['-A=alpha', '+A=beta'] }] },
      ['alpha', 'beta'],
      ['-A=[redacted:env]', '.env'],
    ],
    ['hold one key', 'Bash', { command: 'cat ~/.ssh/id_ed25519' }, { stdout: 'QyNTUxOQ' }, ['QyNTU'], ['id_ed25519']],
    ['are not there', 'Bash', { command: 'cat .env' }, null, [], ['cat .env']],
    [
      'are found by a search for a name',
      'Bash',
      { command: 'rg -n -C1 FOO' },
      { stdout: '.env:2:FOO=alpha\n.env-3-BAR=beta\nsrc/a.ts:9:const FOO = 1' },
      ['alpha', 'beta'],
      ['.env:2:FOO=', '.env-3-BAR=', 'const FOO = 1'],
    ],
    [
      'have values of several lines',
      'Read',
      { file_path: '.env' },
      { content: 'A="alpha\nbeta x=1\ngamma"\nDEBUG=true # was delta123Xy' },
      ['alpha', 'beta', 'gamma', 'delta'],
      ['A=[redacted:env]', 'DEBUG=true #'],
    ],
    ['are examples', 'Read', { file_path: '.env.example' }, { content: 'A=alpha' }, [], ['A=alpha']],
    ['are only called so', 'Read', { file_path: 'src/environment.ts' }, { content: 'a = alpha' }, [], ['a = alpha']],
  ])('that %s', (_, name, input, output, gone, kept) => {
    const text = JSON.stringify(tool(name, input, output))
    for (const word of gone) expect(text).not.toContain(word)
    for (const word of kept) expect(text).toContain(word)
  })
})

test('what is a secret in the input is one in the output and the error', () => {
  const { input, output, error } = tool(
    'Bash',
    { command: 'login --password Sommer2024' },
    { stdout: 'hello Sommer2024, welcome' },
    'no Sommer2024',
  )
  expect({ input, output, error }).toEqual({
    input: { command: 'login --password [redacted:password]' },
    output: { stdout: 'hello [redacted:password], welcome' },
    error: 'no [redacted:password]',
  })
})

describe('large payloads', () => {
  const all = (output: Json) => tool('Bash', { command: 'x' }, output)

  test.each<readonly [string, Json]>([
    ['one long text', { stdout: '长文本 and words '.repeat(100_000) }],
    ['many texts', Array.from({ length: 5000 }, (_, index) => `${index} words here`)],
    ['texts of control characters', { stdout: '\u0001 '.repeat(200_000) }],
    ['long names', { [`${'k '.repeat(100_000)}`]: 1 }],
    ['halves of characters', { stdout: '\ud83d '.repeat(200_000) }],
    [
      'many fields',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field ${index}`, 'x y z'.repeat(50)])),
    ],
  ])('%s fit into a line', (_, output) => {
    const line = lineOfActivity(all(output), 'id')!
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_BYTES_MAX)
    expect(readLine(line)).toMatchObject({ id: 'id', activity: { kind: 'tool', input: { command: 'x' } } })
  })

  test('a long text keeps head and tail, and says how much is left out', () => {
    const stdout = `first ${'👩‍👩‍👧 '.repeat(20_000)}last`
    const { output } = keptActivity(all({ stdout })) as ToolUse
    const kept = (output as { readonly stdout: string }).stdout
    const [, head, count, tail] = /^(first [\s\S]*)\n\[… (\d+) characters left out …\]\n([\s\S]*last)$/u.exec(kept)!
    expect(head!.length + Number(count) + tail!.length).toBe(stdout.length)
    expect(kept.isWellFormed()).toBe(true)
    expect(head!.trimEnd().endsWith('👩‍👩‍👧')).toBe(true)
    expect(tail!.trimStart().startsWith('👩‍👩‍👧')).toBe(true)
  })

  test('pictures are left out whole', () => {
    const { output } = keptActivity(all({ base64: 'iVBORw0KGgo'.repeat(9000) })) as ToolUse
    expect(output).toEqual({ base64: '[data: 99000 characters left out]' })
  })

  test('texts are composed', () => {
    const { output } = keptActivity(all('e\u0301')) as ToolUse
    expect(output).toBe('\u00e9')
  })
})

describe('lines', () => {
  const line = lineOfActivity(read({ ...CLAUDE, hook_event_name: 'SessionEnd', reason: 'x' })!, 'one')!

  test('a line that another torn one stands before is read', () => {
    expect(readLine(line.slice(0, 60) + line)).toMatchObject({ id: 'one', activity: { kind: 'end' } })
  })

  test.each<readonly [string, string]>([
    ['', 'torn'],
    ['{', 'torn'],
    [line.slice(0, -2), 'torn'],
    ['[]', 'object'],
    ['{"v":2,"id":"x"}', 'version 2'],
    ['{"v":1}', 'without an id'],
    ['{"v":1,"id":"x","session":"s","at":"now"}', 'without a time'],
    ['{"v":1,"id":"x","session":"s","at":1}', 'without a place'],
    ['{"v":1,"id":"x","session":"s","at":1,"place":{"folder":"/"},"kind":"song"}', 'kind'],
    ['{"v":1,"id":"x","session":"s","at":1,"place":{"folder":"/"},"kind":"prompt"}', 'what a prompt holds'],
    [`"${'x'.repeat(2_000_000)}"`, 'longer'],
  ])('%.60s is told as a problem', (text, problem) => {
    expect(readLine(text)).toEqual({ problem: expect.stringContaining(problem) })
  })

  test('what is missing gets a harmless value', () => {
    const bare = '{"v":1,"id":"x","session":"s","at":1,"place":{"folder":"/"},"kind":"tool","tool":"Bash","extra":1}'
    expect(readLine(bare)).toEqual({
      id: 'x',
      activity: {
        kind: 'tool',
        session: 's',
        at: 1,
        host: 'unknown',
        agent: null,
        key: null,
        place: { ...PLACE, folder: '/', root: '/' },
        tool: 'Bash',
        input: {},
        output: null,
        outcome: 'unknown',
        error: null,
        durationMs: null,
      },
    })
  })
})
