import { Command, InvalidArgumentError, Option } from 'commander'
import { runEmbedBench } from '../../../bench/embed/run.ts'
import { BENCH_GRAINS, type BenchGrain } from '../../../bench/recall/arms/arm.ts'
import { ARM_NAMES, type ArmName, usualArms } from '../../../bench/recall/arms/arms.ts'
import { answerTasks, PROCESSES_MAX, WORKER_COMMAND } from '../../../bench/recall/processes.ts'
import { reportTable, severalTable } from '../../../bench/recall/report-table.ts'
import { runSeveral } from '../../../bench/recall/run.ts'
import { signalNames } from '../../../bench/recall/signals.ts'
import { SPLITS, type Split } from '../../../bench/recall/splits.ts'
import { runScaleBench } from '../../../bench/scale/run.ts'
import { runStoreBench } from '../../../bench/store/run.ts'
import { runTask } from '../../../bench/store/worker.ts'
import { LARGE_ROWS, runVectorsBench } from '../../../bench/vectors/run.ts'
import { hooksBenchCommand } from './bench-hooks.ts'
import { impactBenchCommand } from './bench-impact.ts'
import { oracleBenchCommand } from './bench-oracle.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { type Progress, progressBar } from './progress.ts'
import { cleanText } from './terminal-text.ts'
import { examples, given, positiveInteger } from './usage.ts'

/** `engraph bench`: how well recall finds what it should, and how fast it is. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('measure recall on your own data, and speed on made-up data')
    .addCommand(recallBenchCommand())
    .addCommand(recallWorkerCommand(), { hidden: true })
    .addCommand(scaleBenchCommand())
    .addCommand(storeBenchCommand())
    .addCommand(vectorsBenchCommand())
    .addCommand(embedBenchCommand())
    .addCommand(hooksBenchCommand())
    .addCommand(impactBenchCommand())
    .addCommand(oracleBenchCommand())
    .addHelpText(
      'after',
      examples(
        ['engraph bench recall conversations.json', 'how well recall finds the evidence that the file names'],
        ['engraph bench scale --messages 10000', 'how fast it is at a size'],
        ['engraph bench store --messages 10000', 'how fast SQLite drivers and ways to keep postings are'],
        ['engraph bench vectors --rows 10000', 'how fast vectors are scanned, and what keeping them as bytes costs'],
      ),
    )
}

interface RecallFlags {
  readonly arms?: readonly ArmName[]
  readonly embedder?: string
  readonly vectors?: string
  readonly grain: BenchGrain
  readonly split: Split
  readonly noise?: string
  readonly spaces?: readonly string[]
  readonly limitSpaces?: number
  readonly perCategory?: boolean
  readonly out?: string
  readonly set?: Readonly<Record<string, number>>
  readonly without?: readonly string[]
  readonly ablation?: boolean
  readonly processes: number
  readonly json?: boolean
}

function recallBenchCommand(): Command {
  return new Command('recall')
    .description('ask the questions of a data file and compare what is found with its gold evidence')
    .argument(
      '<data.json...>',
      'lists of spaces: [{ id, docs: [{ id, session, speaker, text, date }], questions }], or set:<name> for a built-in one; :session after it compares by sessions, :noise=<file> mixes distractors into it alone',
    )
    .addOption(
      new Option('--arms <names>', `what to measure: ${ARM_NAMES.join(', ')}`)
        .argParser(armNames)
        .default(undefined, 'all; without vector where the embedder is words'),
    )
    .addOption(embedderOption())
    .option('--vectors <folder>', 'keep vectors there for the next run; times of recalls do not hold the model then')
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
    .option(
      '--out <ranks.jsonl>',
      'write a line per question and arm: { data, space, id, category, arm, gold, ids, packed, ms }',
    )
    .option('--set <path=number>', 'another value for a number of the ranking; may be given several times', ranking)
    .addOption(
      new Option('--without <signals>', `leave signals out of the arm engraph: ${signalNames().join(', ')}`).argParser(
        (value: string, before: readonly string[] | undefined) => [...(before ?? []), ...commaSeparated(value)],
      ),
    )
    .option('--ablation', 'measure the arm engraph also without each signal in turn')
    .option('--processes <n>', 'share the spaces among so many processes; times are disturbed then', processCount, 1)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph bench recall locomo.json --per-category', 'compare Engraph with plain BM25, category by category'],
        ['engraph bench recall realmem.json --grain session --json', 'sessions instead of messages, for a program'],
        ['engraph bench recall set:facts', 'a built-in set: exact facts among distractors'],
        [
          'engraph bench recall locomo.json realmem.json:session --split report --ablation',
          'what each signal is worth, over two files of which the second is compared by sessions',
        ],
        [
          'engraph bench recall memdaily.json --noise chatter.json --processes 2',
          'with distractors mixed into every space, on two cores',
        ],
        [
          'engraph bench recall locomo.json --vectors vectors --set meaning.weight=2',
          'try a number of the ranking without embedding everything again',
        ],
        [
          'engraph bench recall locomo.json --split report --out ranks.jsonl',
          'keep the rankings, to compute every figure again',
        ],
      ),
    )
    .addHelpText('after', '\nExit status 3: the run is partial, its problems are listed.')
    .action(
      async (
        sources: readonly string[],
        { json, perCategory, limitSpaces, spaces, set, processes, arms, ...flags }: RecallFlags,
      ) => {
        const bar = progressBar()
        // The program that runs now; the processes of the benchmark are started with it.
        const cli = process.argv[1]
        const several = await runSeveral(sources, {
          ...flags,
          arms: arms ?? usualArms(flags),
          ...given({ ids: spaces, spacesMax: limitSpaces, ranking: set }),
          ...(processes > 1 && cli !== undefined ? { processes: { count: processes, cli } } : {}),
          onProgress: (done, total, space) => bar.show(done / total, `${done}/${total} ${space}`),
        }).finally(() => bar.clear())
        const [first, ...others] = several.files
        const table = { perCategory: perCategory ?? false }
        if (json) printJson(others.length === 0 ? first! : several)
        else printLines([cleanText(others.length === 0 ? reportTable(first!, table) : severalTable(several, table))])
        if (several.files.some(({ problems }) => problems.length > 0)) process.exitCode = EXIT.partial
      },
    )
}

/** A process of `bench recall --processes`, which sends it spaces. */
function recallWorkerCommand(): Command {
  return new Command(WORKER_COMMAND).action(() => answerTasks())
}

