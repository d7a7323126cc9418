import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { Engraph as EngraphClass } from '../../src/engraph.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { type Ended, killChildren, type OnLine, runModule } from './child.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'engraph-durability-'))
// A copy of what was built, since somebody may build again while these processes come and go.
cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
const DIST = join(folder, 'dist', 'index.js')
const { Engraph, EngraphHome } = (await import(DIST)) as typeof import('../../src/index.ts')

afterAll(() => {
  killChildren()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const T0 = Date.UTC(2026, 4, 3, 10)
const MINUTE = 60_000

/** Runs a module that has `Engraph`, `EngraphHome` and `args`; `onLine` may kill it. */
function run(body: string, args: readonly string[], onLine?: OnLine): Promise<Ended> {
  const script = `import { Engraph, EngraphHome } from ${JSON.stringify(DIST)}
    const args = process.argv.slice(1)
    const say = (line) => process.stdout.write(line + '\\n')
    ${body}`
  return runModule(script, args, onLine)
}

async function expectIntegrity(path: string): Promise<void> {
  const store = openSqliteStore(path)
  expect(await store.integrity()).toEqual([])
  await store.close()
}

/** The messages of a session as one chain of `NEXT`, each in exactly one event; answers their ids in order. */
async function expectWoven(memory: EngraphClass, session: string): Promise<string[]> {
  const entries = await memory.timeline({ session, limit: 10_000 })
  const ids = entries.map(({ node }) => node.id)
  const edges: string[] = []
  for (const { node } of entries) {
    const shown = (await memory.show(node.id))!
    const holders = shown.neighbours.filter(({ edge }) => edge.kind === 'CONTAINS' && edge.to === node.id)
    expect(holders.map(({ node: event }) => [event.kind, event.session])).toEqual([['event', session]])
    for (const { edge } of shown.neighbours) {
      if (edge.kind === 'NEXT' && edge.from === node.id) edges.push(`${edge.from} ${edge.to}`)
    }
  }
  expect(edges).toEqual(ids.slice(1).map((id, i) => `${ids[i]} ${id}`))
  return ids
}

describe('what was acknowledged', () => {
  test('survives kill -9 at any moment', async () => {
    const path = join(folder, 'killed.db')
    const writer = `
      const [path, name] = args
      const memory = await Engraph.open({ path, space: 'alice' })
      for (let i = 0; ; i++) {
        const id = name + '-' + i
        const text = 'remark ' + id + ' about word' + name + 'x' + i
        await memory.remember({ session: name, messages: [{ id, speaker: 'Ana', text, at: ${T0} + i * 1000 }] })
        say(id)
      }`
    const acknowledged: string[] = []
    for (let round = 0; round < 6; round++) {
      const delayMs = 20 + Math.random() * 250
      const ended = await Promise.all(
        ['a', 'b'].map((name) => {
          let isTimed = false
          return run(writer, [path, `${name}${round}`], (_, child) => {
            if (isTimed) return
            isTimed = true
            setTimeout(() => child.kill('SIGKILL'), delayMs)
          })
        }),
      )
      for (const { lines, stderr, status } of ended) {
        expect({ stderr, status }).toEqual({ stderr: '', status: null })
        acknowledged.push(...lines)
      }
    }
    expect(acknowledged.length).toBeGreaterThan(50)
    await expectIntegrity(path)
    const memory = await Engraph.open({ path, space: 'alice', create: false })
    const known = new Set((await memory.timeline({ limit: 10_000 })).map(({ node }) => node.id))
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([])
    // One that was not acknowledged may be there, at most one per killed writer.
    expect(known.size).toBeLessThanOrEqual(acknowledged.length + 12)
    for (const id of acknowledged.filter((_, i) => i % 37 === 0)) {
      const recalled = await memory.recall(`word${id.replace('-', 'x')}`)
      expect(recalled.items[0]?.node).toBe(id)
    }
    await expectWoven(memory, 'a0')
    await memory.close()
  })

  test('is completed by giving the delivery again when the process died in the middle of it', async () => {
    const path = join(folder, 'half.db')
    const delivery = `{ session: 's', messages: Array.from({ length: 6000 }, (_, i) => ({
      speaker: i % 2 ? 'Ana' : 'Ben', text: 'line ' + i + ' of the long talk about topic' + (i % 50), at: ${T0} + i * 1000 })) }`
    let memory = await Engraph.open({ path, space: 'alice' })
    const dying = run(
      `const memory = await Engraph.open({ path: args[0], space: 'alice' })
       say('begins')
       await memory.remember(${delivery})
       say('done')
       setInterval(() => {}, 1000)`,
      [path],
    )
    // Killed as soon as a part of it is there.
    let hasEnded = false
    void dying.then(() => {
      hasEnded = true
    })
    while (!hasEnded) {
      const { nodes } = await memory.stats()
      if ((nodes.message ?? 0) > 0) break
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    killChildren()
    expect((await dying).lines).toEqual(['begins'])
    const half = (await memory.stats()).nodes.message!
    expect(half).toBeLessThan(6000)
    await memory.close()
    await expectIntegrity(path)

    memory = await Engraph.open({ path, space: 'alice' })
    const messages = Array.from({ length: 6000 }, (_, i) => ({
      speaker: i % 2 ? 'Ana' : 'Ben',
      text: `line ${i} of the long talk about topic${i % 50}`,
      at: T0 + i * 1000,
    }))
    const outcome = await memory.remember({ session: 's', messages })
    expect(outcome).toMatchObject({ remembered: 6000 - half, duplicates: half, problems: [] })
    expect((await memory.stats()).nodes.message).toBe(6000)
    expect(await expectWoven(memory, 's')).toEqual(outcome.ids)
    await memory.close()
  })
})

test('a process killed while it forgets has forgotten all of it or nothing, and forgetting again completes it', async () => {
  const path = join(folder, 'forgetting.db')
  const messages = Array.from({ length: 3000 }, (_, i) => ({
    id: `m${i}`,
    text: `${i % 3 === 0 ? 'secret pangolin' : 'plain remark'} number ${i}`,
    at: T0 + i * 1000,
  }))
  await using memory = await Engraph.open({ path, space: 'alice' })
  await memory.remember({ session: 's', messages })
  for (const delayMs of [5, 30, 60, 120]) {
    await run(
      `const memory = await Engraph.open({ path: args[0], space: 'alice' })
       say('begins')
       await memory.forget({ query: 'pangolin' })
       await memory.remember({ session: 's', messages: [] })
       setInterval(() => {}, 1000)`,
      [path],
      (_, child) => setTimeout(() => child.kill('SIGKILL'), delayMs),
    )
    await expectIntegrity(path)
    const { nodes, forgotten } = await memory.stats()
    expect([nodes.message, forgotten]).toEqual(forgotten === 0 ? [3000, 0] : [2000, 1000])
  }
  // What was forgotten before the death, but not yet made unreadable, is by the next forgetting.
  await memory.forget({ query: 'pangolin' })
  await memory.forget({ ids: ['m1'] })
  for (const ending of ['', '-wal', '-shm']) {
    const bytes = existsSync(path + ending) ? readFileSync(path + ending) : Buffer.alloc(0)
    expect(bytes.includes('pangolin')).toBe(false)
  }
  await expectWoven(memory, 's')
})

describe('eight processes', () => {
  test('that write one file lose nothing, see no error, and weave one graph', async () => {
    const path = join(folder, 'eight.db')
    const rounds = 25
    const ended = await Promise.all(
      Array.from({ length: 8 }, (_, worker) =>
        run(
          `const [path, worker] = args
           const memory = await Engraph.open({ path, space: 'alice' })
           for (let i = 0; i < ${rounds}; i++) {
             // Every worker has a session of its own, and all share two, where their messages interleave in time.
             const at = ${T0} + i * ${MINUTE} + Number(worker) * 1000
             for (const session of ['own' + worker, 'shared' + (i % 2)]) {
               const text = 'worker' + worker + ' says item' + i + ' in ' + session
               const { remembered, problems } = await memory.remember({ session, messages: [{ id: session + '/' + worker + '/' + i, speaker: 'W' + worker, text, at }] })
               if (remembered !== 1 || problems.length > 0) throw new Error('not remembered')
             }
             if (i % 10 === 0) {
               const { items } = await memory.recall('worker' + worker + ' item' + i)
               if (items.length === 0) throw new Error('not recalled')
             }
           }
           await memory.close()
           say('done')`,
          [path, String(worker)],
        ),
      ),
    )
    for (const one of ended) expect(one).toEqual({ lines: ['done'], stderr: '', status: 0 })
    await expectIntegrity(path)
    const memory = await Engraph.open({ path, space: 'alice', create: false })
    const stats = await memory.stats()
    expect(stats).toMatchObject({ sessions: 10, nodes: { message: 8 * rounds * 2 } })
    const woven: string[] = []
    for (const session of ['shared0', 'shared1', ...Array.from({ length: 8 }, (_, worker) => `own${worker}`)]) {
      woven.push(...(await expectWoven(memory, session)))
    }
    expect(new Set(woven).size).toBe(8 * rounds * 2)
    expect(stats.edges).toEqual({ CONTAINS: woven.length, NEXT: woven.length - 10 })
    await memory.close()
  })

  test.each([
    ['file', `{ path: args[0] }`],
    ['data directory', `{ home: args[0] }`],
  ])('that make the same %s and space at the same time get one space', async (kind, where) => {
    for (let round = 0; round < 2; round++) {
      const place = join(folder, `made-${kind.replace(' ', '-')}-${round}`)
      const startsAt = Date.now() + 400
      const ended = await Promise.all(
        Array.from({ length: 8 }, (_, worker) =>
          run(
            `await new Promise((resolve) => setTimeout(resolve, ${startsAt} - Date.now()))
             const memory = await Engraph.open({ ...${where}, space: 'alice' })
             await memory.remember({ session: 's', messages: [{ text: 'hello from worker ' + args[1], at: ${T0} }] })
             say(memory.space.id)
             await memory.close()`,
            [place, String(worker)],
          ),
        ),
      )
      expect(ended.map(({ stderr, status }) => ({ stderr, status }))).toEqual(
        Array.from({ length: 8 }, () => ({ stderr: '', status: 0 })),
      )
      const ids = new Set(ended.flatMap(({ lines }) => lines))
      expect(ids.size).toBe(1)
      const options = kind === 'file' ? { path: place } : { home: place }
      const home = await EngraphHome.open(options)
      expect((await home.spaces()).map(({ space }) => space?.id)).toEqual([...ids])
      await home.close()
      const memory = await Engraph.open({ ...options, space: 'alice', create: false })
      expect((await memory.stats()).nodes.message).toBe(8)
      await memory.close()
    }
  })
})

test('two handles on one file in one process wait for each other', async () => {
  const path = join(folder, 'two.db')
  const options = { path, busyTimeoutMs: 500 }
  const handles = [
    await Engraph.open({ ...options, space: 'alice' }),
    await Engraph.open({ ...options, space: 'alice' }),
    await Engraph.open({ ...options, space: 'bob' }),
  ]
  const messages = Array.from({ length: 50 }, (_, i) => ({ text: `remark number ${i}`, at: T0 + i }))
  const outcomes = await Promise.allSettled(handles.map((memory, i) => memory.remember({ session: `s${i}`, messages })))
  for (const memory of handles) await memory.close()
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.remembered : outcome.reason)),
  ).toEqual([50, 50, 50])
})
