import { Command, Option } from 'commander'
import type { Engraph } from '../../engraph.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine, colours, minuteOf, preview } from './terminal-text.ts'
import { examples, given, positiveInteger } from './usage.ts'
import { withMemory } from './where.ts'

type TimelineEntry = Awaited<ReturnType<Engraph['timeline']>>[number]

interface Options {
  readonly since?: string
  readonly until?: string
  readonly session?: string
  readonly around?: string
  readonly limit?: number
  readonly keep?: 'oldest' | 'newest'
  readonly json?: true
}

export function timelineCommand(): Command {
  return new Command('timeline')
    .description('list what happened, oldest first')
    .option('--since <time>', 'from then on (ISO 8601)')
    .option('--until <time>', 'before then (ISO 8601)')
    .option('--session <name>', 'only this session')
    .option('--around <id>', 'what stands around this message')
    .option('--limit <count>', 'entries at most, up to 10000 (default: 50)', positiveInteger)
    .addOption(
      new Option('--keep <end>', 'which end is shown when there is more (default: newest)').choices([
        'oldest',
        'newest',
      ]),
    )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph timeline --limit 20', 'the latest messages'],
        ['engraph timeline --keep oldest --session s1', 'how a session began'],
        ['engraph timeline --since 2026-05-01 --until 2026-06-01', 'one month'],
        ['engraph timeline --around m~6f1c… --limit 10', 'what was said before and after a message'],
      ),
    )
    .action(timeline)
}

async function timeline(options: Options, command: Command): Promise<void> {
  const { since, until, session, around, limit, keep } = options
  await withMemory(command, { create: false }, async (memory) => {
    const entries = await memory.timeline(given({ since, until, session, around, limit, keep }))
    if (options.json) printJson({ space: memory.space, entries })
    else if (entries.length === 0) remark(phrases().noEntries)
    else printLines(entryLines(entries))
    process.exitCode = entries.length > 0 ? EXIT.ok : EXIT.nothingFound
  })
}

const PREVIEW_CHARACTERS = 160

/** One line per entry, below a heading wherever another session begins. */
function entryLines(entries: readonly TimelineEntry[]): readonly string[] {
  let session: string | null = null
  return entries.flatMap(({ node }) => {
    const heading = node.session === session || node.session === null ? [] : [colours.bold(cleanLine(node.session))]
    session = node.session
    const speaker = node.speaker === null ? node.kind : cleanLine(node.speaker)
    const text = preview(node.text, PREVIEW_CHARACTERS)
    const line = `  ${minuteOf(node.at)}  ${colours.cyan(speaker)}: ${text}  ${colours.dim(`[${cleanLine(node.id)}]`)}`
    return [...heading, line]
  })
}
