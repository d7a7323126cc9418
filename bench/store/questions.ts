import type { PostingList, UnitTable } from '../../src/ports/graph-store.ts'
import { RECALL_CONFIG } from '../../src/recall/config.ts'
import { documentsOf, type GrainDocuments, makeScratch, scoreGrain } from '../../src/recall/grains.ts'
import { GRAINS, type Grain } from '../../src/recall/recalled.ts'
import { buildSpaceIndex } from '../../src/recall/space-index.ts'
import { largest } from '../../src/recall/top.ts'
import { percentile } from '../recall/metrics.ts'
import type { Fts5Layout } from './fts5.ts'
import { type PostingLayout, rotated, timed } from './layout.ts'

export interface QuestionTimes {
  /** To read the postings of a question's terms. */
  readonly readP50Ms: number
  readonly readP95Ms: number
  /** From the terms to the 50 best messages by BM25 over messages: ours over the postings, or the engine's own. */
  readonly rankP50Ms: number
  readonly rankP95Ms: number
  /** The same over all the grains that recall adds up; `null` where the engine ranks, since it has one grain. */
  readonly grainsP50Ms: number | null
  readonly grainsP95Ms: number | null
}

export interface Agreement {
  /** Posting lists that all three layouts gave alike. */
  readonly lists: number
  /** Mean share of the first ten messages that FTS5 and BM25 over our postings have in common. */
  readonly top10Overlap: number
}

export interface Layouts {
  readonly blocks: PostingLayout
  readonly covering: PostingLayout
  readonly fts5: Fts5Layout
}

export interface Asked {
  readonly units: UnitTable
  readonly questions: readonly (readonly string[])[]
  readonly rounds: number
}

/** Those of FTS5's bm25(), which cannot be changed. */
const BM25 = { k1: 1.2, b: 0.75 }
const LIMIT = 50
const TOP = 10

type Postings = ReadonlyMap<string, PostingList>

const STEPS = ['blocks', 'covering', 'fts5', 'score', 'grains', 'fts5-rank'] as const
type Step = (typeof STEPS)[number]

/** Asks each question of the layouts in turn, `rounds` times; a question's time is its median. */
export function measureQuestions({ blocks, covering, fts5 }: Layouts, { units, questions, rounds }: Asked) {
  const ranking = rankerOf(units)
  const agreement = compare({ blocks, covering, fts5 }, questions, ranking.byMessage)
  const medians = questions.map((terms, number) => {
    const postings = blocks.read(terms)
    const works: Readonly<Record<Step, () => unknown>> = {
      blocks: () => blocks.read(terms),
      covering: () => covering.read(terms),
      fts5: () => fts5.read(terms),
      score: () => ranking.byMessage(postings),
      grains: () => ranking.byGrains(postings),
      'fts5-rank': () => fts5.rank(terms, LIMIT),
    }
    const times = new Map(STEPS.map((step) => [step, [] as number[]]))
    for (let round = 0; round < rounds; round++) {
      for (const step of rotated(STEPS, number + round)) times.get(step)!.push(timed(works[step]))
    }
    return new Map([...times].map(([step, ms]) => [step, percentile(ms, 0.5)!]))
  })
  /** Of the sum of some steps. */
  const at = (share: number, ...steps: readonly Step[]) =>
    percentile(
      medians.map((question) => steps.reduce((sum, step) => sum + question.get(step)!, 0)),
      share,
    )!
  const scored = (name: 'blocks' | 'covering'): QuestionTimes => ({
    readP50Ms: at(0.5, name),
    readP95Ms: at(0.95, name),
    rankP50Ms: at(0.5, name, 'score'),
    rankP95Ms: at(0.95, name, 'score'),
    grainsP50Ms: at(0.5, name, 'grains'),
    grainsP95Ms: at(0.95, name, 'grains'),
  })
  const times: Readonly<Record<keyof Layouts, QuestionTimes>> = {
    blocks: scored('blocks'),
    covering: scored('covering'),
    fts5: {
      readP50Ms: at(0.5, 'fts5'),
      readP95Ms: at(0.95, 'fts5'),
      rankP50Ms: at(0.5, 'fts5-rank'),
      rankP95Ms: at(0.95, 'fts5-rank'),
      grainsP50Ms: null,
      grainsP95Ms: null,
    },
  }
  return { agreement, times }
}

function compare(
  { blocks, covering, fts5 }: Layouts,
  questions: readonly (readonly string[])[],
  rank: (postings: Postings) => readonly number[],
): Agreement {
  let lists = 0
  let overlap = 0
  for (const terms of questions) {
    const postings = blocks.read(terms)
    for (const [name, others] of Object.entries({ covering: covering.read(terms), fts5: fts5.read(terms) })) {
      for (const term of terms) {
        if (isSame(postings.get(term), others.get(term))) continue
        throw new Error(`The layouts blocks and ${name} disagree about the postings of "${term}".`)
      }
    }
    lists += postings.size
    const ours = rank(postings).slice(0, TOP)
    const theirs = new Set(fts5.rank(terms, TOP))
    overlap += ours.length === 0 ? 1 : ours.filter((unit) => theirs.has(unit)).length / ours.length
  }
  return { lists, top10Overlap: overlap / questions.length }
}

function isSame(a: PostingList | undefined, b: PostingList | undefined): boolean {
  if (!a || !b) return a === b
  if (a.units.length !== b.units.length) return false
  return a.units.every((unit, i) => unit === b.units[i] && a.counts[i] === b.counts[i])
}

/** The ranking of recall: BM25 over messages, and the weighted sum over all grains without boosts. */
function rankerOf(units: UnitTable) {
  const index = buildSpaceIndex(units)
  const scratch = makeScratch(index)
  const weights = GRAINS.flatMap((grain) => {
    const weight = RECALL_CONFIG.grains[grain]
    return weight ? [{ grain, weight, documents: documentsOf(index, grain, BM25) }] : []
  })
  const messages = documentsOf(index, 'message', BM25)
  const score = (postings: Postings, grain: Grain, documents: GrainDocuments) =>
    scoreGrain(
      index,
      grain,
      documents,
      [...postings].map(([term, list]) => ({ term, weight: 1, postings: list })),
      BM25,
      scratch,
    )
  // Slots follow the order of the units here, and ties go to the first, as with FTS5.
  const unitsOf = (slots: readonly number[]) => slots.map((slot) => index.firstUnit[slot]!)
  const best = (values: Float64Array) => unitsOf(largest(values, LIMIT, (a, b) => a - b))
  return {
    byMessage: (postings: Postings) => best(score(postings, 'message', messages)),
    byGrains: (postings: Postings) => {
      const total = new Float64Array(index.slots)
      for (const { grain, weight, documents } of weights) {
        const scores = score(postings, grain, documents)
        for (let slot = 0; slot < index.slots; slot++) {
          const place = grain === 'session' ? index.session[slot]! : grain === 'passage' ? index.firstUnit[slot]! : slot
          total[slot]! += weight * scores[place]!
        }
      }
      return best(total)
    },
  }
}
