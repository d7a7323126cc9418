import { spawn } from 'node:child_process'

/** How git ended. Its complaint is cut; `code` is `null` where it was stopped or could not be started. */
export interface GitEnd {
  readonly code: number | null
  readonly complaint: string
}

export interface GitLimits {
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
}

const COMPLAINT_LENGTH_MAX = 2_000

/** Nothing of the user's configuration may run a program or change what is printed. */
const SETTINGS = ['-c', 'core.quotepath=off', '-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false']

/**
 * Runs git in a folder and gives its output piece by piece, so that a long log never stands in memory as a whole. The
 * reader may stop early; git is stopped then. How it ended is the last word, which the caller must look at: a log that
 * breaks off is not a short one.
 */
export async function* gitOutput(
  folder: string,
  command: readonly string[],
  { deadlineMs, signal }: GitLimits,
): AsyncGenerator<string, GitEnd, undefined> {
  const child = spawn('git', [...SETTINGS, ...command], {
    cwd: folder,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaint = (complaint + piece).slice(0, COMPLAINT_LENGTH_MAX)
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      complaint = error.message
      resolve(null)
    })
    child.on('close', resolve)
  })
  const stop = () => child.kill('SIGKILL')
  const timer = setTimeout(stop, deadlineMs)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    for await (const piece of child.stdout.setEncoding('utf8')) yield piece as string
    const code = await ended
    signal?.throwIfAborted()
    return { code, complaint: complaint.trim() }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** All that git prints, for short answers; `null` where it fails or prints more than `lengthMax`. */
export async function gitAnswer(
  folder: string,
  command: readonly string[],
  limits: GitLimits & { readonly lengthMax?: number },
): Promise<string | null> {
  const { lengthMax = 100_000 } = limits
  const output = gitOutput(folder, command, limits)
  let answer = ''
  for (let next = await output.next(); ; next = await output.next()) {
    if (next.done) return next.value.code === 0 ? answer : null
    answer += next.value
    if (answer.length > lengthMax) {
      await output.return({ code: null, complaint: '' })
      return null
    }
  }
}
