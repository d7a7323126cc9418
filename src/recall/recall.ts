import type { NodeId } from '../graph/nodes.ts'
import { thingId } from '../graph/records.ts'
import type { Space, SpaceId } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'
import type { Clock } from '../ports/clock.ts'
import type { GraphStore, Handle, UnitTable } from '../ports/graph-store.ts'
import type { Meaning, MeaningReport, MeaningSource, RerankSource } from '../ports/meaning.ts'
import type { RelatedWords } from '../ports/related-words.ts'
import { type AliasTable, BUILT_IN_ALIASES, withAliases } from '../text/entities/aliases.ts'
import { entityKey } from '../text/entities/entities.ts'
import { keysToAsk } from '../text/times/time-keys.ts'
import { loadTokenCounter } from '../text/tokens.ts'
import { boostsOf } from './boosts.ts'
import { choose } from './choose.ts'
import type { RecallConfig } from './config.ts'
import { eventWindow } from './event-window.ts'
import { explain } from './explain.ts'
import { headTerms, scoreFeedback } from './feedback.ts'
import { type Fused, fuse } from './fuse.ts'
import { type Packable, packItems, type Surroundings } from './pack.ts'
import { liftParts } from './parts.ts'
import { type Plan, planRecall } from './plan.ts'
import { boosted, factorsOf, headOf, type SemanticRanking } from './ranking.ts'
import type { StructuralScores } from './reach.ts'
import { readRecallOptions } from './recall-options.ts'
import type { Recalled, RecallOptions } from './recalled.ts'
import { scoreRelated, tellingWords, weighRelated } from './related.ts'
import { rerankHead } from './rerank.ts'
import { passedBy, retrace } from './retrace.ts'
import { outcomeOf, reportsOf, statesOf } from './routes.ts'
import {
  bestPassage,
  bestUnit,
  prepareIndex,
  type ScoredIndex,
  type SemanticScores,
  scoreSemantic,
  weighTerms,
  weighted,
} from './semantic.ts'
import { buildSpaceIndex, eventsAt, handlesAt, type SpaceIndex } from './space-index.ts'
import { scoreStructural } from './structural.ts'
import { readWindows } from './when.ts'

export interface RecallerOptions {
  readonly store: GraphStore
  readonly space: Space
  readonly clock: Clock
  readonly config: RecallConfig
  /** Compares by vectors; `null` where nobody wants that. */
  readonly meaning: MeaningSource | null
  /** Judges the head of the list for those who ask for it; `null` where nothing can. */
  readonly reranker: RerankSource | null
  /** What is said instead of a word; `null` where nobody wants that. */
  readonly words: RelatedWords | null
}

interface Reranking {
  readonly index: SpaceIndex
  readonly scores: SemanticScores
  readonly fused: Fused
  readonly plan: Plan
  readonly question: string
  readonly remainingMs: number | null
}

interface Asking {
  readonly likeness: Float32Array | null
  readonly isLate: () => boolean
}

const NO_MEANING: MeaningReport = { state: 'off', embedder: null, problem: null }

/** What is kept between questions until the space changes. */
interface Known {
  readonly scored: ScoredIndex
  readonly aliases: AliasTable
  /** Things that are the speakers themselves: all that is said to them mentions them. */
  readonly speakers: ReadonlySet<Handle>
}

/** Answers questions about one space. It keeps the space's index between questions and reads what changed since. */
export class Recaller {
  readonly #store: GraphStore
  readonly #space: SpaceId
  readonly #textVersion: number
  readonly #clock: Clock
  readonly #config: RecallConfig
  readonly #meaning: MeaningSource | null
  readonly #words: RelatedWords | null
  readonly #reranker: RerankSource | null
  #known: Known | null = null

  constructor({ store, space, clock, config, meaning, words, reranker }: RecallerOptions) {
    this.#reranker = reranker
    this.#meaning = meaning
    this.#words = words
    this.#store = store
    this.#space = space.id
    this.#textVersion = space.textVersion
    this.#clock = clock
    this.#config = config
  }

