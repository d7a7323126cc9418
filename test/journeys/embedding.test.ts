import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { type Ended, killChildren, type OnLine, runModule } from './child.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'engraph-embedding-journey-'))
// A copy of what was built, since somebody may build again while these processes come and go.
cpSync(process.env['ENGRAPH_TEST_DIST'] ?? join(ROOT, 'dist'), join(folder, 'dist'), {
  recursive: true,
  filter: (path) => !path.endsWith('.onnx'),
})
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')

afterAll(() => {
  killChildren()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const T0 = Date.UTC(2026, 4, 3, 10)

/** An embedder that says which passages it was given, and takes its time; and a space that uses it. */
const PRELUDE = `
  import { Engraph } from ${JSON.stringify(join(folder, 'dist', 'index.js'))}
  const [path, msPerCall] = process.argv.slice(1)
  const say = (line) => process.stdout.write(line + '\\n')
  const embedder = {
    identity: { model: 'slow', dimensions: 8, preprocessing: 'none', weights: '0' },
    languages: ['en'],
    batchSize: 16,
    async embed(texts, { purpose }) {
      await new Promise((resolve) => setTimeout(resolve, Number(msPerCall)))
      for (const text of texts) if (purpose === 'passage') say('embedded ' + text)
      return texts.map((text) => {
        const vector = new Float32Array(8)
        vector[text.length % 8] = 1
        return vector
      })
    },
    async close() {},
  }
  const messages = (from, count) => Array.from({ length: count }, (_, i) => (
    { id: 'm' + (from + i), text: 'remark ' + (from + i), at: ${T0} + from + i }))`

function run(body: string, args: readonly (string | number)[], onLine?: OnLine): Promise<Ended> {
  return runModule(`${PRELUDE}\n${body}`, args.map(String), onLine)
}

const embeddedOf = ({ lines }: Ended) => lines.filter((line) => line.startsWith('embedded '))

/** Every unit of the space has a vector, and only units have. */
async function expectVectors(path: string, count: number): Promise<void> {
  const store = openSqliteStore(path)
  try {
    expect(await store.integrity()).toEqual([])
    const space = (await store.spaces())[0]!
    const [known, ...others] = await store.vectors.embedders(space.id)
    expect(others).toEqual([])
    expect(known?.done).toBe(count)
    const set = new Set<number>()
    for (const { after, scales } of await store.vectors.read(space.id, known!.identity, 0)) {
      for (const [row, scale] of scales.entries()) if (scale > 0) set.add(after + 1 + row)
    }
    expect([...set].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    expect(await store.tasks.counts(space.id, Date.now() + 1e9)).toEqual({ waiting: 0, leased: 0, dead: 0 })
  } finally {
    await store.close()
  }
}

const OPEN = `const memory = await Engraph.open({ path, space: 'alice', embedder })`

describe('processes that embed', () => {
  test('killed with -9 in the middle lose nothing, and the next one does only what is left', async () => {
    const path = join(folder, 'killed.db')
    let batches = 0
    const killed = await run(
      `${OPEN}
       await memory.remember({ session: 's', messages: messages(0, 1000) })
       say('remembered')
       await memory.settle()`,
      [path, 60],
      (line, child) => {
        if (line.startsWith('embedded ') && ++batches === 300) child.kill('SIGKILL')
      },
    )
    expect(killed.status).toBeNull()
    expect(killed.lines).toContain('remembered')
    // The lease of the dead process is over by this clock.
    const next = await run(
      `const clock = { now: () => Date.now() + 120_000 }
       const memory = await Engraph.open({ path, space: 'alice', embedder, clock })
       say(JSON.stringify(await memory.settle()))
       await memory.close()`,
      [path, 0],
    )
    expect(next).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(next.lines.at(-1)!)).toMatchObject({ done: 1000, last: 1000, state: 'ready' })
    // What was put before it was killed is not made again: two batches at least were.
    expect(embeddedOf(next).length).toBeLessThanOrEqual(1000 - 2 * 128)
    await expectVectors(path, 1000)
  })

  test('two at once embed every message, and none twice', async () => {
    const path = join(folder, 'two.db')
    const body = (from: number) => `${OPEN}
      for (let i = 0; i < 5; i++) await memory.remember({ session: 's' + ${from}, messages: messages(${from} + i * 50, 50) })
      let state = await memory.settle()
      while (state.last < 500) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        state = await memory.settle()
      }
      say(JSON.stringify(state))
      await memory.close()`
    const ended = await Promise.all([run(body(0), [path, 20]), run(body(1000), [path, 20])])
    for (const { lines, stderr, status } of ended) {
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
      expect(JSON.parse(lines.at(-1)!)).toMatchObject({ done: 500, last: 500, state: 'ready' })
    }
    const embedded = ended.flatMap(embeddedOf)
    expect(embedded).toHaveLength(500)
    expect(new Set(embedded).size).toBe(500)
    await expectVectors(path, 500)
  })

  test('that end without closing leave the rest to the next one', async () => {
    const path = join(folder, 'left.db')
    const first = await run(
      `${OPEN}
       await memory.remember({ session: 's', messages: messages(0, 300) })
       process.exit(0)`,
      [path, 0],
    )
    expect(first).toMatchObject({ status: 0, stderr: '' })
    expect(embeddedOf(first)).toEqual([])
    const second = await run(
      `${OPEN}
       say((await memory.recall('remark 7')).meaning.state)
       while ((await memory.embedding()).done < 300) await new Promise((resolve) => setTimeout(resolve, 20))
       await memory.close()`,
      [path, 0],
    )
    expect(second).toMatchObject({ status: 0, stderr: '' })
    expect(second.lines[0]).toBe('partial')
    await expectVectors(path, 300)
  })

  test('an embedder that never answers keeps neither the answer nor the end of the program', async () => {
    const ended = await run(
      `embedder.embed = () => new Promise(() => {})
       ${OPEN}
       await memory.remember({ session: 's', messages: messages(0, 30) })
       await memory.warm(50)
       await new Promise((resolve) => setTimeout(resolve, 100))
       const { outcome, late, meaning } = await memory.recall('remark 7', { deadlineMs: 150 })
       say(JSON.stringify({ outcome, late, state: meaning.state }))
       await memory.close()
       say('closed')`,
      [join(folder, 'hangs.db'), 0],
    )
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(ended.lines[0]!)).toMatchObject({ outcome: 'found', state: 'late' })
    expect(JSON.parse(ended.lines[0]!).late).toContain('meaning')
    expect(ended.lines[1]).toBe('closed')
  })
})
