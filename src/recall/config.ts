import { sha256 } from '@noble/hashes/sha2.js'
import { EngraphError } from '../graph/errors.ts'
import { wording } from '../graph/wording.ts'
import { TEXT_VERSION } from '../text/text-version.ts'
import type { Bm25 } from './grains.ts'
import { GRAINS, type Grain, type Route } from './recalled.ts'

/** What walks weigh, each 0..1 or a little above. */
export interface StructuralConfig {
  /** Messages of the semantic route from which walks start. */
  readonly head: number
  /** A thing that the question names, against one that the best message of the head mentions. */
  readonly named: number
  /** A step along `MENTIONS`. */
  readonly mention: number
  /** Factor for kinds that the question hints at. */
  readonly hinted: number
  /** A message of the time that the question names. */
  readonly dated: number
  /** A step to the message before or after. */
  readonly next: number
}

/** What the first hits bring in. */
export interface FeedbackConfig {
  /** Messages at the head that are read. */
  readonly head: number
  /** Terms of theirs that are searched for. */
  readonly terms: number
  /** Weight of these terms' windows in the sum of the grains. */
  readonly weight: number
}

/** What counts beside words, in deviations from what is usual in the space. */
export interface MeaningConfig {
  /** What standing out in full is worth, against the twentieth best by words. */
  readonly weight: number
  /** Deviations above the mean that count in full. */
  readonly full: number
  /** Above 1, what stands out far counts more than in proportion. */
  readonly power: number
  /** What likeness of the message before, and of the one after, counts for a message; each further one that much less. */
  readonly before: number
  readonly after: number
  /** Deviations from which on a message is found though no word is. */
  readonly foundMin: number
  /** The same as likeness above the mean: in a space that has nothing like the question, something still stands out. */
  readonly aboveMean: number
  /** Likeness from which on a message is found in any case. */
  readonly surely: number
}

/** What a model that reads question and text together may change. */
export interface RerankConfig {
  /** Messages at the head of the list that it reads. */
  readonly head: number
  /** Weight of its judgement, against what the list says of the same messages. */
  readonly weight: number
}

/** How the two routes become one list. */
export interface FusionConfig {
  /** Weight of the semantic route, 0..1, by type of question; the structural route has the rest. */
  readonly entity: number
  readonly mixed: number
  readonly semantic: number
  /** With ranks instead of scores: the k of 1 / (k + rank). 0 adds scores. */
  readonly rankConstant: number
}

/** Everything that ranking is tuned by, in one place; its hash goes with every figure that is reported. */
export interface RecallConfig {
  readonly bm25: Bm25
  /** Weight of each grain's BM25 in the sum; a grain that is absent is not scored. */
  readonly grains: Readonly<Partial<Record<Grain, number>>>
  /** What the time that a question names weighs, against one term at one grain. */
  readonly time: number
  /** Nearness of a message that tells of that time, whenever it was said. */
  readonly toldTime: number
  /** Nearness to that time falls by e over so many days. */
  readonly timeReachDays: number
  /** Factor 1 + x for messages of the one speaker whom the question names. */
  readonly namedSpeaker: number
  /** Factor 1 + x for messages of the one who asks, when the question is about them. */
  readonly asker: number
  /** Factor 1 - x for what only asks: who looks for an answer seldom wants the question that was asked before. */
  readonly asking: number
  /** Factor 1 + x for what is told in the first person, when the question is about people. */
  readonly telling: number
  /** Factor 1 + x for what holds the kind of thing that is asked for: a time for "when", a number for "how many". */
  readonly asked: number
  /** Factor 1 + x for the newest session, falling by e over `recencySessions` sessions, for a question of `recencyTerms` terms. */
  readonly recency: number
  readonly recencyTerms: number
  readonly recencySessions: number
  /** What a word counts that the question says differently: "auth" for a question about the login. */
  readonly alias: number
  /** Passages that are like the question by their vectors. */
  readonly meaning: MeaningConfig
  /** Passages that have words like those of the question. */
  readonly related: MeaningConfig
  readonly rerank: RerankConfig
  readonly feedback: FeedbackConfig
  readonly structural: StructuralConfig
  /** Factors for a route as a whole; one of 0 is not asked. */
  readonly routes: Readonly<Record<Route, number>>
  readonly fusion: FusionConfig
  /** Factor 1 + x where a hard path of `CAUSES` or `REFERENCES` confirms what words found. */
  readonly authority: number
  /** For a question that wants several things, factor 1 - x for each further message of one session. */
  readonly coverage: number
  /** For a question of several parts, factor 1 + x for what fits one of them best. */
  readonly parts: number
  /** Terms that are searched for, at most: the rarest. */
  readonly termsMax: number
}

