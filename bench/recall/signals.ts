import type { OpenOptions } from '../../src/engraph.ts'
import { EngraphError } from '../../src/graph/errors.ts'

export type RankingOverrides = NonNullable<OpenOptions['ranking']>

/** The structural route on its own, from the first hits of words: the arm `structure`. */
export const STRUCTURE_ALONE: RankingOverrides = { 'routes.semantic': 0, 'meaning.weight': 0, 'related.weight': 0 }

/**
 * What `--without` and `--ablation` can switch off: the name of a signal, and the numbers of the ranking without which
 * it says nothing. A test holds that the ranking has each of them, and that each is on.
 */
export const SIGNALS: Readonly<Record<string, RankingOverrides>> = {
  passage: { 'grains.passage': 0 },
  // Feedback is scored over windows, and goes with them.
  windows: { 'grains.window1': 0, 'grains.window2': 0 },
  session: { 'grains.session': 0 },
  time: { time: 0 },
  'told-times': { toldTime: 0 },
  'named-speaker': { namedSpeaker: 0 },
  asker: { asker: 0 },
  asking: { asking: 0 },
  telling: { telling: 0 },
  asked: { asked: 0 },
  recency: { recency: 0 },
  alias: { alias: 0 },
  meaning: { 'meaning.weight': 0 },
  related: { 'related.weight': 0 },
  feedback: { 'feedback.weight': 0 },
  structure: { 'routes.structural': 0 },
  'entities-named': { 'structural.named': 0 },
  'entities-of-head': { 'structural.mention': 0 },
  // A factor that says nothing is 1.
  hints: { 'structural.hinted': 1 },
  neighbours: { 'structural.next': 0 },
  dates: { 'structural.dated': 0 },
  coverage: { coverage: 0 },
  parts: { parts: 0 },
  authority: { authority: 0 },
}

/**
 * Vectors on their own: the arm `vector`. Every other signal is off, and the most alike are found however little alike
 * they are. That neighbours count was chosen on the tune split of LoCoMo; see bench/README.md.
 */
export const VECTORS_ALONE: RankingOverrides = {
  ...Object.assign({}, ...Object.values(SIGNALS)),
  'meaning.weight': 1,
  'meaning.surely': -1,
  'meaning.before': 0.3,
  'meaning.after': 0.15,
}

export function signalNames(): readonly string[] {
  return Object.keys(SIGNALS)
}

/** The ranking without some signals. Errors: `invalid-input` for a name that is none. */
export function withoutSignals(ranking: RankingOverrides, names: readonly string[]): RankingOverrides {
  const known = signalNames()
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new EngraphError('invalid-input', `No signal of the ranking is called ${unknown.join(', ')}.`, {
      hint: `There are ${known.join(', ')}.`,
    })
  }
  return Object.assign({ ...ranking }, ...names.map((name) => SIGNALS[name]))
}
