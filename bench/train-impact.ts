import { parseArgs } from 'node:util'
import { scoreOf } from './impact/figures.ts'
import { fitCalibration } from './impact/fit-calibration.ts'
import { fitWeights, scoresOf } from './impact/fit-weights.ts'
import { gatherRows, readRows, type TrainingRows, writeRows } from './impact/training-rows.ts'

/*
 * Trains the weights of `src/impact/weights.ts`. Run by hand, after a bundler made JavaScript of it:
 *
 *   train-impact gather <repository> <rows> [--name n] [--commits 300]    once for each repository with full history
 *   train-impact fit <rows>... [--left <rows>]...                          prints figures and the constants
 *
 * `--left` names rows that are only measured. The others are measured with weights of other repositories.
 *
 * Repositories that figures are claimed for are not among those that the shipped weights were trained on.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    commits: { type: 'string', default: '300' },
    left: { type: 'string', multiple: true, default: [] },
  },
})
const [command, ...paths] = positionals
/** Parts in which all repositories are measured without themselves. */
const PARTS = 4

if (command === 'gather' && paths.length === 2) {
  const [repository, rows] = paths as [string, string]
  await writeRows(rows, await gatherRows(repository, values.name ?? repository, Number(values.commits)))
} else if (command === 'fit' && paths.length > 1) {
  const all = await Promise.all(paths.map(readRows))
  const weights = fitWeights(all)
  for (const rows of await Promise.all(values.left.map(readRows))) print(rows.name, figuresOf(rows, weights))
  print('weights', weights)
  // Each part is measured with weights of the others, and calibrated by what they say of it.
  const parts = Array.from({ length: Math.min(PARTS, all.length) }, (_, part) =>
    all.filter((_rows, at) => at % PARTS === part),
  )
  const measured = parts.flatMap((part) => {
    const without = fitWeights(all.filter((rows) => !part.includes(rows)))
    return part.map((rows) => ({ rows, weights: without }))
  })
  for (const { rows, weights: without } of measured) print(`without ${rows.name}`, figuresOf(rows, without))
  print('calibration', fitCalibration(measured))
} else {
  throw new Error('Usage: train-impact gather <repository> <rows> | fit <rows> <rows>…')
}

function figuresOf({ questions }: TrainingRows, weights: Readonly<Record<string, number>>): Record<string, number> {
  const commits = new Map<number, { r5: number; r10: number; mrr: number }[]>()
  for (const { commit, gold, rows } of questions) {
    const scores = scoresOf(rows, weights)
    const order = rows.map((_, at) => at).sort((a, b) => scores[b]! - scores[a]!)
    const missing = Array.from(
      { length: gold - rows.filter(({ isGold }) => isGold).length },
      (_, at) => `missing ${at}`,
    )
    const found = new Set([...order.filter((at) => rows[at]!.isGold).map(String), ...missing])
    commits.set(commit, [...(commits.get(commit) ?? []), scoreOf(order.map(String), found)])
  }
  const mean = (key: 'r5' | 'r10' | 'mrr') => {
    const each = [...commits.values()].map((list) => list.reduce((sum, one) => sum + one[key], 0) / list.length)
    return Number((each.reduce((sum, value) => sum + value, 0) / each.length).toFixed(4))
  }
  return { r5: mean('r5'), r10: mean('r10'), mrr: mean('mrr') }
}

function print(label: string, value: unknown): void {
  process.stdout.write(`${label} ${JSON.stringify(value)}\n`)
}
