import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

/** The built command, as an installed package runs it; `ENGRAPH_TEST_CLI` names another build of it. */
export const CLI = process.env['ENGRAPH_TEST_CLI'] ?? fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly stdin?: string | Buffer
  readonly env?: Readonly<Record<string, string>>
  /** Closes the read end of stdout at once, as `| head -0` does. */
  readonly closeStdout?: boolean
}

// Once per file and not per test: tests that run at the same time share `onTestFinished`.
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** A folder that is gone after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-cli-'))
  folders.push(folder)
  return folder
}

/** Runs `engraph` as a process of its own with `home` as its data directory. */
export function engraph(home: string, args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [CLI, ...args], {
    // What needs no model is tested without one; tests of models choose theirs.
    env: { PATH, HOME: home, ENGRAPH_HOME: home, ENGRAPH_EMBEDDER: 'words', LANG: 'C.UTF-8', ...options.env },
  })
  return outcomeOf(child, options)
}

export const CONVERSATION = [
  { session: 's1', speaker: 'Ana', text: 'We moved the deployment to Friday.', at: '2026-05-03T10:00:00Z', id: 'a1' },
  { session: 's1', speaker: 'Ben', text: 'Then the payment callback can wait.', at: '2026-05-03T10:01:00Z', id: 'a2' },
  { session: 's2', speaker: 'Ana', text: '登录模块的重构推迟到六月。', at: '2026-05-10T08:30:00Z', id: 'b1' },
  { session: 's2', speaker: 'Ben', text: 'The cat sleeps on the router.', at: '2026-05-10T08:31:00Z', id: 'b2' },
]

export function asLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

let prepared: Promise<string> | undefined

/** A data directory of its own that holds `CONVERSATION`; stored once per file and copied from then on. */
export async function homeWithConversation(): Promise<string> {
  prepared ??= storeConversation()
  const home = temporaryFolder()
  cpSync(await prepared, home, { recursive: true })
  return home
}

async function storeConversation(): Promise<string> {
  const home = temporaryFolder()
  const run = await engraph(home, ['remember', '-'], { stdin: asLines(CONVERSATION) })
  if (run.status !== 0) throw new Error(`The conversation was not stored: ${run.stderr}`)
  return home
}

/** Gives a process its standard input, and waits for its end. */
export function outcomeOf(
  child: ChildProcessWithoutNullStreams,
  options: Pick<RunOptions, 'stdin' | 'closeStdout'>,
): Promise<Run> {
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  if (options.closeStdout) child.stdout.destroy()
  // A command that refuses before it reads closes its stdin; that is its right.
  child.stdin.on('error', () => {})
  child.stdin.end(options.stdin ?? '')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
}
