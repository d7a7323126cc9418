import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { DRIVER_NAMES, type DriverName } from '../../src/store/sqlite/driver.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { adjacencyContract } from '../contracts/adjacency.ts'
import { auditContract } from '../contracts/audit.ts'
import { graphStoreContract } from '../contracts/graph-store.ts'
import { namedThingsContract } from '../contracts/named-things.ts'
import { taskQueueContract } from '../contracts/task-queue.ts'
import { thingsContract } from '../contracts/things.ts'
import { vectorsContract } from '../contracts/vectors.ts'
import { wordAliasesContract } from '../contracts/word-aliases.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

let files = 0
const hasOwnSqlite = process.getBuiltinModule?.('node:sqlite' as 'node:fs') !== undefined

for (const driver of DRIVER_NAMES.filter((name: DriverName) => name !== 'node:sqlite' || hasOwnSqlite)) {
  const inMemory = async () => openSqliteStore(':memory:', { driver })
  const inFile = async () => openSqliteStore(join(folder, `${++files}.db`), { driver })
  graphStoreContract(`${driver} in memory`, inMemory)
  graphStoreContract(`${driver} in a file`, inFile)
  adjacencyContract(`${driver} in memory`, inMemory)
  adjacencyContract(`${driver} in a file`, inFile)
  taskQueueContract(`${driver} in memory`, inMemory)
  taskQueueContract(`${driver} in a file`, inFile)
  auditContract(`${driver} in memory`, inMemory)
  auditContract(`${driver} in a file`, inFile)
  thingsContract(`${driver} in memory`, inMemory)
  thingsContract(`${driver} in a file`, inFile)
  namedThingsContract(`${driver} in memory`, inMemory)
  namedThingsContract(`${driver} in a file`, inFile)
  vectorsContract(`${driver} in memory`, inMemory)
  vectorsContract(`${driver} in a file`, inFile)
  wordAliasesContract(`${driver} in memory`, inMemory)
  wordAliasesContract(`${driver} in a file`, inFile)
}
