import { spawnSync } from 'node:child_process'
import { percentile } from '../recall/metrics.ts'

export interface ColdFigures {
  /** Pairs of an empty `node` and a recall, one after the other, so that both meet the same noise. */
  readonly pairs: number
  readonly recallMs: number
  readonly nodeMs: number
  /** Median over the pairs of what the recall takes more. */
  readonly differenceMs: number
  /** Of the medians. */
  readonly ratio: number
  /** In which state the vectors were for it; `null` when it does not say. */
  readonly meaning: string | null
  /** The same without a wait for the model: with a deadline that is far away. */
  readonly unwaited: { readonly recallMs: number; readonly meaning: string | null }
}

const PAIRS = 9

export interface ColdSubject {
  /** Path of the program `engraph`. */
  readonly cli: string
  readonly file: string
  readonly space: string
  readonly questions: readonly string[]
  /** As in `ENGRAPH_EMBEDDER`, which is the default. */
  readonly embedder: string | undefined
}

/** The command waits a moment for a model unless it was given a deadline. */
const UNWAITED = ['--deadline', '60000']

/** What one `engraph recall` costs from nothing, against an empty `node` process. `null` when the program fails. */
export function measureCold({ cli, file, space, questions, embedder }: ColdSubject): ColdFigures | null {
  const env = embedder === undefined ? process.env : { ...process.env, ENGRAPH_EMBEDDER: embedder }
  const asking = (question: string, ...flags: readonly string[]) =>
    run([cli, '--file', file, '--space', space, 'recall', question, '--json', ...flags], env)
  const recalls: Ran[] = []
  const unwaited: Ran[] = []
  const empty: Ran[] = []
  // The first pair warms the page cache and is thrown away.
  for (let pair = 0; pair <= PAIRS; pair++) {
    const question = questions[pair % questions.length]!
    const [node, recall, hurried] = [run(['-e', '0'], env), asking(question), asking(question, ...UNWAITED)]
    if (node === null || recall === null || hurried === null) return null
    if (pair === 0) continue
    empty.push(node)
    recalls.push(recall)
    unwaited.push(hurried)
  }
  const median = (values: readonly number[]) => percentile(values, 0.5)!
  const times = (runs: readonly Ran[]) => runs.map(({ ms }) => ms)
  return {
    pairs: PAIRS,
    recallMs: median(times(recalls)),
    nodeMs: median(times(empty)),
    differenceMs: median(recalls.map(({ ms }, pair) => ms - empty[pair]!.ms)),
    ratio: median(times(recalls)) / median(times(empty)),
    meaning: stateIn(recalls.at(-1)!),
    unwaited: { recallMs: median(times(unwaited)), meaning: stateIn(unwaited.at(-1)!) },
  }
}

interface Ran {
  readonly ms: number
  readonly printed: string
}

const PRINTED_BYTES_MAX = 2 ** 24

function run(arguments_: readonly string[], env: NodeJS.ProcessEnv): Ran | null {
  const start = performance.now()
  const { status, error, stdout } = spawnSync(process.execPath, arguments_, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: PRINTED_BYTES_MAX,
  })
  const ms = performance.now() - start
  return error === undefined && status === 0 ? { ms, printed: stdout } : null
}

function stateIn({ printed }: Ran): string | null {
  const { meaning } = JSON.parse(printed) as { readonly meaning?: { readonly state?: string } }
  return meaning?.state ?? null
}
