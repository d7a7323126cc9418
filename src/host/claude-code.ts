import { homedir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { wording } from '../graph/wording.ts'
import { type HostEdit, type HostFile, readHostFile } from './file.ts'
import { type HookReader, hooksFile, type WantedHook } from './hooks.ts'
import { type JsonPath, readJson, removed, replaced, valueAt } from './json.ts'
import { type HostPrograms, isOwnProgram } from './programs.ts'

/** What is put where: for every project of the user, or for one. */
export interface HostTarget {
  readonly programs: HostPrograms
  /** Programs of other versions that stand in the files perhaps. */
  readonly known: ReadonlySet<string>
  readonly environment: NodeJS.ProcessEnv
  /** The top of the project; `null` for all of them. */
  readonly project: string | null
}

/** Seconds that Claude Code waits for a hook at most. A hook is done long before; this is for a machine that hangs. */
const TIMEOUT_S = 5
/** Tools that change files, and the shell, of whose commands some do. */
const EDITING_TOOLS = 'Edit|Write|MultiEdit|NotebookEdit|Bash'

export const CLAUDE_CODE_EVENTS: readonly (readonly [event: string, matcher?: string])[] = [
  ['SessionStart'],
  ['UserPromptSubmit'],
  ['PreToolUse', EDITING_TOOLS],
  ['PostToolUse'],
  ['PostToolUseFailure'],
  ['Stop'],
  ['SubagentStop'],
  ['PreCompact'],
  ['PostCompact'],
  ['SessionEnd'],
]

/**
 * The files of Claude Code that Engraph stands in. For one project, they are those that are nobody else's: the paths of
 * this machine have no place in what a team shares.
 */
export function claudeCodeFiles(target: HostTarget): readonly HostFile[] {
  const { environment, project } = target
  const folder = claudeCodeFolder(environment)
  const settings = project === null ? join(folder, 'settings.json') : join(project, '.claude/settings.local.json')
  const state = join(environment['CLAUDE_CONFIG_DIR'] || homeOf(environment), '.claude.json')
  return [ownHooks(settings, target), serverFile(state, target)]
}

/** Where Claude Code has the user's settings. */
export function claudeCodeFolder(environment: NodeJS.ProcessEnv): string {
  return environment['CLAUDE_CONFIG_DIR'] || join(homeOf(environment), '.claude')
}

/** The settings that switch all hooks off, as a project (or the user alone) sees them; `null` where they run. */
export function hooksDisabledIn(environment: NodeJS.ProcessEnv, project: string | null): string | null {
  const ofProject =
    project === null ? [] : ['settings.local.json', 'settings.json'].map((name) => join(project, '.claude', name))
  // What is nearer decides.
  for (const path of [...ofProject, join(claudeCodeFolder(environment), 'settings.json')]) {
    const text = readHostFile(path)?.toString('utf8') ?? ''
    if ('refused' in readJson(text)) continue
    const isDisabled = valueAt(text, ['disableAllHooks'])
    if (typeof isDisabled === 'boolean') return isDisabled ? path : null
  }
  return null
}

/** The user's home directory, as the host sees it. */
export function homeOf(environment: NodeJS.ProcessEnv): string {
  return environment['HOME'] || homedir()
}

function ownHooks(path: string, { programs, known }: HostTarget): HostFile {
  const reader: HookReader = (handler, event) => {
    const { type, command, args } = (handler ?? {}) as Record<string, unknown>
    if (type !== 'command' || typeof command !== 'string' || !Array.isArray(args)) return null
    const [program, named] = args as readonly unknown[]
    if (named !== event || typeof program !== 'string' || !isOwnProgram(program, 'hook', known)) return null
    return { node: command, program }
  }
  const wanted = CLAUDE_CODE_EVENTS.map(([event, matcher]): WantedHook => {
    // With arguments of their own, no shell reads the paths.
    const handler = { type: 'command', command: programs.node, args: [programs.hook, event], timeout: TIMEOUT_S }
    return { event, ...(matcher === undefined ? {} : { matcher }), handler }
  })
  return hooksFile(path, wanted, reader)
}

function serverFile(path: string, { programs, known, project }: HostTarget): HostFile {
  const above: JsonPath = project === null ? ['mcpServers'] : ['projects', project, 'mcpServers']
  const place: JsonPath = [...above, 'engraph']
  const wanted = { type: 'stdio', command: programs.node, args: [programs.cli, 'mcp'] }
  const ownOf = (text: string) => readServer(valueAt(text, place), known)
  return {
    path,
    holds: 'server',
    put(text) {
      const read = readJson(text)
      if ('refused' in read) return read
      const there = valueAt(text, place)
      if (there === undefined) return unlessBlocked(text, above) ?? { text: replaced(text, place, wanted) }
      if (ownOf(text) === null) return { refused: wording`it has another MCP server that is called engraph` }
      // What a user added to it, such as variables, stays.
      return Object.entries(wanted).reduce<{ readonly text: string }>(
        (edited, [key, value]) =>
          isDeepStrictEqual(valueAt(edited.text, [...place, key]), value)
            ? edited
            : { text: replaced(edited.text, [...place, key], value) },
        { text },
      )
    },
    take(text, original) {
      const read = readJson(text)
      if ('refused' in read) return read
      if (ownOf(text) === null) return { text }
      let edited = removed(text, place)
      for (let depth = above.length; depth > 0; depth--) {
        const container = above.slice(0, depth)
        const isEmpty = isDeepStrictEqual(valueAt(edited, container), {})
        const wasThere = original !== null && valueAt(original, container) !== undefined
        if (isEmpty && !wasThere) edited = removed(edited, container)
      }
      return { text: edited }
    },
    look(text) {
      const read = readJson(text)
      return 'refused' in read ? read : { hooks: [], server: ownOf(text) }
    },
  }
}

/** Something on the way that is no object would be lost. */
function unlessBlocked(text: string, above: JsonPath): HostEdit | null {
  for (let depth = 1; depth <= above.length; depth++) {
    const value = valueAt(text, above.slice(0, depth))
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      return { refused: wording`its \`${above.slice(0, depth).join('.')}\` is no object` }
    }
  }
  return null
}

/** What a server of Engraph starts; `null` for one of others. */
export function readServer(
  server: unknown,
  known: ReadonlySet<string>,
): { readonly node: string; readonly program: string } | null {
  const { command, args } = (server ?? {}) as Record<string, unknown>
  if (typeof command !== 'string' || !Array.isArray(args)) return null
  const [program, verb] = args as readonly unknown[]
  if (verb !== 'mcp' || typeof program !== 'string' || !isOwnProgram(program, 'cli', known)) return null
  return { node: command, program }
}
