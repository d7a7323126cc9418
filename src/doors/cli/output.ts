import { CommanderError } from 'commander'
import { EngraphError, type ErrorCode, messageOf } from '../../graph/errors.ts'
import { asWording, type Wording, wording } from '../../graph/wording.ts'
import { inContext } from './hints.ts'
import { phrases } from './phrases.ts'
import { isSayable, said } from './said.ts'
import { cleanLine } from './terminal-text.ts'

/** What the exit status of every command means; `engraph --help` prints this table. */
export const EXIT = { ok: 0, failure: 1, usage: 2, partial: 3, nothingFound: 4 } as const
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_HELP = `
Exit status:
  0  done
  1  it failed: the space does not exist, the database is locked or damaged, the disk is full, a check of doctor is red
  2  wrong usage: an unknown option, a value that cannot be read, a confirmation that is missing
  3  done in part: some lines were not stored, or not as given (stderr lists them); some passages are left without vectors
  4  nothing found: no item, no entry, no such id, nothing to forget`

/** A missing space is a failure and not "nothing found": an agent must not take a mistyped name for an empty memory. */
const EXIT_BY_CODE = {
  'invalid-input': EXIT.usage,
  'invalid-options': EXIT.usage,
  'not-found': EXIT.nothingFound,
  'space-unknown': EXIT.failure,
  'space-conflict': EXIT.failure,
  'store-locked': EXIT.failure,
  'store-damaged': EXIT.failure,
  'store-newer': EXIT.failure,
  'store-foreign': EXIT.failure,
  'store-unreadable': EXIT.failure,
  'store-full': EXIT.failure,
  'store-closed': EXIT.failure,
  'driver-missing': EXIT.failure,
  'model-unavailable': EXIT.failure,
} as const satisfies Record<ErrorCode, ExitStatus>

/** The version of every JSON object that a command prints; a breaking change of any of them raises it. */
export const SCHEMA_VERSION = 1

/** Prints the one JSON object of a command. What could steer a terminal is escaped, which JSON reads back unchanged. */
export function printJson(object: object): void {
  const json = JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...object }, null, 2)
  const safe = json.replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  process.stdout.write(`${safe}\n`)
}

/** Prints lines of results for people. What comes from memory must have gone through `cleanText` or `cleanLine`. */
export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Prints a remark that is no result, with commands that can be copied; stdout stays clean for whoever reads it. */
export function remark(line: string): void {
  process.stderr.write(`${inContext(line)}\n`)
}

export interface Report {
  readonly json: boolean
  /** What the JSON object holds besides the error, such as what was done before it. */
  readonly beside?: object
}

/** Tells what went wrong, for people on stderr and with `json` for programs on stdout, and gives the exit status. */
export function reportError(error: unknown, { json, beside = {} }: Report): ExitStatus {
  const { code, message, hint, status } = describe(error)
  if (status === EXIT.ok) return status
  if (!(error instanceof CommanderError)) {
    remark(`engraph: ${introOf(error, message)}${cleanLine(said(message))}`)
    if (hint !== undefined) remark(`  ${cleanLine(said(hint))}`)
    if (process.env['ENGRAPH_DEBUG'] && error instanceof Error) remark(error.stack ?? '')
  }
  if (json) {
    const spoken = { message: said(message, 'english'), ...(hint && { hint: said(hint, 'english') }) }
    printJson({ ...beside, error: { code, ...spoken } })
  }
  return status
}

/** Before what cannot be said in the language of the locale. */
function introOf(error: unknown, message: Wording): string {
  if (!(error instanceof EngraphError)) return phrases().unexpected
  return isSayable(message) ? '' : phrases().error(error.code)
}

interface Described {
  readonly code: string
  readonly message: Wording
  readonly hint?: Wording | undefined
  readonly status: ExitStatus
}

function describe(error: unknown): Described {
  if (error instanceof EngraphError) {
    return { code: error.code, ...error.wordings, status: EXIT_BY_CODE[error.code] }
  }
  // Commander has printed help, version or the usage error itself.
  if (error instanceof CommanderError) {
    return { code: 'usage', message: asWording(error.message), status: error.exitCode === 0 ? EXIT.ok : EXIT.usage }
  }
  const message = asWording(messageOf(error))
  return { code: 'unexpected', message, hint: wording`ENGRAPH_DEBUG=1 shows where.`, status: EXIT.failure }
}

/** `engraph … | head` closes the pipe early: that is no error, and what a command still has to store must go on. */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return
      process.exitCode = EXIT.failure
      if (stream === process.stdout) process.stderr.write(`engraph: ${phrases().cannotWrite}: ${error.message}\n`)
    })
  }
}
