import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shortHash } from '../../capture/short-hash.ts'
import type { ActivityPlace } from '../../graph/activity.ts'
import { byEnds, type CoverageState, type SourceEdge } from '../../graph/source-graph.ts'
import type { SpaceId } from '../../graph/space.ts'
import type { Instant } from '../../graph/spans.ts'
import { coverageOfWalk, dependentsOf } from '../../impact/dependents.ts'
import type { Companion } from '../../impact/impact.ts'
import { isSourceFile } from '../../impact/source-files.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CodeTree, FileLook } from '../../ports/code-store.ts'
import type { GraphStore } from '../../ports/graph-store.ts'
import type { StoredAdvice } from '../code/advice.ts'
import { emptyGraph } from '../code/empty.ts'
import { readHeader } from '../code/header.ts'
import { pathInTree } from '../tree-path.ts'
import { aboutFiles } from './about.ts'
import type { FileDependents, ImpactBrief, ImpactBriefQuery } from './answers.ts'
import { coverageOfFile } from './file-coverage.ts'
import { withoutRejected } from './rejected.ts'

/*
 * The impact of one file, from the rows about it and those around it: a hook is a process of its own, for which an agent
 * waits, and a graph of ten thousand files takes a second to load. What was worked out from the whole is read; where nothing
 * was, the same ranking runs over the part, and what only the texts of all files tell is missing from it.
 */

export interface BriefImpactSource {
  readonly store: GraphStore
  readonly space: SpaceId
  readonly place: ActivityPlace
  readonly clock: Clock
}

const HOPS_MAX = 3
/** Rows of imports that are read at each step. */
const IMPORTS_MAX = 3_000
/** Direct dependents that are looked at for changes. */
const LOOKS_MAX = 40
/** Observations since the last reading that are asked which files they changed. */
const RECENT_MAX = 30

export async function impactBrief(source: BriefImpactSource, query: ImpactBriefQuery): Promise<ImpactBrief | null> {
  const { store, space, place, clock } = source
  const path = pathInTree(query.file, place)
  const tree = await store.code.tree(space, place.root)
  const { edges, isCut } = await dependentEdges(source, path)
  const found = dependentsOf({ ...emptyGraph(), edges }, path, { hopsMax: HOPS_MAX })
  const companions = (await workedOut(source, path)) ?? (await fromPart(source, path))
  const { usually, tests } = await withoutRejected(source, path, companions)
  const about = await aboutFiles({ store, space, files: [path], now: clock.now(), session: query.session })
  const coverage = await coverageNow(source, { path, tree, direct: found.of, dirty: query.dirty ?? [] })
  const dependents: FileDependents = {
    file: path,
    of: found.of.map(({ path, steps, names, through }) => ({ path, steps, names, through })),
    ...{ direct: found.direct, count: found.count, isCut: isCut || found.isCut },
    coverage: coverageOfWalk(coverage, isCut || found.isCut),
  }
  const said = [
    dependents.of.map((one) => one.path),
    usually.map((one) => one.path),
    about.knowledge.map(({ id }) => id),
    about.sessions.of.map(({ session }) => session),
  ]
  if (said.every((list) => list.length === 0)) return null
  return {
    root: place.root,
    path,
    dependents,
    usually,
    tests,
    ...about,
    fingerprint: shortHash(JSON.stringify(said)),
  }
}

async function fromPart(source: BriefImpactSource, path: string): Promise<StoredAdvice> {
  // Loaded only where nothing was worked out: it is most of the ranking.
  const { adviceFromPart } = await import('./part.ts')
  return adviceFromPart(source, path)
}

/** What was worked out with all of the code at hand, without the files that are gone since; `null` where nothing was. */
async function workedOut({ store, space, place }: BriefImpactSource, path: string): Promise<StoredAdvice | null> {
  const stored = await store.code.advice(space, place.root, path)
  if (stored === null) return null
  const { usually, tests } = JSON.parse(stored) as StoredAdvice
  const named = [...usually, ...tests].map((one) => one.path)
  const there = new Set((await store.code.looks(space, place.root, named)).map((look) => look.path))
  const isThere = (one: Companion) => there.has(one.path)
  return { usually: usually.filter(isThere), tests: tests.filter(isThere) }
}

