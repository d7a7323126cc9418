import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Observation, SessionSummary } from '../../src/graph/observation.ts'
import type { ObservedTranscript } from '../../src/project/observe-transcript.ts'

export const SESSIONS = join(import.meta.dirname, '..', 'fixtures', 'sessions')

/** What a person expects of an event; each part that is given must hold. */
export interface ExpectedEvent {
  readonly agent?: string
  readonly type?: string
  readonly language?: string
  readonly title?: string
  readonly titleAbsent?: readonly string[]
  readonly filesRead?: readonly string[]
  /** All of them, in any order. */
  readonly filesModified?: readonly string[]
  readonly concepts?: readonly string[]
  /** Each must be held by one fact. */
  readonly facts?: readonly { readonly kind?: string; readonly has: readonly string[] }[]
  readonly knowledge?: readonly string[]
  readonly isUnfinished?: boolean
}

export interface ExpectedSession {
  readonly events: readonly ExpectedEvent[]
  readonly agents?: readonly ExpectedEvent[]
  readonly summary: {
    readonly language: string
    readonly request: string
    readonly investigated: readonly string[]
    readonly learned: readonly string[]
    readonly completed: readonly string[]
    readonly nextSteps: readonly string[]
  }
  readonly absent: readonly string[]
}

export function expectedSession(name: string): ExpectedSession {
  return JSON.parse(readFileSync(join(SESSIONS, `${name}.expected.json`), 'utf8')) as ExpectedSession
}

/** What of the expectations does not hold, a line for each. */
export function unmet(observed: ObservedTranscript, expected: ExpectedSession): readonly string[] {
  const own = observed.observations.filter(({ agent }) => agent === null)
  const agents = observed.observations.filter(({ agent }) => agent !== null)
  const summary = observed.summaries.find(({ session }) => session === observed.session)?.summary
  const whole = JSON.stringify([observed.observations, observed.summaries])
  return [
    ...(own.length === expected.events.length ? [] : [`${own.length} events, not ${expected.events.length}`]),
    ...expected.events.flatMap((event, i) => unmetOf(`event ${i + 1}`, own[i]?.observation, event)),
    ...(expected.agents ?? []).flatMap((event, i) => unmetOf(`agent ${i + 1}`, agents[i]?.observation, event)),
    ...unmetOfSummary(summary, expected.summary),
    ...expected.absent.filter((text) => whole.includes(text)).map((text) => `holds ${text}`),
  ]
}

function unmetOf(name: string, observation: Observation | undefined, expected: ExpectedEvent): string[] {
  if (!observation) return [`${name}: no observation`]
  const wrong: string[] = []
  const say = (isMet: boolean, what: string) => {
    if (!isMet) wrong.push(`${name}: ${what}`)
  }
  const { type, language, title, isUnfinished } = observation
  say(expected.type === undefined || expected.type === type, `type is ${type}, not ${expected.type}`)
  say(expected.language === undefined || expected.language === language, `language is ${language}`)
  say(
    expected.title === undefined || new RegExp(expected.title, 'u').test(title),
    `title is ${title}, not ${expected.title}`,
  )
  for (const text of expected.titleAbsent ?? []) say(!title.includes(text), `title ${title} holds ${text}`)
  say(title.length <= 100 && !/[.,;:!?。，；：！？]$/u.test(title), `title ${title} is too long or ends with a mark`)
  for (const file of expected.filesRead ?? [])
    say(observation.filesRead.includes(file), `did not read ${file} but ${observation.filesRead.join(' ')}`)
  const modified = [...observation.filesModified].sort().join(' ')
  say(
    expected.filesModified === undefined || modified === [...expected.filesModified].sort().join(' '),
    `modified ${modified}`,
  )
  for (const concept of expected.concepts ?? [])
    say(observation.concepts.includes(concept), `no concept ${concept} in ${observation.concepts.join(', ')}`)
  for (const { kind, has } of expected.facts ?? []) {
    const held = observation.facts.some(
      (fact) => (kind === undefined || fact.kind === kind) && has.every((text) => fact.text.includes(text)),
    )
    say(held, `no fact ${kind ?? ''} with ${has.join(' | ')}`)
  }
  for (const { text, records } of observation.facts) {
    say(text.length <= 300 && records.length > 0, `fact is too long or has no records: ${text}`)
    say(
      records.every((record) => record !== ''),
      `fact without a record: ${text}`,
    )
  }
  for (const kind of expected.knowledge ?? [])
    say(
      observation.knowledge.some((own) => own === kind),
      `knowledge is ${observation.knowledge.join(' ')}, not ${kind}`,
    )
  say(expected.isUnfinished === undefined || expected.isUnfinished === isUnfinished, `isUnfinished is ${isUnfinished}`)
  return wrong
}

function unmetOfSummary(summary: SessionSummary | undefined, expected: ExpectedSession['summary']): string[] {
  if (!summary) return ['no summary']
  const wrong: string[] = []
  if (summary.language !== expected.language) wrong.push(`summary: language is ${summary.language}`)
  if (!new RegExp(expected.request, 'u').test(summary.request ?? ''))
    wrong.push(`summary: request is ${summary.request}`)
  for (const part of ['investigated', 'learned', 'completed', 'nextSteps'] as const) {
    for (const pattern of expected[part]) {
      const isHeld = summary[part].some((text) => new RegExp(pattern, 'u').test(text))
      if (!isHeld) wrong.push(`summary: ${part} has no ${pattern}: ${summary[part].join(' // ')}`)
    }
  }
  return wrong
}
