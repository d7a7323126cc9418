import { Command } from 'commander'
import { type EmbeddingState, stateAsJson } from './embedding.ts'
import { printJson, printLines } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine, colours, minuteOf } from './terminal-text.ts'
import { examples } from './usage.ts'
import { withMemory } from './where.ts'

interface Options {
  readonly json?: true
}

export function statsCommand(): Command {
  return new Command('stats')
    .description('count what a space holds')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph stats', 'nodes, edges and sessions of the default space'],
        ['engraph stats --space alice --json | jq .nodes.message', 'how many messages, for a program'],
      ),
    )
    .action(stats)
}

async function stats(options: Options, command: Command): Promise<void> {
  await withMemory(command, { create: false }, async (memory) => {
    const counts = await memory.stats()
    const vectors = await memory.embedding()
    if (options.json) {
      return printJson({ space: memory.space, location: memory.location, ...counts, vectors: stateAsJson(vectors) })
    }
    const say = phrases().stats
    const rows: readonly (readonly [string, string])[] = [
      [say.space, memory.space.aliases.join(', ') || memory.space.id],
      [say.purpose, memory.space.purpose],
      [say.file, memory.location],
      [say.nodes, byKind(counts.nodes)],
      [say.edges, byKind(counts.edges)],
      [say.sessions, String(counts.sessions)],
      [say.terms, String(counts.terms)],
      [say.vectors, vectorsLine(vectors)],
      [say.forgotten, String(counts.forgotten)],
      [say.time, `${minuteOf(counts.firstAt)} – ${minuteOf(counts.lastAt)}`],
    ]
    printLines(rows.map(([label, content]) => `${colours.bold(label)}: ${cleanLine(content)}`))
  })
}

function vectorsLine({ state, embedder, problem, done, last }: EmbeddingState): string {
  if (state === 'off' || embedder === null) return ['0', problem].filter((part) => part !== null).join(' · ')
  return [`${done} / ${last}`, embedder, problem].filter((part) => part !== null).join(' · ')
}

function byKind(counts: Readonly<Record<string, number>>): string {
  const shown = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`)
  return shown.join(', ') || '0'
}
