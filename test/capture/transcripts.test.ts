import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readHookPayload } from '../../src/capture/hook-payload.ts'
import { saidText } from '../../src/capture/transcripts/injected.ts'
import { readTranscript } from '../../src/capture/transcripts/read-transcript.ts'
import type { Activity, ToolUse } from '../../src/graph/activity.ts'
import { activityId } from '../../src/graph/records.ts'
import { inEnglish } from '../../src/graph/wording.ts'
import { sessionLines } from '../observe/session-lines.ts'
import { hookActivity } from './hook-activity.ts'

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'sessions')
const linesOf = (name: string) => readFileSync(join(FIXTURES, name), 'utf8').split('\n')
const told = ({ activities }: { readonly activities: readonly Activity[] }) =>
  activities.map(
    (activity) =>
      `${activity.kind} ${'text' in activity ? activity.text : activity.kind === 'tool' ? activity.tool : ''}`,
  )

const OPTIONS = { session: 's1', cwd: '/home/u/w', branch: 'main', start: '2026-11-20T02:10:00.000Z' }
const session = () => sessionLines(OPTIONS)

describe('Claude Code', () => {
  test('prompts, tools with their results and replies come in order, and nothing else', () => {
    const { lines } = session().prompt('fix it').bash('npm test', 'ok').bash('false', '', 1).say('Done.')
    const read = readTranscript(lines)
    expect(told(read)).toEqual(['prompt fix it', 'tool Bash', 'tool Bash', 'reply Done.'])
    const [, ok, failed] = read.activities as readonly [Activity, ToolUse, ToolUse]
    expect([ok.outcome, failed.outcome, failed.error]).toEqual(['ok', 'error', 'Exit code 1\n'])
    expect(read.problems).toEqual([])
  })

  test('a line that is repeated is read once, a message over several lines is one reply', () => {
    const { lines } = session().prompt('x').say('a')
    const again = JSON.parse(lines.findLast((line) => line.includes('"assistant"'))!) as Record<string, object>
    const second = {
      ...again,
      uuid: 'other',
      message: { ...again['message'], content: [{ type: 'text', text: 'b' }] },
    }
    expect(told(readTranscript([...lines, ...lines, JSON.stringify(second)]))).toEqual(['prompt x', 'reply a\n\nb'])
  })

  test('bad lines and a torn last one are counted and left out', () => {
    const { lines } = session().prompt('x')
    const read = readTranscript([
      lines[0]!,
      '{bad',
      ...lines.slice(1),
      '{"type":"nobody-knows"}',
      '{"type":"user","mess',
    ])
    expect(told(read)).toEqual(['prompt x'])
    expect(read.problems.map(inEnglish)).toEqual([
      'The last line is torn, and was left out.',
      'Lines that are no JSON object, and were left out: 1.',
      'Lines of an unknown type: 1.',
    ])
  })

  test('the summary of a compaction is no prompt', () => {
    const { lines } = session().line({
      type: 'user',
      isCompactSummary: true,
      message: { role: 'user', content: 'This session…' },
    })
    expect(told(readTranscript(lines))).toEqual(['compact This session…'])
  })

  test('steps of a subagent bear its id and its type', () => {
    const types = new Map([['a7f3c21', 'Explore']])
    const { activities } = readTranscript(linesOf('with-subagents/subagents/agent-a7f3c21.jsonl'), {
      agentTypes: types,
    })
    expect(new Set(activities.map(({ agent }) => JSON.stringify(agent)))).toEqual(
      new Set(['{"id":"a7f3c21","type":"Explore"}']),
    )
  })

  test('a session that hooks captured gets the same records when it is imported', () => {
    const { lines } = session().prompt('fix it\n').bash('npm test', 'ok').say('Done.')
    const prompt = JSON.parse(lines.find((line) => line.includes('"promptId"'))!) as { readonly promptId: string }
    const call = /"id":"(toolu_[^"]+)"/u.exec(lines.join('\n'))![1]!
    const place = { folder: '/', root: '/', repository: null, remote: null, branch: null, commit: null }
    const hooked = [
      { hook_event_name: 'UserPromptSubmit', prompt: 'fix it\n' },
      { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: call },
      { hook_event_name: 'Stop', last_assistant_message: 'Done.' },
    ].map((fields) => {
      const payload = readHookPayload(
        { session_id: 's1', prompt_id: prompt.promptId, cwd: '/home/u/w', ...fields },
        null,
      )!
      return hookActivity(payload, { event: null, at: 1, placeOf: () => place, folder: '/' })!
    })
    const ids = (activities: readonly Activity[]) => activities.map((activity) => activityId(activity, 'nonce'))
    expect(ids(readTranscript(lines).activities)).toEqual(ids(hooked))
  })
})

