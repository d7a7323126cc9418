import { once } from 'node:events'
import type { ReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Command, Option } from 'commander'
import type { Engraph } from '../../engraph.ts'
import { EngraphError } from '../../graph/errors.ts'
import { PURPOSES, type Purpose, type Space } from '../../graph/space.ts'
import { systemReason, wording } from '../../graph/wording.ts'
import { Batches, type Delivery, type Place, type PlacedDelivery, readGiven } from './deliveries.ts'
import { embedRest, leftOf } from './embedding.ts'
import { type GivenLine, readGivenLines } from './given-lines.ts'
import { EXIT, printJson, printLines, remark, reportError } from './output.ts'
import { phrases } from './phrases.ts'
import { progressBar } from './progress.ts'
import { said } from './said.ts'
import { cleanLine } from './terminal-text.ts'
import { examples } from './usage.ts'
import { nameOf, withMemory } from './where.ts'

interface Options {
  readonly session?: string
  readonly purpose?: Purpose
  readonly embed: boolean
  readonly json?: true
}

/** How long the command goes on to make vectors when everything is stored; the next process does the rest. */
const EMBED_SECONDS_MAX = 20

export function rememberCommand(): Command {
  return new Command('remember')
    .description('store messages: JSONL, one object per line, or one JSON array of such objects')
    .argument('<file>', 'the file, or "-" for stdin')
    .option('--session <name>', 'session of the messages that name none')
    .addOption(new Option('--purpose <purpose>', 'what a space that is made now is for').choices(PURPOSES))
    .option('--no-embed', `make no vectors afterwards (default: for ${EMBED_SECONDS_MAX} s at most)`)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
An object holds "session" and "text", and may hold "speaker", "at" (ISO 8601 or milliseconds), "id" and "branch".
The same messages given twice are stored once. Lines that cannot be stored, or not as given, are listed on stderr; the
rest is stored.
${examples(
  ['engraph remember chat.jsonl', 'store a conversation'],
  ['engraph remember chat.jsonl --space alice --purpose companion', 'in a space of its own'],
  [
    `echo '{"session":"s1","speaker":"Ana","text":"We deploy on Friday.","at":"2026-05-03T10:00Z"}' | engraph remember -`,
    'from another program',
  ],
)}`,
    )
    .action(remember)
}

async function remember(file: string, options: Options, command: Command): Promise<void> {
  const source = await openSource(file)
  const tally = newTally()
  const opened: { space: Space | null } = { space: null }
  let isTold = false
  const embedder = options.embed ? undefined : 'words'
  try {
    await withMemory(command, { create: true, purpose: options.purpose, embedder }, async (memory) => {
      opened.space = memory.space
      await store(memory, { source, sessionDefault: options.session, tally })
      tell(tally, memory.space, { ...options, failure: null })
      isTold = true
      if (options.embed) await embed(memory)
    })
  } catch (error) {
    // What was stored before stays stored, and is told together with the error; the one JSON object may be out already.
    if (!(error instanceof EngraphError) || opened.space === null) throw error
    if (isTold) process.exitCode = reportError(error, { json: false })
    else tell(tally, opened.space, { ...options, failure: error })
  } finally {
    await source.close()
  }
}

/** Goes on behind what was acknowledged. A model that fails is no failure of what was stored. */
async function embed(memory: Engraph): Promise<void> {
  const left = leftOf(await embedRest(memory, { secondsMax: EMBED_SECONDS_MAX }))
  if (left > 0) remark(phrases().embedLeft(left))
}

function tell(
  tally: Tally,
  space: Space,
  { purpose, json, failure }: Options & { readonly failure: EngraphError | null },
): void {
  tally.problems.sort((a, b) => a.place.number - b.place.number)
  const name = nameOf(space)
  const counts = { space, ...asJson(tally) }
  const isAnyKnown = tally.remembered + tally.duplicates + tally.forgotten > 0
  if (json && failure === null) printJson(counts)
  else if (!json && (failure === null || isAnyKnown)) printLines([summary(tally, name)])
  tellProblems(tally)
  if (purpose !== undefined && purpose !== space.purpose) {
    remark(cleanLine(phrases().purposeKept(name, space.purpose)))
  }
  process.exitCode = failure ? reportError(failure, { json: json === true, beside: counts }) : exitOf(tally)
}

type Import = ReturnType<Engraph['startImport']>

interface LineTrouble {
  readonly place: Place
  readonly kind: string
  readonly message: string
  /** What people read instead, where their language has it. */
  readonly local?: string
}

interface Tally {
  remembered: number
  duplicates: number
  /** Messages that a person had forgotten; they stay so. */
  forgotten: number
  readonly sessions: Set<string>
  problemCount: number
  /** The first `PROBLEMS_MAX`. */
  readonly problems: LineTrouble[]
}

const PROBLEMS_MAX = 1000
const PROBLEMS_SHOWN_MAX = 50

function newTally(): Tally {
  return { remembered: 0, duplicates: 0, forgotten: 0, sessions: new Set(), problemCount: 0, problems: [] }
}

interface Task {
  readonly source: Source
  readonly sessionDefault: string | undefined
  /** Told also when the work ends with an error. */
  readonly tally: Tally
}

async function store(memory: Engraph, { source, sessionDefault, tally }: Task): Promise<void> {
  const progress = progressBar()
  const batches = new Batches()
  const input = memory.startImport()
  const flush = async () => {
    for (const delivery of batches.take()) {
      await deliver(input, delivery, tally)
      const { remembered, duplicates } = tally
      progress.show(source.share(), phrases().storing(remembered + duplicates))
    }
  }
  try {
    for await (const line of readGivenLines(source.bytes)) {
      const read = line.kind === 'value' ? readGiven(line.value, sessionDefault) : line.problem
      if (typeof read === 'string') {
        addProblem(tally, { place: line, kind: read, message: describe(line, read) })
        continue
      }
      batches.add(read, line)
      if (batches.isFull) await flush()
    }
    await flush()
  } finally {
    progress.clear()
  }
}

function describe(line: GivenLine, problem: keyof ReturnType<typeof phrases>['problems']): string {
  const detail = line.kind === 'unreadable' && line.detail !== '' ? ` (${line.detail})` : ''
  return phrases().problems[problem] + detail
}

async function deliver(input: Import, { session, messages, places }: PlacedDelivery, tally: Tally): Promise<void> {
  const { remembered, duplicates, problems } = await rememberOrRefuse(input, { session, messages })
  const conflicts = problems.filter(({ kind }) => kind === 'conflicting-record').length
  tally.remembered += remembered
  tally.duplicates += duplicates - conflicts
  if (remembered > 0) tally.sessions.add(session)
  for (const { index, kind, message, local } of problems) {
    if (kind === 'forgotten') tally.forgotten++
    else addProblem(tally, { place: places[index]!, kind, message, ...localised(kind, local) })
  }
}

interface Outcome {
  readonly remembered: number
  readonly duplicates: number
  readonly problems: readonly {
    readonly index: number
    readonly kind: string
    readonly message: string
    readonly local?: string
  }[]
}

/** A session whose name is refused spoils its own lines only. */
async function rememberOrRefuse(input: Import, delivery: Delivery): Promise<Outcome> {
  try {
    return await input.remember(delivery)
  } catch (error) {
    if (!(error instanceof EngraphError) || error.code !== 'invalid-input') throw error
    const { code: kind, message } = error
    const problem = { kind, message, local: said(error.wordings.message) }
    return { remembered: 0, duplicates: 0, problems: delivery.messages.map((_, index) => ({ index, ...problem })) }
  }
}

function localised(kind: string, known: string | undefined): { readonly local?: string } {
  const local = known ?? phrases().messageProblem(kind)
  return local === null ? {} : { local }
}

function addProblem(tally: Tally, problem: LineTrouble): void {
  tally.problemCount++
  if (tally.problems.length < PROBLEMS_MAX) tally.problems.push(problem)
}

function summary({ remembered, duplicates, forgotten, sessions, problemCount }: Tally, space: string): string {
  const say = phrases()
  if (remembered + duplicates + forgotten + problemCount === 0) return say.nothingToRemember
  return [
    cleanLine(say.remembered(remembered, sessions.size, space)),
    ...(duplicates > 0 ? [say.alreadyKnown(duplicates)] : []),
    ...(forgotten > 0 ? [say.stayForgotten(forgotten)] : []),
  ].join(' ')
}

function asJson({ sessions, problems, ...counts }: Tally): object {
  return {
    ...counts,
    sessions: sessions.size,
    problems: problems.map(({ place, kind, message }) => ({ [place.unit]: place.number, kind, message })),
  }
}

function tellProblems({ problems, problemCount }: Tally): void {
  const say = phrases()
  const shown = problems.slice(0, PROBLEMS_SHOWN_MAX)
  for (const { place, message, local = message } of shown) {
    remark(`${say.place(place.unit, place.number)}: ${cleanLine(local)}`)
  }
  if (problemCount > shown.length) remark(say.andMore(problemCount - shown.length))
}

function exitOf({ remembered, duplicates, forgotten, problemCount }: Tally): number {
  if (problemCount === 0) return EXIT.ok
  return remembered + duplicates + forgotten > 0 ? EXIT.partial : EXIT.failure
}

interface Source {
  readonly bytes: AsyncIterable<Buffer>
  /** How much of it was read, 0..1; `null` for a pipe. */
  share(): number | null
  close(): Promise<void>
}

/** Opens the input before anything else, so that a mistyped file name leaves no empty space behind. */
async function openSource(file: string): Promise<Source> {
  if (file === '-') return { bytes: process.stdin, share: () => null, close: async () => {} }
  try {
    return await sourceOf(await open(file))
  } catch (cause) {
    throw new EngraphError('invalid-input', wording`Cannot read ${file}: ${systemReason(cause)}.`, { cause })
  }
}

async function sourceOf(handle: FileHandle): Promise<Source> {
  try {
    const entry = await handle.stat()
    if (entry.isDirectory()) throw Object.assign(new Error('It is a directory.'), { code: 'EISDIR' })
    // Made when it is first read: a stream that nobody reads would keep the handle from closing.
    let stream: ReadStream | undefined
    const bytes = async function* (): AsyncGenerator<Buffer> {
      stream = handle.createReadStream()
      yield* stream
    }
    return {
      bytes: bytes(),
      share: () => (entry.isFile() && stream ? stream.bytesRead / entry.size : null),
      close: async () => {
        if (stream && !stream.closed) {
          const closed = once(stream, 'close')
          stream.destroy()
          await closed
        }
        await handle.close()
      },
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
