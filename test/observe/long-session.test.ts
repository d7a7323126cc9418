import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Observation } from '../../src/graph/observation.ts'
import { observeTranscript } from '../../src/project/observe-transcript.ts'
import { SESSIONS } from './expected-session.ts'
import { longSession } from './long-session.ts'

const expected = JSON.parse(readFileSync(join(SESSIONS, 'long.expected.json'), 'utf8')) as {
  readonly toolCalls: number
  readonly seed: number
  readonly typesOfTasks: Readonly<Record<string, string>>
  readonly shareOfTasksRightMin: number
  readonly factsMax: number
  readonly conceptsMax: number
}

test('a session of 2,000 tool calls gives one observation for each task, none lost and none too long', async () => {
  const long = longSession(expected)
  expect(long.toolCalls).toBe(expected.toolCalls)
  const folder = mkdtempSync(join(tmpdir(), 'engraph-long-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'long.jsonl')
  writeFileSync(path, `${long.lines.join('\n')}\n`)
  const observed = await observeTranscript(path)
  const observations = observed.observations.map(({ observation }) => observation)
  const records = new Set(observations.flatMap((observation) => observation.records))
  // A bare "done" that stands alone in its event says nothing.
  expect(records.size).toBeGreaterThanOrEqual(long.toolCalls + long.prompts)
  const wrong = long.tasks.filter((task) => !observations.some((observation) => isOf(task, observation)))
  expect(wrong.length).toBeLessThanOrEqual(long.tasks.length * (1 - expected.shareOfTasksRightMin))
  for (const { facts, concepts, title } of observations) {
    expect(facts.length).toBeLessThanOrEqual(expected.factsMax)
    expect(concepts.length).toBeLessThanOrEqual(expected.conceptsMax)
    expect(title.length).toBeLessThanOrEqual(100)
  }
  expect(await observeTranscript(path)).toEqual(observed)
}, 120_000)

type Task = ReturnType<typeof longSession>['tasks'][number]

function isOf({ module, kind, from, to }: Task, { type, title, facts }: Observation): boolean {
  if (type !== expected.typesOfTasks[kind] || !title.includes(module)) return false
  const texts = facts.map(({ text }) => text)
  if (kind === 'fix' || kind === 'tune') return texts.some((text) => text.includes(`${from} -> const limit = ${to}`))
  if (kind === 'add') return texts.some((text) => text.includes(`GET /api/${module}/limit`))
  return texts.some((text) => text.includes('limitOf'))
}
