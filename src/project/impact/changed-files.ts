import { isSameFile, lookAt, readText } from '../../capture/source/file-state.ts'
import type { SourceGraph } from '../../graph/source-graph.ts'
import { isSourceFile } from '../../impact/source-files.ts'
import { isInTree } from '../tree-path.ts'

/** Files that are named, looked at, and read to see whether more than their time changed, at most. */
const CHANGED_MAX = 20
const LOOKS_MAX = 10_000
const READS_MAX = 200

/**
 * Files whose content is not what the graph was read from, those that matter first: edited, gone, or never read. New files
 * that nobody asks about are not among them; to find them, all would have to be listed.
 */
export function changedFiles(root: string, graph: SourceGraph, mattering: readonly string[]): readonly string[] {
  const { files, skipped, basis } = graph
  const passedOver = new Set(skipped.map(({ path }) => path))
  // Where nothing was ever read, nothing has changed since.
  const isRead = basis.readAtMs > 0
  const changed: string[] = []
  let reads = 0
  for (const path of [...new Set([...mattering, ...files.keys()])].slice(0, LOOKS_MAX)) {
    if (changed.length >= CHANGED_MAX) break
    const [before, now] = [files.get(path), lookAt(root, path)]
    if (before === undefined) {
      const isNew = now !== null && isRead && isSourceFile(path) && isInTree(path) && !passedOver.has(path)
      if (isNew) changed.push(path)
    } else if (now === null) {
      changed.push(path)
    } else if (!isSameFile(before, now, basis.readAtMs)) {
      const text = before.size === now.size && reads++ < READS_MAX ? readText(root, path) : null
      if (text === null || typeof text === 'string' || text.hash !== before.hash) changed.push(path)
    }
  }
  return changed
}
