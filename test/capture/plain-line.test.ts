import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHookPayload } from '../../src/capture/hook-payload.ts'
import { lineOfActivity } from '../../src/capture/journal-entry.ts'
import { isPlainText, plainLine } from '../../src/capture/plain-line.ts'
import { saidKey } from '../../src/capture/said-key.ts'
import { keyOfPlain } from '../../src/capture/short-hash.ts'
import type { Activity } from '../../src/graph/activity.ts'
import type { Json } from '../../src/graph/nodes.ts'
import { hookActivity } from './hook-activity.ts'

const PLACE = { folder: '/w', root: '/w', repository: '/w/.git', remote: null, branch: 'main', commit: null }

function told(event: string, fields: object): Activity {
  const payload = { session_id: 's1', cwd: '/w', prompt_id: 'p1', tool_use_id: 't1', hook_event_name: event, ...fields }
  const known = readHookPayload(payload as Json, null)!
  return hookActivity(known, { event, at: 1_800_000_000_000, placeOf: () => PLACE, folder: '/' })!
}

const used = (input: unknown, output: unknown, fields: object = {}) =>
  told('PostToolUse', { tool_name: 'Bash', tool_input: input, tool_response: output, ...fields })

test.each<readonly [string, Activity]>([
  ['a prompt', told('UserPromptSubmit', { prompt: '  Add a timeout to the retry. \n' })],
  ['a Chinese prompt', told('UserPromptSubmit', { prompt: '给重试加一个超时。' })],
  ['a reply', told('Stop', { last_assistant_message: 'Done.\n' })],
  ['a summary', told('PostCompact', { compact_summary: 'The work so far.' })],
  ['the end of a session', told('SessionEnd', { reason: 'other' })],
  ['a command and its output', used({ command: 'npm test' }, { stdout: 'ok 1 - the token is renewed\n', stderr: '' })],
  ['a failure', told('PostToolUseFailure', { tool_name: 'Bash', tool_input: { command: 'x' }, error: 'Exit code 1' })],
])('%s is plain, and its line the same', (_, activity) => {
  expect(plainLine(activity, 'id')).toBe(lineOfActivity(activity, 'id'))
  expect(plainLine(activity, 'id')).not.toBeNull()
})

test.each<readonly [string, Activity]>([
  ['a prompt with a secret', told('UserPromptSubmit', { prompt: 'the password is hunter22' })],
  ['a prompt with a reminder', told('UserPromptSubmit', { prompt: 'go <system-reminder>x</system-reminder>' })],
  ['a reply with our frame', told('Stop', { last_assistant_message: '<engraph-memory>x</engraph-memory>' })],
  ['a blank reply', { ...told('Stop', { last_assistant_message: 'x' }), text: ' \n' } as Activity],
  ['a long prompt', told('UserPromptSubmit', { prompt: 'a b '.repeat(5000) })],
  ['a text that is not composed', told('UserPromptSubmit', { prompt: 'cafe\u0301' })],
  ['half a character', told('UserPromptSubmit', { prompt: 'a \ud800 b' })],
  ['a name of a secret', used({ command: 'x' }, { password: 'abcdefgh' })],
  ['names of secrets', used({ command: 'x' }, { 'pass words': { one: 'abcdefgh' } })],
  ['a name beside its value', used({ command: 'x' }, [{ name: 'DB_PASSWORD', value: 'abcdefgh' }])],
  ['a secret as a name', used({ command: 'x' }, { ghp_abcdefghijklmnopqrstuvwxyz0123456789: 1 })],
  ['a file of settings', used({ file_path: '/w/.env' }, 'PLAIN=valueofplain')],
  ['a command on one', used({ command: 'cat .env.local' }, 'PLAIN=valueofplain')],
  ['the environment', used({ command: 'printenv' }, 'PLAIN=valueofplain')],
  ['what lies deep', used({ command: 'x' }, [[[[[[[[['deep']]]]]]]]])],
  ['many values', used({ command: 'x' }, new Array(600).fill(0))],
  ['a long name', used({ command: 'x' }, { [`${'n'.repeat(300)}`]: 1 })],
  ['a long error', told('PostToolUseFailure', { tool_name: 'Bash', tool_input: {}, error: 'e '.repeat(5000) })],
  ['a long tool', used({}, '', { tool_name: 'T'.repeat(500) })],
])('%s is not plain', (_, activity) => {
  expect(plainLine(activity, 'id')).toBeNull()
})

const word = fc.constantFrom(
  ...'password token api_key value name key secrets .env cat /w/.env file_path command path id_rsa set the is = : " \n < private> hunter22 ghp_abcdefghijklmnopqrstuvwxyz0123456789 e\u0301 é 密码：hunter22 title type printenv'.split(
    ' ',
  ),
)
const phrase = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
const json = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    phrase,
    fc.constantFrom<Json>(1, null, true),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(word, phrase), tie('any'), { maxKeys: 3 }),
  ),
})).any

test('the line of what is plain is the one that redaction gives', () => {
  let plain = 0
  fc.assert(
    fc.property(fc.dictionary(word, json, { maxKeys: 3 }), json, phrase, (input, output, said) => {
      for (const activity of [
        used(input, output),
        told('PostToolUseFailure', { tool_name: 'Bash', tool_input: input, error: said.trim() === '' ? 'e' : said }),
        told('UserPromptSubmit', { prompt: said.trim() === '' ? 'e' : said }),
        told('Stop', { last_assistant_message: said.trim() === '' ? 'e' : said }),
      ]) {
        const line = plainLine(activity, 'id')
        if (line === null) continue
        plain++
        expect(line).toBe(lineOfActivity(activity, 'id'))
      }
      if (isPlainText(said)) expect(keyOfPlain('t', said)).toBe(saidKey('t', said))
    }),
    { numRuns: 3000 },
  )
  expect(plain).toBeGreaterThan(1000)
})
