import { Command } from 'commander'
import type { Engraph } from '../../engraph.ts'
import { EngraphError } from '../../graph/errors.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine, colours, indent, minuteOf } from './terminal-text.ts'
import { examples, gathered, given, positiveInteger } from './usage.ts'
import { withMemory } from './where.ts'

type Recalled = Awaited<ReturnType<Engraph['recall']>>
type RecalledItem = Recalled['items'][number]

interface Options {
  readonly limit?: number
  readonly budget?: number
  readonly since?: string
  readonly until?: string
  readonly session?: readonly string[]
  readonly why?: true
  readonly json?: true
}

export function recallCommand(): Command {
  return new Command('recall')
    .description('ask the memory a question')
    .argument('<question...>', 'the question, or "-" to read it from stdin')
    .option('--limit <count>', 'items at most, up to 1000 (default: 10)', positiveInteger)
    .option('--budget <tokens>', 'estimated tokens of all items together, at most', positiveInteger)
    .option('--since <time>', 'only what happened from then on (ISO 8601)')
    .option('--until <time>', 'only what happened before then (ISO 8601)')
    .option('--session <name>', 'only this session; may be given several times', gathered)
    .option('--why', 'show how each item was found')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph recall "When did Ana move the deployment?"', 'the ten best messages'],
        ['engraph recall 部署改到哪天了 --why', 'with the reasons for each place'],
        ['engraph recall "open questions" --since 2026-05-01 --budget 1500 --json', 'for a prompt of limited size'],
        ['git log -1 --format=%B | engraph recall -', 'a question from another program'],
      ),
    )
    .action(recall)
}

async function recall(words: readonly string[], options: Options, command: Command): Promise<void> {
  const question = words.length === 1 && words[0] === '-' ? await readQuestion() : words.join(' ')
  await withMemory(command, { create: false }, async (memory) => {
    const recalled = await memory.recall(
      question,
      given({
        limit: options.limit,
        budgetTokens: options.budget,
        since: options.since,
        until: options.until,
        sessions: options.session,
      }),
    )
    if (options.json) printJson({ space: memory.space, question, ...recalled })
    else printRecalled(recalled, { why: options.why === true })
    process.exitCode = recalled.outcome === 'found' ? EXIT.ok : EXIT.nothingFound
  })
}

function printRecalled({ outcome, items }: Recalled, { why }: { readonly why: boolean }): void {
  switch (outcome) {
    case 'nothing-found':
      remark(phrases().nothingFound)
      break
    case 'nothing-asked':
      remark(phrases().nothingAsked)
      break
    case 'found':
      printLines(items.flatMap((item) => [...itemLines(item), ...(why ? whyLines(item) : []), '']).slice(0, -1))
      break
    default:
      outcome satisfies never
  }
}

function itemLines({ rank, at, speaker, session, node, text }: RecalledItem): readonly string[] {
  const source = [session, node].filter((part) => part !== null).map(cleanLine)
  const heading = [
    colours.bold(`${rank}.`),
    minuteOf(at),
    ...(speaker === null ? [] : [colours.cyan(cleanLine(speaker))]),
    colours.dim(`[${source.join(' ')}]`),
  ]
  return [heading.join('  '), indent(text, '   ')]
}

function whyLines({ relevance, why }: RecalledItem): readonly string[] {
  const say = phrases()
  const ranks = Object.entries(why.ranks).map(([grain, rank]) => `${grain} #${rank}`)
  const parts = Object.entries(why.parts).map(([name, part]) => `${name} ${part.toFixed(3)}`)
  const lines: readonly (readonly [string, string])[] = [
    [say.routes, why.routes.join(', ')],
    [say.ranks, ranks.join(', ')],
    [say.parts, `${relevance.toFixed(3)} = ${parts.join(' + ')}`],
    [say.terms, why.terms.join(', ')],
    [say.path, why.path.join(' → ')],
  ]
  return lines
    .filter(([, content]) => content !== '')
    .map(([label, content]) => colours.dim(`   ${label}: ${cleanLine(content)}`))
}

const QUESTION_BYTES_MAX = 1024 * 1024

async function readQuestion(): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > QUESTION_BYTES_MAX) throw new EngraphError('invalid-input', 'The question is longer than 1 MiB.')
  }
  return Buffer.concat(chunks).toString('utf8')
}
