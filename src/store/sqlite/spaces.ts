import { EngraphError } from '../../graph/errors.ts'
import { ALIAS_LENGTH_MAX, normaliseAlias, type Purpose, type Space, type SpaceId } from '../../graph/space.ts'
import type { Instant } from '../../graph/spans.ts'
import { wording } from '../../graph/wording.ts'
import { TEXT_VERSION } from '../../text/text-version.ts'
import type { Database, Row } from './driver.ts'

/** The number that stands for a space in every table. */
export function spaceReference(database: Database, id: SpaceId): number {
  const row = database.prepare('SELECT ref FROM spaces WHERE id = ?').get(id)
  if (!row) throw new EngraphError('space-unknown', wording`There is no space ${id}.`)
  return row['ref'] as number
}

export function findSpace(database: Database, aliasOrId: string): Space | null {
  const row = database
    .prepare(
      `SELECT s.* FROM spaces s LEFT JOIN aliases a ON a.space = s.ref
       WHERE a.alias = ? OR s.id = ? ORDER BY a.alias = ? DESC LIMIT 1`,
    )
    .get(normaliseAlias(aliasOrId), aliasOrId, normaliseAlias(aliasOrId))
  return row ? spaceOf(database, row) : null
}

export function listSpaces(database: Database): Space[] {
  return database
    .prepare('SELECT * FROM spaces WHERE parent IS NULL ORDER BY created_at, ref')
    .all()
    .map((row) => spaceOf(database, row))
}

export function insertSpace(database: Database, id: SpaceId, alias: string, purpose: Purpose, at: Instant): void {
  database
    .prepare('INSERT INTO spaces (id, purpose, created_at, text_version) VALUES (?, ?, ?, ?)')
    .run(id, purpose, at, TEXT_VERSION)
  putAlias(database, id, alias)
}

/** The space in which the observations of another are indexed. It has no alias. */
export function findIndex(database: Database, parent: number): { readonly ref: number; readonly id: SpaceId } | null {
  const row = database.prepare('SELECT ref, id FROM spaces WHERE parent = ?').get(parent)
  return row ? { ref: row['ref'] as number, id: row['id'] as string } : null
}

/** Finds or makes it. Where it was lost, all that it held is to be derived again. */
export function ensureIndex(database: Database, parent: number): { readonly ref: number; readonly id: SpaceId } {
  const known = findIndex(database, parent)
  if (known) return known
  database
    .prepare(
      `INSERT INTO spaces (id, purpose, created_at, text_version, parent)
       SELECT ?, purpose, created_at, ?, ref FROM spaces WHERE ref = ?`,
    )
    .run(crypto.randomUUID(), TEXT_VERSION, parent)
  database
    .prepare('DELETE FROM derivations WHERE event IN (SELECT ref FROM nodes WHERE space = ? AND kind = ?)')
    .run(parent, 'event')
  database.prepare('UPDATE observed_sessions SET mark = mark + 1 WHERE space = ?').run(parent)
  return findIndex(database, parent)!
}

export function putAlias(database: Database, space: SpaceId, given: string): void {
  const alias = readAlias(given)
  const reference = spaceReference(database, space)
  const holder = database.prepare('SELECT space FROM aliases WHERE alias = ?').get(alias)
  if (holder?.['space'] === reference) return
  if (holder) throw new EngraphError('space-conflict', wording`The alias "${alias}" already leads to another space.`)
  database.prepare('INSERT INTO aliases (alias, space) VALUES (?, ?)').run(alias, reference)
}

export function deleteSpace(
  database: Database,
  space: SpaceId,
  { ifVersion, heir }: { readonly ifVersion?: number; readonly heir?: SpaceId },
): boolean {
  const reference = spaceReference(database, space)
  const row = database.prepare('SELECT version FROM spaces WHERE ref = ?').get(reference)
  if (ifVersion !== undefined && row?.['version'] !== ifVersion) return false
  const aliases = database.prepare('SELECT alias FROM aliases WHERE space = ? ORDER BY ref').all(reference)
  database.prepare('DELETE FROM spaces WHERE ref = ?').run(reference)
  if (heir !== undefined) for (const { alias } of aliases) putAlias(database, heir, alias as string)
  return true
}

export function readAlias(given: string): string {
  const alias = normaliseAlias(given)
  if (alias === '' || alias.length > ALIAS_LENGTH_MAX) {
    throw new EngraphError('invalid-input', wording`A space's alias has 1 to ${ALIAS_LENGTH_MAX} characters.`)
  }
  return alias
}

function spaceOf(database: Database, row: Row): Space {
  const aliases = database.prepare('SELECT alias FROM aliases WHERE space = ? ORDER BY ref').all(row['ref']!)
  return {
    id: row['id'] as string,
    purpose: row['purpose'] as Purpose,
    createdAt: row['created_at'] as number,
    aliases: aliases.map((alias) => alias['alias'] as string),
    textVersion: Number(row['text_version']),
  }
}
