import type { Change, ChangedFile } from '../../graph/changes.ts'
import type { CodeChange, SessionChange, SessionChangesQuery, StoredActivity } from '../../ports/code-store.ts'
import { lastPlace } from './code-history.ts'
import type { Database } from './driver.ts'

/** Latest first. */
export function readChangesOf(
  database: Database,
  tree: number,
  files: readonly string[],
  limit: number,
): Map<string, readonly CodeChange[]> {
  const last = lastPlace(database, tree)
  const find = database.prepare(
    `SELECT c.id, c.at, c.weight, c.size, c.place,
       (SELECT json_group_array(o.path) FROM (
          SELECT p.path FROM code_touches u CROSS JOIN code_past_files p ON p.tree = u.tree AND p.number = u.file
          WHERE u.tree = c.tree AND u.change = c.number ORDER BY p.path) o) AS files
     FROM (
       SELECT t.tree, t.change FROM code_past_files f CROSS JOIN code_touches t ON t.tree = f.tree AND t.file = f.number
       WHERE f.tree = ? AND f.path = ? ORDER BY t.change DESC LIMIT ?) w
     CROSS JOIN code_changes c ON c.tree = w.tree AND c.number = w.change ORDER BY c.number DESC`,
  )
  return new Map(
    files.map((file) => [
      file,
      find.all(tree, file, limit).map((row) => ({
        id: row['id'] as string,
        at: row['at'] as number,
        weight: row['weight'] as number,
        size: row['size'] as number,
        files: JSON.parse(row['files'] as string) as string[],
        ago: last - (row['place'] as number),
      })),
    ]),
  )
}

const KINDS: Readonly<Record<string, ChangedFile['kind']>> = {
  a: 'added',
  m: 'modified',
  d: 'deleted',
  r: 'renamed',
}

export function readAllChanges(database: Database, tree: number): Change[] {
  const sql = 'SELECT id, at, weight, files FROM code_changes WHERE tree = ? ORDER BY number'
  return database
    .prepare(sql)
    .all(tree)
    .map((row) => ({
      id: row['id'] as string,
      by: 'commit',
      at: row['at'] as number,
      weight: row['weight'] as number,
      files: (JSON.parse(row['files'] as string) as [string, string, string?][]).map(([kind, path, from = null]) => ({
        ...{ kind: KINDS[kind]!, path, from },
      })),
    }))
}

export function readActivity(database: Database, tree: number, files: readonly string[]): Map<string, StoredActivity> {
  const last = lastPlace(database, tree)
  const sql = `SELECT f.path, f.changes, c.at, c.place FROM json_each(?) wanted
    CROSS JOIN code_past_files f ON f.tree = ? AND f.path = wanted.value
    CROSS JOIN code_changes c ON c.tree = f.tree AND c.number = f.last_change`
  const rows = database.prepare(sql).all(JSON.stringify(files), tree)
  return new Map(
    rows.map((row) => [
      row['path'] as string,
      { changes: row['changes'] as number, lastAt: row['at'] as number, ago: last - (row['place'] as number) },
    ]),
  )
}

/** What a session changed, its subagents included; `s/a` is one of `s`. */
export function readSessionChanges(
  database: Database,
  space: number,
  { files, limit }: SessionChangesQuery,
): SessionChange[] {
  const own = `substr(o.session, 1, instr(o.session || '/', '/') - 1)`
  const of =
    files === undefined
      ? 'SELECT event FROM observations WHERE space = ?1'
      : `SELECT l.observation FROM json_each(?3) wanted
           CROSS JOIN subjects s ON s.space = ?1 AND s.kind = 'file' AND s.name = wanted.value
           CROSS JOIN observation_subjects l ON l.subject = s.ref`
  const sessions = `SELECT ${own} AS session FROM observations o
    WHERE o.space = ?1 AND o.event IN (${of}) GROUP BY 1 ORDER BY max(o.until) DESC, 1 LIMIT ?2`
  // Whatever the files, all that those sessions changed: what changed beside them is what is asked for.
  const sql = `SELECT w.session, max(o.until) AS at, json_group_array(DISTINCT f.value) AS files
    FROM (${sessions}) w
      CROSS JOIN observations o ON o.space = ?1
        AND (o.session = w.session OR (o.session > w.session || '/' AND o.session < w.session || '0'))
      CROSS JOIN nodes n ON n.ref = o.event
      CROSS JOIN json_each(n.body, '$.observation.filesModified') f
    GROUP BY w.session ORDER BY at DESC, w.session`
  return database
    .prepare(sql)
    .all(space, limit, ...(files === undefined ? [] : [JSON.stringify(files)]))
    .map((row) => ({
      session: row['session'] as string,
      at: row['at'] as number,
      files: (JSON.parse(row['files'] as string) as string[]).sort(),
    }))
}
