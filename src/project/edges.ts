import {
  EDGE_KINDS,
  EDGE_STATES,
  type Edge,
  type EdgeKind,
  type EdgeState,
  isSymmetric,
  makeEdge,
} from '../graph/edges.ts'
import { EngraphError } from '../graph/errors.ts'
import { fadedWeight } from '../graph/fading.ts'
import { type Check, name, oneOf, readGiven, requireGiven, text, wholeNumber } from '../graph/given.ts'
import type { GraphNode, NodeId } from '../graph/nodes.ts'
import { type Certainty, certaintyOf, type Provenance } from '../graph/provenance.ts'
import { thingId } from '../graph/records.ts'
import type { Space } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'
import { wording } from '../graph/wording.ts'
import type { Clock } from '../ports/clock.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import { entityKey } from '../text/entities/entity-key.ts'

export interface EdgesQuery {
  readonly kind?: EdgeKind
  /** Default: those that wait for a decision, and then those that are in use. `all`: every state. */
  readonly state?: EdgeState | 'all'
  /** A file, or the id of an event: only what leads to it or from it. */
  readonly file?: string
  /** Default 20, at most 200. */
  readonly limit?: number
}

/** A soft edge, or one that somebody accepted. */
export interface EdgeEntry {
  /** By which it is decided on. */
  readonly id: string
  readonly kind: EdgeKind
  readonly from: EdgeEnd
  readonly to: EdgeEnd
  /** 0..1, as of now: what is not seen again fades. */
  readonly weight: number
  readonly provenance: Provenance
  readonly certainty: Certainty
  readonly state: EdgeState
  /** How often it was seen. */
  readonly count: number
  /** Ids of observations and records, and hashes of commits; the newest of them. */
  readonly evidence: readonly string[]
  readonly firstSeen: Instant
  readonly lastSeen: Instant
  /** Who accepted or rejected it. */
  readonly decidedBy: string | null
}

export interface EdgeEnd {
  readonly id: NodeId
  /** The path of a file, the title of an observation. */
  readonly label: string
}

export interface EdgeDecision {
  readonly accept: boolean
  /** Who decides: a person, or the program that was told to. */
  readonly by: string
}

export interface EdgesSource {
  readonly store: GraphStore
  readonly space: Space
  readonly clock: Clock
}

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 200
/** Edges that are read to choose from: they are sorted by what is left of their weight. */
const READ_MAX = 2_000
const BY_LENGTH_MAX = 200

const QUERY: Readonly<Record<keyof EdgesQuery, Check>> = {
  kind: oneOf(...EDGE_KINDS),
  state: oneOf(...EDGE_STATES, 'all'),
  file: name,
  limit: wholeNumber(1, LIMIT_MAX),
}

/** Soft edges: first what is suggested, and within that the strongest. */
export async function edgesOf(
  { store, space, clock }: EdgesSource,
  query: EdgesQuery = {},
): Promise<readonly EdgeEntry[]> {
  const { kind, state, file, limit = LIMIT_DEFAULT } = readGiven<EdgesQuery>(query, 'The query', QUERY)
  const states = state === undefined ? (['suggested', 'active'] as const) : state === 'all' ? EDGE_STATES : [state]
  const found: Edge[] = []
  // Of what waits for a decision nothing is to stand behind the many that nobody need decide on.
  for (const one of states) {
    const wanted = { states: [one], ...(kind === undefined ? {} : { kinds: [kind] }), limit: READ_MAX }
    const read = await store.edges(space.id, { ...wanted, ...(file === undefined ? {} : { node: nodeOf(file) }) })
    found.push(...byWeight(read, clock.now()).slice(0, limit - found.length))
    if (found.length >= limit) break
  }
  return entriesOf({ store, space, clock }, found)
}

/** Accepts or rejects an edge, and stores by whom. `null` where nothing has that id. */
export async function decideEdge(
  source: EdgesSource,
  id: string,
  { accept, by }: EdgeDecision,
): Promise<EdgeEntry | null> {
  requireGiven(id, wording`The id of an edge`, name)
  requireGiven(by, wording`Who decides`, text(BY_LENGTH_MAX))
  const { store, space, clock } = source
  const known = await readEdge(source, id)
  if (known === null) return null
  if (by.trim() === '') throw new EngraphError('invalid-input', 'Say who decides.')
  const decided = {
    // What a person or an agent says holds from then on, and does not fade.
    ...(accept ? ({ provenance: 'confirmed', state: 'active' } as const) : ({ state: 'rejected' } as const)),
    decidedBy: by.trim(),
  }
  await store.transact(space.id, (writer) => writer.link([makeEdge({ ...known, ...decided, seenAt: known.lastSeen })]))
  const after = await readEdge({ store, space, clock }, id)
  return after && (await entriesOf(source, [after]))[0]!
}

/** `CO_CHANGES:n~…:n~…`: what an edge is known by, within its space. */
function idOf({ kind, from, to }: Pick<Edge, 'kind' | 'from' | 'to'>): string {
  return `${kind}:${from}:${to}`
}

async function readEdge({ store, space }: EdgesSource, id: string): Promise<Edge | null> {
  const [, named, one, other] = /^([A-Z_]{1,30}):([^:\s]{1,200}):([^:\s]{1,200})$/u.exec(id) ?? []
  const kind = EDGE_KINDS.find((known) => known === named)
  if (kind === undefined || one === undefined || other === undefined) return null
  const [from, to] = isSymmetric(kind) && one > other ? [other, one] : [one, other]
  const edges = await store.edges(space.id, { kinds: [kind], node: from, limit: READ_MAX })
  return edges.find((edge) => edge.from === from && edge.to === to) ?? null
}

/** A path leads to its file's node, an id to itself. */
function nodeOf(file: string): NodeId {
  return /^[en]~/u.test(file) ? file : thingId('file', entityKey(file.replaceAll('\\', '/').replace(/^\.\//u, '')))
}

function byWeight(edges: readonly Edge[], now: Instant): readonly Edge[] {
  const weight = new Map(edges.map((edge) => [edge, fadedWeight(edge, now)]))
  return [...edges].sort((a, b) => weight.get(b)! - weight.get(a)! || (idOf(a) < idOf(b) ? -1 : 1))
}

async function entriesOf({ store, space, clock }: EdgesSource, edges: readonly Edge[]): Promise<readonly EdgeEntry[]> {
  const ends = [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
  const nodes = new Map((await store.nodes(space.id, ends)).map((node) => [node.id, node]))
  const now = clock.now()
  const end = (id: NodeId): EdgeEnd => ({ id, label: labelOf(nodes.get(id)) ?? id })
  return edges.map((edge) => ({
    id: idOf(edge),
    kind: edge.kind,
    from: end(edge.from),
    to: end(edge.to),
    weight: Math.round(fadedWeight(edge, now) * 1_000) / 1_000,
    provenance: edge.provenance,
    certainty: certaintyOf(edge.provenance),
    state: edge.state,
    count: edge.count,
    evidence: edge.evidence,
    firstSeen: edge.firstSeen,
    lastSeen: edge.lastSeen,
    decidedBy: edge.decidedBy,
  }))
}

function labelOf(node: GraphNode | undefined): string | null {
  const observation = node?.body['observation']
  const title =
    typeof observation === 'object' &&
    observation !== null &&
    'title' in observation &&
    (observation as { readonly title?: unknown }).title
  return typeof title === 'string' && title !== '' ? title : node?.text || null
}
