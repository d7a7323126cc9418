import { blobHash, isSameFile, lookAt, lookAtLink } from '../../capture/source/file-state.ts'
import { isLeftOut } from '../../capture/source/left-out.ts'
import { listFiles } from '../../capture/source/list-files.ts'
import { READING, readSourceGraph } from '../../capture/source/read-source-graph.ts'
import { fromRows, toRow, toRows } from '../../capture/source/source-rows.ts'
import { SKIPPED_MAX, type SourceEdge, type SourceGraph } from '../../graph/source-graph.ts'
import { fileName } from '../../impact/file-names.ts'
import type { CodeFile, CodeImport, CodeTree, SourceSeen, SourceWrite } from '../../ports/code-store.ts'
import type { CodeOptions, CodeSource } from './catch-up.ts'
import { readHeader } from './header.ts'

export interface SourceCaughtUp {
  /** Where it was loaded or read. */
  readonly graph: SourceGraph | null
  readonly changedFiles: number
  readonly removedFiles: number
  readonly isNew: boolean
}

/** Times that it is read anew because another process wrote meanwhile. */
const ATTEMPTS_MAX = 3

/** Reads the files that changed, and writes the rows that differ. */
export async function catchUpSource(source: CodeSource, options: CodeOptions): Promise<SourceCaughtUp> {
  const { store, space, place, clock } = source
  const { root } = place
  const { signal, onProgress } = options
  for (let attempt = 1; ; attempt++) {
    const tree = await store.code.tree(space, root)
    const at = clock.now()
    if (tree !== null && (await isUnchanged(source, tree, signal))) {
      if (isOldNews(tree, { at, commit: place.commit })) {
        const seen = { version: tree.version, at, commit: place.commit }
        await store.transact(space, (writer) => writer.code.confirmSource(root, seen))
      }
      return { graph: null, changedFiles: 0, removedFiles: 0, isNew: false }
    }
    const stored = tree?.header ? await store.code.files(space, root) : []
    const own = tree?.header ? fromRows({ header: tree.header, files: stored }) : null
    const known = own ?? (stored.length === 0 ? await ofAnotherTree(source) : null)
    const graph = await readSourceGraph(root, {
      ...(known ? { known } : {}),
      signal,
      onProgress: ({ done, total }) => onProgress?.({ part: 'code', done, total }),
    })
    onProgress?.({ part: 'writing', done: 0, total: null })
    const differing = differences(graph, { own, stored })
    const write: SourceWrite = {
      ifVersion: tree?.version ?? 0,
      at: clock.now(),
      header: toRows({ ...graph, files: new Map() }).header,
      commit: place.commit,
      ...differing,
    }
    const isWritten = await store.transact(space, (writer) => writer.code.putSource(root, write))
    if (isWritten || attempt === ATTEMPTS_MAX) {
      const { files, removed } = differing
      return { graph, changedFiles: files.length, removedFiles: removed.length, isNew: tree === null }
    }
  }
}

/** A hook tells by the time and the commit of the last look whether something may be new; to note each look is too much. */
const NEWS_MS = 60_000

function isOldNews({ readAt, sourceCommit }: CodeTree, now: Pick<SourceSeen, 'at' | 'commit'>): boolean {
  return sourceCommit !== now.commit || readAt === null || now.at - readAt > NEWS_MS
}

/** The graph as it was read last; `null` where it never was, or by another version. */
export async function loadSource({ store, space, place }: CodeSource): Promise<SourceGraph | null> {
  const tree = await store.code.tree(space, place.root)
  if (!tree?.header) return null
  return fromRows({ header: tree.header, files: await store.code.files(space, place.root) })
}

/** A new work tree of a known repository holds the same texts as another one: nothing of these is parsed again. */
async function ofAnotherTree({ store, space, place }: CodeSource): Promise<SourceGraph | null> {
  const other = (await store.code.trees(space)).find(({ root, header }) => root !== place.root && header !== null)
  return other ? fromRows({ header: other.header!, files: await store.code.files(space, other.root) }) : null
}

/**
 * Whether nothing changed since the last reading: the same paths, and each file and each configuration looks the same. A
 * look costs microseconds, and the rows need not be loaded for it.
 */
async function isUnchanged(
  { store, space, place: { root } }: CodeSource,
  tree: CodeTree,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const header = readHeader(tree.header)
  // Of those that were skipped only some are listed.
  if (header === null || header.basis.engine !== String(READING) || header.coverage.skipped > SKIPPED_MAX) return false
  const { basis, skipped } = header
  const { paths, isFromGit } = await listFiles(root, signal)
  const kept = paths.filter((path) => !isLeftOut(path, isFromGit))
  if (blobHash(Buffer.from(kept.join('\0'))) !== basis.pathsHash) return false
  const looks = await store.code.looks(space, root)
  return [...basis.configurations, ...skipped, ...looks].every((before) => {
    const now = lookAt(root, before.path) ?? lookAtLink(root, before.path)?.look ?? null
    return now !== null && isSameFile(before, now, basis.readAtMs)
  })
}

interface Before {
  readonly own: SourceGraph | null
  readonly stored: readonly CodeFile[]
}

function differences(graph: SourceGraph, { own, stored }: Before): Pick<SourceWrite, 'files' | 'removed' | 'imports'> {
  const rows = new Map(stored.map((file) => [file.path, file.row]))
  const files: CodeFile[] = []
  for (const [path, file] of graph.files) {
    if (own?.files.get(path) === file) continue
    const { row, hash } = toRow(file)
    if (rows.get(path) === row) continue
    const { folders, stem } = fileName(path)
    const { size, mtimeMs, ctimeMs } = file
    files.push({ path, folder: folders.join('/'), stem, hash, size, mtimeMs, ctimeMs, row })
  }
  const removed = stored.filter(({ path }) => !graph.files.has(path)).map(({ path }) => path)
  return { files, removed, imports: differingImports(graph, own) }
}

function differingImports(graph: SourceGraph, own: SourceGraph | null): Map<string, readonly CodeImport[]> {
  if (graph.edges === own?.edges && graph.files.size === own.files.size) return new Map()
  const [now, before] = [byImporter(graph), own ? byImporter(own) : new Map<string, SourceEdge[]>()]
  const gone = new Set([...(own?.files.keys() ?? [])].filter((path) => !graph.files.has(path)))
  const differing = new Map<string, readonly CodeImport[]>()
  for (const path of new Set([...now.keys(), ...before.keys()])) {
    if (gone.has(path)) continue
    const edges = now.get(path) ?? []
    if (JSON.stringify(edges) !== JSON.stringify(before.get(path) ?? [])) differing.set(path, edges)
  }
  return differing
}

/** What went between the listing and the reading is imported still, and has no row that an edge could lead to. */
function byImporter({ edges, files }: SourceGraph): Map<string, SourceEdge[]> {
  const groups = new Map<string, SourceEdge[]>()
  for (const edge of edges) {
    if (!files.has(edge.to)) continue
    const group = groups.get(edge.from)
    if (group === undefined) groups.set(edge.from, [edge])
    else group.push(edge)
  }
  return groups
}
