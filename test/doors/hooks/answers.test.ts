import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillHome } from '../../../bench/hooks/made-up-observations.ts'
import { madeUpWork } from '../../../bench/hooks/made-up-work.ts'
import { gitPlace } from '../../../src/capture/git-place.ts'
import { lineOfActivity } from '../../../src/capture/journal-entry.ts'
import { answer } from '../../../src/doors/hooks/answers.ts'
import type { Activity } from '../../../src/graph/activity.ts'

let top: string
let home: string
let folder: string

beforeAll(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'engraph-answers-')))
  home = join(top, 'home')
  folder = join(top, 'project')
  execFileSync('git', ['init', '-q', '-b', 'main', folder])
  await fillHome(home, { folder, observations: 200 })
})

afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }))

function asked(payload: object): Promise<object | null> {
  return answer({ session_id: 'new', cwd: folder, ...payload }, { home })
}

/** The context of an answer, after a look at its form. */
async function contextOf(payload: object): Promise<string | null> {
  const answered = await asked(payload)
  if (answered === null) return null
  const { hookSpecificOutput: output, ...rest } = answered as { hookSpecificOutput: Record<string, string> }
  expect([rest, Object.keys(output)]).toEqual([{}, ['hookEventName', 'additionalContext']])
  return output['additionalContext']!
}

describe('a hook answers', () => {
  test.each(['startup', 'resume', 'clear', 'compact', 'fork', 'new'])('when a session begins by %s', async (source) => {
    const context = await contextOf({ hook_event_name: 'SessionStart', source })
    expect(context).toMatch(/^<engraph-memory kind="session">\n/u)
    expect(context).toMatch(/\n<\/engraph-memory>$/u)
    expect(context!.length).toBeLessThan(6000)
  })

  test('a prompt with at most three things that it has strongly to do with', async () => {
    const [work] = [...madeUpWork(200)].slice(-1)
    const prompt = `Go on with this: ${work!.observation.title} (${work!.observation.filesModified[0]})`
    const context = await contextOf({ hook_event_name: 'UserPromptSubmit', prompt })
    expect(context).toMatch(/^<engraph-memory kind="prompt">\n/u)
    expect(context).toContain(work!.observation.title)
    expect(context!.split('\n').filter((line) => line.startsWith('e~')).length).toBeLessThanOrEqual(3)
  })

  test('hosts that write names in one word', async () => {
    const payload = { hookEventName: 'sessionStart', sessionId: 'new', cwd: folder, source: 'new' }
    expect(await answer(payload, { home })).toMatchObject({ hookSpecificOutput: { hookEventName: 'SessionStart' } })
  })
})

describe('a hook answers nothing', () => {
  test.each([
    ['to an event that it does not answer', { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: {} }],
    ['to an event that it does not know', { hook_event_name: 'Anything' }],
    ['to a greeting', { hook_event_name: 'UserPromptSubmit', prompt: 'hi' }],
    ['to "continue"', { hook_event_name: 'UserPromptSubmit', prompt: 'continue' }],
    ['to "继续"', { hook_event_name: 'UserPromptSubmit', prompt: '继续' }],
    ['to a prompt about something else', { hook_event_name: 'UserPromptSubmit', prompt: 'Write a haiku about autumn' }],
    ['to a prompt that is none', { hook_event_name: 'UserPromptSubmit', prompt: 7 }],
  ])('%s', async (_, payload) => {
    expect(await asked(payload)).toBeNull()
  })

  test.each([null, undefined, 'text', 7, []])('to %j', async (payload) => {
    expect(await answer(payload, { home })).toBeNull()
  })

  test('in a project without a memory, and makes none', async () => {
    const other = join(top, 'other')
    mkdirSync(other)
    const elsewhere = join(top, 'nowhere')
    expect(await answer({ hook_event_name: 'SessionStart', cwd: other, session_id: 's' }, { home })).toBeNull()
    expect(
      await answer({ hook_event_name: 'SessionStart', cwd: other, session_id: 's' }, { home: elsewhere }),
    ).toBeNull()
    expect(existsSync(elsewhere)).toBe(false)
  })
})

test('a session that was cut off before anybody read its journal is told to the next one', async () => {
  const other = join(top, 'cut')
  mkdirSync(other)
  execFileSync('git', ['init', '-q', '-b', 'main', other])
  const own = join(top, 'own-home')
  mkdirSync(join(own, 'journal'), { recursive: true })
  const step = { session: 'cut', at: Date.now() - 60_000, host: 'claude-code', agent: null, place: gitPlace(other) }
  const activities = [
    { ...step, kind: 'prompt', key: 'p1', text: 'Mend the landing of the zeppelin' },
    {
      ...{ ...step, kind: 'tool', key: 't1', tool: 'Bash', input: { command: 'npm test' }, output: null },
      ...{ outcome: 'error', error: 'Exit code 1\nTypeError: gas is not a function', durationMs: 9 },
    },
  ] as Activity[]
  const lines = activities.map((activity, i) => `${lineOfActivity(activity, `line-${i}`)}\n`)
  writeFileSync(join(own, 'journal', 'cut.jsonl'), lines.join(''))
  let text = ''
  // Within its deadline a busy machine may get no further than the records; the next session goes on there.
  for (let session = 0; session < 20 && !text.includes('zeppelin'); session++) {
    const answered = await answer(
      { hook_event_name: 'SessionStart', cwd: other, session_id: `s${session}` },
      { home: own },
    )
    text = JSON.stringify(answered)
  }
  expect(text).toContain('Mend the landing of the zeppelin')
  expect(text).toContain('gas is not a function')
})
