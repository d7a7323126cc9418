import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Engraph, EngraphHome } from '../src/index.ts'
import { openCatalogue } from '../src/store/sqlite/catalogue.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-directory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const T0 = Date.UTC(2026, 4, 3, 10)
let homes = 0
const newHome = () => join(folder, `home${++homes}`)

/** Remembers one text in the space, and answers the file and the id of the space. */
async function remember(home: string, space: string, text = `I am ${space}`) {
  await using memory = await Engraph.open({ home, space })
  await memory.remember({ session: 's', messages: [{ text, at: T0 }] })
  return { file: memory.location, id: memory.space.id }
}

async function textsOf(home: string, space: string): Promise<string[]> {
  await using memory = await Engraph.open({ home, space, create: false })
  return (await memory.timeline()).map(({ node }) => node.text)
}

async function failing(home: string) {
  await using opened = await EngraphHome.open({ home })
  return (await opened.doctor()).checks.filter(({ isOk }) => !isOk)
}

async function listed(home: string) {
  await using opened = await EngraphHome.open({ home })
  return (await opened.spaces()).map(({ space, problem }) => space?.aliases[0] ?? problem)
}

function lose(file: string, how: 'missing' | 'empty'): void {
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
  if (how === 'missing') rmSync(file)
  else writeFileSync(file, '')
}

describe.each(['missing', 'empty'] as const)('a space whose file is %s', (how) => {
  test('is refused by name, by reading and by remembering, and nothing is made in its place', async () => {
    const home = newHome()
    const { file, id } = await remember(home, 'alice')
    lose(file, how)
    for (const space of ['alice', id]) {
      for (const create of [true, false]) {
        await expect(Engraph.open({ home, space, create })).rejects.toMatchObject({
          code: 'store-damaged',
          message: `The file ${file} of the space "${space}" is ${how}.`,
          hint: expect.stringMatching(/backup/u),
        })
      }
    }
    expect(existsSync(file) ? readFileSync(file).length : null).toBe(how === 'empty' ? 0 : null)
  })

  test('is red to the doctor, and is listed with its problem beside the others', async () => {
    const home = newHome()
    const { file } = await remember(home, 'alice')
    await remember(home, 'bob')
    lose(file, how)
    expect(await failing(home)).toEqual([
      {
        name: `database ${file.slice(home.length + 1)}`,
        isOk: false,
        detail: `it is ${how}; it held the space "alice"`,
      },
    ])
    expect(await listed(home)).toEqual([`The file ${file} of the space "alice" is ${how}.`, 'bob'])
    await using opened = await EngraphHome.open({ home })
    expect((await opened.spaces())[0]).toMatchObject({ file, space: null })
  })

  test('can be given up, and its name is free again', async () => {
    const home = newHome()
    const { file, id } = await remember(home, 'alice')
    lose(file, how)
    await using opened = await EngraphHome.open({ home })
    await opened.remove('alice')
    expect(existsSync(file)).toBe(false)
    await expect(opened.openSpace('alice')).rejects.toMatchObject({ code: 'space-unknown' })
    expect((await remember(home, 'alice', 'anew')).id).not.toBe(id)
    expect(await textsOf(home, 'alice')).toEqual(['anew'])
    expect(await failing(home)).toEqual([])
  })

  test('is found again once the file is put back', async () => {
    const home = newHome()
    const { file } = await remember(home, 'alice')
    copyFileSync(file, join(folder, 'backup'))
    lose(file, how)
    await expect(textsOf(home, 'alice')).rejects.toMatchObject({ code: 'store-damaged' })
    copyFileSync(join(folder, 'backup'), file)
    expect(await textsOf(home, 'alice')).toEqual(['I am alice'])
  })
})

test('a space that its file does not hold any more is damaged, not new', async () => {
  const home = newHome()
  const { file, id } = await remember(home, 'alice')
  const store = openSqliteStore(file)
  await store.removeSpace(id)
  await store.close()
  await expect(Engraph.open({ home, space: 'alice' })).rejects.toMatchObject({
    code: 'store-damaged',
    message: `The file ${file} does not hold the space "alice" any more.`,
  })
  expect(await failing(home)).toMatchObject([{ detail: 'it does not hold the space "alice"' }])
  expect(await listed(home)).toEqual([expect.stringContaining('does not hold')])
})

