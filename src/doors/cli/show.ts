import { Command } from 'commander'
import type { Shown } from '../../engraph.ts'
import type { GraphNode } from '../../graph/nodes.ts'
import { certaintyOf } from '../../graph/provenance.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine, colours, indent, minuteOf, preview } from './terminal-text.ts'
import { examples } from './usage.ts'
import { nameOf, withMemory } from './where.ts'

interface Options {
  readonly json?: true
}

export function showCommand(): Command {
  return new Command('show')
    .description('show one node whole, with its event and its neighbours')
    .argument('<id>', 'the id, as recall and timeline print it')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph show m~6f1c…', 'a message that recall found'],
        ['engraph show e~90ab… --json', 'an event with its messages, for a program'],
      ),
    )
    .action(show)
}

async function show(id: string, options: Options, command: Command): Promise<void> {
  await withMemory(command, { create: false }, async (memory) => {
    const shown = await memory.show(id)
    if (options.json) {
      printJson({ space: memory.space, ...(shown ?? { node: null, event: null, messages: [], neighbours: [] }) })
    } else if (shown === null) remark(cleanLine(phrases().noNode(id, nameOf(memory.space))))
    else printLines(shownLines(shown))
    process.exitCode = shown === null ? EXIT.nothingFound : EXIT.ok
  })
}

function shownLines({ node, event, messages, neighbours }: Shown): readonly string[] {
  const say = phrases()
  const lines = [nodeHeading(node), indent(node.text, '  ')]
  if (event !== null) lines.push('', `${say.event}: ${nodeLine(event)}`)
  if (messages.length > 0) lines.push('', `${say.messages}:`, ...messages.map((message) => `  ${nodeLine(message)}`))
  if (neighbours.length > 0) {
    lines.push('', `${say.neighbours}:`)
    for (const { edge, node: other } of neighbours) {
      const arrow = edge.from === node.id ? `-${edge.kind}→` : `←${edge.kind}-`
      lines.push(`  ${arrow} ${nodeLine(other)} ${colours.dim(`${edge.provenance}, ${certaintyOf(edge.provenance)}`)}`)
    }
  }
  return lines
}

function nodeHeading({ kind, id, at, session, speaker }: GraphNode): string {
  const parts = [colours.bold(kind), cleanLine(id), minuteOf(at), ...(speaker === null ? [] : [cleanLine(speaker)])]
  return [...parts, ...(session === null ? [] : [colours.dim(`[${cleanLine(session)}]`)])].join('  ')
}

const PREVIEW_CHARACTERS = 100

function nodeLine({ kind, id, at, speaker, text }: GraphNode): string {
  const label = speaker === null ? kind : cleanLine(speaker)
  return `${minuteOf(at)}  ${colours.cyan(label)}: ${preview(text, PREVIEW_CHARACTERS)}  ${colours.dim(`[${cleanLine(id)}]`)}`
}
