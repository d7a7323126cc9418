import type { StoredSummary } from '../../graph/observation.ts'
import { type FrameLanguage, frameOf } from './frame.ts'
import { detailLine, indexLine, moreLine, summaryLine, tellingDetail } from './index-line.ts'
import { type BriefMaterial, rankBrief, type Section, type SectionName } from './rank.ts'

export interface BriefOptions {
  readonly budgetTokens: number
  /** UTF-16 code units of the whole. */
  readonly lengthMax: number
  readonly count: (text: string) => number
}

/** The share of the budget that a section may take before the others had theirs; what is left goes round again. */
const SHARES: Readonly<Record<SectionName, number>> = {
  own: 0.45,
  unfinished: 0.3,
  here: 0.35,
  decisions: 0.2,
  recent: 0.25,
}

/** The newest sessions, whose language the frame has. */
const SESSIONS_OF_LANGUAGE = 3

const HEADINGS: Readonly<Record<SectionName, Readonly<Record<FrameLanguage, string>>>> = {
  own: { en: 'This session so far', zh: '本次会话至今' },
  unfinished: { en: 'Unfinished', zh: '未完成' },
  here: { en: 'About this branch and the files changed now', zh: '与当前分支和正在改动的文件有关' },
  decisions: { en: 'Decisions', zh: '决定' },
  recent: { en: 'Recent', zh: '最近' },
}

/** The context of a session that begins, within its budget; `null` where there is nothing to say. */
export function packBrief(material: BriefMaterial, { budgetTokens, lengthMax, count }: BriefOptions): string | null {
  const language = languageOf(material)
  const sections = rankBrief(material)
  const { head, foot } = frameOf('session', language)
  const heading = (name: SectionName) => `[${HEADINGS[name][language]}]\n`
  const chosen = new Map<SectionName, string[]>()
  const all = new Set(material.observations.map(({ event }) => event)).size
  const isAll = material.isAll ?? true
  // Room for the line that says how much more there is.
  const more = moreLine(all, isAll, language)
  let tokens = count(head) + count(foot) + count(more)
  let length = head.length + foot.length + more.length
  let shown = 0

  /** Takes blocks of a section while they fit, each written and counted when it is its turn; answers where it stopped. */
  const take = (section: Section, from: number, tokensMax: number): number => {
    let left = tokensMax
    for (let place = from; ; place++) {
      const text = blockAt(section, place, { language, count })
      if (text === null) return place
      const own = chosen.get(section.name)
      const block = own ? text : heading(section.name) + text
      const cost = count(block)
      if (cost > left || tokens + cost > budgetTokens || length + block.length > lengthMax) return place
      chosen.set(section.name, [...(own ?? []), block])
      if (place >= (section.summary === null ? 0 : 1)) shown++
      left -= cost
      tokens += cost
      length += block.length
    }
  }

  const stops = sections.map((section) => take(section, 0, SHARES[section.name] * budgetTokens))
  for (const [i, section] of sections.entries()) take(section, stops[i]!, budgetTokens)
  if (chosen.size === 0) return null
  const body = sections.map(({ name }) => (chosen.get(name) ?? []).join(''))
  return `${head}${body.join('')}${moreLine(all - shown, isAll, language)}${foot}`
}

/** The summary of a section, then its observations; `null` behind the last. */
function blockAt(
  { name, summary, observations, next, left }: Section,
  place: number,
  { language, count }: { readonly language: FrameLanguage; readonly count: (text: string) => number },
): string | null {
  if (summary !== null && place === 0) return summaryBlock(summary, next, language, count)
  const one = observations[summary === null ? place : place - 1]
  if (!one) return null
  const open = left.get(one.event)
  const shown = open === null ? { ...one, observation: { ...one.observation, isUnfinished: false } } : one
  const line = indexLine(shown, language)
  return name === 'recent' ? line : line + tellingDetail(shown.observation, language, open ?? undefined)
}

function summaryBlock(
  summary: StoredSummary,
  next: readonly string[],
  language: FrameLanguage,
  count: (text: string) => number,
): string {
  const { completed } = summary.summary
  return (
    summaryLine(summary, count(summaryText(summary))) +
    detailLine('next', next, language) +
    detailLine('done', completed, language)
  )
}

/** The whole of a summary as text: what its tokens are counted of. */
export function summaryText({ summary }: StoredSummary): string {
  const { request, investigated, learned, completed, nextSteps } = summary
  return [request ?? '', ...investigated, ...learned, ...completed, ...nextSteps]
    .filter((text) => text !== '')
    .join('\n')
}

/** The language of most of what the newest sessions hold; English where it is even. */
function languageOf({ observations, summaries }: BriefMaterial): FrameLanguage {
  const said = [
    ...observations.map(({ session, at, observation: { language } }) => ({ session, at, language })),
    ...summaries.map(({ session, until, summary: { language } }) => ({ session, at: until, language })),
  ].sort((a, b) => b.at - a.at)
  const newest = [...new Set(said.map(({ session }) => session))].slice(0, SESSIONS_OF_LANGUAGE)
  const own = said.filter(({ session }) => newest.includes(session))
  return own.filter(({ language }) => language === 'zh').length * 2 > own.length ? 'zh' : 'en'
}
