import { Command, InvalidArgumentError, Option } from 'commander'
import type { Engraph } from '../../engraph.ts'
import type { EdgeKind } from '../../graph/edges.ts'
import type { NodeId } from '../../graph/nodes.ts'
import { nodeLabel, nodeLine } from './node-lines.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine, colours } from './terminal-text.ts'
import { examples, given, positiveInteger } from './usage.ts'
import { nameOf, withMemory } from './where.ts'

type Walked = Awaited<ReturnType<Engraph['walk']>>
type Path = Walked['nodes'][number]['path']

interface Options {
  readonly kinds?: readonly EdgeKind[]
  readonly hops?: number
  readonly width?: number
  readonly direction?: 'out' | 'in' | 'both'
  readonly hard?: true
  readonly at?: string
  readonly json?: true
}

export function walkCommand(): Command {
  return new Command('walk')
    .description('go from nodes along typed edges to what is connected with them, the most relevant first')
    .argument('<node...>', 'where to start: names of things such as people and files, or ids')
    .option(
      '--kinds <list>',
      'only these kinds of edge, such as CAUSES,REFERENCES (default: all but SIMILAR)',
      kindList,
    )
    .option('--hops <count>', 'steps at most, up to 4 (default: 2)', positiveInteger)
    .option('--width <count>', 'nodes that each hop reaches at most, up to 1000 (default: 100)', positiveInteger)
    .addOption(
      new Option('--direction <way>', 'along the edges, against them, or both (default: both)').choices([
        'out',
        'in',
        'both',
      ]),
    )
    .option('--hard', 'only over edges that are facts: recorded, parsed, declared or confirmed')
    .option('--at <time>', 'over the edges that held then (ISO 8601; default: now)')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph walk Marianne', 'who mentioned her, and what else they named'],
        ['engraph walk m~6f1c…', 'what is connected with a message that recall found'],
        ['engraph walk m~6f1c… --kinds causes,references --hops 3', 'what it led to, and what it goes back to'],
        ['engraph walk e~90ab… --hard --json', 'only over facts, for a program'],
      ),
    )
    .action(walk)
}

async function walk(names: readonly string[], options: Options, command: Command): Promise<void> {
  const { kinds, hops: hopsMax, width: widthMax, direction, hard, at } = options
  await withMemory(command, { create: false }, async (memory) => {
    const provenance = hard ? ('hard' as const) : undefined
    const walked = await memory.walk({ from: names, ...given({ kinds, hopsMax, widthMax, direction, provenance, at }) })
    if (options.json) printJson({ space: memory.space, ...walked })
    else {
      const { formatPath } = await import('../../engraph.ts')
      for (const id of walked.unknown) remark(cleanLine(phrases().noNode(id, nameOf(memory.space))))
      if (walked.nodes.length === 0) remark(phrases().nothingReached)
      else printLines(walkedLines(walked, formatPath))
      for (const line of cutLines(walked)) remark(line)
    }
    process.exitCode = walked.nodes.length > 0 ? EXIT.ok : EXIT.nothingFound
  })
}

/** Reads kinds in any case; which there are, the memory knows and says. */
function kindList(value: string): readonly EdgeKind[] {
  const kinds = value.split(/[\s,]+/u).filter((kind) => kind !== '')
  if (kinds.length === 0)
    throw new InvalidArgumentError('It must be a list of kinds of edge, such as CAUSES,REFERENCES.')
  return kinds.map((kind) => kind.toUpperCase() as EdgeKind)
}

/** Two lines per node: what it is, and below it the path that led there. */
function walkedLines(
  walked: Walked,
  formatPath: (path: Path, label: (id: NodeId) => string) => string,
): readonly string[] {
  const label = labels(walked)
  return walked.nodes.flatMap(({ node, relevance, isHard, path }) => {
    const certainty = colours.dim(isHard ? 'hard' : 'soft')
    return [`${relevance.toFixed(2)}  ${certainty}  ${nodeLine(node)}`, `      ${colours.dim(formatPath(path, label))}`]
  })
}

/** What nodes are called within a path: a thing by its name, a message by its beginning. */
function labels({ starts, nodes }: Walked): (id: NodeId) => string {
  const known = new Map([...starts, ...nodes.map(({ node }) => node)].map((node) => [node.id, node]))
  return (id) => nodeLabel(id, known.get(id))
}

const NAMED_MAX = 5

/** Where a bound was met, so that nobody takes the answer for the whole. */
function cutLines(walked: Walked): readonly string[] {
  const say = phrases()
  const { hubs, crowded, beyondWidth } = walked.cut
  const label = labels(walked)
  const named = (ids: readonly NodeId[]) =>
    ids.slice(0, NAMED_MAX).map(label).join(', ') + (ids.length > NAMED_MAX ? ', …' : '')
  return [
    ...(hubs.length > 0 ? [say.walkHubs(named(hubs))] : []),
    ...(crowded.length > 0 ? [say.walkCrowded(named(crowded))] : []),
    ...(beyondWidth > 0 ? [say.walkBeyondWidth(beyondWidth)] : []),
  ]
}
