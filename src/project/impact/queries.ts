import { EngraphError } from '../../graph/errors.ts'
import { type Check, name, numberFrom, readGiven, texts, wholeNumber } from '../../graph/given.ts'
import { wording } from '../../graph/wording.ts'
import { CHANGED_FILES_MAX } from '../../impact/impact.ts'
import { cleanName } from '../../text/clean.ts'
import type { ImpactBriefQuery, ImpactQuery } from './answers.ts'

const HOPS_MAX = 10

const signal: Check = (value) => (value instanceof AbortSignal ? null : wording`a signal of an AbortController`)

const files: Check = (value) => {
  const wanted = texts(value)
  if (wanted !== null) return wanted
  const all = value as readonly string[]
  return all.length > 0 && all.length <= CHANGED_FILES_MAX ? null : wording`a list of 1 to ${CHANGED_FILES_MAX} paths`
}

const IMPACT_CHECKS: Readonly<Record<keyof ImpactQuery, Check>> = {
  files,
  hops: wholeNumber(1, HOPS_MAX),
  session: name,
  signal,
  deadlineMs: numberFrom(0),
}

const BRIEF_CHECKS: Readonly<Record<keyof ImpactBriefQuery, Check>> = {
  file: name,
  session: name,
  deadlineMs: numberFrom(0),
  dirty: texts,
}

/** `invalid-input` names what is wrong with a query. */
export function readImpactQuery(given: ImpactQuery): ImpactQuery {
  const read = readGiven<ImpactQuery>(given, 'An impact query', IMPACT_CHECKS)
  if (read.files === undefined) throw new EngraphError('invalid-input', 'Say which files change.')
  return { ...read, files: read.files.map(cleanName) }
}

export function readBriefQuery(given: ImpactBriefQuery): ImpactBriefQuery {
  const read = readGiven<ImpactBriefQuery>(given, 'An impact query', BRIEF_CHECKS)
  if (read.file === undefined) throw new EngraphError('invalid-input', 'Say which files change.')
  return { ...read, file: cleanName(read.file) }
}
