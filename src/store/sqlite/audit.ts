import type { JsonObject, NodeId } from '../../graph/nodes.ts'
import {
  AUDIT_ENTRIES_MAX,
  AUDIT_ITEMS_MAX,
  AUDIT_TRIM_EVERY,
  type AuditEntry,
  type AuditQuery,
} from '../../ports/audit.ts'
import type { Database, Row } from './driver.ts'

/**
 * Logs recalls. Items are kept as the numbers of their nodes, which are never used again: what is forgotten, even between
 * the answer and this, leaves a number that leads nowhere, and no id.
 */
export function insertRecalls(database: Database, space: number, entries: readonly AuditEntry[]): void {
  const find = database.prepare('SELECT ref FROM nodes WHERE space = ? AND id = ?')
  const insert = database.prepare(
    `INSERT INTO recalls (space, at, question_hash, question, outcome, took_ms, items, details)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const { at, questionHash, question, outcome, tookMs, items, ...details } of entries) {
    const handles = items.slice(0, AUDIT_ITEMS_MAX).flatMap((id) => find.get(space, id)?.['ref'] ?? [])
    const [itemsJson, detailsJson] = [JSON.stringify(handles), JSON.stringify(details)]
    insert.run(space, Math.round(at), questionHash, question, outcome, tookMs, itemsJson, detailsJson)
  }
  const counted = database
    .prepare('UPDATE spaces SET recall_count = recall_count + ? WHERE ref = ? RETURNING recall_count AS n')
    .get(entries.length, space)
  const count = Number(counted?.['n'] ?? 0)
  if (count % AUDIT_TRIM_EVERY < entries.length) trim(database, space)
}

function trim(database: Database, space: number): void {
  database
    .prepare(
      `DELETE FROM recalls WHERE space = ? AND (at, ref) <=
         (SELECT at, ref FROM recalls WHERE space = ? ORDER BY at DESC, ref DESC LIMIT 1 OFFSET ?)`,
    )
    .run(space, space, AUDIT_ENTRIES_MAX)
}

const ITEM_IDS = `(SELECT json_group_array(id) FROM
  (SELECT n.id FROM json_each(recalls.items) i JOIN nodes n ON n.ref = i.value ORDER BY i.key))`

/** Newest first. */
export function readRecalls(database: Database, space: number, query: AuditQuery): AuditEntry[] {
  const conditions: readonly (readonly [sql: string, value: string | number | null])[] = [
    ['at >= ?', query.since],
    ['at < ?', query.until],
    ['outcome = ?', query.outcome],
    ['took_ms >= ?', query.tookMsMin],
  ]
  const given = conditions.filter(([, value]) => value !== null)
  const rows = database
    .prepare(
      `SELECT at, question_hash, question, outcome, took_ms, details, ${query.withItems ? ITEM_IDS : "'[]'"} AS items
       FROM recalls WHERE ${['space = ?', ...given.map(([sql]) => sql)].join(' AND ')}
       ORDER BY at DESC, ref DESC LIMIT ?`,
    )
    .all(space, ...given.map(([, value]) => value), query.limit)
  return rows.map(entryOf)
}

/**
 * Takes the questions that found a message out of the log, with their plans: they are likely to hold its words. It goes
 * before the message does.
 */
export function forgetQuestionsOf(database: Database, space: number, ids: readonly NodeId[]): void {
  database
    .prepare(
      `UPDATE recalls SET question = NULL, details = json_set(details, '$.plan', json('{}'))
       WHERE space = ?1 AND question IS NOT NULL AND EXISTS (
         SELECT 1 FROM json_each(recalls.items) i
         WHERE i.value IN (SELECT n.ref FROM json_each(?2) g JOIN nodes n ON n.space = ?1 AND n.id = g.value))`,
    )
    .run(space, JSON.stringify(ids))
}

type Details = Pick<
  AuditEntry,
  'routes' | 'itemCount' | 'late' | 'limit' | 'budgetTokens' | 'deadlineMs' | 'timings'
> & {
  readonly plan: JsonObject
}

function entryOf(row: Row): AuditEntry {
  return {
    at: row['at'] as number,
    questionHash: row['question_hash'] as string,
    question: row['question'] as string | null,
    outcome: row['outcome'] as string,
    tookMs: row['took_ms'] as number,
    items: JSON.parse(row['items'] as string) as NodeId[],
    ...(JSON.parse(row['details'] as string) as Details),
  }
}
