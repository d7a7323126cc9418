import type { NodeId } from '../graph/nodes.ts'
import type { StoredObservation, StoredSummary } from '../graph/observation.ts'
import type { Space, SpaceId } from '../graph/space.ts'
import { spanContains } from '../graph/spans.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { isOfSession } from '../recall/brief/rank.ts'
import type { Recaller } from '../recall/recall.ts'
import { RECALL_LIMIT_MAX, type RecalledItem, type Why } from '../recall/recalled.ts'
import { loadTokenCounter } from '../text/tokens.ts'
import type { IndexEntry, SearchHit, SearchResult } from './answers.ts'
import { documentKind, observedBy } from './documents.ts'
import { entryOf, summaryEntryOf } from './entries.ts'
import type { ReadBounds, ReadSearch } from './queries.ts'

export interface SearchParts {
  readonly store: GraphStore
  readonly space: Space
  /** Where the texts of observations are indexed. */
  readonly index: SpaceId
  readonly recaller: Recaller
}

export type Searched = Pick<SearchResult, 'outcome' | 'entries'>

/** An observation has a handful of texts, so several of them may be hits. */
const DOCUMENTS_PER_ENTRY = 8
/** Observations that bounds may leave; more are as good as none left out. */
const BOUNDED_MAX = 100_000
/** Where bounds leave so few, only their sessions are searched. */
const NARROW_MAX = 2_000

export async function searchObservations(parts: SearchParts, read: ReadSearch): Promise<Searched> {
  return read.query === '' ? newest(parts, read) : byWords(parts, read)
}

/** Without words, what is within the bounds, newest first. */
async function newest({ store, space }: SearchParts, { bounds, limit }: ReadSearch): Promise<Searched> {
  const found = await store.observations.find(space.id, { ...bounds, order: 'newest-first', limit })
  const entries = found.map((stored, i) => ({ ...entryOf(stored), rank: i + 1, relevance: 1, why: null }))
  return { outcome: entries.length > 0 ? 'found' : 'nothing-found', entries }
}

async function byWords(parts: SearchParts, { query, limit, bounds, span }: ReadSearch): Promise<Searched> {
  const { store, space, recaller } = parts
  const within = bounds === null ? null : await withinBounds(parts, bounds)
  if (within !== null && within.events.size === 0 && !mayBeSummary(bounds))
    return { outcome: 'nothing-found', entries: [] }
  const { outcome, items } = await recaller.recall(query, {
    limit: within === null ? Math.min(RECALL_LIMIT_MAX, limit * DOCUMENTS_PER_ENTRY) : RECALL_LIMIT_MAX,
    ...(span.from === null ? {} : { since: span.from }),
    ...(span.to === null ? {} : { until: span.to }),
    ...(within?.sessions ? { sessions: within.sessions } : {}),
  })
  const documents = await documentsOf(parts, items)
  const hits = new Map<NodeId, Hit>()
  for (const { item, about } of [...documents].sort((a, b) => Number(isBeside(a.item)) - Number(isBeside(b.item)))) {
    const kind = documentKind(item.node)
    if (kind !== 'summary' && within !== null && !within.events.has(about)) continue
    if (kind === 'summary' && !mayBeSummary(bounds)) continue
    const known = hits.get(about)
    // Its place is that of its best text; what is shown of it holds words of the question, if any of its texts does.
    const tellsMore = known ? known.item.why.terms.length === 0 && item.why.terms.length > 0 : hits.size < limit
    if (tellsMore) {
      const relevance = known?.relevance ?? item.relevance
      hits.set(about, { item, relevance, fact: kind === 'fact' ? item.node : null, isSummary: kind === 'summary' })
    }
  }
  const entries: SearchHit[] = []
  const ids = [...hits.keys()]
  const stored = await store.observations.get(space.id, ids)
  for (const [i, id] of ids.entries()) {
    const hit = hits.get(id)!
    const entry = hit.isSummary ? await summaryHit(parts, id, bounds) : observationHit(stored[i] ?? null, hit)
    if (!entry) continue
    const { relevance, item } = hit
    entries.push({ ...entry, rank: entries.length + 1, relevance, why: whyOf(item.why, entry) })
  }
  const isWhole = outcome !== 'incomplete'
  return { outcome: entries.length > 0 ? 'found' : isWhole ? 'nothing-found' : 'incomplete', entries }
}

