import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { Engraph, EngraphHome } from '../../src/index.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { SCHEMA_VERSION } from '../../src/store/sqlite/open.ts'

const DIST = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'engraph-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

let files = 0
function copyOf(fixture: string): string {
  const path = join(folder, `${++files}.db`)
  copyFileSync(join(FIXTURES, fixture), path)
  return path
}

function versionOf(path: string): number {
  const database = openDatabase(path)
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  database.close()
  return version
}

/** What the tables and indexes of a file are. */
function schemaOf(path: string) {
  const database = openDatabase(path)
  const rows = database.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all()
  database.close()
  return rows
}

describe('a database that was written with the first schema', () => {
  test('opens, answers, and is brought up to date', async () => {
    const path = copyOf('spine-0001.db')
    expect(versionOf(path)).toBe(1)
    await using memory = await Engraph.open({ path, space: 'shop', create: false })
    expect(memory.space.purpose).toBe('project')
    const answers = [
      ['Which callback failed last night?', 'i1'],
      ['部署改到哪天了？', 'p3'],
      ['登录超时改成多少', 'i3'],
    ] as const
    for (const [question, id] of answers) expect((await memory.recall(question)).items[0]?.node).toBe(id)
    expect((await memory.timeline()).map(({ node }) => node.id)).toEqual(['p1', 'p2', 'p3', 'i1', 'i3'])
    expect(await memory.stats()).toMatchObject({ sessions: 2, forgotten: 1 })
    expect(await memory.auditTrail()).toHaveLength(answers.length)
    expect(await memory.alias(['auth', '登录'])).toEqual(['auth', '登录'])
    expect(versionOf(path)).toBe(SCHEMA_VERSION)
  })

  test('goes on: what is new is remembered, what was forgotten stays so', async () => {
    const path = copyOf('spine-0001.db')
    await using memory = await Engraph.open({ path, space: 'shop' })
    const { remembered, duplicates, problems } = await memory.remember({
      session: 'incident',
      messages: [
        { id: 'i1', speaker: 'Ben', text: 'The payment callback failed twice last night.', at: '2026-05-13T07:30:00Z' },
        { id: 'i2', speaker: 'Ana', text: 'My door code is 4711.', at: '2026-05-13T07:31:00Z' },
        { id: 'i4', speaker: 'Ana', text: 'The aqueduct is dry.', at: '2026-05-13T07:33:00Z' },
      ],
    })
    expect({ remembered, duplicates, problems: problems.map(({ kind }) => kind) }).toEqual({
      remembered: 1,
      duplicates: 1,
      problems: ['forgotten'],
    })
    expect((await memory.recall('aqueduct')).items[0]?.node).toBe('i4')
    await memory.forget({ ids: ['i1'] })
    expect((await memory.timeline({ session: 'incident' })).map(({ node }) => node.id)).toEqual(['i3', 'i4'])
  })

  test('has the same tables afterwards as one that was made now', async () => {
    const [old, made] = [copyOf('spine-0001.db'), join(folder, 'made.db')]
    for (const path of [old, made]) await (await Engraph.open({ path, space: 'home' })).close()
    const named = (path: string) => schemaOf(path).map(({ name }) => name)
    expect(named(old)).toEqual(named(made))
    expect(schemaOf(old)).toEqual(schemaOf(made))
  })

  test('keeps every space, and is whole', async () => {
    const path = copyOf('spine-0001.db')
    await using home = await EngraphHome.open({ path })
    expect((await home.spaces()).map(({ space }) => space?.aliases)).toEqual([['shop'], ['home']])
    const { checks } = await home.doctor()
    expect(checks.filter(({ name, isOk }) => !isOk && name !== 'permissions')).toEqual([])
  })

  test('is brought up to date once when several processes open it at the same moment', async () => {
    const path = copyOf('spine-0001.db')
    const script = `
      import { Engraph } from ${JSON.stringify(DIST)}
      process.stdout.write('ready')
      await new Promise((resolve) => process.stdin.once('data', resolve))
      const memory = await Engraph.open({ path: process.argv[1], space: 'shop', create: false })
      const { items } = await memory.recall('payment callback')
      await memory.close()
      process.stdout.write(' ' + items[0].node)
      process.stdin.unref?.()
    `
    const children = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, path])
      let said = ''
      let failure = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        failure += text
      })
      const ready = new Promise<void>((resolve) => {
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          said += text
          if (said.includes('ready')) resolve()
        })
      })
      const done = new Promise<string>((resolve) =>
        child.on('close', (status) => resolve(`${status} ${said}${failure}`)),
      )
      return { ready, done, go: () => child.stdin.end('go') }
    })
    await Promise.all(children.map(({ ready, done }) => Promise.race([ready, done])))
    for (const { go } of children) go()
    expect(await Promise.all(children.map(({ done }) => done))).toEqual(children.map(() => '0 ready i1'))
    expect(versionOf(path)).toBe(SCHEMA_VERSION)
  })
})
