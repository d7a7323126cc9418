import { type Check, numberFrom, readGiven, requireGiven, text, texts, time, wholeNumber } from '../graph/given.ts'
import type { SpaceId } from '../graph/space.ts'
import { type Instant, spanContains, type TimeSpan } from '../graph/spans.ts'
import { requireInstant } from '../graph/times.ts'
import type { Clock } from '../ports/clock.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { cleanName } from '../text/clean.ts'
import { type Boost, boostsOf } from './boosts.ts'
import type { RecallConfig } from './config.ts'
import { explain } from './explain.ts'
import { pack } from './pack.ts'
import { type Plan, planRecall } from './plan.ts'
import { RECALL_LIMIT_DEFAULT, RECALL_LIMIT_MAX, type Recalled, type RecallOptions } from './recalled.ts'
import { prepareIndex, type ScoredIndex, type SemanticScores, scoreSemantic, weighTerms } from './semantic.ts'
import { buildSpaceIndex, eventsAt, handlesAt } from './space-index.ts'
import { largest } from './top.ts'
import { readTimes } from './when.ts'

export interface RecallerOptions {
  readonly store: GraphStore
  readonly space: SpaceId
  readonly clock: Clock
  readonly config: RecallConfig
}

/** Characters of a question that are read; a longer one says what it is about in these. */
const QUESTION_LENGTH_MAX = 100_000

/** Answers questions about one space. It keeps the space's index between questions and reads what changed since. */
export class Recaller {
  readonly #store: GraphStore
  readonly #space: SpaceId
  readonly #clock: Clock
  readonly #config: RecallConfig
  #scored: ScoredIndex | null = null

  constructor({ store, space, clock, config }: RecallerOptions) {
    this.#store = store
    this.#space = space
    this.#clock = clock
    this.#config = config
  }

  async recall(question: string, options?: RecallOptions): Promise<Recalled> {
    const startedAt = performance.now()
    const { limit, budgetTokens, isLate, request } = readOptions(question, options, startedAt, this.#clock)
    const scored = await this.#index()
    const plan = planRecall({ ...request, speakers: scored.index.units.speakers })
    const postings = await this.#store.postings(this.#space, plan.terms)
    const terms = weighTerms(scored, plan, postings, this.#config)
    const times = await readTimes(request.question, plan.now, scored.index.span)
    const scores = scoreSemantic(scored, { terms, times, speakers: plan.speakers, isLate }, this.#config)
    const boosts = boostsOf(scored.index, plan, this.#config)
    const ranked = boostAll(scores, boosts)
    const chosen = choose(scored, scores, ranked, plan, limit)
    const slots = chosen.map((candidate) => scores.candidates[candidate]!)
    const nodes = await this.#store.nodesByHandle(this.#space, handlesAt(scored.index, slots))
    const events = await this.#store.nodesByHandle(this.#space, eventsAt(scored.index, slots))
    const explained = explain({ scored, scores, boosts, ranked, chosen, nodes, events, config: this.#config })
    const { items, tokens } = pack(explained, budgetTokens)
    return {
      outcome: chosen.length > 0 ? 'found' : plan.terms.length === 0 ? 'nothing-asked' : 'nothing-found',
      items,
      tokens,
      plan: {
        terms: terms.map(({ term }) => term),
        speakers: plan.speakers.map((reference) => scored.index.units.speakers.get(reference) ?? ''),
        since: plan.span.from,
        until: plan.span.to,
      },
      late: scores.late,
      tookMs: performance.now() - startedAt,
    }
  }

  async #index(): Promise<ScoredIndex> {
    const known = this.#scored
    const units = await this.#store.units(this.#space, known?.index.units ?? null)
    if (known && units === known.index.units) return known
    this.#scored = prepareIndex(buildSpaceIndex(units), this.#config)
    return this.#scored
  }
}

const CHECKS: Readonly<Record<keyof RecallOptions, Check>> = {
  limit: wholeNumber(1, RECALL_LIMIT_MAX),
  budgetTokens: numberFrom(1),
  now: time,
  context: texts,
  deadlineMs: numberFrom(0),
  since: time,
  until: time,
  sessions: texts,
}

function readOptions(question: string, given: RecallOptions | undefined, startedAt: number, clock: Clock) {
  requireGiven(question, 'A question', text())
  const options = readGiven<RecallOptions>(given, 'The options of recall', CHECKS)
  const { limit = RECALL_LIMIT_DEFAULT, budgetTokens = null, context = [], deadlineMs } = options
  const now: Instant = options.now === undefined ? clock.now() : requireInstant(options.now, 'now')
  const span: TimeSpan = {
    from: options.since === undefined ? null : requireInstant(options.since, 'since'),
    to: options.until === undefined ? null : requireInstant(options.until, 'until'),
  }
  const sessions = options.sessions ? new Set(options.sessions.map(cleanName)) : null
  const isLate = deadlineMs === undefined ? () => false : () => performance.now() - startedAt > deadlineMs
  return {
    limit,
    budgetTokens,
    isLate,
    request: { question: question.slice(0, QUESTION_LENGTH_MAX), context, span, sessions, now },
  }
}

function boostAll({ candidates, total }: SemanticScores, boosts: readonly Boost[]): Float64Array {
  const ranked = Float64Array.from(total)
  for (const { factor } of boosts) {
    for (let i = 0; i < ranked.length; i++) ranked[i]! *= factor(candidates[i]!)
  }
  return ranked
}

/** The best candidates, those of equal worth by time. Bounds of the caller do filter: "since May" wants no April. */
function choose(
  { index }: ScoredIndex,
  { candidates }: SemanticScores,
  ranked: Float64Array,
  { span, sessions }: Plan,
  limit: number,
): number[] {
  const isBefore = (a: number, b: number) => {
    const [slotA, slotB] = [candidates[a]!, candidates[b]!]
    return index.at[slotA]! - index.at[slotB]! || index.handle[slotA]! - index.handle[slotB]!
  }
  const isAllowed = (candidate: number) => {
    const slot = candidates[candidate]!
    if (!spanContains(span, index.at[slot]!)) return false
    if (sessions === null) return true
    const name = index.units.sessions.get(index.sessionReference[index.session[slot]!]!)
    return name !== undefined && sessions.has(name)
  }
  return largest(ranked, limit, isBefore, isAllowed)
}
