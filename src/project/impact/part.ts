import { byEnds, type SourceEdge, type SourceGraph } from '../../graph/source-graph.ts'
import type { SpaceId } from '../../graph/space.ts'
import type { Instant } from '../../graph/spans.ts'
import { coChanges } from '../../impact/co-change.ts'
import { CodeWords } from '../../impact/code-words.ts'
import { FileIndex } from '../../impact/file-index.ts'
import { fileName, jaccard } from '../../impact/file-names.ts'
import type { Known } from '../../impact/known.ts'
import type { CodeChange, SessionChange } from '../../ports/code-store.ts'
import type { GraphStore } from '../../ports/graph-store.ts'
import { adviceOf, type StoredAdvice } from '../code/advice.ts'
import { emptyGraph } from '../code/empty.ts'
import { dayOf, partOfHistory } from '../code/known.ts'
import type { BriefImpactSource } from './brief.ts'

/** Rows of imports that are read at each step. */
const IMPORTS_MAX = 2_000
const BESIDE_MAX = 150
const CHANGES_MAX = 300
const PARTNER_CHANGES_MAX = 60
const PARTNERS_MAX = 12
const NEIGHBOURS_MAX = 8
const SESSIONS_MAX = 30

/** The ranking of one file over the rows around it, without those of everything else. */
export async function adviceFromPart(source: BriefImpactSource, path: string): Promise<StoredAdvice> {
  return adviceOf(await knownAround(source, path), path)
}

/** The part of the graph and of history that the ranking looks at for one file. */
async function knownAround({ store, space, place: { root }, clock }: BriefImpactSource, path: string): Promise<Known> {
  const now = dayOf(clock.now())
  const edges = await edgesAround(store, { space, root, path })
  const name = fileName(path)
  const folder = name.folders.join('/')
  const besides = await store.code.besides(space, root, { folder, stem: name.stem }, BESIDE_MAX)
  const sessions = await store.code.sessionChanges(space, { files: [path], limit: SESSIONS_MAX })
  const own = await store.code.changesOf(space, root, [path], CHANGES_MAX)
  const partners = partnersOf(path, { own, sessions, now })
  const activityBeside = await store.code.activity(space, root, besides)
  const neighbours = besides
    .filter((other) => other !== path && alike(other, path))
    .sort((a, b) => {
      const words = jaccard(fileName(b).stemWords, name.stemWords) - jaccard(fileName(a).stemWords, name.stemWords)
      const times = (activityBeside.get(b)?.lastAt ?? 0) - (activityBeside.get(a)?.lastAt ?? 0)
      return words || times || (a < b ? -1 : 1)
    })
    .slice(0, NEIGHBOURS_MAX)
  const around = [...new Set([...partners, ...neighbours])]
  const theirs = await store.code.changesOf(space, root, around, PARTNER_CHANGES_MAX)
  const changes = new Map([...own, ...theirs])
  const candidates = new Set([path, ...besides, ...edges.flatMap(({ from, to }) => [from, to])])
  for (const all of changes.values()) for (const { files } of all) for (const file of files) candidates.add(file)
  for (const { files } of sessions) for (const file of files) candidates.add(file)
  const paths = [...candidates]
  const there = (await store.code.looks(space, root, paths)).map((look) => look.path)
  const activity = await store.code.activity(space, root, there)
  const graph: SourceGraph = { ...emptyGraph(), edges }
  const files = new FileIndex(there)
  return {
    ...{ source: graph, files, words: new CodeWords(graph, files.paths), now },
    history: partOfHistory({ changes, sessions, activity }),
  }
}

function alike(other: string, path: string): boolean {
  const [a, b] = [fileName(other), fileName(path)]
  return a.isTest === b.isTest && a.extension === b.extension
}

/** The files whose own past is looked at, for what changes with what changes with the file. */
function partnersOf(
  path: string,
  {
    own,
    sessions,
    now,
  }: {
    readonly own: ReadonlyMap<string, readonly CodeChange[]>
    readonly sessions: readonly SessionChange[]
    readonly now: Instant
  },
): readonly string[] {
  const { of } = coChanges(partOfHistory({ changes: own, sessions, activity: new Map() }), path, now)
  return [...of]
    .sort(([a, one], [b, two]) => two.shared - one.shared || (a < b ? -1 : 1))
    .slice(0, PARTNERS_MAX)
    .map(([partner]) => partner)
}

interface Around {
  readonly space: SpaceId
  readonly root: string
  readonly path: string
}

/** Imports of the file and of its neighbours, in both directions. */
async function edgesAround(store: GraphStore, { space, root, path }: Around): Promise<readonly SourceEdge[]> {
  const found = new Map<string, SourceEdge>()
  const read = async (files: readonly string[], direction: 'of' | 'by') => {
    const rows = await store.code.imports(space, root, { files, direction, limit: IMPORTS_MAX })
    for (const edge of rows.of) found.set(`${edge.from}\0${edge.to}`, edge)
    return rows.of
  }
  const targets = (await read([path], 'by')).map(({ to }) => to)
  const sources = (await read([path], 'of')).map(({ from }) => from)
  await read(targets, 'by')
  await read(targets, 'of')
  await read(sources, 'by')
  await read(sources, 'of')
  return [...found.values()].sort(byEnds)
}
