import type { EdgeKind } from '../../graph/edges.ts'
import { EngraphError } from '../../graph/errors.ts'
import type { NodeKind } from '../../graph/nodes.ts'
import type { SpaceId } from '../../graph/space.ts'
import type { GraphStore, GraphWriter, SpaceStats } from '../../ports/graph-store.ts'
import { adjacencyReader } from './adjacency.ts'
import { insertRecalls, readRecalls } from './audit.ts'
import { codeStore } from './code.ts'
import type { Database, DriverName } from './driver.ts'
import { readContainers, readContents, readNeighbours } from './edges.ts'
import { findName } from './names.ts'
import { handleOf, readNodes, readNodesByHandle, readTimeRange } from './nodes.ts'
import { observationStore } from './observations.ts'
import { openFile } from './open.ts'
import { countTermsOf, freshReader, readPostings, readVocabulary } from './postings.ts'
import { readSoftEdges } from './soft-edges.ts'
import { deleteSpace, findSpace, insertSpace, listSpaces, putAlias, spaceReference } from './spaces.ts'
import { taskQueue } from './tasks.ts'
import { readMentionsOf, readThingsLike } from './things.ts'
import { takeTurns } from './turns.ts'
import { readUnits } from './unit-columns.ts'
import { vectorStore } from './vectors.ts'
import { putWordAliases, readWordAliases, removeWordAlias } from './word-aliases.ts'
import { graphWriter, nextVersion } from './writer.ts'

export interface SqliteStoreOptions {
  readonly busyTimeoutMs?: number
  readonly driver?: DriverName
}

export const BUSY_TIMEOUT_MS_DEFAULT = 30_000

