import type { JournalMark, UnobservedSession } from '../../ports/observation-store.ts'
import type { Database, Row } from './driver.ts'

/** How far a file of the journal was read. */
export function readJournalMark(database: Database, space: number, journal: string): JournalMark | null {
  const row = database.prepare('SELECT head, read FROM journals WHERE space = ? AND name = ?').get(space, journal)
  return row ? { head: row['head'] as string, offset: row['read'] as number } : null
}

export function writeJournalMark(database: Database, space: number, journal: string, mark: JournalMark | null): void {
  if (mark === null) database.prepare('DELETE FROM journals WHERE space = ? AND name = ?').run(space, journal)
  else {
    database
      .prepare('INSERT OR REPLACE INTO journals (space, name, head, read) VALUES (?, ?, ?, ?)')
      .run(space, journal, mark.head, mark.offset)
  }
}

/** Says that a session has something new, or something less, to be observed; `null` leaves whether it is over. */
export function markUnobserved(database: Database, space: number, session: string, isEnded: boolean | null): void {
  database
    .prepare(
      `INSERT INTO observed_sessions (space, session, mark, observed, is_ended, turn)
       SELECT ?1, ?2, 1, 0, ?3, coalesce(max(turn), 0) + 1 FROM observed_sessions WHERE space = ?1
       ON CONFLICT (space, session) DO UPDATE SET mark = mark + 1, is_ended = coalesce(?4, is_ended),
         turn = iif(mark > observed, turn, excluded.turn)`,
    )
    .run(space, session, Number(isEnded ?? false), isEnded === null ? null : Number(isEnded))
}

export function readRules(database: Database, space: number): number {
  return Number(database.prepare('SELECT observe_version AS n FROM spaces WHERE ref = ?').get(space)?.['n'] ?? 0)
}

/** What was observed by other rules waits to be observed anew. */
export function changeRules(database: Database, space: number, version: number): void {
  if (readRules(database, space) === version) return
  database.prepare('UPDATE spaces SET observe_version = ? WHERE ref = ?').run(version, space)
  database.prepare('UPDATE observed_sessions SET mark = mark + 1 WHERE space = ?').run(space)
}

/** Answers false when it changed since `mark`. */
export function markObserved(database: Database, space: number, session: string, mark: number): boolean {
  const sql = 'UPDATE observed_sessions SET observed = mark WHERE space = ? AND session = ? AND mark = ?'
  return database.prepare(sql).run(space, session, mark) > 0
}

export function readUnobserved(database: Database, space: number, limit: number): UnobservedSession[] {
  return database
    .prepare(
      `SELECT session, mark, is_ended FROM observed_sessions WHERE space = ? AND mark > observed
       ORDER BY turn, session LIMIT ?`,
    )
    .all(space, limit)
    .map(sessionOf)
}

export function readObservedSession(database: Database, space: number, session: string): UnobservedSession | null {
  const sql = 'SELECT session, mark, is_ended FROM observed_sessions WHERE space = ? AND session = ?'
  const row = database.prepare(sql).get(space, session)
  return row ? sessionOf(row) : null
}

export function readObservedSessions(database: Database, space: number): UnobservedSession[] {
  const sql = 'SELECT session, mark, is_ended FROM observed_sessions WHERE space = ? ORDER BY turn, session'
  return database.prepare(sql).all(space).map(sessionOf)
}

function sessionOf(row: Row): UnobservedSession {
  return { session: row['session'] as string, mark: Number(row['mark']), isEnded: row['is_ended'] === 1 }
}