/**
 * Whether a text was found only because it stands beside others that answer. In a conversation the neighbour of a hit often
 * has the answer; an observation is whole by itself, and its neighbour is other work. Such texts come after the rest.
 */
function isBeside({ why }: RecalledItem): boolean {
  return why.terms.length === 0 && !OWN_PARTS.some((part) => part in why.parts)
}

/** What a text can be found by itself for, without a word of the question. */
const OWN_PARTS = ['meaning', 'related', 'named', 'time', 'structure']

interface Hit {
  readonly item: RecalledItem
  readonly relevance: number
  readonly fact: NodeId | null
  readonly isSummary: boolean
}

interface Within {
  readonly events: ReadonlySet<NodeId>
  /** `undefined`: those of all. */
  readonly sessions: readonly string[] | undefined
}

/** What the bounds leave, and the sessions that it is in: beyond the first thousand hits nothing is looked at. */
async function withinBounds({ store, space }: SearchParts, bounds: NonNullable<ReadBounds>): Promise<Within> {
  const query = { ...bounds, order: 'newest-first', limit: BOUNDED_MAX } as const
  const events = await store.observations.events(space.id, query)
  if (events.length > NARROW_MAX || mayBeSummary(bounds)) return { events: new Set(events), sessions: undefined }
  const found = await store.observations.find(space.id, query)
  return { events: new Set(events), sessions: [...new Set(found.map(({ session }) => session))] }
}

/** A summary has neither type nor files nor subjects. */
function mayBeSummary(bounds: ReadBounds): boolean {
  return bounds === null || (bounds.types === undefined && bounds.file === undefined && bounds.concept === undefined)
}

async function documentsOf({ store, index }: SearchParts, items: readonly RecalledItem[]) {
  const nodes = await store.nodes(
    index,
    items.map(({ node }) => node),
  )
  const aboutOf = new Map(nodes.map((node) => [node.id, observedBy(node)]))
  return items.flatMap((item) => {
    const about = aboutOf.get(item.node)
    return about === undefined ? [] : [{ item, about }]
  })
}

function observationHit(stored: StoredObservation | null, { fact }: Hit): IndexEntry | null {
  return stored && entryOf(stored, fact)
}

async function summaryHit(parts: SearchParts, id: NodeId, bounds: ReadBounds): Promise<IndexEntry | null> {
  const stored = await readSummary(parts, id)
  if (stored === null || !isWithin(stored, bounds)) return null
  return summaryEntryOf(stored, await loadTokenCounter())
}

function isWithin({ session, branch, at }: StoredSummary, bounds: ReadBounds): boolean {
  if (bounds === null) return true
  return (
    (bounds.session === undefined || isOfSession(session, bounds.session)) &&
    (bounds.branch === undefined || bounds.branch === branch) &&
    (bounds.span === undefined || spanContains(bounds.span, at))
  )
}

/** The summary of an id; `null` where that leads to none. */
export async function readSummary(
  { store, space }: Pick<SearchParts, 'store' | 'space'>,
  id: NodeId,
): Promise<StoredSummary | null> {
  const [node] = await store.nodes(space.id, [id])
  if (node?.kind !== 'summary' || node.session === null) return null
  const [summary = null] = await store.observations.summaries(space.id, { session: node.session, limit: 1 })
  return summary
}

/** Where it stands for whoever reads it: the index has events of its own, which lead nowhere else. */
function whyOf(why: Why, { session, id, fact, type }: IndexEntry): Why {
  const own = type === 'summary' ? [`summary ${id}`] : [`event ${id}`, ...(fact ? [`fact ${fact.id}`] : [])]
  return { ...why, path: [`session ${session}`, ...own] }
}
