import type { ChangedFile } from '../../graph/changes.ts'
import type { HistoryWrite, NumberedChange, PastFile } from '../../ports/code-store.ts'
import { syncCoChanges } from './code-co-changes.ts'
import { retireUnsupported } from './code-edges.ts'
import { nodesOfPastFiles } from './code-nodes.ts'
import { claimTree } from './code-source.ts'
import type { Database } from './driver.ts'

export function readPastFiles(database: Database, tree: number): PastFile[] {
  return database
    .prepare('SELECT number, path FROM code_past_files WHERE tree = ? AND path IS NOT NULL')
    .all(tree)
    .map((row) => ({ number: row['number'] as number, path: row['path'] as string }))
}

export function putHistory(database: Database, space: number, root: string, history: HistoryWrite): boolean {
  const tree = claimTree(database, space, root, history)
  if (tree === null) return false
  const { at, mark, isWhole, names, changes } = history
  const { firstNumber } = mark
  const touched = new Set<number>()
  if (isWhole) {
    for (const node of allNodes(database, tree)) touched.add(node)
    for (const table of ['code_pairs', 'code_touches', 'code_changes', 'code_past_files']) {
      database.prepare(`DELETE FROM ${table} WHERE tree = ?`).run(tree)
    }
  }
  const affected = new Set(changes.flatMap(({ files }) => files))
  for (const [number] of names) affected.add(number)
  for (const number of filesOfOld(database, tree, firstNumber)) affected.add(number)
  const neighbours = pairedWith(database, tree, [...affected])
  for (const node of nodesOfPastFiles(database, tree, [...affected, ...neighbours])) touched.add(node)
  putNames(database, tree, names)
  database.prepare('DELETE FROM code_changes WHERE tree = ? AND number < ?').run(tree, firstNumber)
  putChanges(database, tree, changes)
  countChanges(database, tree, [...affected, ...neighbours])
  // What went with a renamed or removed file may now have room for another one.
  const ranked = [...new Set([...affected, ...neighbours])]
  rankPairs(database, tree, ranked)
  for (const node of syncCoChanges(database, { space, tree, at }, ranked)) touched.add(node)
  retireUnsupported(database, 'CO_CHANGES', [...touched], at)
  database
    .prepare(
      `UPDATE code_trees SET history = ?, head = ?, commits = ?, first_number = ?, commits_max = ?, is_cut = ?,
         last_at = ? WHERE ref = ?`,
    )
    .run(
      ...[mark.state, mark.head, mark.commits, firstNumber, mark.commitsMax, Number(mark.isCut)],
      ...[mark.lastAt, tree],
    )
  return true
}

function allNodes(database: Database, tree: number): number[] {
  return database
    .prepare('SELECT node FROM code_past_files WHERE tree = ? AND node IS NOT NULL')
    .all(tree)
    .map((row) => row['node'] as number)
}

function filesOfOld(database: Database, tree: number, firstNumber: number): number[] {
  return database
    .prepare('SELECT DISTINCT file FROM code_touches WHERE tree = ? AND change < ?')
    .all(tree, firstNumber)
    .map((row) => row['file'] as number)
}

/** Files that count some of these among what changes with them. */
function pairedWith(database: Database, tree: number, files: readonly number[]): number[] {
  return database
    .prepare(
      'SELECT DISTINCT p.file FROM json_each(?) wanted CROSS JOIN code_pairs p ON p.tree = ? AND p.other = wanted.value',
    )
    .all(JSON.stringify(files), tree)
    .map((row) => row['file'] as number)
}

function putNames(database: Database, tree: number, names: HistoryWrite['names']): void {
  const numbers = JSON.stringify(names.map(([number]) => number))
  // Names may be swapped: all are given up before any is taken.
  database
    .prepare('UPDATE code_past_files SET path = NULL WHERE tree = ? AND number IN (SELECT value FROM json_each(?))')
    .run(tree, numbers)
  database
    .prepare('DELETE FROM code_past_files WHERE tree = ? AND number IN (SELECT value FROM json_each(?))')
    .run(tree, JSON.stringify(names.filter(([, path]) => path === null).map(([number]) => number)))
  database
    .prepare(
      `INSERT INTO code_past_files (tree, number, path) SELECT ?, value ->> 0, value ->> 1 FROM json_each(?) WHERE true
       ON CONFLICT (tree, number) DO UPDATE SET path = excluded.path, node = NULL`,
    )
    .run(tree, JSON.stringify(names.filter(([, path]) => path !== null)))
}

