import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { EngraphError } from '../../src/graph/errors.ts'
import type { Instant } from '../../src/graph/spans.ts'
import { parseBenchDate } from './dates.ts'

export interface BenchDoc {
  readonly id: string
  readonly session: string
  readonly speaker: string
  readonly text: string
  /** `null` only when no document of the space has a date. */
  readonly at: Instant | null
}

export interface BenchQuestion {
  readonly id: string
  readonly question: string
  readonly category: string
  readonly gold: readonly string[]
  readonly goldSessions: readonly string[]
  /** Only sessions before this one exist when the question is asked. */
  readonly beforeSession: string | null
  readonly askedAt: Instant | null
  /** Words that stand in the evidence and answer the question; `null` where the data gives none. */
  readonly answer: string | null
}

/** One memory: its documents in time order, and what is asked of it. */
export interface BenchSpace {
  readonly id: string
  readonly docs: readonly BenchDoc[]
  readonly questions: readonly BenchQuestion[]
  /** What could not be read as meant, a sentence each. */
  readonly problems: readonly string[]
}

export interface BenchData {
  /** The file's name without its folder, or `set:<name>`. */
  readonly name: string
  readonly spaces: readonly BenchSpace[]
  readonly sha256: string
}

export interface NoiseData {
  readonly file: string
  readonly sha256: string
  readonly texts: readonly string[]
}

const SET_PREFIX = 'set:'

/**
 * Reads a data file, or a built-in set that is named `set:<name>`. What is malformed is refused with the place where it
 * stands; nothing is skipped silently.
 */
export async function readBenchData(source: string): Promise<BenchData> {
  const isSet = source.startsWith(SET_PREFIX)
  const { json, sha256 } = isSet ? await readSet(source.slice(SET_PREFIX.length)) : await readJson(source)
  const spaces = arrayAt(json, `${source}: $`).map((space, index) => readSpace(space, `${source}: $[${index}]`))
  if (spaces.length === 0) throw malformed(`${source}: $`, 'a list of at least one space')
  refuseRepeats(
    spaces.map((space) => space.id),
    `${source}: $`,
  )
  return { name: isSet ? source : basename(source), spaces, sha256 }
}

/** Reads a list of plain utterances. */
export async function readNoise(path: string): Promise<NoiseData> {
  const { json, sha256 } = await readJson(path)
  const texts = arrayAt(json, `${path}: $`).map((text, index) => stringAt(text, `${path}: $[${index}]`))
  return { file: basename(path), sha256, texts: texts.filter((text) => text.trim() !== '') }
}

/** Sets are loaded when they are asked for: no other command should carry their text. */
async function readSet(name: string): Promise<{ json: unknown; sha256: string }> {
  const { SETS } = await import('../sets/sets.ts')
  const make = Object.hasOwn(SETS, name) ? SETS[name as keyof typeof SETS] : null
  if (make === null) {
    throw new EngraphError('invalid-input', `No built-in set is called "${name}".`, {
      hint: `There are ${Object.keys(SETS)
        .map((known) => SET_PREFIX + known)
        .join(', ')}.`,
    })
  }
  const json = JSON.stringify(make())
  return { json: JSON.parse(json), sha256: createHash('sha256').update(json).digest('hex') }
}

