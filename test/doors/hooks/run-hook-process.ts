import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { readLine } from '../../../src/capture/journal-line.ts'
import type { Activity } from '../../../src/graph/activity.ts'
import { CLI } from '../cli/run-engraph.ts'

/** The bundle that hosts start. */
export const HOOK = process.env['ENGRAPH_TEST_HOOK'] ?? join(dirname(CLI), 'hook.cjs')

const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engraph-hooks-')))
  made.push(folder)
  return folder
}

export interface HookRun {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface HookGiven {
  readonly home: string
  readonly event?: string
  /** An object becomes JSON. */
  readonly input: unknown
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The command before `node`, such as one that sets limits. */
  readonly before?: readonly string[]
  readonly killAfterMs?: number
  /** A copy of the bundle with other programs beside it. */
  readonly program?: string
}

/** One hook as a host starts it. */
export function runHook(given: HookGiven): Promise<HookRun> {
  const { input, killAfterMs } = given
  const child = startHook(given)
  child.stdin!.on('error', () => undefined)
  child.stdin!.end(typeof input === 'string' || Buffer.isBuffer(input) ? input : JSON.stringify(input))
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  return ended(child)
}

export function startHook({ home, event, env = {}, before = [], program: hook = HOOK }: HookGiven): ChildProcess {
  const [program, ...args] = [...before, process.execPath, hook, ...(event === undefined ? [] : [event])]
  const options: SpawnOptions = {
    stdio: 'pipe',
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: join(home, '..'), ENGRAPH_HOME: home, ...env },
  }
  return spawn(program!, args, options)
}

export function ended(child: ChildProcess): Promise<HookRun> {
  let [stdout, stderr] = ['', '']
  child.stdout!.on('data', (data) => {
    stdout += data
  })
  child.stderr!.on('data', (data) => {
    stderr += data
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
}

export const SILENT: HookRun = { status: 0, stdout: '', stderr: '' }

export interface JournalRead {
  readonly activities: readonly Activity[]
  readonly ids: readonly string[]
  readonly problems: readonly string[]
}

/** All that the journal of a data directory holds. */
export function readJournal(home: string): JournalRead {
  const folder = join(home, 'journal')
  const lines = (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map(readLine)
  return {
    activities: lines.flatMap((line) => ('activity' in line ? [line.activity] : [])),
    ids: lines.flatMap((line) => ('id' in line ? [line.id] : [])),
    problems: lines.flatMap((line) => ('problem' in line ? [line.problem] : [])),
  }
}

export function toolPayload(session: string, call: number, fields: object = {}): object {
  return {
    session_id: session,
    transcript_path: '/nowhere/transcript.jsonl',
    cwd: '/',
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: `echo ${call}` },
    tool_response: { stdout: `${call}\n`, stderr: '', interrupted: false },
    tool_use_id: `toolu_${call}`,
    ...fields,
  }
}
