import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writeLine } from '../../src/capture/journal-line.ts'
import { EngraphHome } from '../../src/home.ts'
import { folderAlias } from '../../src/project/project-space.ts'
import { append, inTurn, newFolder, placeOf, prompt, T0, tool } from '../project/project-activities.ts'

const DIST = resolve(process.env['ENGRAPH_DIST'] ?? fileURLToPath(new URL('../../dist', import.meta.url)))
const PLACES = [placeOf('/work/a'), placeOf('/work/b')] as const

/** Starts the command in a data directory, with a folder of its own for what is temporary. */
function start(home: string, ...given: readonly string[]) {
  const temporary = join(home, 'temporary')
  mkdirSync(temporary, { recursive: true })
  const env = {
    ...process.env,
    ENGRAPH_HOME: home,
    TMPDIR: temporary,
    ENGRAPH_EMBEDDER: 'words',
    LC_ALL: 'en_GB.UTF-8',
  }
  const child = spawn(process.execPath, [join(DIST, 'cli.js'), ...given], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }))
  return { child, ended }
}

/** A process that appends lines to journals as hooks do: one write for each, at the end, from several at once. */
const WRITER = `
  const { appendFileSync, readFileSync } = require('node:fs')
  const [file] = process.argv.slice(1)
  const todo = JSON.parse(readFileSync(file, 'utf8'))
  const next = () => {
    const one = todo.shift()
    if (!one) return
    appendFileSync(one.journal, one.line + '\\n')
    setTimeout(next, Math.random() * 30)
  }
  next()
`

async function texts(home: EngraphHome, root: string): Promise<readonly string[]> {
  const { store, space } = await home.openSpace(folderAlias(placeOf(root)))
  try {
    const query = { kinds: ['message'], span: { from: null, to: null }, order: 'oldest-first', limit: 10_000 } as const
    return (await store.timeRange(space.id, query)).map(({ text }) => text)
  } finally {
    await store.close()
  }
}

test('sixteen writers, two drainers that are killed at any moment: nothing is lost, nothing is there twice', async () => {
  const folder = newFolder('journal')
  const journal = join(folder, 'journal')
  mkdirSync(journal)
  const [writers, each] = [16, 40]
  const expected = new Map<string, string[]>(PLACES.map(({ root }) => [root, []]))
  const writing = Array.from({ length: writers }, async (_, writer) => {
    const todo = Array.from({ length: each }, (_, i) => {
      // Stretches of one place, so that a journal holds several spaces.
      const place = PLACES[(i >> 3) % 2]!
      const text = `writer ${writer} said ${i} 说了`
      expected.get(place.root)!.push(text)
      const activity = prompt(place, text, { session: `s${writer % 4}`, at: T0 + i * 1000 + writer })
      return { journal: join(journal, `s${writer % 4}.jsonl`), line: writeLine(activity, `w${writer}-${i}`) }
    })
    const file = join(folder, `todo-${writer}.json`)
    await import('node:fs/promises').then(({ writeFile }) => writeFile(file, JSON.stringify(todo)))
    const child = spawn(process.execPath, ['-e', WRITER, file], { stdio: 'ignore' })
    await once(child, 'close')
  })
  let isWriting = true
  const written = Promise.all(writing).then(() => {
    isWriting = false
  })
  let killed = 0
  const drainer = async () => {
    while (isWriting || killed < 6) {
      const { child, ended } = start(folder, 'drain', '--json')
      const timer = setTimeout(() => child.kill('SIGKILL'), 150 + Math.random() * 900)
      if ((await ended).signal === 'SIGKILL') killed++
      clearTimeout(timer)
      if (!isWriting && killed > 20) break
    }
  }
  const isOver = new Promise((done) => setTimeout(done, 40_000).unref())
  await Promise.race([Promise.all([drainer(), drainer(), written]), isOver])
  await written
  const last = await start(folder, 'drain', '--json').ended
  expect(JSON.parse(last.output)).toMatchObject({ waiting: 0, problems: [] })
  const home = await EngraphHome.open({ home: folder })
  try {
    for (const { root } of PLACES) expect([...(await texts(home, root))].sort()).toEqual(expected.get(root)!.sort())
  } finally {
    await home.close()
  }
}, 120_000)

test('a worker is silent, alone, and leaves its task free when it is killed', async () => {
  const folder = newFolder('worker')
  const [place] = PLACES
  const output = Array.from({ length: 40 }, (_, i) => `line ${i} of the output of a test`).join('\n')
  const activities = inTurn(Array.from({ length: 1500 }, (_, i) => tool(place, { output: `${i} ${output}` })))
  append(folder, 'one', ...activities)
  const first = start(folder, 'drain', '--worker')
  const home = await EngraphHome.open({ home: folder })
  const later = await EngraphHome.open({ home: folder, clock: { now: () => Date.now() + 16_000 } })
  try {
    // Looking takes it and gives it back at once.
    for (let look = 0; home.lease('drain', 'nobody', { ms: 0 }); look++) {
      expect([look < 200, first.child.exitCode]).toEqual([true, null])
      await new Promise((done) => setTimeout(done, 100))
    }
    first.child.kill('SIGKILL')
    expect((await first.ended).output).toBe('')
    // As long as the lease holds, another one goes at once.
    expect(await start(folder, 'drain', '--worker').ended).toEqual({ code: 0, signal: null, output: '' })
    expect(home.lease('drain', 'another', { ms: 1 })).toBe(false)
    expect(later.lease('drain', 'another', { ms: 0 })).toBe(true)
    expect(await start(folder, 'drain', '--worker').ended).toEqual({ code: 0, signal: null, output: '' })
    expect(await texts(home, place.root)).toHaveLength(1500)
    const { store, space } = await home.openSpace(folderAlias(place))
    expect(await store.observations.unobserved(space.id, 5)).toEqual([])
    await store.close()
    expect(home.lease('drain', 'another', { ms: 0 })).toBe(true)
  } finally {
    await later.close()
    await home.close()
  }
}, 120_000)

test('the command says what it did, in the language of the reader', async () => {
  const folder = newFolder('said')
  const file = append(folder, 'one', prompt(PLACES[0], 'fix the token'))
  expect(await start(folder, 'drain').ended).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^New: 1 records?, /u),
  })
  expect(await start(folder, 'drain').ended).toMatchObject({ code: 0, output: 'Nothing waited in the journal.\n' })
  expect(readFileSync(file, 'utf8')).toContain('fix the token')
  const broken = newFolder('broken')
  append(broken, 'one', prompt(PLACES[0], 'a'))
  const { appendFileSync } = await import('node:fs')
  appendFileSync(join(broken, 'journal', 'one.jsonl'), 'no json\n')
  append(broken, 'one', prompt(PLACES[0], 'b'))
  expect(await start(broken, 'drain', '--json').ended).toMatchObject({ code: 3 })
})
