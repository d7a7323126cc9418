import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Engraph } from '../../src/index.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-blocks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const OLD = fileURLToPath(new URL('../fixtures/spine-0001.db', import.meta.url))

function blockLengths(path: string): number[] {
  const database = openDatabase(path)
  const rows = database.prepare('SELECT length(data) AS bytes FROM unit_blocks ORDER BY space, block').all()
  database.close()
  return rows.map((row) => Number(row['bytes']))
}

test('units of a file that was written before the last columns were known are read, and grow when they are written', async () => {
  const path = join(folder, 'old.db')
  copyFileSync(OLD, path)
  const before = blockLengths(path)
  expect(before.length).toBeGreaterThan(0)
  const store = openSqliteStore(path)
  const { id } = (await store.findSpace('shop'))!
  const units = await store.units(id, null)
  expect(units.count).toBeGreaterThan(5)
  const live = Array.from({ length: units.count }, (_, unit) => unit).filter((unit) => units.message[unit]! > 0)
  expect(live).toHaveLength(5)
  for (const unit of live) {
    expect(units.length[unit]).toBeGreaterThan(0)
    expect(units.at[unit]).toBeGreaterThan(Date.UTC(2020, 0))
    expect(units.telling[unit]).toBe(0)
  }
  await store.close()

  await using memory = await Engraph.open({ path, space: 'shop' })
  await memory.remember({ session: 'new', messages: [{ id: 'n1', text: 'I wrote the invoice.', at: '2026-06-01' }] })
  expect((await memory.recall('Which callback failed last night?')).items[0]?.node).toBe('i1')
  expect((await memory.recall('invoice')).items[0]).toMatchObject({ node: 'n1' })
  await memory.close()
  expect(Math.max(...blockLengths(path))).toBeGreaterThan(Math.max(...before))
})
