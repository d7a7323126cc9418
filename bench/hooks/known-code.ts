import { makeUpCode, pathOf } from '../impact/made-up-code.ts'
import { type HookProgram, runEngraph } from './hook-process.ts'
import type { KnownCode } from './timed-events.ts'

const IMPORTS_EACH = 5
const COMMITS = 2_000
/** Calls go through the files in steps that have no divisor with their number, so that no folder is met twice in a row. */
const STEP = 97

/** Makes up a repository in the folder of a program, and reads its code and history as a user would. */
export async function fillCode(program: HookProgram, { files, seed }: FillCodeOptions): Promise<KnownCode> {
  await makeUpCode(program.folder, { files, importsEach: IMPORTS_EACH, commits: COMMITS, seed })
  const { status, stdout } = await runEngraph(program, ['init', '--json'])
  if (status !== 0) throw new Error(`The code was not read: ${stdout.slice(0, 2_000)}`)
  return {
    folder: program.folder,
    files: Array.from({ length: files }, (_, call) => pathOf((call * STEP) % files)),
  }
}

export interface FillCodeOptions {
  readonly files: number
  readonly seed: number
}