interface DependentEdges {
  readonly edges: readonly SourceEdge[]
  readonly isCut: boolean
}

/** Imports of the file and of its dependents, with one of those that are a step beyond the bound, if there is any. */
async function dependentEdges(source: BriefImpactSource, path: string): Promise<DependentEdges> {
  const { store, space, place } = source
  const edges: SourceEdge[] = []
  const reached = new Set([path])
  let isCut = false
  let ring: readonly string[] = [path]
  for (let hops = 0; ring.length > 0 && hops < HOPS_MAX && !isCut; hops++) {
    const query = { files: ring, direction: 'of', limit: IMPORTS_MAX } as const
    const rows = await store.code.imports(space, place.root, query)
    isCut = rows.isCut
    edges.push(...rows.of)
    ring = [...new Set(rows.of.map(({ from }) => from))].filter((file) => !reached.has(file))
    for (const file of ring) reached.add(file)
  }
  if (!isCut) edges.push(...(await edgeBeyond(source, ring, reached)))
  // As in a whole graph.
  return { edges: edges.sort(byEnds), isCut }
}

/** Files whose importers are asked for at once; most have some that were not reached. */
const BEYOND_FILES = 8

/** An import that leads further than is walked: it tells that the bound cut, and more of them tell no more. */
async function edgeBeyond(
  { store, space, place }: BriefImpactSource,
  ring: readonly string[],
  reached: ReadonlySet<string>,
): Promise<readonly SourceEdge[]> {
  for (let from = 0; from < ring.length; from += BEYOND_FILES) {
    const query = { files: ring.slice(from, from + BEYOND_FILES), direction: 'of', limit: IMPORTS_MAX } as const
    const { of } = await store.code.imports(space, place.root, query)
    const beyond = of.find((edge) => !reached.has(edge.from))
    if (beyond !== undefined) return [beyond]
  }
  return []
}

interface Looking {
  readonly path: string
  readonly tree: CodeTree | null
  readonly direct: readonly { readonly path: string; readonly steps: number }[]
  readonly dirty: readonly string[]
}

/** What may be said of completeness, by a look at the few files that matter and are known to have changed. */
async function coverageNow(
  { store, space, place }: BriefImpactSource,
  { path, tree, direct, dirty }: Looking,
): Promise<CoverageState> {
  const header = tree && readHeader(tree.header)
  if (tree === null || !header || tree.readAt === null || tree.sourceCommit !== place.commit) return 'stale'
  const since = { span: { from: tree.readAt, to: null }, order: 'newest-first', limit: RECENT_MAX } as const
  const changed = (await store.observations.find(space, since)).flatMap(({ observation }) => observation.filesModified)
  const nearest = direct.filter(({ steps }) => steps === 1).map((one) => one.path)
  const looked = [...new Set([path, ...nearest.slice(0, LOOKS_MAX), ...changed, ...dirty])]
  const before = new Map((await store.code.looks(space, place.root, looked)).map((look) => [look.path, look]))
  const isStale = looked.some((file) => {
    const look = before.get(file)
    // One that was never read is new, or of no language that is read.
    return look === undefined ? isSourceFile(file) : !isUnchanged(place.root, look)
  })
  // A file that is new beside these may import them, and nobody knows its name.
  const seenAt = Math.max(tree.readAt, header.basis.readAtMs) as Instant
  const folders = new Set(looked.map((file) => dirname(join(place.root, file))))
  if (isStale || [...folders].some((folder) => hasNewEntries(folder, seenAt))) return 'stale'
  return coverageOfFile(path, { whole: header.coverage.state, isRead: before.has(path) })
}

function isUnchanged(root: string, { path, size, mtimeMs, ctimeMs }: FileLook): boolean {
  const now = lstatSync(join(root, path), { throwIfNoEntry: false })
  return now !== undefined && now.size === size && now.mtimeMs === mtimeMs && now.ctimeMs === ctimeMs
}

/** Whether something was made or removed in a folder since; one that is gone is told by its files. */
function hasNewEntries(folder: string, since: Instant): boolean {
  return (lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since
}
