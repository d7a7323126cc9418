import type { CodeFile, CodeImport, SourceSeen, SourceWrite } from '../../ports/code-store.ts'
import { retireUnsupported, syncDependsOn } from './code-edges.ts'
import { nodesOfFiles } from './code-nodes.ts'
import type { Database } from './driver.ts'

/** Finds or makes the row of a work tree. Answers `null` when another one wrote to it since `ifVersion`. */
export function claimTree(
  database: Database,
  space: number,
  root: string,
  { ifVersion, at }: { readonly ifVersion: number; readonly at: number },
): number | null {
  const known = database.prepare('SELECT ref, version FROM code_trees WHERE space = ? AND root = ?').get(space, root)
  if (known === undefined) {
    if (ifVersion !== 0) return null
    const insert = 'INSERT INTO code_trees (space, root, version, used_at) VALUES (?, ?, 1, ?) RETURNING ref'
    return database.prepare(insert).get(space, root, at)!['ref'] as number
  }
  if (known['version'] !== ifVersion) return null
  database
    .prepare('UPDATE code_trees SET version = version + 1, used_at = max(used_at, ?) WHERE ref = ?')
    .run(at, known['ref'] as number)
  return known['ref'] as number
}

export function putSource(database: Database, space: number, root: string, source: SourceWrite): boolean {
  const tree = claimTree(database, space, root, source)
  if (tree === null) return false
  const { at, header, commit, files, removed, imports } = source
  database
    .prepare('UPDATE code_trees SET header = ?, read_at = ?, source_commit = ? WHERE ref = ?')
    .run(header, at, commit, tree)
  // Whoever imports a file that goes, or is imported by it, may lose an edge of the graph.
  const touched = new Set(nodesOfFiles(database, tree, [...removed, ...imports.keys()]))
  removeFiles(database, tree, removed)
  putFiles(database, tree, files)
  putImports(database, tree, imports)
  for (const node of syncDependsOn(database, { space, tree, at }, [...imports.keys()])) touched.add(node)
  retireUnsupported(database, 'DEPENDS_ON', [...touched], at)
  return true
}

export function confirmSource(database: Database, space: number, root: string, seen: SourceSeen): void {
  const { version, at, commit } = seen
  database
    .prepare(
      `UPDATE code_trees SET read_at = max(coalesce(read_at, 0), ?), source_commit = ?, used_at = max(used_at, ?)
       WHERE space = ? AND root = ? AND version = ?`,
    )
    .run(at, commit, at, space, root, version)
}

function removeFiles(database: Database, tree: number, paths: readonly string[]): void {
  database
    .prepare('DELETE FROM code_files WHERE tree = ? AND path IN (SELECT value FROM json_each(?))')
    .run(tree, JSON.stringify(paths))
}

/** Rows of one statement; a list of all would stand in memory a second time as text. */
const ROWS_MAX = 500

function putFiles(database: Database, tree: number, files: readonly CodeFile[]): void {
  const put = database.prepare(
    `INSERT INTO code_files (tree, path, folder, stem, hash, size, mtime, ctime)
     SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
     FROM json_each(?) WHERE true
     ON CONFLICT (tree, path) DO UPDATE SET folder = excluded.folder, stem = excluded.stem, hash = excluded.hash,
       size = excluded.size, mtime = excluded.mtime, ctime = excluded.ctime`,
  )
  const putRows = database.prepare(
    `INSERT OR REPLACE INTO code_rows (file, row)
     SELECT f.ref, wanted.value ->> 1 FROM json_each(?) wanted
       CROSS JOIN code_files f ON f.tree = ? AND f.path = wanted.value ->> 0`,
  )
  for (let start = 0; start < files.length; start += ROWS_MAX) {
    const part = files.slice(start, start + ROWS_MAX)
    const cells = part.map((file) => [
      ...[file.path, file.folder, file.stem, file.hash],
      ...[file.size, file.mtimeMs, file.ctimeMs],
    ])
    put.run(tree, JSON.stringify(cells))
    putRows.run(JSON.stringify(part.map(({ path, row }) => [path, row])), tree)
  }
}

function putImports(database: Database, tree: number, imports: ReadonlyMap<string, readonly CodeImport[]>): void {
  database
    .prepare(
      `DELETE FROM code_imports WHERE importer IN (
         SELECT f.ref FROM json_each(?) wanted CROSS JOIN code_files f ON f.tree = ? AND f.path = wanted.value)`,
    )
    .run(JSON.stringify([...imports.keys()]), tree)
  const put = database.prepare(
    `INSERT INTO code_imports (imported, importer, kind, names, line, through)
     SELECT t.ref, f.ref, wanted.value ->> 2, wanted.value ->> 3, wanted.value ->> 4, wanted.value ->> 5
     FROM json_each(?) wanted
       CROSS JOIN code_files f ON f.tree = ? AND f.path = wanted.value ->> 0
       CROSS JOIN code_files t ON t.tree = f.tree AND t.path = wanted.value ->> 1`,
  )
  const all = [...imports.values()].flat()
  for (let start = 0; start < all.length; start += ROWS_MAX) {
    const cells = all
      .slice(start, start + ROWS_MAX)
      .map(({ from, to, kind, names, line, through }) => [from, to, kind, JSON.stringify(names), line, through])
    put.run(JSON.stringify(cells), tree)
  }
}
