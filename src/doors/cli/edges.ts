import { userInfo } from 'node:os'
import { Command, Option } from 'commander'
import { EDGE_KINDS, EDGE_STATES, type EdgeKind, type EdgeState } from '../../graph/edges.ts'
import type { EdgeEntry } from '../../project/edges.ts'
import type { ProjectMemory } from '../../project/project-memory.ts'
import { edgePhrases } from './edge-phrases.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { cleanLine, colours, minuteOf, preview } from './terminal-text.ts'
import { examples, given, positiveInteger } from './usage.ts'
import { withProject } from './where-project.ts'

interface ListOptions {
  readonly kind?: EdgeKind
  readonly state?: EdgeState | 'all'
  readonly path?: string
  readonly limit?: number
  readonly json?: true
}

interface DecideOptions {
  readonly by?: string
  readonly json?: true
}

export function edgesCommand(): Command {
  const command = new Command('edges').description(
    'what the memory thinks belongs together: list it, accept it, reject it',
  )
  command.addCommand(listCommand())
  command.addCommand(decideCommand('accept'))
  command.addCommand(decideCommand('reject'))
  return command.addHelpText(
    'after',
    examples(
      ['engraph edges list', 'what waits for a decision first'],
      ['engraph edges list --path src/auth/token.ts --kind CO_CHANGES', 'what changes together with one file'],
      ['engraph edges reject CAUSES:e~…:e~…', 'it stays away until there is new evidence'],
    ),
  )
}

function listCommand(): Command {
  return new Command('list')
    .description('list soft edges: those that wait for a decision, then those in use')
    .addOption(new Option('--kind <kind>', 'only edges of this kind').choices(EDGE_KINDS))
    .addOption(new Option('--state <state>', 'only edges in this state').choices([...EDGE_STATES, 'all']))
    .option('--path <path>', 'only edges of this file')
    .option('--limit <count>', 'edges at most, up to 200 (default: 20)', positiveInteger)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph edges list --state suggested', 'what waits for a decision'],
        ['engraph edges list --kind CAUSES --state all --json', 'for a program, the rejected and the faded ones too'],
      ),
    )
    .action(list)
}

function decideCommand(verb: 'accept' | 'reject'): Command {
  const purpose = { accept: 'accept edges; they count as confirmed', reject: 'reject edges, until new evidence comes' }
  return new Command(verb)
    .description(purpose[verb])
    .argument('<id...>', 'ids as `engraph edges list` gives them')
    .option('--by <name>', 'who decides (default: the user of this machine)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples([`engraph edges ${verb} CO_CHANGES:n~…:n~…`, 'one, by its id']))
    .action((ids: readonly string[], options: DecideOptions, command: Command) => decide(verb, ids, options, command))
}

async function list(options: ListOptions, command: Command): Promise<void> {
  const { kind, state, path: file, limit, json } = options
  await withProject(command, { create: false, nothing: { edges: [] }, json: json === true }, async (memory) => {
    const edges = await memory.edges(given({ kind, state, file, limit }))
    if (json) printJson({ edges })
    else if (edges.length === 0) remark(edgePhrases().none)
    else printLines(edges.flatMap(linesOf))
    process.exitCode = edges.length === 0 ? EXIT.nothingFound : EXIT.ok
  })
}

async function decide(
  verb: 'accept' | 'reject',
  ids: readonly string[],
  { by = userInfo().username, json }: DecideOptions,
  command: Command,
): Promise<void> {
  await withProject(command, { create: false, nothing: NOTHING, json: json === true }, async (memory) => {
    const { edges, unknown } = await decided(memory, ids, { accept: verb === 'accept', by })
    const say = edgePhrases()
    if (json) printJson({ edges, unknown })
    else for (const edge of edges) printLines([say[verb](cleanLine(edge.id), by)])
    if (unknown.length > 0) remark(say.unknown(cleanLine(unknown.join(', '))))
    process.exitCode = unknown.length === 0 ? EXIT.ok : edges.length === 0 ? EXIT.nothingFound : EXIT.partial
  })
}

const NOTHING = { edges: [], unknown: [] }

async function decided(
  memory: ProjectMemory,
  ids: readonly string[],
  decision: { readonly accept: boolean; readonly by: string },
) {
  const edges: EdgeEntry[] = []
  const unknown: string[] = []
  for (const id of ids) {
    const edge = await memory.decideEdge(id, decision)
    if (edge === null) unknown.push(id)
    else edges.push(edge)
  }
  return { edges, unknown }
}

const LABEL_LENGTH = 70

function linesOf(edge: EdgeEntry): readonly string[] {
  const { id, kind, from, to, weight, state, count, lastSeen, decidedBy } = edge
  const say = edgePhrases()
  const label = (text: string) => preview(cleanLine(text), LABEL_LENGTH)
  const facts = [
    say.states[state],
    weight.toFixed(2),
    say.seen(count, minuteOf(lastSeen)),
    ...(decidedBy === null ? [] : [say.by(cleanLine(decidedBy))]),
  ]
  return [`${label(from.label)} ${kind} ${label(to.label)}`, colours.dim(`  ${facts.join(' · ')}  [${cleanLine(id)}]`)]
}
