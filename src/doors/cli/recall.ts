import { Command, Option } from 'commander'
import type { Engraph } from '../../engraph.ts'
import type { GraphNode, NodeId } from '../../graph/nodes.ts'
import { wording } from '../../graph/wording.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { stdinText } from './stdin-text.ts'
import { cleanLine, cleanText, colours, indent, minuteOf } from './terminal-text.ts'
import { examples, gathered, given, positiveInteger } from './usage.ts'
import { withMemory } from './where.ts'
import { idsOnWalks, planLines, whyLines } from './why-lines.ts'

type Recalled = Awaited<ReturnType<Engraph['recall']>>
type RecalledItem = Recalled['items'][number]

/** How long a question waits for a model of this machine; natively that is enough. */
const WARM_MS_MAX = 700

/** From little to much. */
const LEVELS = ['index', 'timeline', 'details', 'records'] as const
type Level = (typeof LEVELS)[number]

interface Options {
  readonly limit?: number
  readonly budget?: number
  readonly level?: Level
  readonly context?: readonly string[]
  readonly now?: string
  readonly deadline?: number
  readonly thorough?: true
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
    .option('--budget <tokens>', 'print a text for a prompt, of so many tokens at most, oldest first', positiveInteger)
    .addOption(
      new Option('--level <level>', 'how much of each item that text shows (default: details)').choices(LEVELS),
    )
    .option('--context <text>', 'a recent turn, for "that problem"; several times, oldest first', gathered)
    .option('--now <time>', 'the moment of asking, from which "last week" counts (ISO 8601; default: now)')
    .option('--deadline <ms>', 'answer with what is ready by then, and name what is late', positiveInteger)
    .option('--thorough', 'have a model read the first hits together with the question; takes some tenths of a second')
    .option('--since <time>', 'only what happened from then on (ISO 8601)')
    .option('--until <time>', 'only what happened before then (ISO 8601)')
    .option('--session <name>', 'only this session; may be given several times', gathered)
    .option('--why', 'show how the question was read and how each item was found')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph recall "When did Ana move the deployment?"', 'the ten best messages'],
        ['engraph recall 部署改到哪天了 --why', 'with the reasons for each place'],
        ['engraph recall "open questions" --since 2026-05-01 --budget 1500', 'for a prompt of limited size'],
        ['engraph recall "Who is on call?" --level index', 'a line for each item: where to look, and what it costs'],
        ['engraph recall "Why did we leave the old provider?" --thorough', 'better, and a little slower'],
        ['engraph recall "Who fixed that?" --context "The token expired again."', 'after a turn of a conversation'],
        ['git log -1 --format=%B | engraph recall -', 'a question from another program'],
      ),
    )
    .action(recall)
}

async function recall(words: readonly string[], options: Options, command: Command): Promise<void> {
  const question =
    words.length === 1 && words[0] === '-'
      ? await stdinText(wording`The question is longer than 1 MiB.`)
      : words.join(' ')
  await withMemory(command, { create: false }, async (memory) => {
    // A process that answers one question would never see its model loaded.
    if (options.deadline === undefined) await memory.warm(WARM_MS_MAX)
    const recalled = await memory.recall(
      question,
      given({
        limit: options.limit,
        budgetTokens: options.budget,
        level: options.level,
        context: options.context,
        now: options.now,
        deadlineMs: options.deadline,
        thorough: options.thorough,
        since: options.since,
        until: options.until,
        sessions: options.session,
      }),
    )
    if (options.json) printJson({ space: memory.space, question, ...recalled })
    else {
      await printRecalled(memory, recalled, { why: options.why === true })
      tellMeaning(recalled, { hasDeadline: options.deadline !== undefined })
    }
    process.exitCode = recalled.outcome === 'found' ? EXIT.ok : EXIT.nothingFound
  })
}

/** For people: the packed text where one was asked for, else the items; with `why`, how each was found. */
async function printRecalled(memory: Engraph, recalled: Recalled, { why }: { readonly why: boolean }): Promise<void> {
  const { outcome, items, text, tokens, late, routes } = recalled
  const say = phrases()
  switch (outcome) {
    case 'nothing-found':
      remark(say.nothingFound)
      break
    case 'nothing-asked':
      remark(say.nothingAsked)
      break
    case 'incomplete':
      remark(say.incomplete(late.join(', '), routes.structural.state === 'partial'))
      break
    case 'found': {
      if (items.length === 0) remark(say.nothingFits)
      else if (text === null || why) printLines(await itemLines(memory, recalled, { why }))
      else printLines([cleanText(text)])
      if (text !== null && tokens !== null && items.length > 0) remark(colours.dim(say.tokens(tokens)))
      if (late.length > 0 && !why) remark(say.leftOut(late.join(', ')))
      break
    }
    default:
      outcome satisfies never
  }
}

/** What meaning could not say, and what to do; nothing where all is as it should be. */
function tellMeaning(
  { meaning: { state, problem }, reranking }: Recalled,
  { hasDeadline }: { readonly hasDeadline: boolean },
): void {
  const say = phrases()
  if (state !== 'ready' && state !== 'off') {
    // Who sets a deadline did not want to wait for a model.
    const gap = state === 'loading' && hasDeadline ? 'late' : state
    remark(colours.dim(cleanLine(say.meaning[gap](problem))))
  } else if (problem !== null) {
    // Another one serves than the one that was chosen.
    remark(colours.dim(cleanLine(say.embedProblem(problem))))
  }
  if (reranking !== null && reranking.state !== 'ready') {
    remark(colours.dim(cleanLine(say.notReranked(reranking.state === 'late', reranking.problem))))
  }
}

async function itemLines(
  memory: Engraph,
  recalled: Recalled,
  { why }: { readonly why: boolean },
): Promise<readonly string[]> {
  const { items, text } = recalled
  if (!why) return items.flatMap((item) => [headingOf(item), indent(item.text, '   '), '']).slice(0, -1)
  const { formatPath } = await import('../../engraph.ts')
  const drawing = { formatPath, nodes: await nodesOnWalks(memory, items) }
  // A packed text is shown whole; the reasons below it need no second copy.
  const body = (item: RecalledItem) => (text === null ? [indent(item.text, '   ')] : [])
  return [
    ...planLines(recalled),
    '',
    ...(text === null ? [] : [cleanText(text), '']),
    ...items.flatMap((item) => [headingOf(item), ...body(item), ...whyLines(item, drawing), '']).slice(0, -1),
  ]
}

const IDS_AT_ONCE_MAX = 1000

async function nodesOnWalks(memory: Engraph, items: readonly RecalledItem[]): Promise<ReadonlyMap<NodeId, GraphNode>> {
  const ids = idsOnWalks(items)
  const nodes = new Map<NodeId, GraphNode>()
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE_MAX) {
    for (const node of await memory.nodes(ids.slice(start, start + IDS_AT_ONCE_MAX))) nodes.set(node.id, node)
  }
  return nodes
}

function headingOf({ rank, at, speaker, session, node }: RecalledItem): string {
  const source = [session, node].filter((part) => part !== null).map(cleanLine)
  const heading = [
    colours.bold(`${rank}.`),
    minuteOf(at),
    ...(speaker === null ? [] : [colours.cyan(cleanLine(speaker))]),
    colours.dim(`[${source.join(' ')}]`),
  ]
  return heading.join('  ')
}
