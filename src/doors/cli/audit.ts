import { Command } from 'commander'
import type { Engraph } from '../../engraph.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { colours, minuteOf, preview } from './terminal-text.ts'
import { examples, given, positiveInteger } from './usage.ts'
import { withMemory } from './where.ts'

type Selector = NonNullable<Parameters<Engraph['auditTrail']>[0]>
type AuditEntry = Awaited<ReturnType<Engraph['auditTrail']>>[number]

interface Options {
  readonly limit?: number
  readonly since?: string
  readonly until?: string
  readonly outcome?: NonNullable<Selector['outcome']>
  readonly slow?: number
  readonly stats?: true
  readonly json?: true
}

export function auditCommand(): Command {
  return new Command('audit')
    .description('list what was asked of the memory, newest first')
    .option('--limit <count>', 'recalls at most, up to 10000 (default: 50; with --stats: 10000)', positiveInteger)
    .option('--since <time>', 'from then on (ISO 8601)')
    .option('--until <time>', 'before then (ISO 8601)')
    .option('--outcome <outcome>', 'only recalls that ended so, such as nothing-found')
    .option('--slow <ms>', 'only recalls that took so long, or longer', positiveInteger)
    .option('--stats', 'count them instead: how many found nothing, how long they took')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph audit --limit 20', 'the latest recalls: time, outcome, duration, routes, items, question'],
        ['engraph audit --since 2026-05-01 --slow 200', 'what took 200 ms or longer since May'],
        ['engraph audit --stats --json | jq .tookMs.p95', 'for a program'],
        [
          'ENGRAPH_AUDIT=text engraph recall "Who has the keys?"',
          'log questions word for word; "off" logs nothing, "hash" (the default) only which are the same',
        ],
      ),
    )
    .action(audit)
}

const STATS_LIMIT = 10_000

async function audit(options: Options, command: Command): Promise<void> {
  const { since, until, outcome, slow, stats } = options
  const limit = options.limit ?? (stats ? STATS_LIMIT : undefined)
  await withMemory(command, { create: false }, async (memory) => {
    const selector = given({ since, until, outcome, tookMsMin: slow, limit })
    if (stats) {
      const counted = await memory.auditStats(selector)
      if (options.json) printJson({ space: memory.space, ...counted })
      else printLines(statsLines(counted))
      return
    }
    const entries = await memory.auditTrail(selector)
    if (options.json) printJson({ space: memory.space, entries })
    else if (entries.length === 0) remark(phrases().noRecalls)
    else printLines(entries.map(entryLine))
    process.exitCode = entries.length > 0 ? EXIT.ok : EXIT.nothingFound
  })
}

const QUESTION_CHARACTERS = 120

function entryLine({ at, outcome, tookMs, routes, itemCount, late, questionHash, question }: AuditEntry): string {
  const say = phrases()
  const parts = [
    minuteOf(at),
    outcome === 'found' ? outcome : colours.yellow(outcome),
    `${tookMs.toFixed(1)} ms`,
    ...Object.entries(routes).map(([route, found]) => `${route} ${found}`),
    say.items(itemCount),
    ...(late.length > 0 ? [colours.yellow(`${say.late}: ${late.join(', ')}`)] : []),
    question === null ? colours.dim(`#${questionHash}`) : preview(question, QUESTION_CHARACTERS),
  ]
  return parts.join('  ')
}

function statsLines(stats: Awaited<ReturnType<Engraph['auditStats']>>): readonly string[] {
  const say = phrases().auditStats
  const { recalls, outcomes, nothingFoundShare, tookMs } = stats
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`)
  const times =
    tookMs && `p50 ${tookMs.p50.toFixed(1)} ms, p95 ${tookMs.p95.toFixed(1)} ms, max ${tookMs.max.toFixed(1)} ms`
  const rows: readonly (readonly [string, string])[] = [
    [say.recalls, String(recalls)],
    [say.outcomes, counts.join(', ') || '-'],
    [say.nothingFound, nothingFoundShare === null ? '-' : `${(100 * nothingFoundShare).toFixed(1)} %`],
    [say.tookMs, times ?? '-'],
  ]
  return rows.map(([label, content]) => `${colours.bold(label)}: ${content}`)
}
