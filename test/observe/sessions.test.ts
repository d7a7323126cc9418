import { join } from 'node:path'
import { expect, test } from 'vitest'
import { observeTranscript } from '../../src/project/observe-transcript.ts'
import { expectedSession, SESSIONS, unmet } from './expected-session.ts'

test.each(['chinese', 'failures', 'with-subagents', 'secrets'])(
  'the session %s is observed as a person would',
  async (name) => {
    const observed = await observeTranscript(join(SESSIONS, `${name}.jsonl`))
    expect(unmet(observed, expectedSession(name))).toEqual([])
    expect(observed.problems).toEqual([])
  },
)
