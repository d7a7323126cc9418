import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HookProgram } from './hook-process.ts'

/** The environment of a run bears it, and all that it starts inherit it. */
export const RUN_VARIABLE = 'ENGRAPH_BENCH_RUN'

/**
 * Processes that were started by a run and live still, found by the mark in their environment; `null` where the system
 * does not show the environments of processes.
 */
export function processesOf({ env }: Pick<HookProgram, 'env'>): readonly number[] | null {
  const mark = `${RUN_VARIABLE}=${env[RUN_VARIABLE]}`
  const numbers = listProcesses()
  return numbers === null ? null : numbers.filter((id) => id !== process.pid && readEnvironment(id).includes(mark))
}

/** Waits until no process of a run is left, and gives how many are after that time; `null` where nobody can tell. */
export async function processesLeft(program: Pick<HookProgram, 'env'>, msMax: number): Promise<number | null> {
  const until = Date.now() + msMax
  for (;;) {
    const left = processesOf(program)
    if (left === null || left.length === 0 || Date.now() >= until) return left === null ? null : left.length
    await sleep(100)
  }
}

/** Kills processes of a run that work behind, such as the worker that the end of a session starts. */
export function killSome(program: HookProgram, countMax: number): number {
  // Those that the benchmark started itself, it kills itself.
  const behind = (processesOf(program) ?? []).filter((id) => parentOf(id) !== process.pid)
  return behind.slice(0, countMax).filter(kill).length
}

function parentOf(id: number): number | null {
  // The name of the program, in parentheses, may hold spaces.
  const fields = readProc(id, 'stat')
    .replace(/^.*\)\s/su, '')
    .split(' ')
  return fields[1] === undefined ? null : Number(fields[1])
}

function kill(id: number): boolean {
  try {
    return process.kill(id, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

function listProcesses(): readonly number[] | null {
  if (process.platform !== 'linux') return null
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
}

function readEnvironment(id: number): readonly string[] {
  return readProc(id, 'environ').split('\0')
}

/** Empty for a process that has ended meanwhile, or is none of ours. */
function readProc(id: number, file: 'environ' | 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}
