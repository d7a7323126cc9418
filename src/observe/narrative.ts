import type { EventFiles, EventReading } from './event-reading.ts'
import { askedFor } from './request.ts'
import { isCheck, type RunOutcomes } from './runs.ts'
import { cutText, sentencesOf } from './sentences.ts'
import type { Statement } from './statements.ts'
import { SAYINGS } from './wording.ts'

export const NARRATIVE_MAX = 1_200
const NAMES_MAX = 5
const CONCLUSION_MAX = 420

export interface NarrativeGiven {
  readonly reading: EventReading
  readonly files: EventFiles
  readonly outcomes: RunOutcomes
  readonly left: readonly Statement[]
}

/** A few sentences: what was asked, what was done, how it ended; the last ones are the agent's own. */
export function narrativeOf({ reading, files, outcomes, left }: NarrativeGiven): string {
  const saying = SAYINGS[reading.language]
  const parts: string[] = []
  const asked = askedFor(reading)
  if (asked) parts.push(saying.asked(cutText(asked.text, 220)))
  const handed = reading.steps.find(({ kind, about }) => kind === 'delegate' && about !== '')
  if (handed) parts.push(saying.handedOn(cutText(handed.about, 120)))
  const onlyRead = files.read.filter((path) => !files.modified.includes(path))
  if (onlyRead.length > 0) parts.push(saying.read(onlyRead.length, names(onlyRead, saying)))
  if (files.modified.length > 0) parts.push(saying.changed(files.modified.length, names(files.modified, saying)))
  const searches = [
    ...new Set(reading.steps.filter(({ kind }) => kind === 'search' || kind === 'web').map(({ about }) => about)),
  ]
  if (searches.length > 0 && files.modified.length === 0) {
    const told = searches.filter((about) => about !== '').slice(0, 3)
    if (told.length > 0) parts.push(saying.searched(told.map((about) => cutText(about, 60)).join(saying.join)))
  }
  const [mended] = outcomes.mended.slice(-1)
  const error = mended?.failed.errors[0]
  if (mended && error) parts.push(saying.mended(cutText(error, 120), cutText(mended.passed.text, 60)))
  const failing = [...new Set(outcomes.failing.map(({ text }) => cutText(text, 80)))].slice(-3)
  if (failing.length > 0) parts.push(saying.failed(failing.join(saying.join)))
  const passed = [
    ...new Set(
      outcomes.runs.filter((run) => isCheck(run) && run.state === 'passed').map(({ text }) => cutText(text, 60)),
    ),
  ]
  if (passed.length > 0 && !mended && failing.length === 0)
    parts.push(saying.passed(passed.slice(-3).join(saying.join)))
  parts.push(...endOf(reading, left))
  return cutText(parts.join(reading.language === 'zh' ? '' : ' '), NARRATIVE_MAX)
}

function endOf(reading: EventReading, left: readonly Statement[]): readonly string[] {
  const saying = SAYINGS[reading.language]
  if (reading.steps.some(({ isInterrupted }) => isInterrupted)) return [saying.interrupted]
  const said = reading.closing.at(-1)
  if (!said) return reading.steps.length > 0 && reading.replies.length === 0 ? [saying.noReply] : []
  const sentences = sentencesOf(said.text)
  const gap = reading.language === 'zh' ? '' : ' '
  const head = sentences.slice(0, 4).join(gap)
  const rest = left.filter(({ text }) => !head.includes(text)).map(({ text }) => text)
  return [cutText([head, ...rest.slice(0, 2)].join(gap), CONCLUSION_MAX)]
}

function names(paths: readonly string[], saying: (typeof SAYINGS)['en' | 'zh']): string {
  const shown = paths.slice(0, NAMES_MAX).join(saying.join)
  const more = paths.length - NAMES_MAX
  return more > 0 ? `${shown} ${saying.more(more)}` : shown
}