const ROWS_MAX = 1_000

export function lastPlace(database: Database, tree: number): number {
  const sql = 'SELECT place FROM code_changes WHERE tree = ? ORDER BY number DESC LIMIT 1'
  return Number(database.prepare(sql).get(tree)?.['place'] ?? 0)
}

/** Each file by the first letter of what happened to it, its path, and where it was before. */
function packed(files: readonly ChangedFile[]): string {
  return JSON.stringify(files.map(({ kind, path, from }) => (from === null ? [kind[0], path] : [kind[0], path, from])))
}

function putChanges(database: Database, tree: number, changes: readonly NumberedChange[]): void {
  const put = database.prepare(
    `INSERT INTO code_changes (tree, number, place, id, at, weight, size, faded, files)
     SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
     FROM json_each(?)`,
  )
  // Files that are gone by now have no row.
  const touch = database.prepare(
    `INSERT INTO code_touches (tree, file, change)
     SELECT f.tree, f.number, wanted.value ->> 1 FROM json_each(?) wanted
       CROSS JOIN code_past_files f ON f.tree = ? AND f.number = wanted.value ->> 0`,
  )
  let place = lastPlace(database, tree)
  for (let start = 0; start < changes.length; start += ROWS_MAX) {
    const part = changes.slice(start, start + ROWS_MAX)
    const cells = part.map(({ number, id, at, weight, size, faded, changed }) => {
      if (size > 0) place++
      return [...[number, place, id, at, weight, size, faded], packed(changed)]
    })
    put.run(tree, JSON.stringify(cells))
    touch.run(JSON.stringify(part.flatMap(({ number, files }) => files.map((file) => [file, number]))), tree)
  }
}

function countChanges(database: Database, tree: number, files: readonly number[]): void {
  database
    .prepare(
      `UPDATE code_past_files SET (changes, last_change) = (
         SELECT count(*), max(t.change) FROM code_touches t
         WHERE t.tree = code_past_files.tree AND t.file = code_past_files.number)
       WHERE tree = ? AND number IN (SELECT value FROM json_each(?))`,
    )
    .run(tree, JSON.stringify(files))
}

/** Of one file; more are noise. */
const PARTNERS_MAX = 12
/** Commits that two files share at least before the graph says so. */
const COMMITS_MIN = 2
/** Larger commits say too little of each pair for an edge. */
const SIZE_MAX = 30

function rankPairs(database: Database, tree: number, files: readonly number[]): void {
  const numbers = JSON.stringify(files)
  database
    .prepare('DELETE FROM code_pairs WHERE tree = ? AND file IN (SELECT value FROM json_each(?))')
    .run(tree, numbers)
  database
    .prepare(
      `INSERT INTO code_pairs (tree, file, other, commits, weight, last_at)
       SELECT ?1, file, other, commits, weight, last_at FROM (
         SELECT p.*, row_number() OVER (PARTITION BY p.file ORDER BY p.weight DESC, p.commits DESC, o.path) AS place
         FROM (
           SELECT a.file, b.file AS other, count(*) AS commits, sum(c.faded) AS weight, max(c.at) AS last_at
           FROM json_each(?2) wanted CROSS JOIN code_touches a ON a.tree = ?1 AND a.file = wanted.value
             CROSS JOIN code_changes c ON c.tree = a.tree AND c.number = a.change AND c.size BETWEEN 2 AND ${SIZE_MAX}
             CROSS JOIN code_touches b ON b.tree = a.tree AND b.change = a.change AND b.file <> a.file
           GROUP BY a.file, b.file HAVING count(*) >= ${COMMITS_MIN}) p
         CROSS JOIN code_past_files o ON o.tree = ?1 AND o.number = p.other)
       WHERE place <= ${PARTNERS_MAX}`,
    )
    .run(tree, numbers)
}
