#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { type GivenPlace, tellHintsWhere } from './hints.ts'
import { EXIT_HELP, reportError, surviveClosedPipes } from './output.ts'
import { phrases } from './phrases.ts'
import { examples } from './usage.ts'
import { speakOfUsage } from './usage-errors.ts'
import { whereOptions } from './where.ts'

// A cold `engraph recall` should cost little more than Node itself: only the verbs that the arguments name are loaded,
// and the facade with its database driver and dictionaries comes with the action that opens a memory (`where.ts`).
const VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  remember: async () => (await import('./remember.ts')).rememberCommand(),
  recall: async () => (await import('./recall.ts')).recallCommand(),
  timeline: async () => (await import('./timeline.ts')).timelineCommand(),
  show: async () => (await import('./show.ts')).showCommand(),
  walk: async () => (await import('./walk.ts')).walkCommand(),
  forget: async () => (await import('./forget.ts')).forgetCommand(),
  alias: async () => (await import('./alias.ts')).aliasCommand(),
  search: async () => (await import('./search.ts')).searchCommand(),
  history: async () => (await import('./history.ts')).historyCommand(),
  get: async () => (await import('./get.ts')).getCommand(),
  records: async () => (await import('./records.ts')).recordsCommand(),
  why: async () => (await import('./why.ts')).whyCommand(),
  edges: async () => (await import('./edges.ts')).edgesCommand(),
  init: async () => (await import('./init.ts')).initCommand(),
  impact: async () => (await import('./impact.ts')).impactCommand(),
  note: async () => (await import('./note.ts')).noteCommand(),
  hook: async () => (await import('./hook.ts')).hookCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  install: async () => (await import('./install.ts')).installCommand(),
  uninstall: async () => (await import('./uninstall.ts')).uninstallCommand(),
  drain: async () => (await import('./drain.ts')).drainCommand(),
  observe: async () => (await import('./observe.ts')).observeCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  space: async () => (await import('./space.ts')).spaceCommand(),
  embed: async () => (await import('./embed.ts')).embedCommand(),
  stats: async () => (await import('./stats.ts')).statsCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  bench: async () => (await import('./bench.ts')).benchCommand(),
}

const arguments_ = process.argv.slice(2)
const program = new Command('engraph')
  .description('A memory graph: it records what happened, answers by meaning and by structure, and says why.')
  .usage('[options] <command>')
  .option('-V, --version', 'print the version')
  .on('option:version', () => {
    process.stdout.write(`${versionOfPackage()}\n`)
    throw new CommanderError(0, 'commander.version', 'version')
  })
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError(phrases().helpAfterError)
  .exitOverride()
  .hook('preAction', (_, action) => tellHintsWhere(action.optsWithGlobals<GivenPlace>()))
  .addHelpText(
    'after',
    examples(
      ['engraph remember chat.jsonl', 'store a conversation, one JSON object per line'],
      ['engraph recall "When did Ana move the deployment?" --why', 'ask it, and see how each answer was found'],
      ['engraph timeline --since 2026-05-01 --json | jq .entries', 'what happened since May, for a program'],
    ),
  )
  .addHelpText('after', EXIT_HELP)
for (const option of whereOptions()) program.addOption(option)

speakOfUsage(program)
for (const load of chosenVerbs()) program.addCommand(adopt(await load(), program))

surviveClosedPipes()
try {
  await program.parseAsync(arguments_, { from: 'user' })
} catch (error) {
  process.exitCode = reportError(error, { json: asksForJson() })
}

/** The verbs that stand anywhere among the arguments; all of them for `--help`, or where none is spelled right. */
function chosenVerbs(): readonly (() => Promise<Command>)[] {
  const named = Object.entries(VERBS).filter(([name]) => arguments_.includes(name))
  return (named.length > 0 ? named : Object.entries(VERBS)).map(([, load]) => load)
}

/** A command made apart behaves like the program: it throws instead of exiting, and shows help alike. */
function adopt(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  speakOfUsage(command)
  for (const child of command.commands) adopt(child, command)
  return command
}

function asksForJson(): boolean {
  const end = arguments_.indexOf('--')
  return (end < 0 ? arguments_ : arguments_.slice(0, end)).includes('--json')
}

/** The bundle lies in `dist/`, next to the package's manifest. */
function versionOfPackage(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