export const RECALL_CONFIG: RecallConfig = {
  bm25: { k1: 1.5, b: 0.75 },
  grains: { passage: 1, window1: 0.8, window2: 0.9, session: 1.2 },
  time: 3,
  toldTime: 1,
  timeReachDays: 7,
  namedSpeaker: 0.3,
  asker: 0.5,
  asking: 0.35,
  telling: 0.25,
  asked: 0.2,
  recency: 0.5,
  recencyTerms: 25,
  recencySessions: 10,
  alias: 0.1,
  meaning: { weight: 2, full: 6, power: 1, before: 0.7, after: 0.5, foundMin: 2, aboveMean: 0.1, surely: 0.5 },
  related: { weight: 1, full: 7, power: 2, before: 0, after: 0, foundMin: 2, aboveMean: 0.1, surely: 0.9 },
  rerank: { head: 50, weight: 0.25 },
  feedback: { head: 10, terms: 20, weight: 0.4 },
  structural: { head: 5, named: 1, mention: 0.6, hinted: 1.5, dated: 0.2, next: 0.2 },
  routes: { semantic: 1, structural: 1 },
  fusion: { entity: 0.7, mixed: 0.8, semantic: 0.9, rankConstant: 0 },
  authority: 0.15,
  coverage: 0.1,
  parts: 0.5,
  termsMax: 40,
}

/** Other values for some numbers of the configuration, by path, such as `{ 'grains.session': 0, asker: 0.3 }`. */
export type RankingOverrides = Readonly<Record<string, number>>

/** The configuration with other values. `invalid-options` for a path that is none or a value that is no number. */
export function recallConfig(overrides: RankingOverrides = {}): RecallConfig {
  const config = structuredClone(RECALL_CONFIG) as unknown as Record<string, unknown>
  for (const [path, value] of Object.entries(overrides)) {
    const [name = '', inner] = path.split('.')
    const holder = inner === undefined ? config : config[name]
    const key = inner ?? name
    const isNumber = typeof holder === 'object' && holder !== null && typeof Reflect.get(holder, key) === 'number'
    if (!isNumber && !(name === 'grains' && (GRAINS as readonly string[]).includes(key))) {
      throw new EngraphError('invalid-options', wording`"${path}" is no number of the ranking.`, {
        hint: wording`There are ${pathsOf(RECALL_CONFIG).join(', ')}.`,
      })
    }
    if (!Number.isFinite(value)) throw new EngraphError('invalid-options', wording`${path} must be a number.`)
    Reflect.set(holder as object, key, value)
  }
  return config as unknown as RecallConfig
}

function pathsOf(config: object): string[] {
  return Object.entries(config).flatMap(([name, value]) =>
    typeof value === 'number' ? [name] : pathsOf(value as object).map((inner) => `${name}.${inner}`),
  )
}

/** Twelve hexadecimal digits of SHA-256 over the configuration and the version of the terms that it ranks. */
export function recallConfigHash(overrides: RankingOverrides = {}): string {
  const bytes = sha256(new TextEncoder().encode(JSON.stringify({ TEXT_VERSION, ...recallConfig(overrides) })))
  return [...bytes.subarray(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