/** A `GraphStore` in one SQLite file. */
export function openSqliteStore(path: string, options: SqliteStoreOptions = {}): GraphStore {
  const { busyTimeoutMs = BUSY_TIMEOUT_MS_DEFAULT, driver } = options
  const database = openFile(path, { busyTimeoutMs, ...(driver ? { driver } : {}) })
  const { read, write, writeIfFree, alone, close } = takeTurns(path, database, { busyTimeoutMs })
  const readFreshOf = freshReader(database)
  const readAdjacency = adjacencyReader(database)
  const inSpace = <T>(space: SpaceId, work: (reference: number) => T): Promise<T> =>
    read(() => work(spaceReference(database, space)))

  return {
    location: path,
    driver: database.driver,
    tasks: taskQueue(database, { read, write }),
    vectors: vectorStore(database, { read, write }),
    observations: observationStore(database, { read, write }),
    code: codeStore(database, { read }),

    findSpace: (aliasOrId) => read(() => findSpace(database, aliasOrId)),
    ensureSpace: async ({ alias, purpose, at, id = crypto.randomUUID() }) => {
      const known = await read(() => findSpace(database, alias))
      if (known) return known
      await write(() => {
        if (!findSpace(database, alias)) insertSpace(database, id, alias, purpose, at)
      })
      return read(() => findSpace(database, alias)!)
    },
    spaces: () => read(() => listSpaces(database)),
    addAlias: (space, alias) => write(() => putAlias(database, space, alias)),
    removeSpace: (space, options = {}) => write(() => deleteSpace(database, space, options)),

    transact: <T>(space: SpaceId, work: (writer: GraphWriter) => Promise<T>) =>
      write(async () => {
        const reference = spaceReference(database, space)
        return work(graphWriter(database, reference, nextVersion(database, reference)))
      }),

    nodes: (space, ids) => inSpace(space, (reference) => readNodes(database, reference, ids)),
    nodesByHandle: (space, handles) => inSpace(space, (reference) => readNodesByHandle(database, reference, handles)),
    edges: (space, query) => inSpace(space, (reference) => readSoftEdges(database, reference, query)),
    neighbours: (space, node, query) => inSpace(space, (reference) => readNeighbours(database, reference, node, query)),
    adjacency: (space, nodes, query) => inSpace(space, (reference) => readAdjacency(reference, nodes, query)),
    handles: (space, ids) => inSpace(space, (reference) => ids.map((id) => handleOf(database, reference, id))),
    timeRange: (space, query) => inSpace(space, (reference) => readTimeRange(database, reference, query)),
    containers: (space, nodes) => inSpace(space, (reference) => readContainers(database, reference, nodes)),
    contents: (space, node, limit) => inSpace(space, (reference) => readContents(database, reference, node, limit)),
    mentionsOf: (space, thing, limit) =>
      inSpace(space, (reference) => readMentionsOf(database, reference, thing, limit)),
    thingsLike: (space, key, limit) => inSpace(space, (reference) => readThingsLike(database, reference, key, limit)),
    sessionMessages: (space, session) =>
      inSpace(space, (reference) =>
        database
          .prepare(`SELECT id FROM nodes WHERE session = ? AND kind = 'message' ORDER BY at, ref`)
          .all(findName(database, reference, 'session', session) ?? 0)
          .map((row) => row['id'] as string),
      ),
    tombstones: (space) =>
      inSpace(space, (reference) =>
        database
          .prepare('SELECT id FROM tombstones WHERE space = ? ORDER BY at, id')
          .all(reference)
          .map((row) => row['id'] as string),
      ),
    postings: (space, terms) => inSpace(space, (reference) => readPostings(database, reference, terms, readFreshOf)),
    vocabulary: (space, since) => inSpace(space, (reference) => readVocabulary(database, reference, since)),
    units: (space, known) => inSpace(space, (reference) => readUnits(database, reference, known)),
    wordAliases: (space) => inSpace(space, (reference) => readWordAliases(database, reference)),
    putWordAliases: (space, words) => write(() => putWordAliases(database, spaceReference(database, space), words)),
    removeWordAlias: (space, word) => write(() => removeWordAlias(database, spaceReference(database, space), word)),
    audit: async (space, entries) =>
      writeIfFree(() => insertRecalls(database, spaceReference(database, space), entries)),
    auditTrail: (space, query) => inSpace(space, (reference) => readRecalls(database, reference, query)),
    stats: (space) => inSpace(space, (reference) => readStats(database, reference)),
    integrity: () =>
      read(() =>
        database
          .prepare('PRAGMA integrity_check')
          .all()
          .map((row) => String(Object.values(row)[0]))
          .filter((sentence) => sentence !== 'ok'),
      ),
    purge: async () => {
      try {
        return await alone(() => {
          // Freed pages were overwritten; rebuilding the file also drops what moved within pages, and the log its copies.
          database.exec('VACUUM')
          return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
        })
      } catch (error) {
        if (error instanceof EngraphError && error.code === 'store-locked') return false
        throw error
      }
    },
    close,
  }
}

function readStats(database: Database, space: number): SpaceStats {
  const counts = <Kind extends string>(sql: string) =>
    Object.fromEntries(
      database
        .prepare(sql)
        .all(space)
        .map((row) => [row['kind'], row['n']]),
    ) as Partial<Record<Kind, number>>
  const number = (sql: string) => Number(database.prepare(sql).get(space)?.['n'] ?? 0)
  const times = database
    .prepare(`SELECT min(at) AS first, max(at) AS last FROM nodes WHERE space = ? AND kind = 'message'`)
    .get(space)
  return {
    nodes: counts<NodeKind>('SELECT kind, count(*) AS n FROM nodes WHERE space = ? GROUP BY kind'),
    edges: counts<EdgeKind>(
      'SELECT e.kind, count(*) AS n FROM edges e JOIN nodes n ON n.ref = e.src WHERE n.space = ? GROUP BY e.kind',
    ),
    sessions: number(`SELECT count(*) AS n FROM names WHERE space = ? AND kind = 'session'`),
    units: number(
      'SELECT coalesce(sum(m.unit_count), 0) AS n FROM messages m JOIN nodes n ON n.ref = m.node WHERE n.space = ?',
    ),
    terms: countTermsOf(database, space),
    forgotten: number('SELECT count(*) AS n FROM tombstones WHERE space = ?'),
    firstAt: (times?.['first'] ?? null) as number | null,
    lastAt: (times?.['last'] ?? null) as number | null,
  }
}
