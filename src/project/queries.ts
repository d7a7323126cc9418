import { EngraphError } from '../graph/errors.ts'
import { type Check, name, oneOf, readGiven, someOf, text, texts, time, wholeNumber } from '../graph/given.ts'
import { OBSERVATION_TYPES, type ObservationType } from '../graph/observation.ts'
import { ALWAYS, type TimeSpan } from '../graph/spans.ts'
import { requireInstant } from '../graph/times.ts'
import { wording } from '../graph/wording.ts'
import type { ObservationQuery } from '../ports/observation-store.ts'
import { cleanName, cleanText } from '../text/clean.ts'
import type { HistoryQuery, NoteGiven, SearchBounds, SearchQuery } from './answers.ts'

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 100
const AROUND_DEFAULT = 5
const AROUND_MAX = 50
const IDS_MAX = 200
/** UTF-16 code units. */
const NOTE_LENGTH_MAX = 100_000
const NAMES_MAX = 50

const oneOrMoreTypes: Check = (value) =>
  Array.isArray(value) ? someOf(...OBSERVATION_TYPES)(value) : oneOf(...OBSERVATION_TYPES)(value)

const BOUND_CHECKS: Readonly<Record<keyof SearchBounds, Check>> = {
  type: oneOrMoreTypes,
  file: name,
  concept: name,
  session: name,
  branch: name,
  since: time,
  until: time,
}

const SEARCH_CHECKS: Readonly<Record<keyof SearchQuery, Check>> = {
  ...BOUND_CHECKS,
  query: text(),
  limit: wholeNumber(1, LIMIT_MAX),
}

const HISTORY_CHECKS: Readonly<Record<keyof HistoryQuery, Check>> = {
  ...BOUND_CHECKS,
  around: name,
  before: wholeNumber(0, AROUND_MAX),
  after: wholeNumber(0, AROUND_MAX),
}

const noteText: Check = (value) => name(value) ?? text(NOTE_LENGTH_MAX)(value)

const NOTE_CHECKS: Readonly<Record<keyof NoteGiven, Check>> = {
  text: noteText,
  title: text(),
  type: oneOf(...OBSERVATION_TYPES),
  concepts: texts,
  files: texts,
  session: name,
}

/** Bounds as the store takes them; `null` where nothing is excluded. */
export type ReadBounds = Omit<ObservationQuery, 'order' | 'limit' | 'anchor'> | null

export interface ReadSearch {
  /** Empty where the newest are asked for. */
  readonly query: string
  readonly limit: number
  readonly bounds: ReadBounds
  readonly span: TimeSpan
}

/** `invalid-input` names what is wrong with a query. */
export function readSearch(given: SearchQuery | undefined): ReadSearch {
  const read = readGiven<SearchQuery>(given, 'A search', SEARCH_CHECKS)
  const { query = '', limit = LIMIT_DEFAULT } = read
  return { query: cleanText(query).trim(), limit, bounds: readBounds(read), span: readSpan(read) }
}

export function readHistory(given: HistoryQuery) {
  const read = readGiven<HistoryQuery>(given, 'A history query', HISTORY_CHECKS)
  const { around, before = AROUND_DEFAULT, after = AROUND_DEFAULT } = read
  if (around === undefined) {
    throw new EngraphError('invalid-input', 'Say around what: an id, or words to search for.')
  }
  return { around: cleanText(around).trim(), before, after, bounds: readBounds(read), given: boundsOf(read) }
}

export function readNote(given: NoteGiven): NoteGiven {
  const read = readGiven<NoteGiven>(given, 'A note', NOTE_CHECKS)
  if (read.text === undefined) throw new EngraphError('invalid-input', 'A note has a text.')
  const names = (list: readonly string[] | undefined) =>
    list
      ?.map(cleanName)
      .filter((one) => one !== '')
      .slice(0, NAMES_MAX)
  const [concepts, files] = [names(read.concepts), names(read.files)]
  return { ...read, ...(concepts ? { concepts } : {}), ...(files ? { files } : {}) }
}

export const listOfIds: Check = (value) => texts(value) ?? someFewer(value as readonly unknown[])

function someFewer(list: readonly unknown[]): ReturnType<Check> {
  return list.length <= IDS_MAX ? null : wording`a list of at most ${IDS_MAX} ids`
}

function boundsOf({ around: _, before: __, after: ___, ...bounds }: HistoryQuery): SearchBounds {
  return bounds
}

function readBounds(given: SearchBounds): ReadBounds {
  const { type, file, concept, session, branch } = given
  const span = readSpan(given)
  const types =
    type === undefined ? undefined : typeof type === 'string' ? [type] : (type as readonly ObservationType[])
  const bounds = {
    ...(types === undefined ? {} : { types }),
    ...(file === undefined ? {} : { file: cleanName(file) }),
    ...(concept === undefined ? {} : { concept: cleanName(concept) }),
    ...(session === undefined ? {} : { session: cleanName(session) }),
    ...(branch === undefined ? {} : { branch: cleanName(branch) }),
    ...(span === ALWAYS ? {} : { span }),
  }
  return Object.keys(bounds).length === 0 ? null : bounds
}

function readSpan({ since, until }: SearchBounds): TimeSpan {
  if (since === undefined && until === undefined) return ALWAYS
  return {
    from: since === undefined ? null : requireInstant(since, 'since'),
    to: until === undefined ? null : requireInstant(until, 'until'),
  }
}