interface ScaleFlags {
  readonly messages: readonly number[]
  readonly embedder?: string
  readonly json?: boolean
}

/** Prints JSON with or without `--json`; the option is there because every command that reads has it. */
function scaleBenchCommand(): Command {
  return new Command('scale')
    .description('measure speed, memory and file size on a made-up bilingual conversation')
    .option('--messages <counts>', 'sizes to measure, separated by commas', counts, [10_000, 100_000])
    .addOption(embedderOption())
    .option('--json', 'print one JSON object (it always does)')
    .addHelpText(
      'after',
      examples(
        ['engraph bench scale', 'at 10,000 and at 100,000 messages, whose embedding takes minutes'],
        ['engraph bench scale --embedder words', 'without vectors'],
        ['engraph bench scale --messages 2000 | jq .scales[0].recall', 'a quick look at the time of a recall'],
      ),
    )
    .action(async ({ messages, embedder }: ScaleFlags) => {
      const bar = process.stderr.isTTY ? progressBar() : progressLines()
      const report = await runScaleBench({
        messages,
        ...given({ embedder }),
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

interface VectorsFlags {
  readonly rows: readonly number[]
  readonly large?: boolean
  readonly json?: boolean
}

interface EmbedFlags {
  readonly messages: number
  readonly json?: boolean
}

/** Prints JSON with or without `--json`, as `scale` does. */
function embedBenchCommand(): Command {
  return new Command('embed')
    .description('measure the embedded model: messages per second, time of a question, memory, with each engine')
    .option('--messages <n>', 'messages to embed in bulk', positiveInteger, 400)
    .option('--json', 'print one JSON object (it always does)')
    .addHelpText('after', examples(['engraph bench embed | jq .engines[].messagesPerSecond', 'native and WebAssembly']))
    .action(async ({ messages }: EmbedFlags) => {
      const bar = progressBar()
      const report = await runEmbedBench({
        messages,
        onProgress: (share, label) => bar.show(share, label),
      }).finally(() => bar.clear())
      printJson(report)
    })
}

/** Prints JSON with or without `--json`, as `scale` does. */
function vectorsBenchCommand(): Command {
  return new Command('vectors')
    .description('measure scans of made-up vectors: WebAssembly, a thread, plain JavaScript; and against floats')
    .option('--rows <counts>', 'sizes to measure, separated by commas', counts, [10_000, 100_000])
    .option('--large', 'a million rows as well, of which only speed is measured; takes 1 GB of memory')
    .option('--json', 'print one JSON object (it always does)')
    .addHelpText(
      'after',
      examples(
        ['engraph bench vectors', 'at 10,000 and at 100,000 rows'],
        ['engraph bench vectors --rows 5000 | jq .speed[0].ratios', 'a quick look'],
      ),
    )
    .action(async ({ rows, large }: VectorsFlags) => {
      const bar = progressBar()
      const report = await runVectorsBench({
        rows: large ? [...rows, LARGE_ROWS] : rows,
        onProgress: (share, label) => bar.show(share, label),
      }).finally(() => bar.clear())
      printJson(report)
    })
}

const PROGRESS_LINE_MS = 30_000

/** A line now and then where no terminal shows a bar: embedding 100,000 messages takes minutes. */
function progressLines(): Progress {
  let writtenAt = Date.now()
  return {
    show(_share, label) {
      if (Date.now() - writtenAt < PROGRESS_LINE_MS) return
      writtenAt = Date.now()
      remark(label)
    },
    clear() {},
  }
}

function embedderOption(): Option {
  return new Option(
    '--embedder <choice>',
    'what gives vectors, such as builtin, static, words for none, ollama:<model>',
  ).default(undefined, 'ENGRAPH_EMBEDDER, else builtin')
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

function processCount(value: string): number {
  const count = positiveInteger(value)
  if (count > PROCESSES_MAX) throw new InvalidArgumentError(`It must be at most ${PROCESSES_MAX}.`)
  return count
}

function counts(value: string): readonly number[] {
  return commaSeparated(value).map(positiveInteger)
}
