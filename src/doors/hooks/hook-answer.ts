import { statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { HookHost, HookPayload } from '../../capture/hook-payload.ts'

/** What may be answered, and how long after the start of the process, in ms. */
const DEADLINES_MS: Readonly<Record<string, number>> = { SessionStart: 1500, UserPromptSubmit: 400, PreToolUse: 1000 }
/** Hosts put longer texts into a file that nobody reads. */
export const CONTEXT_LENGTH_MAX = 5900
const FRAME_END = '</engraph-memory>'

/** What `./hook-answers.cjs` gives: the text for the agent, and what the person is told. */
export interface HookAnswer {
  readonly additionalContext?: string | null
  readonly systemMessage?: string | null
}

interface Answers {
  readonly answer: (
    payload: unknown,
    options: { readonly home: string; readonly deadlineMs: number },
  ) => Promise<HookAnswer | object | null>
}

/** The answer to an event, within its deadline; `null` where there is none, or none in time. */
export async function answerWithin(payload: HookPayload, where: AnswerPlace): Promise<HookAnswer | null> {
  const leftMs = (DEADLINES_MS[payload.event] ?? 0) - performance.now()
  if (leftMs <= 0) return null
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, leftMs, null)
  })
  try {
    return await Promise.race([late, askAnswers(payload, where)])
  } finally {
    clearTimeout(timer)
  }
}

export interface AnswerPlace {
  /** The folder in which the built programs lie. */
  readonly programs: string
  readonly home: string
}

/** Lies beside this program once it is built; its own file, since it loads the memory and this does not. */
const ANSWERS = 'hook-answers.cjs'

async function askAnswers(payload: HookPayload, { programs, home }: AnswerPlace): Promise<HookAnswer | null> {
  const file = join(programs, ANSWERS)
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return null
  // Not by the loader of modules: to set it up takes longer than to read the file.
  const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module') as NodeModule22
  // Where Node can keep what it compiled, the next hook need not wait for that; it writes when this process has answered.
  enableCompileCache?.(join(home, 'compile-cache'))
  const answers = createRequire(file)(file) as Answers
  // Loading them took a part of the time.
  const deadlineMs = (DEADLINES_MS[payload.event] ?? 0) - performance.now()
  return readAnswer(await answers.answer(payload.fields, { home, deadlineMs }))
}

/** What Node 22 has besides. */
type NodeModule22 = typeof import('node:module') & { readonly enableCompileCache?: (folder: string) => unknown }

/** Either the two texts, or the form that hosts read. */
function readAnswer(answer: object | null): HookAnswer | null {
  if (answer === null) return null
  const { hookSpecificOutput, additionalContext, systemMessage } = answer as Record<string, unknown>
  const inner = (hookSpecificOutput as Record<string, unknown> | undefined)?.['additionalContext']
  const context = additionalContext ?? inner
  return {
    additionalContext: typeof context === 'string' ? context : null,
    systemMessage: typeof systemMessage === 'string' ? systemMessage : null,
  }
}

/** What a host accepts for an event; anything else it would refuse, or take for something else. */
export function outputFor(event: string, host: HookHost, answer: HookAnswer): object | null {
  const { additionalContext, systemMessage } = answer
  // VS Code takes no context with a prompt.
  const takesContext = additionalContext && !(host === 'vscode' && event === 'UserPromptSubmit')
  const output = {
    ...(systemMessage && event === 'SessionStart' ? { systemMessage: systemMessage.slice(0, 1000) } : {}),
    ...(takesContext
      ? { hookSpecificOutput: { hookEventName: event, additionalContext: cutContext(additionalContext) } }
      : {}),
  }
  return Object.keys(output).length === 0 ? null : output
}

function cutContext(text: string): string {
  if (text.length <= CONTEXT_LENGTH_MAX) return text
  const isFramed = text.includes('<engraph-memory')
  const room = CONTEXT_LENGTH_MAX - (isFramed ? FRAME_END.length + 1 : 0)
  // Between lines, since each says something by itself.
  const line = text.lastIndexOf('\n', room)
  const kept = text.slice(0, line > room / 2 ? line : room).toWellFormed()
  return isFramed ? `${kept}\n${FRAME_END}` : kept
}

/** One JSON object. A host that went away meanwhile does not want it. */
export function printAnswer(output: object): void {
  const bytes = Buffer.from(`${JSON.stringify(output)}\n`)
  let written = 0
  for (let attempt = 0; written < bytes.length && attempt < 200; attempt++) {
    try {
      written += writeSync(1, bytes, written)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE' || code === 'EBADF') return
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
