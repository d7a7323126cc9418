import type { Engraph, formatPath } from '../../engraph.ts'
import type { GraphNode, NodeId } from '../../graph/nodes.ts'
import { nodeLabel, spanLine } from './node-lines.ts'
import { phrases } from './phrases.ts'
import { cleanLine, colours } from './terminal-text.ts'

type Recalled = Awaited<ReturnType<Engraph['recall']>>
type RecalledItem = Recalled['items'][number]
type Why = RecalledItem['why']

/** How a question was read and asked, in one dim block. */
export function planLines({ plan, routes, meaning, reranking, late }: Recalled): readonly string[] {
  const say = phrases().plan
  const { type, scope, answer, entities, subQueries, relations, constraints, reference, resolved, windows } = plan
  const { times, speakers, files, types, states } = constraints
  const asked = Object.entries(routes).map(
    ([route, { state, found }]) => `${route} ${found}${state === 'ready' ? '' : ` (${state})`}`,
  )
  const rows: readonly (readonly [string, string])[] = [
    [say.plan, [type, scope, ...(answer === null ? [] : [answer])].join(' · ')],
    [say.names, listed(entities)],
    [say.times, arrow(listed(times), listed(windows.map(spanLine)))],
    [say.constraints, listed([...speakers, ...files.filter((file) => !entities.includes(file)), ...types, ...states])],
    [say.questions, subQueries.join(' | ')],
    [say.relations, relations.join(', ')],
    [say.context, reference === null ? '' : arrow(`“${reference}”`, resolved === '' ? '?' : resolved)],
    [say.routes, asked.join(' · ')],
    [say.meaning, meaningLine(meaning)],
    [say.reranking, reranking === null ? '' : meaningLine(reranking)],
    [say.late, late.join(', ')],
  ]
  return labelled(rows, '')
}

/** Which embedder, and how far it served: `builtin all-MiniLM-L6-v2 (ready)`. */
function meaningLine({ state, embedder, problem }: Recalled['meaning']): string {
  const served = embedder === null ? state : `${embedder} (${state})`
  return problem === null ? served : `${served} · ${problem}`
}

export interface ItemDrawing {
  /** Nodes on the walks, by id. */
  readonly nodes: ReadonlyMap<NodeId, GraphNode>
  readonly formatPath: typeof formatPath
}

/** Why an item stands where it does: the rank on each route, what each part adds, and the walk that led to it. */
export function whyLines(
  { node, relevance, why }: Pick<RecalledItem, 'node' | 'relevance' | 'why'>,
  drawing: ItemDrawing,
): readonly string[] {
  const say = phrases().why
  const routes = why.routes.map((route) => `${route} #${why.ranks[route]}`)
  const { meaning, related } = why.ranks
  const apart: readonly string[] = [...why.routes, 'meaning', 'related']
  const grains = Object.entries(why.ranks).filter(([list]) => !apart.includes(list))
  const alike = [
    ...(meaning === undefined ? [] : [`meaning #${meaning}: ${say.asWhole}`]),
    ...(related === undefined ? [] : [`related #${related}: ${say.byWords}`]),
  ]
  const rows: readonly (readonly [string, string])[] = [
    [say.routes, routes.join(' · ')],
    [say.grains, grains.map(([grain, rank]) => `${grain} #${rank}`).join(', ')],
    [say.meaning, alike.join(' · ')],
    [say.parts, `${relevance.toFixed(3)} = ${partsLine(why.parts)}`],
    [say.terms, why.terms.join(', ')],
    [say.walk, walkLine(node, why, drawing)],
    [say.path, why.path.join(' → ')],
  ]
  return labelled(rows, '   ')
}

/** The ids whose names `whyLines` needs. */
export function idsOnWalks(items: readonly RecalledItem[]): readonly NodeId[] {
  return [...new Set(items.flatMap(({ why }) => why.walk.flatMap(({ from, to }) => [from, to])))]
}

/** Less than that reads as 0.000. */
const TOLD_MIN = 0.0005
const BARS = [...'▁▂▃▄▅▆▇█']

/** The largest first, each with a bar that compares it with the largest: `█ passage 0.612 + ▃ session 0.204 − asking 0.031`. */
function partsLine(parts: Why['parts']): string {
  const told = Object.entries(parts).filter(([, part]) => Math.abs(part) >= TOLD_MIN)
  const sorted = told.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
  const largest = Math.abs(sorted[0]?.[1] ?? 0) || 1
  const terms = sorted.map(([name, part], i) => {
    const sign = part < 0 ? '− ' : i === 0 ? '' : '+ '
    const bar = part < 0 ? '' : `${BARS[Math.round((part / largest) * (BARS.length - 1))]} `
    return `${sign}${bar}${name} ${Math.abs(part).toFixed(3)}`
  })
  return terms.join(' ')
}

/** The walk with names, and whether it is made of facts. */
function walkLine(own: NodeId, { walk }: Why, { nodes, formatPath }: ItemDrawing): string {
  if (walk.length === 0) return ''
  const say = phrases().why
  const soft = walk.filter(({ certainty }) => certainty === 'soft').map(({ provenance }) => provenance)
  const path = formatPath(walk, (id) => (id === own ? say.thisItem : nodeLabel(id, nodes.get(id))))
  return `${path} · ${soft.length === 0 ? 'hard' : `soft: ${[...new Set(soft)].join(', ')}`}`
}

/** Names and times of a question that are shown. */
const LISTED_MAX = 8

function listed(names: readonly string[]): string {
  const shown = [...new Set(names)]
  return shown.slice(0, LISTED_MAX).join(', ') + (shown.length > LISTED_MAX ? ', …' : '')
}

function arrow(from: string, to: string): string {
  return [from, to].filter((part) => part !== '').join(' → ')
}

function labelled(rows: readonly (readonly [string, string])[], by: string): readonly string[] {
  return rows
    .filter(([, content]) => content !== '')
    .map(([label, content]) => colours.dim(`${by}${label}: ${cleanLine(content)}`))
}
