import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from '../recall/metrics.ts'
import { type HookProgram, runHook } from './hook-process.ts'
import { contextIn } from './storm.ts'

export interface EventFigures {
  readonly p50Ms: number
  readonly p95Ms: number
  /** Median over pairs of what the hook takes against what an empty script takes beside it. */
  readonly ratio: number
}

export interface TimedEvent {
  readonly figures: EventFigures
  readonly nodeMs: readonly number[]
  readonly contextMaxChars: number
}

export interface EventTiming {
  readonly event: string
  readonly pairs: number
  /** The payload of each call. */
  payload(call: number): Readonly<Record<string, unknown>>
}

/**
 * Whole-process times of a hook, each next to that of an empty script, so that both meet the same noise. A script lies in
 * a file, as the hook does: `node -e` leaves out what it takes to find and to read one.
 */
export async function timeEvent(program: HookProgram, timing: EventTiming): Promise<TimedEvent> {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-empty-'))
  try {
    const script = join(folder, 'empty.cjs')
    writeFileSync(script, '')
    return await timePairs(program, timing, script)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timePairs(program: HookProgram, timing: EventTiming, script: string): Promise<TimedEvent> {
  const { event, pairs, payload } = timing
  const hookMs: number[] = []
  const nodeMs: number[] = []
  let contextMaxChars = 0
  // The first pair warms the page cache and is thrown away.
  for (let pair = 0; pair <= pairs; pair++) {
    // Whoever goes first meets a colder machine, so they take turns.
    const isHookFirst = pair % 2 === 0
    const empty = isHookFirst ? null : await emptyNode(program, script)
    const hook = await runHook(program, { event, payload: payload(pair) })
    const node = empty ?? (await emptyNode(program, script))
    if (pair === 0) continue
    hookMs.push(hook.ms)
    nodeMs.push(node)
    contextMaxChars = Math.max(contextMaxChars, (contextIn(hook.stdout) ?? '').length)
  }
  const ratio = percentile(
    hookMs.map((ms, pair) => ms / nodeMs[pair]!),
    0.5,
  )!
  return {
    figures: { p50Ms: percentile(hookMs, 0.5)!, p95Ms: percentile(hookMs, 0.95)!, ratio },
    nodeMs,
    contextMaxChars,
  }
}

/** The wall time of a process that does nothing, fed as a hook is. */
function emptyNode({ env, folder }: HookProgram, script: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [script], { env, cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => undefined)
  child.stdin.end('{}')
  child.stdout.resume()
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(performance.now() - startedAt))
  })
}
