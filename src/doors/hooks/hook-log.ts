import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from '../../text/redact.ts'

/** Twice as much lies on the disk at most: a full log becomes the old one. */
const LOG_BYTES_MAX = 128 << 10
const MESSAGE_MAX = 300

export interface HookFailure {
  readonly event: string
  readonly error: unknown
}

/** One line per failure of a hook itself, in the first home that takes it. It holds nothing of what the host said. */
export function logFailure({ event, error }: HookFailure, homes: readonly (() => string)[]): void {
  const { code, message } = readError(error)
  const said = redact(message.replace(/\s+/gu, ' ').slice(0, MESSAGE_MAX)).text
  const line = `${new Date().toISOString()} ${event.replace(/[^\w-]/gu, '').slice(0, 40) || '?'} ${code} ${said}\n`
  for (const home of homes) if (attempt(() => append(join(home(), 'logs'), line)) !== null) return
}

function readError(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: 'ERROR', message: String(error) }
  return {
    code: (error as NodeJS.ErrnoException).code ?? error.name,
    message: error.message.replace(/^E[A-Z]+: /u, ''),
  }
}

function append(folder: string, line: string): true {
  const file = join(folder, 'hooks.log')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync(file, `${file}.old`)
  appendFileSync(file, line, { mode: 0o600 })
  // That something is to be said lies beside the log, so that a start of a session without failures reads nothing else.
  appendFileSync(join(folder, 'hooks.unsaid'), line, { mode: 0o600 })
  return true
}

/** How many failures are said at most; the file beside the log is cut there. */
const UNSAID_BYTES_MAX = 16 << 10

/** What went wrong since a session last began, in one sentence for the person, and only once; `null`: nothing. */
export function failuresOnce(homes: readonly (() => string)[], environment: NodeJS.ProcessEnv): string | null {
  const lines = homes.flatMap((home) => {
    const file = join(home(), 'logs', 'hooks.unsaid')
    return attempt(() => takeFile(file)) ?? []
  })
  if (lines.length === 0) return null
  const last = lines
    .at(-1)!
    .split(' ')
    .slice(1)
    .join(' ')
    .replace(/[.。]$/u, '')
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  return locale.startsWith('zh')
    ? `Engraph：自上次会话以来，有 ${lines.length} 次记录出了问题，最近一次：${last}。运行 \`engraph doctor\` 可查看原因。`
    : `Engraph: ${lines.length} ${lines.length === 1 ? 'hook' : 'hooks'} failed since the last session, lately: ${last}. \`engraph doctor\` says more.`
}

/** Renamed first, so that of two sessions that begin at once one says it. */
function takeFile(file: string): readonly string[] {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return []
  const taken = `${file}.${process.pid}`
  renameSync(file, taken)
  const text = readFileSync(taken, 'utf8').slice(-UNSAID_BYTES_MAX)
  rmSync(taken)
  return text.split('\n').filter((line) => line !== '')
}

/** The log is the last resort: where it fails too, there is nobody left to tell. */
function attempt<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}
