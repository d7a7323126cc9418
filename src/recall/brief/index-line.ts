import type {
  Observation,
  ObservedFact,
  SessionSummary,
  StoredObservation,
  StoredSummary,
} from '../../graph/observation.ts'
import type { Instant } from '../../graph/spans.ts'
import { type FrameLanguage, plainLine } from './frame.ts'
import { leftIn } from './open-points.ts'

/** UTF-16 code units. */
const TITLE_LENGTH_MAX = 120
const DETAIL_LENGTH_MAX = 200
const DETAIL_ITEMS_MAX = 3

const UNFINISHED = { en: 'unfinished', zh: '未完成' } as const

/** `id · time · type · title · ~tokens`, with the end of the line. */
export function indexLine({ event, at, tokens, observation }: StoredObservation, language: FrameLanguage): string {
  const { type, title, isUnfinished } = observation
  return line(event, at, isUnfinished ? `${type}, ${UNFINISHED[language]}` : type, title, tokens)
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
  left: { en: 'left', zh: '待办' },
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

/** What is left to do and wrong still, else what was decided last: the lines that save a look. */
export function tellingDetail(
  observation: Observation,
  language: FrameLanguage,
  left: readonly string[] = leftIn(observation),
): string {
  const { facts, isUnfinished, type, title } = observation
  const isTelling = (kind: string) => (fact: ObservedFact) => fact.kind === kind && fact.text !== title
  const told = isUnfinished ? detailLine('left', left, language) : ''
  const errors = isUnfinished || type === 'failure' ? facts.filter(isTelling('error')) : []
  // Facts come the most telling first. An error is mended where a fix was read from the same records.
  const mended = new Set(facts.filter(({ kind }) => kind === 'fix').flatMap(({ records }) => records))
  const error = errors.find(({ records }) => records.length === 0 || !records.every((record) => mended.has(record)))
  if (error) return told + detailLine('error', [error.text], language)
  const decision = facts.findLast(isTelling('decision'))?.text
  return told || (decision === undefined ? '' : detailLine('decision', [decision], language))
}

/** How much more there is than is shown; it begins with a mark too. */
export function moreLine(count: number, isAll: boolean, language: FrameLanguage): string {
  if (count <= 0) return ''
  if (language === 'zh') return `（${isAll ? '' : '至少'}另有 ${count} 条，见 \`search\`）\n`
  return isAll ? `(+${count} more, \`search\`)\n` : `(at least ${count} more, \`search\`)\n`
}

/** To the minute, in UTC. */
function timeOf(at: Instant): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '?' : date.toISOString().slice(0, -8).replace('T', ' ')
}