test('a space that was entered by a process that died before it made the file is made by the next', async () => {
  const home = newHome()
  await remember(home, 'bob')
  const catalogue = openCatalogue(home, { busyTimeoutMs: 1000 })
  catalogue.enter('alice', () => ({ space: 'the-id', file: join('spaces', 'the-id.db') }))
  catalogue.close()
  expect(await failing(home)).toEqual([])
  expect(await listed(home)).toEqual(['bob'])
  await expect(textsOf(home, 'alice')).rejects.toMatchObject({ code: 'space-unknown' })
  expect((await remember(home, 'alice')).id).toBe('the-id')
  expect(await textsOf(home, 'alice')).toEqual(['I am alice'])
})

test('a damaged file is listed with its problem, and does not hide the others', async () => {
  const home = newHome()
  const { file } = await remember(home, 'alice')
  await remember(home, 'bob')
  lose(file, 'empty')
  writeFileSync(file, 'garbage '.repeat(1000))
  expect(await listed(home)).toEqual([expect.stringMatching(/^The space "alice" cannot be read: .* damaged/u), 'bob'])
})

describe.each(['missing', 'empty'] as const)('a catalogue that is %s', (how) => {
  test('is made again from what the files hold, whoever looks first', async () => {
    for (const look of ['recall', 'remember', 'list', 'doctor']) {
      const home = newHome()
      const alice = await remember(home, 'alice')
      const bob = await remember(home, 'bob')
      {
        await using opened = await EngraphHome.open({ home })
        await opened.alias('alice', 'ally')
      }
      lose(join(home, 'catalogue.db'), how)
      if (look === 'recall') expect(await textsOf(home, 'ally')).toEqual(['I am alice'])
      if (look === 'remember') expect(await remember(home, 'bob', 'more')).toEqual(bob)
      if (look === 'list') expect((await listed(home)).sort()).toEqual(['alice', 'bob'])
      expect(await failing(home)).toEqual([])
      for (const name of ['alice', 'ally', alice.id]) expect(await textsOf(home, name)).toEqual(['I am alice'])
      expect((await remember(home, 'bob')).id).toBe(bob.id)
    }
  })

  test('leaves out what is damaged, and copies, which the doctor names', async () => {
    const home = newHome()
    const alice = await remember(home, 'alice')
    const bob = await remember(home, 'bob')
    copyFileSync(bob.file, join(home, 'spaces', 'zcopy.db'))
    lose(alice.file, 'empty')
    writeFileSync(alice.file, 'garbage '.repeat(1000))
    lose(join(home, 'catalogue.db'), how)
    expect(await textsOf(home, 'bob')).toEqual(['I am bob'])
    const found = await failing(home)
    expect(found.map(({ name }) => name)).toEqual([
      `database ${alice.file.slice(home.length + 1)}`,
      `database ${join('spaces', 'zcopy.db')}`,
    ])
    expect(found.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('damaged'),
      expect.stringContaining('no space of the catalogue leads to it; it holds: bob'),
    ])
  })
})

test('a file that no space leads to is red to the doctor, also when it is empty', async () => {
  const home = newHome()
  const { file } = await remember(home, 'alice')
  copyFileSync(file, join(home, 'spaces', 'copy.db'))
  writeFileSync(join(home, 'spaces', 'empty.db'), '')
  expect((await failing(home)).map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
    expect.stringMatching(/copy\.db: no space of the catalogue leads to it; it holds: alice/u),
    expect.stringMatching(/empty\.db: no space of the catalogue leads to it, and it is empty/u),
  ])
  expect(readFileSync(join(home, 'spaces', 'empty.db'))).toHaveLength(0)
})

test('a catalogue of another program is refused and left as it is', async () => {
  const home = newHome()
  const { file } = await remember(home, 'alice')
  // A database, but none that leads to spaces.
  copyFileSync(file, join(home, 'catalogue.db'))
  const before = readFileSync(join(home, 'catalogue.db'))
  await expect(Engraph.open({ home, space: 'alice' })).rejects.toMatchObject({ code: 'store-foreign' })
  expect((await failing(home)).map(({ name }) => name)).toEqual(['catalogue'])
  expect(readFileSync(join(home, 'catalogue.db')).equals(before)).toBe(true)
})

