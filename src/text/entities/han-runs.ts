import type { TextSpan } from '../../graph/spans.ts'
import { segmentHan } from '../han.ts'
import type { EntityPage } from './entity-page.ts'

export interface HanRun extends TextSpan {
  /** Its words, once somebody asked for them. */
  segments?: readonly TextSpan[]
}

/** More runs are not looked at; a text within bounds has fewer. */
const RUNS_MAX = 4_000
const RUN = /\p{Script=Han}+/gu

/** The stretches of Han characters, in order. */
export function hanRuns(page: EntityPage): HanRun[] {
  if (!page.hasHan) return []
  const runs: HanRun[] = []
  for (const match of page.folded.matchAll(RUN)) {
    if (runs.length === RUNS_MAX) break
    runs.push({ start: match.index, end: match.index + match[0].length })
  }
  return runs
}

/** Of a longer run only the surroundings of what is looked at are cut. */
const RUN_CUT_MAX = 32
const BEFORE_MAX = 10
const AFTER_MAX = 4

/**
 * The words of a run, or of the surroundings of a stretch of it. Those of a short run are kept: cutting is slow, and one clause
 * may hold several names.
 */
export function segmentsAround(page: EntityPage, run: HanRun, start: number, end: number): readonly TextSpan[] {
  if (run.end - run.start > RUN_CUT_MAX) {
    return segmentsOf(page, Math.max(run.start, start - BEFORE_MAX), Math.min(run.end, end + AFTER_MAX))
  }
  run.segments ??= segmentsOf(page, run.start, run.end)
  return run.segments
}

/** The words of a stretch, cut as if nothing stood around it. */
export function segmentsOf(page: EntityPage, from: number, to: number): TextSpan[] {
  if (page.cutsLeft === 0) return []
  page.cutsLeft--
  // Half of a surrogate pair is no character.
  let start = isLowSurrogate(page.folded.charCodeAt(from)) ? from + 1 : from
  const segments: TextSpan[] = []
  for (const word of segmentHan(page.folded.slice(start, to))) {
    segments.push({ start, end: start + word.length })
    start += word.length
  }
  return segments
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
