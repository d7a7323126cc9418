import type { ImportKind } from '../../graph/source-graph.ts'
import type { SpaceId } from '../../graph/space.ts'
import type {
  CodeFile,
  CodeImport,
  CodeStore,
  CodeTree,
  FileLook,
  HistoryMark,
  ImportRows,
  ImportsQuery,
} from '../../ports/code-store.ts'
import { readActivity, readAllChanges, readChangesOf, readSessionChanges } from './code-past.ts'
import type { Database, Row } from './driver.ts'
import { spaceReference } from './spaces.ts'

interface Turns {
  read<T>(work: () => T): Promise<T>
}

export function codeStore(database: Database, { read }: Turns): CodeStore {
  const inSpace = <T>(space: SpaceId, work: (reference: number) => T) =>
    read(() => work(spaceReference(database, space)))
  const inTree = <T>(space: SpaceId, root: string, nothing: T, work: (tree: number) => T): Promise<T> =>
    inSpace(space, (reference) => {
      const tree = treeReference(database, reference, root)
      return tree === null ? nothing : work(tree)
    })
  return {
    tree: (space, root) => inSpace(space, (reference) => readTree(database, reference, root)),
    trees: (space) => inSpace(space, (reference) => readTrees(database, reference)),
    files: (space, root) => inTree(space, root, [], (tree) => readFiles(database, tree)),
    looks: (space, root, paths) => inTree(space, root, [], (tree) => readLooks(database, tree, paths)),
    besides: (space, root, { folder, stem }, limit) =>
      inTree(space, root, [], (tree) => readBesides(database, tree, { folder, stem, limit })),
    imports: (space, root, query) =>
      inTree(space, root, { of: [], isCut: false }, (tree) => readImports(database, tree, query)),
    changesOf: (space, root, files, limit) =>
      inTree(space, root, new Map(), (tree) => readChangesOf(database, tree, files, limit)),
    changes: (space, root) => inTree(space, root, [], (tree) => readAllChanges(database, tree)),
    activity: (space, root, files) => inTree(space, root, new Map(), (tree) => readActivity(database, tree, files)),
    sessionChanges: (space, query) => inSpace(space, (reference) => readSessionChanges(database, reference, query)),
    advice: (space, root, path) =>
      inTree(space, root, null, (tree) => {
        const row = database.prepare('SELECT advice FROM code_advice WHERE tree = ? AND path = ?').get(tree, path)
        return row ? (row['advice'] as string) : null
      }),
    advised: (space, root) =>
      inTree(space, root, new Map(), (tree) => {
        const rows = database.prepare('SELECT path, version FROM code_advice WHERE tree = ?').all(tree)
        return new Map(rows.map((row) => [row['path'] as string, row['version'] as number]))
      }),
    counts: (space) => inSpace(space, (reference) => readCounts(database, reference)),
  }
}

export function treeReference(database: Database, space: number, root: string): number | null {
  const row = database.prepare('SELECT ref FROM code_trees WHERE space = ? AND root = ?').get(space, root)
  return row ? (row['ref'] as number) : null
}

export function readTree(database: Database, space: number, root: string): CodeTree | null {
  const row = database.prepare('SELECT * FROM code_trees WHERE space = ? AND root = ?').get(space, root)
  return row ? treeOf(row) : null
}

function readTrees(database: Database, space: number): CodeTree[] {
  const sql = 'SELECT * FROM code_trees WHERE space = ? ORDER BY used_at DESC, ref DESC'
  return database.prepare(sql).all(space).map(treeOf)
}

function treeOf(row: Row): CodeTree {
  return {
    root: row['root'] as string,
    version: row['version'] as number,
    usedAt: row['used_at'] as number,
    header: row['header'] as string | null,
    readAt: row['read_at'] as number | null,
    sourceCommit: row['source_commit'] as string | null,
    history: {
      state: row['history'] as HistoryMark['state'],
      head: row['head'] as string | null,
      commits: row['commits'] as number,
      firstNumber: row['first_number'] as number,
      commitsMax: row['commits_max'] as number | null,
      isCut: row['is_cut'] === 1,
      lastAt: row['last_at'] as number | null,
    },
  }
}

