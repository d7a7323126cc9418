import { readFile, writeFile } from 'node:fs/promises'
import { readLog } from '../../src/capture/git/read-log.ts'
import { AT, candidatesOf, FEATURES, type Features } from '../../src/impact/features.ts'
import { pastTree } from './past-tree.ts'
import { replay } from './replay.ts'
import { testCommits } from './test-commits.ts'

/** What one repository teaches: questions, and of each the candidates that are worth looking at. */
export interface TrainingRows {
  readonly name: string
  readonly questions: readonly TrainingQuestion[]
}

export interface TrainingQuestion {
  readonly commit: number
  /** Files that should have been found, those that are no candidates included. */
  readonly gold: number
  readonly rows: readonly TrainingRow[]
}

export interface TrainingRow {
  readonly features: Features
  readonly isGold: boolean
}

/** Candidates of a question that look best, and others for contrast. */
const BEST_MAX = 60
const OTHERS_MAX = 20
const LOG_MAX = 100_000
const STRIDE = FEATURES.length + 1

/** Asks the questions of a repository and keeps what is known of the candidates. */
export async function gatherRows(repository: string, name: string, commitsMax: number): Promise<TrainingRows> {
  const log = await readLog(repository, { commitsMax: LOG_MAX })
  if (log.kind !== 'read') throw new Error(`There is no history to learn from in ${repository}.`)
  await using tree = await pastTree(repository)
  const questions: TrainingQuestion[] = []
  let commit = 0
  const options = { hasHistory: true, treeAt: (hash: string) => tree.at(hash) }
  for await (const { known, files } of replay(log.commits, testCommits(log.commits, commitsMax), options)) {
    commit++
    for (const file of files) {
      const gold = new Set(files.filter((other) => other !== file))
      const rows = candidatesOf(known, file).of.map(({ path, features }) => ({ features, isGold: gold.has(path) }))
      questions.push({ commit, gold: gold.size, rows: worthKeeping(rows) })
    }
  }
  return { name, questions }
}

/** A rough order; what it leaves out is not near the top by any weights. */
function worthKeeping(rows: readonly TrainingRow[]): readonly TrainingRow[] {
  const rough = ({ features }: TrainingRow) =>
    2 * features[AT.sharedRelative]! +
    features[AT.identifiersRelative]! +
    features[AT.pathWords]! +
    features[AT.twoSteps]! +
    features[AT.recency]!
  const sorted = [...rows].sort((one, two) => rough(two) - rough(one))
  const rest = sorted.slice(BEST_MAX)
  const step = Math.max(1, Math.ceil(rest.length / OTHERS_MAX))
  return [...sorted.slice(0, BEST_MAX), ...rest.filter(({ isGold }, at) => isGold || at % step === 0)]
}

export async function writeRows(path: string, { name, questions }: TrainingRows): Promise<void> {
  const numbers = questions.flatMap(({ rows }) => rows).length * STRIDE
  const values = new Float32Array(numbers)
  let at = 0
  for (const { rows } of questions) {
    for (const { features, isGold } of rows) {
      values[at] = Number(isGold)
      values.set(features, at + 1)
      at += STRIDE
    }
  }
  await writeFile(path, Buffer.from(values.buffer))
  const shape = questions.map(({ commit, gold, rows }) => [commit, gold, rows.length])
  await writeFile(`${path}.json`, JSON.stringify({ name, features: FEATURES, shape }))
}

export async function readRows(path: string): Promise<TrainingRows> {
  const { name, features, shape } = JSON.parse(await readFile(`${path}.json`, 'utf8')) as {
    readonly name: string
    readonly features: readonly string[]
    readonly shape: readonly (readonly number[])[]
  }
  // Rows that were gathered with more features will do.
  const columns = FEATURES.map((feature) => features.indexOf(feature))
  if (columns.includes(-1)) throw new Error(`${path} was gathered without ${FEATURES[columns.indexOf(-1)]}.`)
  const stride = features.length + 1
  const bytes = await readFile(path)
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  const questions: TrainingQuestion[] = []
  let at = 0
  for (const [commit = 0, gold = 0, count = 0] of shape) {
    const rows: TrainingRow[] = []
    for (let row = 0; row < count; row++, at += stride) {
      const own = Float64Array.from(columns, (column) => values[at + 1 + column]!)
      rows.push({ isGold: values[at] === 1, features: own })
    }
    questions.push({ commit, gold, rows })
  }
  return { name, questions }
}
