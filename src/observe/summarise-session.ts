import type { ActivityRecord } from '../graph/activity.ts'
import { leftToDoIn, type Observation, type SessionSummary } from '../graph/observation.ts'
import { readEvent } from './event-reading.ts'
import { requestOf } from './request.ts'
import { outcomesOf } from './runs.ts'
import { cutText } from './sentences.ts'
import { leftToDoOf, withoutLabel } from './statements.ts'
import { stepOf } from './tools/step-of.ts'
import { SAYINGS } from './wording.ts'

const ITEMS_MAX = 10
const ITEM_LENGTH_MAX = 300
const REQUESTS_MAX = 6
const REQUEST_LENGTH_MAX = 400
/** What is left to do stands in the last events. */
const OPEN_EVENTS_MAX = 8
const STEPS_MAX = 400

export interface SummariseGiven {
  /** Of the session, in order. */
  readonly observations: readonly Observation[]
  readonly records: readonly ActivityRecord[]
  readonly isEnded: boolean
}

/** What a session came to so far, from the same material as its observations. */
export function summariseSession({ observations, records }: SummariseGiven): SessionSummary {
  const language = languageOf(observations)
  return {
    request: requestsOf(records),
    investigated: bounded(observations.flatMap(({ filesRead }) => filesRead)),
    learned: bounded(
      observations.flatMap(({ facts }) =>
        facts
          .filter((fact) => (fact.kind === 'finding' && leftToDoIn(fact) === null) || fact.kind === 'decision')
          .slice(0, 3)
          .map(({ text }) => text),
      ),
    ),
    completed: bounded(observations.filter(isCompleted).map(completedText)),
    nextSteps: nextStepsOf(observations, records, language),
    language,
  }
}

function languageOf(observations: readonly Observation[]): 'en' | 'zh' {
  const chinese = observations.filter(({ language }) => language === 'zh').length
  return chinese * 2 > observations.length ? 'zh' : 'en'
}

function requestsOf(records: readonly ActivityRecord[]): string | null {
  const requests = new Set<string>()
  for (const { activity } of records) {
    if (activity.kind !== 'prompt' || requests.size >= REQUESTS_MAX) continue
    const request = requestOf(typeof activity.text === 'string' ? activity.text : '')
    if (request !== null) requests.add(cutText(request, 120))
  }
  return requests.size === 0 ? null : cutText([...requests].join('; '), REQUEST_LENGTH_MAX)
}

function isCompleted({ type, filesModified, facts }: Observation): boolean {
  if (type === 'failure' || type === 'discovery') return false
  return (
    filesModified.length > 0 || type === 'decision' || facts.some(({ kind }) => kind === 'commit' || kind === 'command')
  )
}

/** The title with what shows it best: a fix, else the first changes. */
function completedText({ title, facts }: Observation): string {
  const telling =
    facts.find(({ kind }) => kind === 'fix') ??
    facts.find(({ kind }) => kind === 'commit' || kind === 'version' || kind === 'edit' || kind === 'path')
  return cutText(telling ? `${title}: ${telling.text}` : title, ITEM_LENGTH_MAX)
}

function bounded(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].slice(-ITEMS_MAX).map((text) => cutText(text, ITEM_LENGTH_MAX))
}

/** What was announced and not done, and checks that stay red, of the last events; the newest first. */
function nextStepsOf(
  observations: readonly Observation[],
  records: readonly ActivityRecord[],
  language: 'en' | 'zh',
): readonly string[] {
  const saying = SAYINGS[language]
  const steps: string[] = []
  const byId = new Map(records.map((record) => [record.id, record]))
  const tools = records.flatMap(({ id, activity }) => (activity.kind === 'tool' ? [stepOf(id, activity)] : []))
  const failing = outcomesOf([], tools.slice(-STEPS_MAX)).failing
  for (const { records: own, isUnfinished, title } of observations.slice(-OPEN_EVENTS_MAX).reverse()) {
    if (!isUnfinished) continue
    const event = own.flatMap((id) => byId.get(id) ?? [])
    const left = leftToDoOf(readEvent({ records: event, before: [], root: '' })).map(({ text }) => withoutLabel(text))
    const red = [
      ...new Set(
        failing.filter(({ record }) => own.includes(record)).map(({ text }) => saying.mend(cutText(text, 120))),
      ),
    ]
    const told = [...left, ...red.slice(0, 3)]
    steps.push(...(told.length > 0 ? told : [saying.finish(title)]))
  }
  return [...new Set(steps)].slice(0, ITEMS_MAX).map((text) => cutText(text, ITEM_LENGTH_MAX))
}
