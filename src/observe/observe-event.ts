import type { JsonObject } from '../graph/nodes.ts'
import { OBSERVATION_TYPES, type Observation, type ObservationType, type ObservedFact } from '../graph/observation.ts'
import { CONCEPTS_MAX, conceptKey, conceptsOf } from './concepts.ts'
import { endpointsOf } from './endpoints.ts'
import { type EventGiven, type EventReading, filesOf, readEvent } from './event-reading.ts'
import { FACT_LENGTH_MAX, factsOf } from './facts.ts'
import { knowledgeOf } from './knowledge.ts'
import { NARRATIVE_MAX, narrativeOf } from './narrative.ts'
import { requestOf } from './request.ts'
import { outcomesOf, type RunOutcomes } from './runs.ts'
import { cutText, sentencesOf, withoutEndMarks } from './sentences.ts'
import { decisionsOf, findingsOf, leftToDoOf, type Statement } from './statements.ts'
import { titleOf } from './title.ts'
import { typeOfEvent, verbOf } from './type-of-event.ts'

/** Grows whenever the rules read something else out of the same records. */
export const OBSERVE_VERSION = 2

export interface ObserveGiven extends EventGiven {
  /** Whether the work goes on in the next event, because the event was full: what is missing may stand there. */
  readonly goesOn?: boolean
}

/**
 * The distilled form of one event, by rules alone; `null` where it says nothing (a greeting, a thank-you). The same records
 * give the same observation. Odd records never throw: what cannot be read is left out.
 */
export function observeEvent({ records, before, root, goesOn = false }: ObserveGiven): Observation | null {
  const reading = readEvent({ records, before, root })
  const [noted] = reading.notes
  if (noted) return observationOfNote(reading, noted)
  const files = filesOf(reading)
  const outcomes = outcomesOf(reading.before.steps, reading.steps)
  const { ofUser, ofAgent } = decisionsOf(reading)
  const endpoints = endpointsOf(reading)
  const hasEndpoints = endpoints.some(({ isNew }) => isNew)
  const type = typeOfEvent({ reading, files, outcomes, decisions: { ofUser, ofAgent }, hasEndpoints })
  const asks =
    type === 'discovery' || type === 'decision' || verbOf(reading.prompts[0]?.text.slice(0, 3_000) ?? '') === 'ask'
  const isOnlyLooking = asks && files.modified.length === 0
  const decisions = [...ofUser, ...ofAgent]
  // What was decided is told once.
  const decided = new Set(decisions.map(({ text }) => text))
  const findings = findingsOf(reading, isOnlyLooking).filter(({ text }) => !decided.has(text))
  if (isTrivial(reading, findings, decisions)) return null
  const left = leftToDoOf(reading)
  const isUnfinished = !goesOn && endsOpen(reading, outcomes, left, type)
  const open = isUnfinished ? left : []
  const facts = factsOf({ reading, files, outcomes, decisions, findings, endpoints, left: open })
  return {
    type,
    title: titleOf({ reading, type, files, outcomes, facts, decisions, isUnfinished }),
    narrative: narrativeOf({ reading, files, outcomes, left }),
    facts,
    concepts: conceptsOf(reading, files, packagesIn(facts)),
    knowledge: knowledgeOf({ reading, type, files, decisions, findings }),
    filesRead: files.read,
    filesModified: files.modified,
    records: reading.records,
    isUnfinished,
    language: reading.language,
  }
}

/** `jsonwebtoken` of `jsonwebtoken 8.5.1 -> 9.0.2`. */
function packagesIn(facts: readonly ObservedFact[]): readonly string[] {
  const changed = facts.filter(({ kind, text }) => kind === 'version' && text.includes(' -> '))
  return changed.slice(0, 4).flatMap(({ text }) => /^([@\w][\w./@-]{1,60}) /u.exec(text)?.[1] ?? [])
}

/** No tool, no choice, and nothing that was explained. */
function isTrivial(reading: EventReading, findings: readonly Statement[], decisions: readonly Statement[]): boolean {
  if (reading.steps.length > 0 || decisions.length > 0) return false
  if (reading.prompts.length === 0 && reading.replies.length === 0) return true
  // The end of work whose event was full.
  if (reading.isContinued && findings.length > 0) return false
  const asks = reading.prompts.some(({ text }) => requestOf(text) !== null)
  const said = reading.replies.reduce((sum, { text }) => sum + sayingLength(text), 0)
  return !asks || said < 60 || findings.length === 0
}

/** A Han character says as much as some letters. */
function sayingLength(text: string): number {
  const han = text.slice(0, 2_000).match(/\p{Script=Han}/gu)?.length ?? 0
  return Math.min(text.length, 2_000) + han * 2
}

function endsOpen(
  reading: EventReading,
  { failing }: RunOutcomes,
  left: readonly Statement[],
  type: ObservationType,
): boolean {
  if (type === 'failure' || left.length > 0) return true
  const last = reading.steps.at(-1)
  if (last?.isInterrupted && reading.closing.length === 0) return true
  const hasWork = reading.steps.some(({ kind }) => kind !== 'plan')
  if (hasWork && reading.closing.length === 0) return true
  // A question was answered, whether or not a command on the way failed.
  return failing.length > 0 &&
    reading.steps.some(({ changes, modified, made }) => changes.length + modified.length + made.length > 0)
    ? failing.some(({ does }) => does !== 'run' && does !== 'other')
    : false
}

/** What somebody asked to be remembered says of itself what it is. */
function observationOfNote(reading: EventReading, { record, note }: EventReading['notes'][number]): Observation {
  const about = note.about ?? {}
  const text = typeof note.text === 'string' ? note.text : ''
  const given = textAt(about, 'title') ?? sentencesOf(text)[0] ?? text
  const type = OBSERVATION_TYPES.find((own) => own === textAt(about, 'type')) ?? 'discovery'
  const files = textsAt(about, 'files')
  const own: EventReading = { ...reading, prompts: [{ record, text: `${given}\n${text}` }] }
  const named = textsAt(about, 'concepts').map((name) => conceptKey(name) ?? name.toLowerCase().trim())
  const read = conceptsOf(own, { read: files, modified: [], made: [], removed: [], moved: [] })
  const kind = type === 'decision' ? 'decision' : 'finding'
  const facts = sentencesOf(text)
    .slice(0, 8)
    .map((sentence) => ({ kind, text: cutText(sentence, FACT_LENGTH_MAX), records: [record] }) as const)
  return {
    type,
    title: withoutEndMarks(cutText(given, 100)),
    narrative: cutText(text, NARRATIVE_MAX),
    facts,
    concepts: [...new Set([...named, ...read])].slice(0, CONCEPTS_MAX),
    knowledge: knowledgeOf({
      reading: { ...own, replies: [{ record, text }] },
      type,
      files: filesOf(reading),
      decisions: [],
      findings: [],
    }),
    filesRead: files,
    filesModified: [],
    records: reading.records,
    isUnfinished: false,
    language: reading.prompts.length > 0 ? reading.language : noteLanguage(text),
  }
}

function noteLanguage(text: string): 'en' | 'zh' {
  return /\p{Script=Han}{2}/u.test(text) ? 'zh' : 'en'
}

function textAt(object: JsonObject, key: string): string | null {
  const value = object[key]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function textsAt(object: JsonObject, key: string): readonly string[] {
  const value = object[key]
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string').slice(0, 60) : []
}
