import * as z from 'zod'
import type { ObservedFact, StoredObservation, StoredSummary } from '../../graph/observation.ts'
import type { Got } from '../../project/answers.ts'
import type { TokenCounter } from '../../token-counter.ts'
import { minuteOf } from '../cli/terminal-text.ts'
import { time } from './answer-schemas.ts'
import { jsonTokens } from './budget.ts'

const list = z.array(z.string())

export const observationView = z.object({
  kind: z.literal('observation'),
  id: z.string(),
  type: z.string(),
  title: z.string(),
  at: time,
  until: time,
  session: z.string(),
  branch: z.string().nullable(),
  agent: z.string().nullable(),
  isUnfinished: z.boolean(),
  narrative: z.string(),
  facts: z.array(z.object({ id: z.string(), kind: z.string(), text: z.string(), records: list })),
  moreFacts: z.number().describe('left out for the budget'),
  concepts: list,
  knowledge: list,
  filesRead: list,
  filesModified: list,
  records: list.describe('the first of them'),
  recordCount: z.number(),
})

export const summaryView = z.object({
  kind: z.literal('summary'),
  id: z.string(),
  at: time,
  until: time,
  session: z.string(),
  branch: z.string().nullable(),
  isEnded: z.boolean(),
  request: z.string().nullable(),
  investigated: list,
  learned: list,
  completed: list,
  nextSteps: list,
})

export type View = z.output<typeof observationView> | z.output<typeof summaryView>

const FILES_MAX = 40
const RECORDS_MAX = 20
const RECORDS_OF_FACT_MAX = 4

export function viewOf(got: Got): View {
  return got.kind === 'observation' ? viewOfObservation(got.observation) : viewOfSummary(got.summary)
}

function viewOfObservation(stored: StoredObservation): View {
  const { type, title, narrative, facts, concepts, knowledge, filesRead, filesModified, records, isUnfinished } =
    stored.observation
  return {
    kind: 'observation',
    id: stored.event,
    type,
    title,
    at: isoOf(stored.at),
    until: isoOf(stored.until),
    session: stored.session,
    branch: stored.branch,
    agent: stored.agent,
    isUnfinished,
    narrative,
    facts: facts.map((fact, index) => viewOfFact(fact, stored.factIds[index] ?? '')),
    moreFacts: 0,
    concepts: [...concepts],
    knowledge: [...knowledge],
    filesRead: filesRead.slice(0, FILES_MAX),
    filesModified: filesModified.slice(0, FILES_MAX),
    records: records.slice(0, RECORDS_MAX),
    recordCount: records.length,
  }
}

function viewOfFact({ kind, text, records }: ObservedFact, id: string) {
  return { id, kind, text, records: records.slice(0, RECORDS_OF_FACT_MAX) }
}

function viewOfSummary({ id, at, until, session, branch, isEnded, summary }: StoredSummary): View {
  const { request, investigated, learned, completed, nextSteps } = summary
  return {
    kind: 'summary',
    id,
    at: isoOf(at),
    until: isoOf(until),
    session,
    branch,
    isEnded,
    request,
    investigated: [...investigated],
    learned: [...learned],
    completed: [...completed],
    nextSteps: [...nextSteps],
  }
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}

/** Below that, a part of an observation says less than its line of an index. */
const PART_TOKENS_MIN = 150

/** The same with as few facts, and as little narrative, as the tokens allow; `null` where it is not worth it. */
export function cutView(view: View, tokensMax: number, counter: TokenCounter): View | null {
  if (view.kind !== 'observation' || tokensMax < PART_TOKENS_MIN) return null
  const { facts } = view
  const withFacts = (count: number): View => ({
    ...view,
    facts: facts.slice(0, count),
    moreFacts: facts.length - count,
  })
  let left = tokensMax - jsonTokens(counter, withFacts(0))
  if (left < 0) {
    const narrative = counter.cutTo(view.narrative, Math.max(0, counter.count(view.narrative) + left))
    const least: View = { ...view, narrative, facts: [], moreFacts: facts.length }
    return jsonTokens(counter, least) <= tokensMax ? least : null
  }
  let count = 0
  while (count < facts.length && left > 0) {
    left -= jsonTokens(counter, facts[count]) + 1
    if (left >= 0) count++
  }
  return withFacts(count)
}

/** The same for a reader. */
export function linesOfView(view: View): readonly string[] {
  const heading = [view.id, minuteOf(Date.parse(view.at)), view.kind === 'summary' ? 'summary' : view.type]
  if (view.kind === 'summary') {
    return [
      heading.join(' · '),
      ...row('Request', view.request === null ? [] : [view.request]),
      ...row('Investigated', view.investigated),
      ...row('Learned', view.learned),
      ...row('Completed', view.completed),
      ...row('Next steps', view.nextSteps),
    ]
  }
  const { title, isUnfinished, narrative, facts, moreFacts, concepts, filesModified, filesRead } = view
  return [
    [...heading, title, ...(isUnfinished ? ['unfinished'] : [])].join(' · '),
    ...(narrative === '' ? [] : [narrative]),
    ...facts.map(({ kind, text, records }) => `- ${kind}: ${text} [${records.join(' ')}]`),
    ...(moreFacts > 0 ? [`- ${moreFacts} more facts`] : []),
    ...row('Concepts', concepts),
    ...row('Modified', filesModified),
    ...row('Read', filesRead),
  ]
}

function row(label: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${label}: ${items.join('; ')}`]
}
