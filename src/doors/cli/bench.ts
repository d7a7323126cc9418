import { Command, InvalidArgumentError, Option } from 'commander'
import { BENCH_GRAINS, type BenchGrain } from '../../../bench/recall/arms/arm.ts'
import { reportTable } from '../../../bench/recall/report.ts'
import { ARM_NAMES, type ArmName, runRecallBench } from '../../../bench/recall/run.ts'
import { SPLITS, type Split } from '../../../bench/recall/splits.ts'
import { runScaleBench } from '../../../bench/scale/run.ts'
import { runStoreBench } from '../../../bench/store/run.ts'
import { runTask } from '../../../bench/store/worker.ts'
import { EXIT, printJson, printLines } from './output.ts'
import { progressBar } from './progress.ts'
import { cleanText } from './terminal-text.ts'
import { examples, given, positiveInteger } from './usage.ts'

/** `engraph bench`: how well recall finds what it should, and how fast it is. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('measure recall on your own data, and speed on made-up data')
    .addCommand(recallBenchCommand())
    .addCommand(scaleBenchCommand())
    .addCommand(storeBenchCommand())
    .addHelpText(
      'after',
      examples(
        ['engraph bench recall conversations.json', 'how well recall finds the evidence that the file names'],
        ['engraph bench scale --messages 10000', 'how fast it is at a size'],
        ['engraph bench store --messages 10000', 'how fast SQLite drivers and ways to keep postings are'],
      ),
    )
}

interface RecallFlags {
  readonly arms: readonly ArmName[]
  readonly grain: BenchGrain
  readonly split: Split
  readonly noise?: string
  readonly spaces?: readonly string[]
  readonly limitSpaces?: number
  readonly perCategory?: boolean
  readonly out?: string
  readonly set?: Readonly<Record<string, number>>
  readonly json?: boolean
}

function recallBenchCommand(): Command {
  return new Command('recall')
    .description('ask the questions of a data file and compare what is found with its gold evidence')
    .argument('<data.json>', 'a list of spaces: [{ id, docs: [{ id, session, speaker, text, date }], questions }]')
    .addOption(
      new Option('--arms <names>', `what to measure: ${ARM_NAMES.join(', ')}`)
        .argParser(armNames)
        .default(ARM_NAMES, ARM_NAMES.join(',')),
    )
    .addOption(new Option('--grain <grain>', 'what gold is compared with').choices(BENCH_GRAINS).default('turn'))
    .option('--noise <file>', 'a JSON list of utterances, mixed into every space as distractors')
    .addOption(
      new Option('--split <split>', 'spaces to tune on (the first half), to report on (the rest), or all')
        .choices(SPLITS)
        .default('all'),
    )
    .option('--spaces <ids>', 'only these spaces, separated by commas', commaSeparated)
    .option('--limit-spaces <n>', 'the first so many of the spaces', positiveInteger)
    .option('--per-category', 'a line per category in the table (JSON always has them)')
    .option('--out <ranks.jsonl>', 'write a line per question and arm: { space, id, category, arm, gold, ids, ms }')
    .option('--set <path=number>', 'another value for a number of the ranking; may be given several times', ranking)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph bench recall locomo.json --per-category', 'compare Engraph with plain BM25, category by category'],
        ['engraph bench recall realmem.json --grain session --json', 'sessions instead of messages, for a program'],
        ['engraph bench recall memdaily.json --noise chatter.json', 'with distractors mixed into every space'],
        [
          'engraph bench recall locomo.json --split report --out ranks.jsonl',
          'keep the rankings, to compute every figure again',
        ],
      ),
    )
    .addHelpText('after', '\nExit status 3: the run is partial, its problems are listed.')
    .action(async (path: string, { json, perCategory, limitSpaces, spaces, set, ...flags }: RecallFlags) => {
      const bar = progressBar()
      const report = await runRecallBench(path, {
        ...flags,
        ...given({ ids: spaces, spacesMax: limitSpaces, ranking: set }),
        onProgress: (done, total, space) => bar.show(done / total, `${done}/${total} ${space}`),
      }).finally(() => bar.clear())
      if (json) printJson(report)
      else printLines([cleanText(reportTable(report, { perCategory: perCategory ?? false }))])
      if (report.problems.length > 0) process.exitCode = EXIT.partial
    })
}

interface ScaleFlags {
  readonly messages: readonly number[]
  readonly json?: boolean
}

/** Prints JSON with or without `--json`; the option is there because every command that reads has it. */
function scaleBenchCommand(): Command {
  return new Command('scale')
    .description('measure speed, memory and file size on a made-up bilingual conversation')
    .option('--messages <counts>', 'sizes to measure, separated by commas', counts, [10_000, 100_000])
    .option('--json', 'print one JSON object (it always does)')
    .addHelpText(
      'after',
      examples(
        ['engraph bench scale', 'at 10,000 and at 100,000 messages'],
        ['engraph bench scale --messages 2000 | jq .scales[0].recall', 'a quick look at the time of a recall'],
      ),
    )
    .action(async ({ messages }: ScaleFlags) => {
      const bar = progressBar()
      const report = await runScaleBench({
        messages,
        // The program that runs now; a cold recall is measured with it.
        cli: process.argv[1] ?? null,
        onProgress: (share, label) => bar.show(share, label),
      }).finally(() => bar.clear())
      printJson(report)
    })
}

interface StoreFlags {
  readonly messages: readonly number[]
  readonly worker?: string
  readonly json?: boolean
}

/** Prints JSON with or without `--json`, as `scale` does. */
function storeBenchCommand(): Command {
  return (
    new Command('store')
      .description('compare SQLite drivers and ways to keep postings on made-up data')
      .option('--messages <counts>', 'sizes to keep postings of, separated by commas', counts, [10_000, 100_000])
      .option('--json', 'print one JSON object (it always does)')
      // The benchmark starts itself with it: several writers are several processes.
      .addOption(new Option('--worker <task>').hideHelp())
      .addHelpText(
        'after',
        examples(
          ['engraph bench store', 'the figures of docs/decisions'],
          ['engraph bench store --messages 2000 | jq .layouts[0].ratios', 'a quick look at the ways to keep postings'],
        ),
      )
      .action(async ({ messages, worker }: StoreFlags) => {
        if (worker !== undefined) return runTask(JSON.parse(worker))
        const bar = progressBar()
        const report = await runStoreBench({
          messages,
          // The program that runs now; the processes of the benchmark are started with it.
          cli: process.argv[1] ?? null,
          onProgress: (share, label) => bar.show(share, label),
        }).finally(() => bar.clear())
        printJson(report)
      })
  )
}

function commaSeparated(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Reads `path=number`, beside those that were given before. */
function ranking(value: string, before: Readonly<Record<string, number>> | undefined): Record<string, number> {
  const [path = '', number = ''] = value.split('=')
  if (path === '' || number.trim() === '' || !Number.isFinite(Number(number))) {
    throw new InvalidArgumentError('It must be like grains.session=0.8.')
  }
  return { ...before, [path]: Number(number) }
}

function armNames(value: string): readonly ArmName[] {
  const names = commaSeparated(value)
  const unknown = names.find((name) => !(ARM_NAMES as readonly string[]).includes(name))
  if (names.length === 0 || unknown !== undefined) {
    throw new InvalidArgumentError(`Arms are ${ARM_NAMES.join(' and ')}.`)
  }
  return names as readonly ArmName[]
}

function counts(value: string): readonly number[] {
  return commaSeparated(value).map(positiveInteger)
}
