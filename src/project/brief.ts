import type { NodeId } from '../graph/nodes.ts'
import type { StoredObservation } from '../graph/observation.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Clock } from '../ports/clock.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { packBrief } from '../recall/brief/brief.ts'
import { isOfSession } from '../recall/brief/rank.ts'
import { packRelevant, type RelevantEntry } from '../recall/brief/relevant-lines.ts'
import { type PromptTerm, readPrompt } from '../recall/prompt-terms.ts'
import { type Relevant, relevantDocuments } from '../recall/relevant.ts'
import { loadTokenCounter } from '../text/tokens.ts'
import type { PromptContextQuery, SessionContextQuery } from './answers.ts'
import { observedBy } from './documents.ts'

/*
 * What a session is told without asking, when it begins and at each prompt. Hooks wait for it, so this loads nothing of
 * recall's questions, models and graph: only the store, the tokeniser and, for a budget, the counter.
 */

export interface BriefSource {
  readonly store: GraphStore
  readonly space: SpaceId
  readonly clock: Clock
}

export const BUDGET_TOKENS_DEFAULT = 1_500
/** Hosts put what is longer into a file. UTF-16 code units. */
const CONTEXT_LENGTH_MAX = 5_900
const RELEVANT_MAX = 3

/** Of each kind, the newest that are looked at. */
const RECENT_MAX = 150
const UNFINISHED_MAX = 40
const DECISIONS_MAX = 40
const BRANCH_MAX = 60
const OWN_MAX = 80
const PER_FILE_MAX = 10
const FILES_MAX = 20
const SUMMARIES_MAX = 20

export interface SessionPlace {
  readonly branch: string | null
  /** Files of the work tree that are changed now, relative to its top; waited for at the end. */
  readonly changed: Promise<readonly string[]>
}

/** What matters to a session that begins; `null` where nothing is known. */
export async function sessionBrief(
  { store, space, clock }: BriefSource,
  { session, source, budgetTokens = BUDGET_TOKENS_DEFAULT }: SessionContextQuery,
  place: SessionPlace,
): Promise<string | null> {
  const { branch } = place
  const find = (limit: number, query: Partial<Parameters<typeof store.observations.find>[1]> = {}) =>
    store.observations.find(space, { order: 'newest-first', ...query, limit })
  const recent = await find(RECENT_MAX)
  const summaries = await store.observations.summaries(space, { limit: SUMMARIES_MAX })
  if (recent.length === 0 && summaries.length === 0) return null
  const isOlderThan = recent.length === RECENT_MAX
  const older = isOlderThan
    ? [
        await find(UNFINISHED_MAX, { isUnfinished: true }),
        await find(DECISIONS_MAX, { types: ['decision'] }),
        branch === null ? [] : await find(BRANCH_MAX, { branch }),
        await find(OWN_MAX, { session }),
      ]
    : []
  const own = await store.observations.summaries(space, { session, limit: 1 })
  const changed = (await place.changed).slice(0, FILES_MAX)
  const about: (readonly StoredObservation[])[] = []
  if (isOlderThan) for (const file of changed) about.push(await find(PER_FILE_MAX, { file }))
  const counter = await loadTokenCounter()
  return packBrief(
    {
      now: clock.now(),
      session,
      source,
      branch,
      changed,
      observations: [recent, ...older, ...about].flat(),
      isAll: !isOlderThan,
      summaries: [...summaries, ...own.filter(({ id }) => summaries.every((one) => one.id !== id))],
    },
    { budgetTokens, lengthMax: CONTEXT_LENGTH_MAX, count: (text) => counter.count(text) },
  )
}

/** What was read of a prompt before anything is opened; `null` where nothing can be strongly relevant to it. */
export function promptTerms(prompt: string): readonly PromptTerm[] | null {
  const terms = readPrompt(prompt)
  return terms.some(({ isCommon }) => !isCommon) ? terms : null
}

/** Up to three entries that a prompt has strongly to do with; `null` where there are none, or it is late. */
export async function promptBrief(
  { store, space }: BriefSource,
  {
    session,
    terms,
    isLate,
  }: Pick<PromptContextQuery, 'session'> & {
    readonly terms: readonly PromptTerm[]
    readonly isLate: () => boolean
  },
): Promise<string | null> {
  const index = await store.observations.index(space)
  const postings = await store.postings(
    index,
    terms.map(({ term }) => term),
  )
  if (postings.size === 0 || isLate()) return null
  const units = await store.units(index, null)
  if (isLate()) return null
  const found = relevantDocuments(
    terms,
    { postings, units },
    { limit: RELEVANT_MAX, isLeftOut: (one) => isOfSession(one, session) },
  )
  if (found.length === 0) return null
  const entries: RelevantEntry[] = []
  for (const relevant of found) {
    const entry = await readRelevant({ store, space }, index, relevant)
    if (entry !== null) entries.push(entry)
  }
  return isLate() ? null : packRelevant(entries, { lengthMax: CONTEXT_LENGTH_MAX })
}

/** An observation with the fact that says it, where a fact alone says nearly as much as the whole. */
async function readRelevant(
  { store, space }: Pick<BriefSource, 'store' | 'space'>,
  index: SpaceId,
  { message, byMessage, share }: Relevant,
): Promise<RelevantEntry | null> {
  const handles = [message, ...[...byMessage.keys()].filter((handle) => handle !== message)]
  const nodes = await store.nodesByHandle(index, handles)
  const head = nodes[0]
  if (!head) return null
  const [stored = null] = await store.observations.get(space, [observedBy(head)])
  if (stored === null) return null
  let best: { readonly id: NodeId; readonly share: number } | null = null
  for (const [i, node] of nodes.entries()) {
    const own = byMessage.get(handles[i]!) ?? 0
    if (node?.id.startsWith('f~') && own > (best?.share ?? share / 2)) best = { id: node.id, share: own }
  }
  const place = best === null ? -1 : stored.factIds.indexOf(best.id)
  return { stored, fact: stored.observation.facts[place]?.text ?? null }
}