async function readJson(path: string): Promise<{ json: unknown; sha256: string }> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (cause) {
    throw new EngraphError('invalid-input', `Cannot read ${path}.`, { cause, hint: 'Give the path of a JSON file.' })
  }
  try {
    return { json: JSON.parse(bytes.toString('utf8')), sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (cause) {
    throw new EngraphError('invalid-input', `${path} is not JSON.`, { cause })
  }
}

function readSpace(value: unknown, place: string): BenchSpace {
  const problems: string[] = []
  const space = objectAt(value, place)
  const id = stringAt(space['id'], `${place}.id`)
  const docs = arrayAt(space['docs'], `${place}.docs`).map((doc, index) => readDoc(doc, `${place}.docs[${index}]`))
  refuseRepeats(
    docs.map((doc) => doc.id),
    `${place}.docs`,
  )
  const questions = arrayAt(space['questions'], `${place}.questions`).map((question, index) =>
    readQuestion(question, { place: `${place}.questions[${index}]`, space: id, problems }),
  )
  const dated = dateDocs(docs, id, problems)
  // A document without words can be neither stored nor found. As evidence it is reported like an id that is not there.
  return { id, docs: dated.filter((doc) => doc.text.trim() !== ''), questions, problems }
}

interface WrittenDoc extends Omit<BenchDoc, 'at'> {
  readonly date: string
}

function readDoc(value: unknown, place: string): WrittenDoc {
  const doc = objectAt(value, place)
  return {
    id: stringAt(doc['id'], `${place}.id`),
    session: stringAt(doc['session'], `${place}.session`),
    speaker: optionalStringAt(doc['speaker'], `${place}.speaker`) ?? '',
    text: stringAt(doc['text'], `${place}.text`),
    date: optionalStringAt(doc['date'], `${place}.date`) ?? '',
  }
}

/** A document without a date happens when the one before it does; those before the first date, when that one does. */
function dateDocs(docs: readonly WrittenDoc[], space: string, problems: string[]): readonly BenchDoc[] {
  const read = docs.map(({ date, ...doc }) => {
    const at = date.trim() === '' ? null : parseBenchDate(date)
    if (at === null && date.trim() !== '')
      problems.push(`${space}: the date "${date}" of document ${doc.id} is not understood.`)
    return { ...doc, at }
  })
  let at = read.find((doc) => doc.at !== null)?.at ?? null
  return read.map((doc) => {
    at = doc.at ?? at
    return { ...doc, at }
  })
}

function readQuestion(
  value: unknown,
  { place, space, problems }: { place: string; space: string; problems: string[] },
): BenchQuestion {
  const question = objectAt(value, place)
  const id = stringAt(question['id'], `${place}.id`)
  const askedAt = optionalStringAt(question['askedAt'], `${place}.askedAt`) ?? ''
  const asked = askedAt.trim() === '' ? null : parseBenchDate(askedAt)
  if (asked === null && askedAt.trim() !== '')
    problems.push(`${space}: the date "${askedAt}" of question ${id} is not understood.`)
  return {
    id,
    question: stringAt(question['question'], `${place}.question`),
    category: stringAt(question['category'], `${place}.category`),
    gold: stringsAt(question['gold'] ?? [], `${place}.gold`),
    goldSessions: stringsAt(question['goldSessions'] ?? [], `${place}.goldSessions`),
    beforeSession: optionalStringAt(question['beforeSession'], `${place}.beforeSession`),
    askedAt: asked,
    answer: optionalStringAt(question['answer'], `${place}.answer`)?.trim() || null,
  }
}

function refuseRepeats(ids: readonly string[], place: string): void {
  const seen = new Map<string, number>()
  ids.forEach((id, index) => {
    const first = seen.get(id)
    if (first !== undefined)
      throw new EngraphError('invalid-input', `${place}[${index}].id repeats "${id}" of [${first}].`)
    seen.set(id, index)
  })
}

function stringsAt(value: unknown, place: string): readonly string[] {
  return [...new Set(arrayAt(value, place).map((item, index) => stringAt(item, `${place}[${index}]`)))]
}

function arrayAt(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(place, 'a list')
  return value
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(place, 'an object')
  return value as Readonly<Record<string, unknown>>
}

/** Numbers are taken for ids and categories that a converter forgot to quote. */
function stringAt(value: unknown, place: string): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw malformed(place, 'a string')
  return value
}

function optionalStringAt(value: unknown, place: string): string | null {
  return value === undefined || value === null ? null : stringAt(value, place)
}

function malformed(place: string, expected: string): EngraphError {
  return new EngraphError('invalid-input', `${place} is not ${expected}.`, {
    hint: 'The shape is [{ id, docs: [{ id, session, speaker, text, date }], questions: [{ id, question, category, gold, answer? }] }].',
  })
}
