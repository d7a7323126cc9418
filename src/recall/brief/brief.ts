import type { StoredObservation, StoredSummary } from '../../graph/observation.ts'
import { type FrameLanguage, frameOf } from './frame.ts'
import { detailLine, indexLine, summaryLine, tellingDetail } from './index-line.ts'
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

const HEADINGS: Readonly<Record<SectionName, Readonly<Record<FrameLanguage, string>>>> = {
  own: { en: 'This session so far', zh: '本次会话至今' },
  unfinished: { en: 'Unfinished', zh: '未完成' },
  here: { en: 'About this branch and the files changed now', zh: '与当前分支和正在改动的文件有关' },
  decisions: { en: 'Decisions', zh: '决定' },
  recent: { en: 'Recent', zh: '最近' },
}

/** The context of a session that begins, within its budget; `null` where there is nothing to say. */
export function packBrief(material: BriefMaterial, { budgetTokens, lengthMax, count }: BriefOptions): string | null {
  const language = majorityOf(material)
  const sections = rankBrief(material)
  const { head, foot } = frameOf('session', language)
  const heading = (name: SectionName) => `[${HEADINGS[name][language]}]\n`
  const chosen = new Map<SectionName, string[]>()
  let tokens = count(head) + count(foot)
  let length = head.length + foot.length

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
      left -= cost
      tokens += cost
      length += block.length
    }
  }

  const stops = sections.map((section) => take(section, 0, SHARES[section.name] * budgetTokens))
  for (const [i, section] of sections.entries()) take(section, stops[i]!, budgetTokens)
  if (chosen.size === 0) return null
  const body = sections.map(({ name }) => (chosen.get(name) ?? []).join(''))
  return `${head}${body.join('')}${foot}`
}

/** The summary of a section, then its observations; `null` behind the last. */
function blockAt(
  { name, summary, observations }: Section,
  place: number,
  { language, count }: { readonly language: FrameLanguage; readonly count: (text: string) => number },
): string | null {
  if (summary !== null && place === 0) return summaryBlock(summary, language, count)
  const one = observations[summary === null ? place : place - 1]
  return one ? blockOf(one, name, language) : null
}

function blockOf(one: StoredObservation, section: SectionName, language: FrameLanguage): string {
  return section === 'recent' ? indexLine(one) : indexLine(one) + tellingDetail(one.observation, language)
}

function summaryBlock(summary: StoredSummary, language: FrameLanguage, count: (text: string) => number): string {
  const { completed, nextSteps } = summary.summary
  return (
    summaryLine(summary, count(summaryText(summary))) +
    detailLine('next', nextSteps, language) +
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

/** The language of most of the memory; English where it is even. */
function majorityOf({ observations, summaries }: BriefMaterial): FrameLanguage {
  const languages = [
    ...observations.map(({ observation }) => observation.language),
    ...summaries.map(({ summary }) => summary.language),
  ]
  return languages.filter((language) => language === 'zh').length * 2 > languages.length ? 'zh' : 'en'
}
