import type { ToolUse } from '../../graph/activity.ts'
import type { Json } from '../../graph/nodes.ts'
import { isPath, resolvePath } from '../paths.ts'
import { type CommandFiles, filesOfCommand } from './command-files.ts'
import { readCommandLine } from './command-line.ts'
import { asObject, listOf, textOf } from './given-values.ts'
import { readPatch } from './patch.ts'
import type { StepKind, StepParts } from './step.ts'

const TEXT_MAX = 400

/** A call of a shell: `Bash`, `exec_command`, `run_terminal_cmd` … with the command as text or as words. */
export function readShell(activity: ToolUse, output: string): StepParts {
  const given = commandOf(activity)
  if (given === '') return { kind: 'other' }
  const folder = textOf(activity.input, 'workdir', 'cwd', 'working_directory') ?? activity.place.folder
  const start = resolvePath(activity.place.folder, folder)
  // Codex gives patches to its shell.
  if (given.includes('*** Begin Patch')) return readPatch(given, start)
  const commands = readCommandLine(given, start)
  const files: CommandFiles = { read: [], modified: [], made: [], removed: [], moved: [], changes: [] }
  for (const command of commands) filesOfCommand(command, files)
  const kind = kindOf(commands.map(({ words }) => words))
  const exitCode = exitCodeOf(activity, output)
  return {
    kind,
    ...files,
    command: { text: shown(given), commands, exitCode },
    about: kind === 'search' ? (commands[0]?.words.slice(1).find((word) => !word.startsWith('-')) ?? '') : '',
    ...(exitCode !== null && exitCode !== 0 && { outcome: 'error' as const }),
  }
}

function commandOf({ input }: ToolUse): string {
  const given: Json = input['command'] ?? input['cmd'] ?? input['script'] ?? input['CommandLine'] ?? ''
  if (typeof given === 'string') return given
  const words = listOf(given).map(String)
  const isWrapped = words.length === 3 && /^-l?i?c$/u.test(words[1]!)
  return isWrapped ? words[2]! : words.map((word) => (/[\s"'$&|;<>]/u.test(word) ? `'${word}'` : word)).join(' ')
}

/** Without the change of folder and the variables before it, which say nothing. */
function shown(command: string): string {
  const bare = command
    .trim()
    .replace(/^(?:cd\s+(?:"[^"\n]{1,300}"|'[^'\n]{1,300}'|[^\s;&|]{1,300})\s*(?:&&|;|\n)\s*){1,3}/u, '')
    .replace(/^(?:source|\.)\s+\S{1,200}activate\s*(?:&&|;)\s*/u, '')
  const text = (bare === '' ? command : bare).trim()
  const here = text.search(/<<-?\s*['"]?[A-Za-z_]/u)
  const line =
    here > 0
      ? `${text.slice(0, here).trim()} <<…`
      : text
          .split('\n')
          .map((part) => part.trim())
          .join(' ; ')
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX - 1)}…` : line
}

const READS: ReadonlySet<string> = new Set(
  'cat head tail less more bat nl wc jq yq xxd strings sed awk cut sort uniq diff cd echo printf true file stat du ls tree pwd which type date env printenv test [ column tr'.split(
    ' ',
  ),
)
const SEARCHES: ReadonlySet<string> = new Set('grep egrep fgrep rg ag ack find fd locate'.split(' '))
const GIT_READS: ReadonlySet<string> = new Set(
  'status log diff show blame branch ls-files grep rev-parse remote describe shortlog reflog cat-file ls-tree fetch'.split(
    ' ',
  ),
)

/** A line that only looks is a read or a search, so that it makes neither a change nor a failure. */
function kindOf(commands: readonly (readonly string[])[]): StepKind {
  if (commands.length === 0) return 'command'
  let kind: StepKind = 'read'
  for (const [program = '', second = '', ...rest] of commands) {
    if (SEARCHES.has(program) && ![second, ...rest].some((word) => word === '-exec' || word === '-delete'))
      kind = 'search'
    else if (program === 'git' && GIT_READS.has(second)) continue
    else if (program === 'gh' && /^(?:view|list|status|diff|checks)$/u.test(rest[0] ?? '')) continue
    else if (
      !READS.has(program) ||
      (program === 'sed' && [second, ...rest].some((word) => /^-[a-zA-Z]*i|^--in-place/u.test(word)))
    ) {
      return 'command'
    }
  }
  return kind
}

const CODE_FIELDS = ['exit_code', 'exitCode', 'returncode', 'return_code', 'returnCode', 'code'] as const
const CODE_IN_TEXT =
  /(?:^|\n)(?:Error: )?(?:Exit code:?|Process exited with code|Command (?:failed|exited) with (?:exit )?code|exited with (?:exit )?code|exit status:?) (-?\d{1,9})\b/iu
/** What people put behind a command to see its code. */
const CODE_ECHOED = /(?:^|\n)\W{0,4}(?:exit(?:[ _-]?(?:code|status))?|rc|status|EXIT)\s?[:=]\s?(\d{1,3})\W{0,4}\s*$/iu

function exitCodeOf(activity: ToolUse, output: string): number | null {
  const object = asObject(activity.output)
  const metadata = asObject(object?.['metadata'])
  for (const field of CODE_FIELDS) {
    const value = object?.[field] ?? metadata?.[field]
    if (typeof value === 'number' && Number.isInteger(value)) return value
  }
  const told =
    CODE_IN_TEXT.exec((activity.error ?? '').slice(0, 500)) ??
    (activity.outcome === 'ok' ? null : CODE_IN_TEXT.exec(output.slice(0, 300)))
  if (told) return Number(told[1])
  const echoed = CODE_ECHOED.exec(output.slice(-80))
  if (echoed) return Number(echoed[1])
  if (activity.outcome !== 'ok' || activity.input['run_in_background'] === true) return null
  if (object?.['backgroundTaskId'] !== undefined || object?.['interrupted'] === true) return null
  return 0
}

/** Words of a patch may be paths as well as the names of files. */
export function pathOf(activity: ToolUse, given: string): string | null {
  const path = given.startsWith('file://') ? given.slice(7) : given
  return path === '' || (!isPath(path) && !/[\s(]/u.test(path)) ? null : resolvePath(activity.place.folder, path)
}
