import type { NodeId } from '../../graph/nodes.ts'
import { thingId } from '../../graph/records.ts'
import { entityKey } from '../../text/entities/entity-key.ts'
import type { Database } from './driver.ts'
import { putThings } from './things.ts'

interface NodeTable {
  readonly space: number
  readonly at: number
  readonly table: 'code_files' | 'code_past_files'
  readonly key: 'ref' | 'number'
  readonly tree?: number
}

export interface FileNode {
  readonly id: NodeId
  readonly handle: number
}

/** The nodes of files, made where there are none: the same that records lead to which name the file. By path. */
export function ensureNodes(
  database: Database,
  { space, at, table, key, tree }: NodeTable,
  files: readonly (readonly [key: number, path: string])[],
): Map<string, FileNode> {
  const keyed = new Map(files.map(([own, path]) => [path, own]))
  const things = [...keyed.keys()].map((path) => {
    const merged = entityKey(path)
    const common = { kind: 'file' as const, at, session: null, speaker: null, text: path }
    return { id: thingId('file', merged), ...common, body: { key: merged } }
  })
  const handles = putThings(database, space, things)
  const nodes = new Map(things.map(({ id, text }) => [text, { id, handle: handles.get(id)! }]))
  const own = tree === undefined ? '' : ` AND tree = ${tree}`
  // One by one: joined with a list, SQLite would look through the list for every file of the table.
  const put = database.prepare(`UPDATE ${table} SET node = ?1 WHERE ${key} = ?2${own} AND node IS NOT ?1`)
  for (const [path, one] of keyed) put.run(nodes.get(path)!.handle, one)
  return nodes
}

/** Handles of the nodes that files have in the graph. */
export function nodesOfFiles(database: Database, tree: number, paths: readonly string[]): number[] {
  return nodesIn(database, { table: 'code_files', key: 'path', tree }, paths)
}

/** The same of files that history knows, by their numbers there. */
export function nodesOfPastFiles(database: Database, tree: number, files: readonly number[]): number[] {
  return nodesIn(database, { table: 'code_past_files', key: 'number', tree }, files)
}

interface FileRows {
  readonly table: 'code_files' | 'code_past_files'
  readonly key: 'path' | 'number'
  readonly tree: number
}

function nodesIn(database: Database, { table, key, tree }: FileRows, wanted: readonly (string | number)[]): number[] {
  return database
    .prepare(
      `SELECT f.node FROM json_each(?) wanted CROSS JOIN ${table} f ON f.tree = ? AND f.${key} = wanted.value
       WHERE f.node IS NOT NULL`,
    )
    .all(JSON.stringify(wanted), tree)
    .map((row) => row['node'] as number)
}