test.each([
  ['<system-reminder>secret</system-reminder>fix it', 'fix it'],
  ['fix it\n<engraph-memory>\nold\n</engraph-memory>', 'fix it'],
  ['fix it <ENGRAPH-MEMORY source="x">old', 'fix it'],
  ['<command-name>/clear</command-name>', ''],
  ['[Request interrupted by user]', ''],
  ['Caveat: The messages below were generated by the user while running local commands.', ''],
  ['<private>x</private>', '<private>x</private>'],
])('of %j is said %j', (text, expected) => {
  expect(saidText(text)).toBe(expected)
})

describe('Codex', () => {
  const line = (type: string, payload: object) =>
    JSON.stringify({ timestamp: '2026-11-30T03:55:48.390Z', type, payload })
  const call = (id: string, name: string, given: object) =>
    line('response_item', { type: 'function_call', name, call_id: id, arguments: JSON.stringify(given) })
  const output = (id: string, text: string) =>
    line('response_item', { type: 'function_call_output', call_id: id, output: text })
  const says = (role: string, text: string) =>
    line('response_item', { type: 'message', role, content: [{ type: 'input_text', text }] })
  const meta = line('session_meta', { id: 'c1', cwd: '/home/u/w', git: { branch: 'main' } })
  const turn = line('turn_context', { turn_id: 't1', cwd: '/home/u/w' })

  test('the developer and the environment say nothing, commands bear their exit codes', () => {
    const read = readTranscript([
      meta,
      turn,
      says('developer', 'MEM-SESSIONSTART note'),
      says('user', '<environment_context>\n<cwd>/x</cwd></environment_context>'),
      says('user', 'list the files'),
      call('a', 'exec_command', { cmd: 'ls; exit 3' }),
      output('a', 'Wall time: 0.0 seconds\nProcess exited with code 3\nOutput:\n.\n..\n'),
      call('b', 'shell', { command: ['bash', '-lc', 'true'] }),
      output('b', JSON.stringify({ output: 'fine', metadata: { exit_code: 0 } })),
      says('assistant', 'Done.'),
    ])
    expect(told(read)).toEqual(['prompt list the files', 'tool Bash', 'tool Bash', 'reply Done.'])
    const [, failed, fine] = read.activities as readonly [Activity, ToolUse, ToolUse]
    expect([failed.input, failed.outcome, failed.error, failed.output]).toEqual([
      { command: 'ls; exit 3' },
      'error',
      'Exit code 3',
      '.\n..\n',
    ])
    expect([fine.input, fine.outcome, fine.output]).toEqual([{ command: 'true' }, 'ok', 'fine'])
    expect([read.host, read.session, failed.place.branch, failed.key]).toEqual(['codex', 'c1', 'main', 'a'])
  })

  test('an exit code that only an event tells counts', () => {
    const item = { type: 'CommandExecution', id: 'a', exit_code: 2, aggregated_output: 'no' }
    const { activities } = readTranscript([
      meta,
      turn,
      call('a', 'exec_command', { cmd: 'x' }),
      line('event_msg', { type: 'item_completed', item }),
    ])
    expect(activities).toMatchObject([{ outcome: 'error', error: 'Exit code 2', output: 'no' }])
  })

  test('a patch is told as the hooks tell it', () => {
    const patch = '*** Begin Patch\n*** Update File: a\n-1\n+2\n*** End Patch'
    const { activities } = readTranscript([
      meta,
      line('response_item', { type: 'custom_tool_call', name: 'apply_patch', call_id: 'p', input: patch }),
    ])
    expect(activities).toMatchObject([{ tool: 'apply_patch', input: { command: patch } }])
  })
})