  async recall(question: string, options?: RecallOptions): Promise<Recalled> {
    const timer = startTimer()
    const { limit, packing, isLate, isThorough, remainingMs, request } = readRecallOptions(
      question,
      options,
      timer,
      this.#clock,
    )
    const compared = this.#compare(request.question, remainingMs())
    const known = await this.#read()
    const { index } = known.scored
    timer.lap('index')
    const windows = await this.#windows(known.scored, request)
    const { aliases } = known
    const plan = planRecall({
      ...request,
      windows,
      aliases,
      aliasWeight: this.#config.alias,
      speakers: index.units.speakers,
    })
    timer.lap('plan')
    const { likeness, ...meaning } = await compared
    timer.lap('meaning')
    const semantic = await this.#semantic(known.scored, plan, { likeness, isLate })
    timer.lap('semantic')
    const isStructuralLate = this.#config.routes.structural > 0 && isLate()
    const structural = isStructuralLate ? null : await this.#structural(known, plan, semantic)
    timer.lap('structural')
    const first = fuse({ index, semantic, structural }, plan.question.type, this.#config)
    const { fused, reranking } = isThorough
      ? await this.#rerank({
          index,
          scores: semantic.scores,
          fused: first,
          plan,
          question: request.question,
          remainingMs: remainingMs(),
        })
      : { fused: first, reranking: null }
    const chosen = choose(index, fused, plan, { limit, coverage: this.#config.coverage })
    timer.lap('fuse')
    const slots = chosen.map((place) => fused.slots[place]!)
    // Messages, their events and what walks went over, read at once.
    const [messages, around, between] = [
      handlesAt(index, slots),
      eventsAt(index, slots),
      passedBy(index, structural, slots),
    ]
    const wanted = [...new Set([...messages, ...around, ...between])]
    const read = await this.#store.nodesByHandle(this.#space, wanted)
    const nodeOf = new Map(wanted.map((handle, i) => [handle, read[i] ?? null]))
    const nodes = messages.map((handle) => nodeOf.get(handle) ?? null)
    const events = around.map((handle) => nodeOf.get(handle) ?? null)
    const walkTo = retrace(index, structural, (handle) => nodeOf.get(handle)?.id)
    const config = this.#config
    const nearby = packing?.level === 'records' ? await this.#surroundings(index, slots) : null
    const explained = explain({ index, semantic, structural, fused, chosen, nodes, events, walkTo, nearby, config })
    const packed = packing
      ? packItems(explained, { ...packing, counter: await loadTokenCounter() })
      : unpacked(explained)
    timer.lap('pack')
    const late = [
      ...semantic.scores.late,
      ...(semantic.isFeedbackLate ? ['feedback'] : []),
      ...(isStructuralLate ? ['structural'] : []),
      ...(meaning.state === 'late' ? ['meaning'] : []),
      ...(reranking?.state === 'late' ? ['rerank'] : []),
    ]
    const states = statesOf({ late, textVersion: this.#textVersion, routes: config.routes })
    return {
      outcome: outcomeOf({ found: chosen.length, asked: plan.terms.length, states, meaning: meaning.state }),
      ...packed,
      plan: planOf(plan, semantic, index),
      routes: reportsOf(states, packed.items),
      meaning,
      reranking,
      late,
      timings: timer.laps,
      tookMs: timer.total(),
    }
  }

  /** Begins at once, so that the model works while words are looked up. */
  async #compare(question: string, remainingMs: number | null): Promise<Meaning> {
    if (!this.#meaning || this.#config.meaning.weight === 0) return { ...NO_MEANING, likeness: null }
    return this.#meaning.compare(question, remainingMs === null ? undefined : AbortSignal.timeout(remainingMs))
  }

  async #rerank({ plan, question, remainingMs, ...list }: Reranking) {
    if (!this.#reranker) return { fused: list.fused, reranking: NO_MEANING }
    const head = choose(list.index, list.fused, plan, { limit: this.#config.rerank.head, coverage: 0 })
    const { report, reranked } = await rerankHead(
      this.#reranker,
      {
        ...list,
        head,
        question,
        read: (handles) => this.#store.nodesByHandle(this.#space, handles),
        signal: remainingMs === null ? undefined : AbortSignal.timeout(remainingMs),
      },
      this.#config,
    )
    return { fused: reranked, reranking: report }
  }

  async #read(): Promise<Known> {
    const known = this.#known
    const units = await this.#store.units(this.#space, known?.scored.index.units ?? null)
    if (known && units === known.scored.index.units) return known
    this.#known = {
      scored: prepareIndex(buildSpaceIndex(units), this.#config),
      aliases: withAliases(BUILT_IN_ALIASES, await this.#store.wordAliases(this.#space)),
      speakers: await this.#speakers(units),
    }
    return this.#known
  }

  async #speakers({ speakers }: UnitTable): Promise<ReadonlySet<Handle>> {
    const ids = [...speakers.values()].map((name): NodeId => thingId('entity', entityKey(name)))
    const handles = await this.#store.handles(this.#space, ids)
    return new Set(handles.filter((handle) => handle !== null))
  }

  async #semantic(scored: ScoredIndex, plan: Plan, { likeness, isLate }: Asking): Promise<SemanticRanking> {
    const keys = plan.windows.flatMap(keysToAsk)
    // Who and when have rules of their own: of a question that names nothing else, no word is searched for.
    const isRelated = plan.terms.some(({ weight }) => weight > 0) && this.#config.related.weight > 0
    const wanted = isRelated ? tellingWords(plan.asked) : []
    const others = isRelated && this.#words ? await this.#words.related(wanted) : null
    const postings = await this.#store.postings(this.#space, [
      ...plan.terms.map(({ term }) => term),
      ...keys,
      ...wanted,
      ...[...(others?.values() ?? [])].flatMap((terms) => terms.map(({ term }) => term)),
    ])
    const terms = weighTerms(scored, plan, postings, this.#config)
    const related = others
      ? scoreRelated(scored.index, weighRelated(wanted, others, { postings, units: scored.index.units.count }))
      : null
    const told = keys.flatMap((key) => postings.get(key) ?? [])
    const times = { windows: plan.windows, told }
    const scores = scoreSemantic(
      scored,
      { terms, times, speakers: plan.speakers, likeness, related, isLate },
      this.#config,
    )
    const boosts = boostsOf(scored.index, plan, { config: this.#config, hasOwnTerm: ownTermsIn(scored, scores) })
    const { candidates, total } = scores
    const lifts = liftParts(scored, { parts: plan.question.subQueries, terms, candidates }, this.#config)
    const factors = factorsOf(candidates, boosts, lifts)
    const first = { candidates, scores, boosts, lifts, feedback: null, ranked: boosted(total, factors, null) }
    // Where no word was found, the head is there by chance: what it has in common tells nothing of the question.
    if (this.#config.feedback.weight === 0 || candidates.length === 0 || scores.named > 0) return first
    if (isLate()) return { ...first, isFeedbackLate: true }
    const feedback = await this.#feedback(scored, first)
    return { ...first, feedback, ranked: boosted(total, factors, feedback) }
  }

  /** Adds what the first hits have in common; by candidate, weighted. */
  async #feedback(scored: ScoredIndex, first: SemanticRanking): Promise<Float64Array | null> {
    const { index } = scored
    const config = this.#config
    const head = headOf(index, first, config.feedback.head)
    const slots = head.map(({ slot }) => slot)
    const nodes = await this.#store.nodesByHandle(this.#space, handlesAt(index, slots))
    const texts = head.flatMap(({ slot, worth }, i) => {
      const { start, end } = bestPassage(index, first.scores, slot)
      const text = nodes[i]?.text.slice(start, end)
      return text === undefined ? [] : [{ text, worth }]
    })
    const shares = headTerms(texts, new Set(first.scores.terms.map(({ term }) => term)))
    const postings = await this.#store.postings(this.#space, [...shares.keys()])
    const windows = scoreFeedback(scored, shares, postings, config)
    return windows && weighted(windows, first.candidates, config.feedback.weight)
  }

  /** Times that the question names, or counts from something that is remembered. */
  async #windows(scored: ScoredIndex, { question, now }: { readonly question: string; readonly now: Instant }) {
    const named = await readWindows(question, now, scored.index.span)
    const counted = await eventWindow({ store: this.#store, space: this.#space, scored }, question, this.#config)
    return counted ? [...named, counted] : named
  }

  /** What was said around some messages, by slot. */
  async #surroundings(index: SpaceIndex, slots: readonly number[]): Promise<ReadonlyMap<number, Surroundings>> {
    const around = new Map(slots.map((slot) => [slot, slotsAround(index, slot)]))
    const asked = [...new Set([...around.values()].flatMap(({ before, after }) => [...before, ...after]))]
    const nodes = await this.#store.nodesByHandle(this.#space, handlesAt(index, asked))
    const nodeAt = new Map(asked.map((slot, i) => [slot, nodes[i]]))
    const read = (side: readonly number[]) => side.flatMap((slot) => nodeAt.get(slot) ?? [])
    return new Map([...around].map(([slot, { before, after }]) => [slot, { before: read(before), after: read(after) }]))
  }

  async #structural(known: Known, plan: Plan, semantic: SemanticRanking): Promise<StructuralScores | null> {
    if (this.#config.routes.structural === 0) return null
    const { index } = known.scored
    const named = await this.#store.handles(this.#space, plan.things)
    return scoreStructural(
      { store: this.#store, space: this.#space, index },
      {
        named: [...new Set(named)].flatMap((handle) => (handle === null ? [] : [{ handle, worth: 1 }])),
        head: semantic.scores.named > 0 ? [] : headOf(index, semantic, this.#config.structural.head),
        without: known.speakers,
        relations: plan.question.relations,
        near: semantic.scores.near,
        at: plan.now,
      },
      this.#config.structural,
    )
  }
}

/** Whether a message itself holds a term of the question. */
function ownTermsIn({ index }: ScoredIndex, { grains }: SemanticScores): (slot: number) => boolean {
  const passages = grains.get('passage')
  return (slot) => passages !== undefined && passages[bestUnit(index, passages, slot)]! > 0
}

/** Messages before and after an item that may be shown with it. */
const NEIGHBOURS_SHOWN = 3

function slotsAround({ session, sessionStart }: SpaceIndex, slot: number) {
  const ordinal = session[slot]!
  const first = Math.max(sessionStart[ordinal]!, slot - NEIGHBOURS_SHOWN)
  const end = Math.min(sessionStart[ordinal + 1]!, slot + NEIGHBOURS_SHOWN + 1)
  const places = Array.from({ length: end - first }, (_, i) => first + i)
  return { before: places.filter((place) => place < slot), after: places.filter((place) => place > slot) }
}

/** Without a budget or a level nothing is counted: the vocabulary takes longer to load than most answers. */
function unpacked(explained: readonly Packable[]): Pick<Recalled, 'items' | 'text' | 'tokens'> {
  const items = explained.map(({ message: _message, place: _place, nearby: _nearby, ...item }, i) => ({
    ...item,
    rank: i + 1,
    tokens: null,
  }))
  return { items, text: null, tokens: null }
}

function planOf({ question, speakers, windows, span }: Plan, { scores }: SemanticRanking, { units }: SpaceIndex) {
  return {
    ...question,
    terms: scores.terms.map(({ term }) => term),
    speakers: speakers.map((reference) => units.speakers.get(reference) ?? ''),
    windows,
    since: span.from,
    until: span.to,
  }
}

const STAGES = ['index', 'plan', 'meaning', 'semantic', 'structural', 'fuse', 'pack'] as const
type Stage = (typeof STAGES)[number]

function startTimer() {
  const startedAt = performance.now()
  let last = startedAt
  const laps: Partial<Record<`${Stage}Ms`, number>> = {}
  return {
    startedAt,
    laps,
    lap(stage: Stage) {
      const now = performance.now()
      laps[`${stage}Ms`] = now - last
      last = now
    },
    total: () => performance.now() - startedAt,
  }
}
