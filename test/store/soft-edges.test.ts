import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { softEdgesContract } from '../contracts/soft-edges.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-soft-edges-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

let files = 0
softEdgesContract('in memory', async () => openSqliteStore(':memory:'))
softEdgesContract('in a file', async () => openSqliteStore(join(folder, `${++files}.db`)))
