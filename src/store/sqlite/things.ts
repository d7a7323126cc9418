import { type GraphNode, NAMED_KINDS, type NodeId } from '../../graph/nodes.ts'
import type { FirstMention, Handle, MentionsOf } from '../../ports/graph-store.ts'
import type { Database } from './driver.ts'
import { NODE_COLUMNS, nodeOf } from './nodes.ts'

/** Puts things, all in one statement; one that is known keeps the words of who named it first. Answers their handles. */
export function putThings(database: Database, space: number, things: readonly GraphNode[]): Map<NodeId, Handle> {
  const rows = things.map(({ id, kind, at, text, body }) => [id, kind, at, text, JSON.stringify(body)])
  database
    .prepare(
      // WHERE true keeps SQLite from reading ON CONFLICT as part of a join.
      `INSERT INTO nodes (space, id, kind, at, text, body)
       SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true
       ON CONFLICT (space, id) DO UPDATE SET at = excluded.at, text = excluded.text, body = excluded.body
         WHERE (excluded.at, excluded.text, excluded.body) < (nodes.at, nodes.text, nodes.body)`,
    )
    .run(space, JSON.stringify(rows))
  const found = database
    .prepare('SELECT n.id, n.ref FROM json_each(?) wanted CROSS JOIN nodes n ON n.space = ? AND n.id = wanted.value')
    .all(JSON.stringify(things.map(({ id }) => id)), space)
  return new Map(found.map((row) => [row['id'] as NodeId, row['ref'] as Handle]))
}

/** The things that messages mention. */
export function mentionedBy(database: Database, space: number, messages: readonly NodeId[]): NodeId[] {
  return database
    .prepare(
      `SELECT DISTINCT t.id FROM json_each(?) wanted
         CROSS JOIN nodes n ON n.space = ? AND n.id = wanted.value
         CROSS JOIN edges e ON e.src = n.ref AND e.kind = 'MENTIONS'
         CROSS JOIN nodes t ON t.ref = e.dst`,
    )
    .all(JSON.stringify(messages), space)
    .map((row) => row['id'] as NodeId)
}

/** By thing, the messages that named it first: several, up to `limit`, when they bear the same time. */
export function firstMentions(
  database: Database,
  space: number,
  things: readonly NodeId[],
  limit: number,
): Map<NodeId, readonly FirstMention[]> {
  const find = database.prepare(
    `WITH mention AS (
       SELECT n.ref, n.at FROM nodes t CROSS JOIN edges e ON e.dst = t.ref AND e.kind = 'MENTIONS'
         CROSS JOIN nodes n ON n.ref = e.src AND n.kind = 'message'
       WHERE t.space = ? AND t.id = ?
     )
     SELECT m.at, coalesce((SELECT text FROM long_texts WHERE node = m.ref), n.text) AS text
     FROM mention m JOIN nodes n ON n.ref = m.ref
     WHERE m.at = (SELECT min(at) FROM mention) ORDER BY m.ref LIMIT ?`,
  )
  return new Map(
    things.map((thing) => {
      const rows = find.all(space, thing, limit)
      return [thing, rows.map((row) => ({ at: row['at'] as number, text: row['text'] as string }))]
    }),
  )
}

/** Things that nothing leads to or from any more tell of what was forgotten. */
export function removeLoneThings(database: Database, space: number, things: readonly NodeId[]): void {
  database
    .prepare(
      `DELETE FROM nodes WHERE space = ? AND id IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM edges WHERE src = nodes.ref)
         AND NOT EXISTS (SELECT 1 FROM edges WHERE dst = nodes.ref)`,
    )
    .run(space, JSON.stringify(things))
}

/** Gives a thing the words of another mention, whatever it has. */
export function renameThing(database: Database, space: number, { id, at, text, body }: GraphNode): void {
  database
    .prepare('UPDATE nodes SET at = ?, text = ?, body = ? WHERE space = ? AND id = ?')
    .run(at, text, JSON.stringify(body), space, id)
}

/** How many mention a node, observations apart, and the newest of them by time, of equals those delivered last. */
export function readMentionsOf(database: Database, space: number, thing: NodeId, limit: number): MentionsOf {
  const values = [space, thing]
  const mention = `FROM nodes t CROSS JOIN edges e ON e.dst = t.ref AND e.kind = 'MENTIONS'
    CROSS JOIN nodes n ON n.ref = e.src AND NOT EXISTS (SELECT 1 FROM observations WHERE event = e.src)`
  const counted = database.prepare(`SELECT count(*) AS n ${mention} WHERE t.space = ? AND t.id = ?`).get(...values)
  const newest = database
    .prepare(
      `SELECT ${NODE_COLUMNS} ${mention}
       WHERE t.space = ? AND t.id = ? ORDER BY n.at DESC, n.ref DESC LIMIT ?`,
    )
    .all(...values, limit)
  return { count: Number(counted?.['n'] ?? 0), newest: newest.map(nodeOf) }
}

/** Two letters are part of very many names; two characters of Han, whose blocks begin behind this, are one. */
const LAST_OF_ALPHABETS = 0x2e7f

/** Things whose key holds the given one, or is held by it: the nearest in length first, then the oldest. */
export function readThingsLike(database: Database, space: number, key: string, limit: number): GraphNode[] {
  const kinds = NAMED_KINDS.map((kind) => `'${kind}'`).join(', ')
  return database
    .prepare(
      `SELECT ${NODE_COLUMNS} FROM nodes n
       WHERE n.space = ?1 AND n.kind IN (${kinds})
         AND (instr(n.body ->> 'key', ?2) > 0
           OR (instr(?2, n.body ->> 'key') > 0 AND length(n.body ->> 'key') > iif(unicode(n.body ->> 'key') > ?4, 1, 2)))
       ORDER BY abs(length(n.body ->> 'key') - length(?2)), n.ref LIMIT ?3`,
    )
    .all(space, key, limit, LAST_OF_ALPHABETS)
    .map(nodeOf)
}
