import { spawn } from 'node:child_process'
import type { MadeUpHook } from './payloads.ts'

export interface HookProgram {
  /** The bundle that hosts start. */
  readonly hook: string
  /** The program `engraph`. */
  readonly cli: string
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
}

export interface HookEnd {
  /** Whether the host was told that all is well: what it handed over must be kept from then on. */
  readonly isAcknowledged: boolean
  readonly stdout: string
  readonly ms: number
}

/** A hook that hangs is a fault that must not hang the benchmark. */
const HOOK_MS_MAX = 60_000

/** Starts one hook as a host does, and kills it after a while where that is asked for. */
export function runHook(
  { hook, env, folder }: HookProgram,
  { event, payload }: Pick<MadeUpHook, 'event' | 'payload'>,
  { killAfterMs }: { readonly killAfterMs: number | null } = { killAfterMs: null },
): Promise<HookEnd> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [hook, event], { env, cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  // A hook that was killed reads no more; that is what it is for.
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify(payload))
  const killing = setTimeout(() => child.kill('SIGKILL'), killAfterMs ?? HOOK_MS_MAX)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      clearTimeout(killing)
      resolve({ isAcknowledged: status === 0, stdout, ms: performance.now() - startedAt })
    })
  })
}

export interface CommandEnd {
  readonly status: number | null
  readonly stdout: string
}

/** Runs a command of `engraph`, which reads the journal before it answers. */
export function runEngraph(
  { cli, env, folder }: HookProgram,
  args: readonly string[],
  { killAfterMs }: { readonly killAfterMs: number | null } = { killAfterMs: null },
): Promise<CommandEnd> {
  // Who asks a question may ask a model; only hooks, and what they start, are counted.
  const { ENGRAPH_EMBEDDER_URL: _, ...others } = env
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...others, ENGRAPH_EMBEDDER: 'words' },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const killing = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      if (killing !== null) clearTimeout(killing)
      resolve({ status, stdout })
    })
  })
}
