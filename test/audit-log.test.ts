import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { AuditLog, auditStatsOf } from '../src/audit-log.ts'
import { Engraph } from '../src/index.ts'
import { openDatabase } from '../src/store/sqlite/driver.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { auditEntry } from './contracts/audit.ts'
import { openSpace } from './contracts/graph-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

let files = 0
const newPath = () => join(folder, `${++files}.db`)

async function openMemory(options: object = {}): Promise<Engraph> {
  const memory = await Engraph.open({ path: newPath(), space: 'alice', ...options })
  await memory.remember({
    session: 's1',
    messages: [
      { id: 'a1', speaker: 'Ana', text: 'The gateway listens on port 9443.', at: 1 },
      { id: 'a2', speaker: 'Ben', text: '部署改到星期二。', at: 2 },
    ],
  })
  return memory
}

/** Another process that writes, as far as SQLite can tell. */
function holdLock(path: string) {
  const other = openDatabase(path)
  other.exec('BEGIN IMMEDIATE')
  return () => {
    other.exec('ROLLBACK')
    other.close()
  }
}

describe('a recall is logged', () => {
  test('with what it found and how, and by default without a word of the question', async () => {
    await using memory = await openMemory({ clock: { now: () => 1000 } })
    await memory.recall('Which port does Ana name?', { limit: 3, budgetTokens: 500 })
    await memory.recall('zebra')
    const [none, found] = await memory.auditTrail()
    expect(none).toMatchObject({ outcome: 'nothing-found', items: [], itemCount: 0 })
    expect(found).toMatchObject({
      at: 1000,
      question: null,
      outcome: 'found',
      itemCount: found!.items.length,
      late: [],
      limit: 3,
      budgetTokens: 500,
      tookMs: expect.any(Number),
    })
    expect(found!.items[0]).toBe('a1')
    expect(found!.routes['semantic']).toBeGreaterThan(0)
    expect(JSON.stringify(found)).not.toMatch(/port|Ana/iu)
  })

  test('with its words when they are asked for, and not at all when it is off', async () => {
    for (const [audit, question] of [
      ['text', 'Which port?'],
      ['off', undefined],
    ]) {
      await using memory = await openMemory({ audit })
      await memory.recall('  Which   port? ')
      expect((await memory.auditTrail())[0]?.question).toBe(question)
    }
    await expect(openMemory({ audit: 'all' })).rejects.toMatchObject({ code: 'invalid-options' })
  })

  test('when the space is closed, and once', async () => {
    const memory = await openMemory()
    await memory.recall('port')
    const path = memory.location
    await memory.close()
    await using again = await Engraph.open({ path, space: 'alice' })
    expect(await again.auditTrail()).toHaveLength(1)
  })

  test('by itself after a moment', async () => {
    await using memory = await openMemory()
    await memory.recall('port')
    await memory.recall('gateway')
    const store = openSqliteStore(memory.location)
    const query = { since: null, until: null, outcome: null, tookMsMin: null, withItems: true, limit: 10 }
    let logged = 0
    for (let look = 0; look < 100 && logged < 2; look++) {
      await setTimeout(50)
      logged = (await store.auditTrail(memory.space.id, query)).length
    }
    await store.close()
    expect(logged).toBe(2)
  })

  test('also while a program asks and asks without a pause', async () => {
    const path = newPath()
    const store = openSqliteStore(path)
    const space = await openSpace(store)
    const log = new AuditLog(store, space)
    for (let i = 0; i < 1000; i++) {
      log.add(auditEntry({ at: i }))
      for (let hop = 0; hop < 5; hop++) await null
    }
    await log.close()
    expect(log.lost).toEqual({ count: 0, failure: null })
    const query = { since: null, until: null, outcome: null, tookMsMin: null, withItems: false, limit: 2000 }
    expect(await store.auditTrail(space, query)).toHaveLength(1000)
    await store.close()
  })

  test('by time, outcome and duration in the trail and its counts', async () => {
    let now = 1_800_000_000_000
    await using memory = await openMemory({ clock: { now: () => now++ } })
    for (const question of ['port', 'zebra', 'gateway', '?']) await memory.recall(question)
    const trail = await memory.auditTrail()
    expect(trail.map(({ outcome }) => outcome)).toEqual(['nothing-asked', 'found', 'nothing-found', 'found'])
    expect(await memory.auditTrail({ outcome: 'found', limit: 1 })).toEqual([trail[1]])
    expect(await memory.auditTrail({ since: trail[1]!.at })).toHaveLength(2)
    expect(await memory.auditTrail({ tookMsMin: 1e9 })).toEqual([])
    expect(await memory.auditStats()).toMatchObject({
      recalls: 4,
      outcomes: { found: 2, 'nothing-found': 1, 'nothing-asked': 1 },
      nothingFoundShare: 0.25,
    })
    await expect(memory.auditTrail({ limit: 10_001 })).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(memory.auditTrail({ since: 'soon' })).rejects.toMatchObject({ code: 'invalid-input' })
  })
})