function readFiles(database: Database, tree: number): CodeFile[] {
  const sql = `SELECT f.path, f.folder, f.stem, f.hash, f.size, f.mtime, f.ctime, r.row
    FROM code_files f CROSS JOIN code_rows r ON r.file = f.ref WHERE f.tree = ? ORDER BY f.path`
  return database
    .prepare(sql)
    .all(tree)
    .map((row) => ({
      ...lookOf(row),
      folder: row['folder'] as string,
      stem: row['stem'] as string,
      hash: row['hash'] as string,
      row: row['row'] as string,
    }))
}

function readLooks(database: Database, tree: number, paths: readonly string[] | undefined): FileLook[] {
  const columns = 'f.path, f.size, f.mtime, f.ctime'
  if (paths === undefined) {
    return database
      .prepare(`SELECT ${columns} FROM code_files f WHERE f.tree = ? ORDER BY f.path`)
      .all(tree)
      .map(lookOf)
  }
  const sql = `SELECT ${columns} FROM json_each(?) wanted CROSS JOIN code_files f ON f.tree = ? AND f.path = wanted.value`
  return database.prepare(sql).all(JSON.stringify(paths), tree).map(lookOf)
}

function lookOf(row: Row): FileLook {
  return {
    path: row['path'] as string,
    size: row['size'] as number,
    mtimeMs: row['mtime'] as number,
    ctimeMs: row['ctime'] as number,
  }
}

function readBesides(
  database: Database,
  tree: number,
  { folder, stem, limit }: { readonly folder: string; readonly stem: string; readonly limit: number },
): string[] {
  const inFolder = database.prepare('SELECT path FROM code_files WHERE tree = ? AND folder = ? ORDER BY path LIMIT ?')
  const alike = database.prepare('SELECT path FROM code_files WHERE tree = ? AND stem = ? ORDER BY path LIMIT ?')
  const rows = [...inFolder.all(tree, folder, limit), ...(stem === '' ? [] : alike.all(tree, stem, limit))]
  return [...new Set(rows.map((row) => row['path'] as string))].sort()
}

function readImports(database: Database, tree: number, { files, direction, limit }: ImportsQuery): ImportRows {
  const [here, there] = direction === 'of' ? ['imported', 'importer'] : ['importer', 'imported']
  const sql = `SELECT h.path AS here, t.path AS there, i.kind, i.names, i.line, i.through
    FROM json_each(?) wanted CROSS JOIN code_files h ON h.tree = ? AND h.path = wanted.value
      CROSS JOIN code_imports i ON i.${here} = h.ref CROSS JOIN code_files t ON t.ref = i.${there}
    ORDER BY wanted.key, t.path LIMIT ?`
  const rows = database.prepare(sql).all(JSON.stringify(files), tree, limit + 1)
  const of = rows.slice(0, limit).map((row): CodeImport => {
    const [own, other] = [row['here'] as string, row['there'] as string]
    return {
      from: direction === 'of' ? other : own,
      to: direction === 'of' ? own : other,
      kind: row['kind'] as ImportKind,
      names: JSON.parse(row['names'] as string) as string[],
      line: row['line'] as number,
      through: row['through'] as string | null,
    }
  })
  return { of, isCut: rows.length > limit }
}

function readCounts(database: Database, space: number): { readonly dependsOn: number; readonly coChanges: number } {
  const row = database
    .prepare(
      `SELECT coalesce(sum(e.kind = 'DEPENDS_ON'), 0) AS depends, coalesce(sum(e.kind = 'CO_CHANGES'), 0) AS changes
       FROM nodes n CROSS JOIN edges e ON e.src = n.ref
       WHERE n.space = ? AND n.kind = 'file' AND e.kind IN ('DEPENDS_ON', 'CO_CHANGES') AND e.state = 'active'`,
    )
    .get(space)
  return { dependsOn: Number(row?.['depends'] ?? 0), coChanges: Number(row?.['changes'] ?? 0) }
}
