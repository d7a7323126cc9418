import type { Observation, SessionSummary, StoredObservation, StoredSummary } from '../../graph/observation.ts'
import type { Instant } from '../../graph/spans.ts'
import { type FrameLanguage, plainLine } from './frame.ts'

/** UTF-16 code units. */
const TITLE_LENGTH_MAX = 120
const DETAIL_LENGTH_MAX = 200
const DETAIL_ITEMS_MAX = 3

/** `id · time · type · title · ~tokens`, with the end of the line. */
export function indexLine({ event, at, tokens, observation }: StoredObservation): string {
  const mark = observation.isUnfinished ? '!' : ''
  return line(event, at, `${observation.type}${mark}`, observation.title, tokens)
}

/** The same of a session's summary. */
export function summaryLine({ id, at, summary }: StoredSummary, tokens: number): string {
  return line(id, at, 'summary', summaryTitle(summary), tokens)
}

/** What was asked, else the first thing that came of it. */
export function summaryTitle({ request, completed, learned, investigated }: SessionSummary): string {
  return request ?? completed[0] ?? learned[0] ?? investigated[0] ?? ''
}

function line(id: string, at: Instant, type: string, title: string, tokens: number): string {
  return `${id} · ${timeOf(at)} · ${type} · ${plainLine(title, TITLE_LENGTH_MAX)} · ~${tokens}\n`
}

const DETAILS = {
  next: { en: 'next', zh: '下一步' },
  done: { en: 'done', zh: '已完成' },
  error: { en: 'error', zh: '错误' },
  decision: { en: 'decision', zh: '决定' },
  fact: { en: 'fact', zh: '事实' },
} as const

/** A line below an entry; it begins with a mark so that a tokenizer splits before it, and costs add up. */
export function detailLine(kind: keyof typeof DETAILS, items: readonly string[], language: FrameLanguage): string {
  const said = items.slice(0, DETAIL_ITEMS_MAX).map((item) => plainLine(item, DETAIL_LENGTH_MAX))
  const text = said.filter((item) => item !== '').join(language === 'zh' ? '；' : '; ')
  return text === '' ? '' : `- ${DETAILS[kind][language]}: ${text}\n`
}

/** What went wrong last, or what was decided: the one line that saves a look. */
export function tellingDetail({ facts, isUnfinished, type, title }: Observation, language: FrameLanguage): string {
  const last = (kind: string) => facts.findLast((fact) => fact.kind === kind && fact.text !== title)?.text
  const error = isUnfinished || type === 'failure' ? last('error') : undefined
  if (error !== undefined) return detailLine('error', [error], language)
  const decision = last('decision')
  return decision === undefined ? '' : detailLine('decision', [decision], language)
}

/** To the minute, in UTC. */
function timeOf(at: Instant): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '?' : date.toISOString().slice(0, -8).replace('T', ' ')
}