test('a question that found what was forgotten is gone from every file', async () => {
  await using memory = await openMemory({ audit: 'text' })
  await memory.remember({ session: 's2', messages: [{ id: 'secret-id', text: 'Our quokka sleeps.', at: 3 }] })
  await memory.recall('Where does the wombat quokka sleep?')
  expect((await memory.auditTrail())[0]?.items).toContain('secret-id')
  await memory.forget({ session: 's2' })
  const [entry] = await memory.auditTrail()
  expect(entry).toMatchObject({ question: null, plan: {} })
  expect(entry?.items).not.toContain('secret-id')
  for (const ending of ['', '-wal', '-shm']) {
    const bytes = existsSync(memory.location + ending) ? readFileSync(memory.location + ending) : Buffer.alloc(0)
    expect(['quokka', 'wombat'].filter((word) => bytes.includes(word))).toEqual([])
  }
})

describe('while another process writes', () => {
  test('answers come, nothing is logged, and later it is', async () => {
    await using memory = await openMemory()
    const release = holdLock(memory.location)
    expect((await memory.recall('port')).outcome).toBe('found')
    expect(await memory.auditTrail()).toEqual([])
    expect((await memory.recall('gateway')).outcome).toBe('found')
    release()
    expect(await memory.auditTrail()).toHaveLength(2)
    expect(memory.auditLost).toEqual({ count: 0, failure: null })
  })

  test('closing waits for a moment only, and counts what it gives up', async () => {
    const memory = await openMemory({ busyTimeoutMs: 60_000 })
    const release = holdLock(memory.location)
    await memory.recall('port')
    await memory.close()
    release()
    expect(memory.auditLost).toEqual({ count: 1, failure: null })
  })

  test('no more waits than there is room for, and the oldest is given up', async () => {
    const path = newPath()
    const store = openSqliteStore(path)
    const space = await openSpace(store)
    const log = new AuditLog(store, space)
    const release = holdLock(path)
    for (let i = 0; i < 300; i++) log.add(auditEntry({ at: i }))
    expect(await log.flush()).toBe(false)
    for (let i = 300; i < 310; i++) log.add(auditEntry({ at: i }))
    expect(log.lost.count).toBe(310 - 256)
    release()
    await log.close()
    const query = { since: null, until: null, outcome: null, tookMsMin: null, withItems: false, limit: 1000 }
    const trail = await store.auditTrail(space, query)
    expect([trail.length, trail[0]?.at, trail.at(-1)?.at]).toEqual([256, 309, 54])
    await store.close()
  })
})

test('what cannot be logged fails no answer', async () => {
  const memory = await openMemory()
  const other = openDatabase(memory.location)
  other.exec('DROP TABLE recalls')
  other.close()
  expect((await memory.recall('port')).outcome).toBe('found')
  await memory.close()
  expect(memory.auditLost).toMatchObject({ count: 1, failure: { code: 'store-unreadable' } })
})

test.each([
  [[], null],
  [[5], { p50: 5, p95: 5, max: 5 }],
  [Array.from({ length: 100 }, (_, i) => 100 - i), { p50: 50, p95: 95, max: 100 }],
])('percentiles are those of the recalls themselves: case %#', (times, tookMs) => {
  expect(auditStatsOf(times.map((time) => auditEntry({ tookMs: time }))).tookMs).toEqual(tookMs)
})

test('words that mean the same are put, shown and taken out', async () => {
  await using memory = await openMemory()
  expect(await memory.alias(['auth', '登录'])).toEqual(['auth', '登录'])
  expect(await memory.aliases()).toEqual([['auth', '登录']])
  expect(await memory.unalias('登錄')).toBe(true)
  expect(await memory.aliases()).toEqual([])
  for (const wrong of ['auth', [1], ['one'], null]) {
    await expect(memory.alias(wrong as never)).rejects.toMatchObject({ code: 'invalid-input' })
  }
  await expect(memory.unalias(5 as never)).rejects.toMatchObject({ code: 'invalid-input' })
})
