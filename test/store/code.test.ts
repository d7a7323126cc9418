import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { DRIVER_NAMES, type DriverName } from '../../src/store/sqlite/driver.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { codeContract } from '../contracts/code.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-code-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

let files = 0
const hasOwnSqlite = process.getBuiltinModule?.('node:sqlite' as 'node:fs') !== undefined

for (const driver of DRIVER_NAMES.filter((name: DriverName) => name !== 'node:sqlite' || hasOwnSqlite)) {
  codeContract(`${driver} in memory`, async () => openSqliteStore(':memory:', { driver }))
  codeContract(`${driver} in a file`, async () => openSqliteStore(join(folder, `${++files}.db`), { driver }))
}
