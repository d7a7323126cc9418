import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { writeLine } from '../../src/capture/journal-line.ts'
import type { Activity, ActivityPlace, Prompt, ToolUse } from '../../src/graph/activity.ts'

export const T0 = Date.UTC(2026, 4, 3, 10)
const STEP_MS = 1000

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** A folder of its own, by its real path; it goes after the tests. */
export function newFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `engraph-${name}-`)))
  folders.push(folder)
  return folder
}

export function placeOf(folder: string, given: Partial<ActivityPlace> = {}): ActivityPlace {
  return { folder, root: folder, repository: null, remote: null, branch: null, commit: null, ...given }
}

export function prompt(place: ActivityPlace, text: string, given: Partial<Prompt> = {}): Prompt {
  return { kind: 'prompt', session: 'one', at: T0, host: 'claude-code', agent: null, key: null, place, text, ...given }
}

export function tool(place: ActivityPlace, given: Partial<ToolUse> = {}): ToolUse {
  const how = {
    input: { command: 'npm test' },
    output: 'all passed',
    outcome: 'ok',
    error: null,
    durationMs: 5,
  } as const
  const step = { session: 'one', at: T0, host: 'claude-code', agent: null, key: null, place }
  return { kind: 'tool', tool: 'Bash', ...step, ...how, ...given }
}

/** Gives each a moment of its own, one second behind the other. */
export function inTurn<A extends Activity>(activities: readonly A[], from = T0): A[] {
  return activities.map((activity, i) => ({ ...activity, at: from + i * STEP_MS }))
}

let lines = 0

/** Appends activities as a hook does, each with an id of its own. Answers the file. */
export function append(home: string, name: string, ...activities: readonly Activity[]): string {
  const folder = join(home, 'journal')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${name}.jsonl`)
  appendFileSync(file, activities.map((activity) => `${writeLine(activity, `line-${++lines}`)}\n`).join(''))
  return file
}

export function git(folder: string, ...given: readonly string[]): string {
  const identity = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', '-c', 'init.defaultBranch=main']
  return execFileSync('git', [...identity, ...given], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** A repository with one commit; its message makes its first commit another than that of others. */
export function newRepository(name: string, remote: string | null, message = name): string {
  const folder = join(newFolder(name), name)
  mkdirSync(folder)
  git(folder, 'init')
  git(folder, 'commit', '--allow-empty', '-m', message)
  if (remote !== null) git(folder, 'remote', 'add', 'origin', remote)
  return folder
}
