import { describe, expect, test } from 'vitest'
import { activityOfNode, recordOfActivity, sessionOfActivity } from '../../src/capture/activities.ts'
import type { Activity, ToolUse } from '../../src/graph/activity.ts'
import { opensByKind } from '../../src/graph/records.ts'
import { placeOf, prompt, T0, tool } from '../project/project-activities.ts'

const place = placeOf('/work/shop', { branch: 'main' })
const textOf = (given: Partial<ToolUse>) => recordOfActivity(tool(place, given), 'n')?.text

describe('the text by which a tool call is found', () => {
  test.each<[string, Partial<ToolUse>, string]>([
    ['a command with what it printed', { input: { command: 'npm test' }, output: 'ok 3' }, '$ npm test\nok 3'],
    [
      'a command with its exit code',
      { input: { command: 'ls' }, output: { stdout: 'no', exit_code: 3 } },
      '$ ls (exit 3)\nno',
    ],
    [
      'a command that failed',
      { input: { command: 'false' }, output: null, outcome: 'error', error: 'Exit code 1\nboom' },
      '$ false (exit 1)\nExit code 1\nboom',
    ],
    ['a command in words', { input: { command: ['git', 'log'] }, output: null }, '$ git log'],
    [
      'an edit by its lines, the path from the top of the tree',
      {
        tool: 'Edit',
        input: { file_path: '/work/shop/src/auth/token.ts', old_string: 'ttl: 5', new_string: 'ttl: 15\nskew: 1' },
        output: { filePath: '/work/shop/src/auth/token.ts', originalFile: 'the whole file' },
      },
      'Edit src/auth/token.ts\n- ttl: 5\n+ ttl: 15\n+ skew: 1',
    ],
    [
      'several edits of one file',
      {
        tool: 'MultiEdit',
        input: { file_path: '/work/shop/a.ts', edits: [{ old_string: 'a', new_string: 'b' }, 5] },
        output: 'done',
      },
      'MultiEdit a.ts\n- a\n+ b',
    ],
    [
      'a file that was read, outside of the tree',
      { tool: 'Read', input: { file_path: '/etc/hosts' }, output: 'local' },
      'Read /etc/hosts\nlocal',
    ],
    [
      'what else a tool was given',
      { tool: 'Grep', input: { pattern: 'jwt', limit: 3 }, output: { matches: ['a.ts:1', 'b.ts:2'] } },
      'Grep\npattern: jwt\na.ts:1\nb.ts:2',
    ],
    ['a tool that was given nothing', { tool: 'mcp__db__tables', input: {}, output: null }, 'mcp__db__tables'],
    [
      'a tool that failed without words',
      { tool: 'Read', input: { path: 'x' }, output: null, outcome: 'error' },
      'Read x (failed)',
    ],
    [
      'another language',
      { tool: 'Edit', input: { path: '/work/shop/说明.md', new_str: '登录超时改为 15 分钟' } },
      'Edit 说明.md\n+ 登录超时改为 15 分钟',
    ],
  ])('%s', (_, given, expected) => {
    expect(textOf(given)).toBe(expected)
  })

  test('is short however much there is, and holds beginning and end', () => {
    const long = `first ${'x'.repeat(200_000)} last`
    const text = textOf({ input: { command: long }, output: [long, { deep: [[[[[[[[long]]]]]]]] }] })!
    expect(text.length).toBeLessThan(5000)
    expect(text).toMatch(/^\$ first x+ …\nfirst x+\n…\nx+ last$/u)
  })

  test.each(['\u0000', '\ud800', '('.repeat(100_000), 'exit code '.repeat(10_000), '/work/shop/'.repeat(10_000)])(
    'is made of whatever is there',
    (odd) => {
      for (const given of [
        { input: { command: odd } },
        { output: odd },
        { error: odd },
        { tool: odd || 'x', input: { [odd]: odd } },
      ]) {
        expect(textOf(given)?.isWellFormed()).toBe(true)
      }
    },
  )
})

describe('a record', () => {
  const sub = { id: 'a1', type: 'Explore' }
  test.each<[string, Activity, { id: RegExp; speaker: string; opens: boolean }]>([
    ['of a prompt', prompt(place, 'fix it'), { id: /^q~/u, speaker: 'user', opens: true }],
    [
      'of a note',
      { ...prompt(place, 'keep it'), kind: 'note', about: {} },
      { id: /^q~/u, speaker: 'user', opens: true },
    ],
    ['of a reply', { ...prompt(place, 'done'), kind: 'reply' }, { id: /^u~/u, speaker: 'claude', opens: false }],
    [
      'of a summary by the host',
      { ...prompt(place, 'so far'), kind: 'compact' },
      { id: /^u~/u, speaker: 'claude', opens: false },
    ],
    ['of a tool call', tool(place), { id: /^u~/u, speaker: 'Bash', opens: false }],
  ])('%s keeps the activity whole', (_, activity, { id, speaker, opens }) => {
    const record = recordOfActivity(activity, 'n')!
    expect(record).toMatchObject({ id: expect.stringMatching(id), speaker, session: 'one', at: T0, branch: 'main' })
    expect(opensByKind(record.id)).toBe(opens)
    expect(activityOfNode({ id: record.id, body: record.body! })).toEqual({ id: record.id, activity })
  })

  test('is made neither of an end nor of what says nothing', () => {
    expect(recordOfActivity({ ...prompt(place, ''), kind: 'end', reason: 'exit' }, 'n')).toBeNull()
    expect(recordOfActivity(prompt(place, ' \n'), 'n')).toBeNull()
    expect(activityOfNode({ id: 'm~1', body: {} })).toBeNull()
    expect(activityOfNode({ id: 'm~1', body: { activity: { kind: 'odd' } } })).toBeNull()
  })

  test('of a subagent stands in a session of its own', () => {
    expect(sessionOfActivity(tool(place, { agent: sub }))).toBe('one/a1')
    const ids = [tool(place, { key: 't' }), tool(place, { key: 't', agent: sub })].map(
      (one) => recordOfActivity(one, 'n')!.id,
    )
    expect(new Set(ids).size).toBe(2)
  })
})
