import { Command } from 'commander'
import type { Shown } from '../../engraph.ts'
import type { GraphNode } from '../../graph/nodes.ts'
import { certaintyOf } from '../../graph/provenance.ts'
import { nodeLine, spanLine } from './node-lines.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine, colours, indent, minuteOf } from './terminal-text.ts'
import { examples } from './usage.ts'
import { nameOf, withMemory } from './where.ts'

interface Options {
  readonly json?: true
}

export function showCommand(): Command {
  return new Command('show')
    .description('show one node whole: a message, an event, or a thing that messages mention')
    .argument('<node>', 'the id, as recall and timeline print it, or the name of a thing')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph show m~6f1c…', 'a message that recall found'],
        ['engraph show Marianne', 'what she is, who mentioned her last'],
        ['engraph show e~90ab… --json', 'an event with its messages, for a program'],
      ),
    )
    .action(show)
}

async function show(name: string, options: Options, command: Command): Promise<void> {
  await withMemory(command, { create: false }, async (memory) => {
    const shown = await memory.show(name)
    const similar = shown === null ? (await memory.find(name)).similar : []
    if (options.json) printJson({ space: memory.space, ...(shown ?? { ...NOTHING_SHOWN, similar }) })
    else if (shown === null) {
      remark(cleanLine(phrases().noNode(name, nameOf(memory.space))))
      if (similar.length > 0) remark(cleanLine(phrases().similar(similar.map(({ text }) => text).join(', '))))
    } else printLines(shownLines(shown))
    process.exitCode = shown === null ? EXIT.nothingFound : EXIT.ok
  })
}

const NOTHING_SHOWN = { node: null, event: null, messages: [], mentions: null, times: [], neighbours: [], others: [] }

function shownLines({ node, event, messages, mentions, times, neighbours, others }: Shown): readonly string[] {
  const say = phrases()
  const lines = [nodeHeading(node), indent(node.text, '  ')]
  if (times.length > 0) {
    const named = times.map(
      ({ span, time }) => `  “${cleanLine(node.text.slice(span.start, span.end))}” ${spanLine(time)}`,
    )
    lines.push('', `${say.times}:`, ...named)
  }
  if (mentions !== null) {
    lines.push('', `${say.mentioned(mentions.count)}:`, ...mentions.newest.map((message) => `  ${nodeLine(message)}`))
  }
  if (event !== null) lines.push('', `${say.event}: ${nodeLine(event)}`)
  if (messages.length > 0) lines.push('', `${say.messages}:`, ...messages.map((message) => `  ${nodeLine(message)}`))
  // Of a thing, those that mention it are listed already.
  const further = neighbours.filter(({ edge }) => mentions === null || edge.kind !== 'MENTIONS' || edge.to !== node.id)
  if (further.length > 0) {
    lines.push('', `${say.neighbours}:`)
    for (const { edge, node: other } of further) {
      const arrow = edge.from === node.id ? `-${edge.kind}→` : `←${edge.kind}-`
      lines.push(`  ${arrow} ${nodeLine(other)} ${colours.dim(`${edge.provenance}, ${certaintyOf(edge.provenance)}`)}`)
    }
  }
  if (others.length > 0) lines.push('', `${say.others}:`, ...others.map((other) => `  ${nodeLine(other)}`))
  return lines
}

function nodeHeading({ kind, id, at, session, speaker, body }: GraphNode): string {
  const narrower = kind === 'entity' && typeof body['kind'] === 'string' ? `, ${cleanLine(body['kind'])}` : ''
  const parts = [
    colours.bold(kind) + narrower,
    cleanLine(id),
    minuteOf(at),
    ...(speaker === null ? [] : [cleanLine(speaker)]),
  ]
  return [...parts, ...(session === null ? [] : [colours.dim(`[${cleanLine(session)}]`)])].join('  ')
}