test.skipIf(!existsSync('/proc/self/fd'))('listing and examining many spaces leaves no file open', async () => {
  const home = newHome()
  for (let i = 0; i < 40; i++) await remember(home, `space ${i}`)
  const damaged = (await remember(home, 'damaged')).file
  lose(damaged, 'empty')
  writeFileSync(damaged, 'garbage '.repeat(1000))
  const openFiles = () => readdirSync('/proc/self/fd').length
  // libsql frees what was closed when garbage is collected, which the store sees to every so often.
  const unfreedMax = 200
  await using opened = await EngraphHome.open({ home })
  const round = async () => {
    await opened.spaces()
    await opened.doctor()
    await expect(opened.openSpace('nobody')).rejects.toMatchObject({ code: 'space-unknown' })
    await expect(opened.ensureSpace('damaged', 'project')).rejects.toMatchObject({ code: 'store-damaged' })
  }
  await round()
  const before = openFiles()
  for (let i = 0; i < 5; i++) await round()
  expect(openFiles()).toBeLessThan(before + unfreedMax)
})

test('a space is not moved into its own file by way of a link', async () => {
  const home = newHome()
  const { file } = await remember(home, 'alice')
  const link = join(folder, `link${homes}.db`)
  symlinkSync(file, link)
  await using opened = await EngraphHome.open({ home })
  await expect(opened.move('alice', link)).rejects.toMatchObject({ code: 'space-conflict' })
  expect(await textsOf(home, 'alice')).toEqual(['I am alice'])
})

describe('while another process writes', () => {
  /** Remembers one message after the other, says the id of each that was acknowledged, and ends when it is refused. */
  const writer = (home: string, pauseMs: number) => {
    const script = `import { Engraph } from ${JSON.stringify(join(import.meta.dirname, '../dist/index.js'))}
      const memory = await Engraph.open({ home: ${JSON.stringify(home)}, space: 'alice' })
      for (let i = 0; i < ${3000 / pauseMs}; i++) {
        await memory.remember({ session: 'live', messages: [{ id: 'live' + i, text: 'live ' + i, at: ${T0} + i }] })
        process.stdout.write('live' + i + '\\n')
        await new Promise((resolve) => setTimeout(resolve, ${pauseMs}))
      }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
    const acknowledged = () => said.split('\n').filter((id) => id !== '')
    return { acknowledged, ended, complaint: () => complaint }
  }

  test.each([
    ['move', 10],
    ['move', 250],
    ['merge', 10],
    ['merge', 250],
  ] as const)('%s loses nothing that was acknowledged, with %i ms between the messages', async (kind, pauseMs) => {
    const home = newHome()
    const messages = Array.from({ length: 400 }, (_, i) => ({ id: `old${i}`, text: `old ${i}`, at: T0 + i }))
    {
      await using memory = await Engraph.open({ home, space: 'alice' })
      await memory.remember({ session: 'before', messages })
    }
    await remember(home, 'bob')
    const { acknowledged, ended, complaint } = writer(home, pauseMs)
    while (acknowledged().length < 3) await new Promise((resolve) => setTimeout(resolve, 10))
    await using opened = await EngraphHome.open({ home })
    const path = join(folder, `moved-${kind}-${pauseMs}.db`)
    const work = () => (kind === 'move' ? opened.move('alice', path) : opened.merge('alice', 'bob'))
    const refused = await work().then(
      () => null,
      (error: unknown) => error,
    )
    // Either it went between two messages, and the writer was told, or it was refused and nothing moved.
    if (refused) expect(refused).toMatchObject({ code: 'store-locked' })
    await ended
    if (!refused) expect(complaint()).toMatch(/space-unknown|There is no space/u)
    const found = new Set<string>()
    for (const { space } of await opened.spaces()) {
      await using memory = await Engraph.open({ home, space: space!.id, create: false })
      for (const { node } of await memory.timeline({ limit: 10_000 })) found.add(node.id)
    }
    expect(acknowledged().length).toBeGreaterThan(2)
    expect([...messages.map(({ id }) => id), ...acknowledged()].filter((id) => !found.has(id))).toEqual([])
    expect(await failing(home)).toEqual([])
  })
})
