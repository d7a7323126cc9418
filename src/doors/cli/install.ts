import { Argument, Command, Option } from 'commander'
import type { HostName, HostOptions, HostReport } from '../../host/install.ts'
import { hostPhrases } from './host-phrases.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { said } from './said.ts'
import { cleanLine } from './terminal-text.ts'
import { examples } from './usage.ts'

interface Options {
  readonly scope: 'user' | 'project'
  readonly dryRun?: true
  readonly json?: true
  readonly home?: string
}

export function installCommand(): Command {
  return hostCommand('install')
    .description('let a coding agent remember by itself: put hooks and the MCP server into its configuration')
    .addHelpText(
      'after',
      examples(
        ['engraph install claude-code', 'from the next session on, in every project'],
        ['engraph install codex --dry-run', 'which files would change'],
        ['engraph install claude-code --scope project', 'in the project of this folder alone'],
      ),
    )
    .action((host: HostName, options: Options, command: Command) => run(host, options, { command, verb: 'install' }))
}

/** The agent, and the options that both verbs have. */
export function hostCommand(verb: string): Command {
  return new Command(verb)
    .addArgument(new Argument('<agent>', 'the coding agent').choices(['claude-code', 'codex']))
    .addOption(
      new Option('--scope <scope>', 'every project of yours, or the one of this folder')
        .choices(['user', 'project'])
        .default('user'),
    )
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--json', 'print one JSON object')
}

export interface Verb {
  readonly command: Command
  readonly verb: 'install' | 'uninstall'
}

/** Does it, and prints what was done. */
export async function run(host: HostName, { scope, dryRun, json }: Options, { command, verb }: Verb): Promise<void> {
  const { homeDirectory } = await import('../../home-options.ts')
  const { installHost, uninstallHost } = await import('../../host/install.ts')
  const { home } = command.optsWithGlobals<Options>()
  const options: HostOptions = {
    home: homeDirectory(home),
    isDryRun: dryRun === true,
    ...(scope === 'project' ? { project: process.cwd() } : {}),
  }
  const report = verb === 'install' ? installHost(host, options) : uninstallHost(host, options)
  if (json) printJson({ ...asJson(report), scope })
  else print(report, verb)
  process.exitCode = report.problems.length > 0 ? EXIT.failure : EXIT.ok
}

function asJson({ host, isDryRun, changes, problems, notes }: HostReport) {
  const inEnglish = problems.map(({ path, reason }) => ({ path, reason: said(reason, 'english') }))
  return { host, isDryRun, changes, problems: inEnglish, notes: notes.map((note) => said(note, 'english')) }
}

function print({ host, isDryRun, changes, problems, notes }: HostReport, verb: Verb['verb']): void {
  const say = hostPhrases()
  for (const { path, reason } of problems) remark(cleanLine(`engraph: ${say.problem(path, said(reason))}`))
  if (problems.length > 0 && changes.length === 0) remark(say.nothingChanged)
  const lines = changes.flatMap((change) => [
    say.change(change, isDryRun ? 'would-be' : 'done'),
    ...(change.backup !== null && !isDryRun && verb === 'install' ? [`  ${say.kept(change.backup)}`] : []),
  ])
  if (lines.length > 0) printLines(lines.map(cleanLine))
  if (isDryRun || problems.length > 0) return
  for (const note of notes) remark(cleanLine(said(note)))
  if (verb === 'install') remark(`${say.check} ${say.undo(host)}`)
}
