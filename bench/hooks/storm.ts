import { type Random, seededRandom } from '../scale/random.ts'
import { type HookProgram, runEngraph, runHook } from './hook-process.ts'
import type { MadeUpHook } from './payloads.ts'
import { killSome } from './processes-of-run.ts'

export interface StormResult {
  /** Markers of hooks that were acknowledged: each must be there once. */
  readonly acknowledged: ReadonlySet<string>
  readonly hooksKilled: number
  readonly drainersRun: number
  readonly drainersKilled: number
  readonly additionalContextMaxChars: number
  /** Hooks that printed something else than one JSON object, or failed without being killed. */
  readonly faults: readonly string[]
}

export interface StormOptions {
  readonly seed: number
  readonly onProgress: (done: number, total: number) => void
}

const AT_ONCE = 3
const KILL_HOOK_ONE_IN = 12
const KILL_HOOK_MS_MAX = 90
const DRAIN_ONE_IN = 30
const KILL_DRAINER_MS_MAX = 900
const DRAINERS_AT_ONCE_MAX = 2
const FAULTS_MAX = 20

/** Plays hooks, some at once, and kills some of them and of those who read what they wrote. */
export async function playStorm(
  program: HookProgram,
  hooks: readonly MadeUpHook[],
  { seed, onProgress }: StormOptions,
): Promise<StormResult> {
  const random = seededRandom(seed + 1)
  const tally = new Tally()
  const drainers = new Set<Promise<void>>()
  let next = 0
  const worker = async () => {
    while (next < hooks.length) {
      const made = hooks[next++]!
      const killAfterMs = random.below(KILL_HOOK_ONE_IN) === 0 ? random.below(KILL_HOOK_MS_MAX) : null
      tally.hook(made, await runHook(program, made, { killAfterMs }), killAfterMs !== null)
      if (random.below(DRAIN_ONE_IN) === 0 && drainers.size < DRAINERS_AT_ONCE_MAX) {
        const drainer = drain(program, random, tally).finally(() => drainers.delete(drainer))
        drainers.add(drainer)
      }
      onProgress(next, hooks.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await Promise.all(drainers)
  return tally.result()
}

/** Somebody asks the memory, and may be killed over it; so may the worker that the end of a session started. */
async function drain(program: HookProgram, random: Random, tally: Tally): Promise<void> {
  const isDoomed = random.below(2) === 0
  tally.drainersRun++
  if (isDoomed) tally.drainersKilled++
  const killAfterMs = isDoomed ? random.below(KILL_DRAINER_MS_MAX) : null
  await runEngraph(program, ['search', 'refresh', '--json'], { killAfterMs })
  if (random.below(3) === 0) tally.drainersKilled += killSome(program, 1)
}

class Tally {
  readonly #acknowledged = new Set<string>()
  readonly #faults: string[] = []
  #hooksKilled = 0
  #contextMaxChars = 0
  drainersRun = 0
  drainersKilled = 0

  hook(made: MadeUpHook, end: { readonly isAcknowledged: boolean; readonly stdout: string }, isDoomed: boolean): void {
    if (end.isAcknowledged) {
      if (made.marker !== null) this.#acknowledged.add(made.marker)
      this.#read(made.event, end.stdout)
    } else if (isDoomed) this.#hooksKilled++
    else this.#fault(`${made.event} ended without status 0`)
  }

  /** One JSON object or nothing is what a host accepts. */
  #read(event: string, stdout: string): void {
    if (stdout.trim() === '') return
    const context = contextIn(stdout)
    if (context === null) this.#fault(`${event} printed no JSON object: ${stdout.slice(0, 80)}`)
    else this.#contextMaxChars = Math.max(this.#contextMaxChars, context.length)
  }

  #fault(fault: string): void {
    if (this.#faults.length < FAULTS_MAX) this.#faults.push(fault)
  }

  result(): StormResult {
    return {
      acknowledged: this.#acknowledged,
      hooksKilled: this.#hooksKilled,
      drainersRun: this.drainersRun,
      drainersKilled: this.drainersKilled,
      additionalContextMaxChars: this.#contextMaxChars,
      faults: this.#faults,
    }
  }
}

/** What a hook puts in front of the model; empty where it says something else, `null` where it is no JSON object. */
export function contextIn(stdout: string): string | null {
  try {
    const printed = JSON.parse(stdout) as { readonly hookSpecificOutput?: { readonly additionalContext?: unknown } }
    if (typeof printed !== 'object' || printed === null || Array.isArray(printed)) return null
    const context = printed.hookSpecificOutput?.additionalContext
    return typeof context === 'string' ? context : ''
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
