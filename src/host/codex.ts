import { join } from 'node:path'
import { wording } from '../graph/wording.ts'
import { type HostTarget, homeOf, readServer } from './claude-code.ts'
import type { HostFile } from './file.ts'
import { type HookReader, hooksFile, type WantedHook } from './hooks.ts'
import { isOwnProgram } from './programs.ts'
import { readToml, type TomlPath, tableAt, withoutTable, withTable } from './toml.ts'

/** Seconds that Codex waits for a hook at most; at the end of a session it grants three. */
const TIMEOUT_S = 5
const END_TIMEOUT_S = 3

export const CODEX_EVENTS: readonly string[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'SessionEnd',
]

/** Codex starts servers with few of the user's variables; those that say where the memory is are handed on. */
const PASSED_VARIABLES = [
  'ENGRAPH_HOME',
  'ENGRAPH_SPACE',
  'XDG_DATA_HOME',
  'ENGRAPH_EMBEDDER',
  'ENGRAPH_RERANKER',
  'LANG',
  'LC_ALL',
]
const SERVER: TomlPath = ['mcp_servers', 'engraph']

/** The files of Codex that Engraph stands in. */
export function codexFiles(target: HostTarget): readonly HostFile[] {
  const { environment, project } = target
  const user = environment['CODEX_HOME'] || join(homeOf(environment), '.codex')
  const folder = project === null ? user : join(project, '.codex')
  return [ownHooks(join(folder, 'hooks.json'), target), serverFile(join(folder, 'config.toml'), target)]
}

function ownHooks(path: string, { programs, known }: HostTarget): HostFile {
  const reader: HookReader = (handler, event) => {
    const { type, command } = (handler ?? {}) as Record<string, unknown>
    const words = type === 'command' && typeof command === 'string' ? shellWords(command) : []
    const [node = '', program = '', named] = words
    return words.length === 3 && named === event && isOwnProgram(program, 'hook', known) ? { node, program } : null
  }
  const wanted = CODEX_EVENTS.map((event): WantedHook => {
    // A shell reads this line, so the paths are quoted.
    const command = [quoted(programs.node), quoted(programs.hook), event].join(' ')
    const timeout = event === 'SessionEnd' ? END_TIMEOUT_S : TIMEOUT_S
    return { event, handler: { type: 'command', command, timeout } }
  })
  return hooksFile(path, wanted, reader)
}

function serverFile(path: string, { programs, known }: HostTarget): HostFile {
  return {
    path,
    holds: 'server',
    put(text) {
      const read = readToml(text)
      if ('refused' in read) return read
      const there = tableAt(read.root, SERVER)
      if (there !== undefined && readServer(there, known) === null) {
        return { refused: wording`it has another MCP server that is called engraph` }
      }
      const passed = there === undefined ? { env_vars: PASSED_VARIABLES } : {}
      return withTable(text, SERVER, { command: programs.node, args: [programs.cli, 'mcp'], ...passed })
    },
    take(text) {
      const read = readToml(text)
      if ('refused' in read) return read
      return readServer(tableAt(read.root, SERVER), known) === null ? { text } : withoutTable(text, SERVER)
    },
    look(text) {
      const read = readToml(text)
      return 'refused' in read ? read : { hooks: [], server: readServer(tableAt(read.root, SERVER), known) }
    },
  }
}

function quoted(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** The words of a line that `quoted` made; lines of others may read differently in a shell, and need not be read. */
function shellWords(line: string): readonly string[] {
  if (line.length > 10_000) return []
  const words = line.match(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"\\]+|\\(?!'))+/gu) ?? []
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"|\\(')/gu, (_, ...parts) => parts.slice(0, 3).join('')))
}
