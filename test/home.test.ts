import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Engraph, EngraphHome, type GivenMessage } from '../src/index.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-home-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const T0 = Date.UTC(2026, 4, 3, 10)

let homes = 0
const newHome = () => join(folder, `home${++homes}`)

const say = (id: string, text: string, given: Partial<GivenMessage> = {}): GivenMessage => ({
  id,
  text,
  at: T0,
  ...given,
})

async function remember(
  where: { home: string } | { path: string },
  space: string,
  ...messages: readonly GivenMessage[]
) {
  await using memory = await Engraph.open({ ...where, space, purpose: 'project' })
  return {
    ...(await memory.remember({ session: `session of ${space}`, messages })),
    space: memory.space,
    file: memory.location,
  }
}

async function textsOf(where: { home: string } | { path: string }, space: string): Promise<string[]> {
  await using memory = await Engraph.open({ ...where, space, create: false })
  return (await memory.timeline()).map(({ node }) => node.text)
}

const conflict = { name: 'EngraphError', code: 'space-conflict' }
const unknown = { name: 'EngraphError', code: 'space-unknown' }

describe('a data directory', () => {
  test('is not made by looking at it', async () => {
    const home = newHome()
    await using opened = await EngraphHome.open({ home })
    expect(opened.location).toBe(home)
    expect(await opened.spaces()).toEqual([])
    expect((await opened.doctor()).checks.every(({ isOk }) => isOk)).toBe(true)
    await expect(opened.openSpace('alice')).rejects.toMatchObject(unknown)
    await expect(opened.alias('alice', 'ally')).rejects.toMatchObject(unknown)
    await expect(opened.remove('alice')).rejects.toMatchObject(unknown)
    await expect(opened.merge('alice', 'bob')).rejects.toMatchObject(unknown)
    await expect(opened.move('alice', join(folder, 'moved.db'))).rejects.toMatchObject(unknown)
    await expect(Engraph.open({ home, space: 'alice', create: false })).rejects.toMatchObject(unknown)
    expect(existsSync(home)).toBe(false)
    expect(existsSync(join(folder, 'moved.db'))).toBe(false)
  })

  test('is a file not made by looking at it either', async () => {
    const path = join(folder, 'never.db')
    await using opened = await EngraphHome.open({ path })
    expect(await opened.spaces()).toEqual([])
    await opened.doctor()
    await expect(opened.openSpace('alice')).rejects.toMatchObject(unknown)
    expect(existsSync(path)).toBe(false)
  })

  test('comes from ENGRAPH_HOME when none is given', async () => {
    const home = newHome()
    const before = process.env['ENGRAPH_HOME']
    process.env['ENGRAPH_HOME'] = home
    try {
      await using memory = await Engraph.open({ space: 'alice' })
      expect(memory.location.startsWith(home)).toBe(true)
    } finally {
      if (before === undefined) delete process.env['ENGRAPH_HOME']
      else process.env['ENGRAPH_HOME'] = before
    }
  })

  test.skipIf(process.platform === 'win32')('is for nobody else to read', async () => {
    const home = newHome()
    await remember({ home }, 'alice', say('1', 'hello'))
    const modeOf = (path: string) => statSync(path).mode & 0o777
    expect(modeOf(home)).toBe(0o700)
    for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
      const path = join(home, name)
      expect([name, modeOf(path)]).toEqual([name, statSync(path).isDirectory() ? 0o700 : 0o600])
    }
  })

  test('has a file for each space, found by every alias and by its id', async () => {
    const home = newHome()
    const alice = await remember({ home }, 'alice', say('1', 'I am Alice'))
    const bob = await remember({ home }, 'bob', say('1', 'I am Bob'))
    expect(alice.file).not.toBe(bob.file)
    await using opened = await EngraphHome.open({ home })
    const spaces = await opened.spaces()
    expect(spaces.map(({ space, file }) => [space?.id, space?.aliases, file])).toEqual([
      [alice.space.id, ['alice'], alice.file],
      [bob.space.id, ['bob'], bob.file],
    ])
    const aliased = await opened.alias('alice', 'git@example.org:alice/app')
    expect(aliased).toMatchObject({ id: alice.space.id, aliases: ['alice', 'git@example.org:alice/app'] })
    await opened.alias('git@example.org:alice/app', 'third')
    for (const name of ['alice', ' alice ', 'git@example.org:alice/app', 'third', alice.space.id]) {
      expect(await textsOf({ home }, name)).toEqual(['I am Alice'])
    }
    await expect(opened.alias('alice', 'bob')).rejects.toMatchObject(conflict)
    await expect(opened.alias('alice', ' ')).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await textsOf({ home }, 'bob')).toEqual(['I am Bob'])
  })
})

describe('removing a space', () => {
  test('removes its file and its names, and leaves the others', async () => {
    const home = newHome()
    const alice = await remember({ home }, 'alice', say('1', 'I am Alice'))
    await remember({ home }, 'bob', say('1', 'I am Bob'))
    await using opened = await EngraphHome.open({ home })
    await opened.alias('alice', 'ally')
    await opened.remove('ally')
    for (const ending of ['', '-wal', '-shm']) expect(existsSync(alice.file + ending)).toBe(false)
    for (const name of ['alice', 'ally', alice.space.id]) {
      await expect(opened.openSpace(name)).rejects.toMatchObject(unknown)
    }
    expect((await opened.spaces()).map(({ space }) => space?.aliases)).toEqual([['bob']])
    const again = await remember({ home }, 'alice', say('1', 'Another Alice'))
    expect(again.space.id).not.toBe(alice.space.id)
    expect(await textsOf({ home }, 'alice')).toEqual(['Another Alice'])
  })

  test('of a shared file leaves no byte of it', async () => {
    const path = join(folder, 'shared-removed.db')
    await remember({ path }, 'alice', say('1', 'The wolverine sleeps', { speaker: 'Zebedee' }))
    await remember({ path }, 'bob', say('1', 'I am Bob'))
    await using opened = await EngraphHome.open({ path })
    await opened.remove('alice')
    const words = ['wolverine', 'wolverin', 'Zebedee', 'session of alice']
    for (const ending of ['', '-wal', '-shm']) {
      const bytes = existsSync(path + ending) ? readFileSync(path + ending) : Buffer.alloc(0)
      expect(words.filter((word) => bytes.includes(word))).toEqual([])
    }
    expect(await textsOf({ path }, 'bob')).toEqual(['I am Bob'])
    await expect(Engraph.open({ path, space: 'alice', create: false })).rejects.toMatchObject(unknown)
  })
})

describe.each(['a data directory', 'a single file'])('merging in %s', (kind) => {
  const newPlace = () => (kind === 'a single file' ? { path: `${newHome()}.db` } : { home: newHome() })

  test('remembers all records in the other space, which takes over the names', async () => {
    const where = newPlace()
    await remember(
      where,
      'alice',
      say('a', 'from Alice', { speaker: 'Ana', branch: 'main' }),
      say('same', 'known to both'),
    )
    const bob = await remember(where, 'bob', say('b', 'from Bob', { at: T0 + 1 }))
    await using opened = await EngraphHome.open(where)
    await opened.alias('alice', 'ally')
    expect(await opened.merge('alice', 'bob')).toMatchObject({ remembered: 2 })
    expect((await opened.spaces()).map(({ space }) => space?.id)).toEqual([bob.space.id])
    for (const name of ['alice', 'ally', 'bob']) {
      expect((await textsOf(where, name)).sort()).toEqual(['from Alice', 'from Bob', 'known to both'])
    }
    await using memory = await Engraph.open({ ...where, space: 'ally', create: false })
    expect(memory.space).toMatchObject({ id: bob.space.id, purpose: 'project', aliases: ['bob', 'alice', 'ally'] })
    expect((await memory.show('a'))?.node).toMatchObject({
      speaker: 'Ana',
      session: 'session of alice',
      body: { branch: 'main' },
    })
    expect((await memory.recall('What came from Alice?')).items[0]?.node).toBe('a')
    await expect(opened.merge('alice', 'bob')).rejects.toMatchObject(conflict)
  })

  test('keeps both of two records that bear the same id and differ', async () => {
    const where = newPlace()
    await remember(where, 'alice', say('1', 'Alice says yes', { at: T0 + 5 }), say('2', 'in both, alike'))
    await remember(where, 'bob', say('1', 'Bob says no'))
    await using opened = await EngraphHome.open(where)
    expect(await opened.merge('alice', 'bob')).toMatchObject({ remembered: 2 })
    await using memory = await Engraph.open({ ...where, space: 'bob', create: false })
    expect((await memory.show('1'))?.node.text).toBe('Bob says no')
    expect((await memory.timeline()).map(({ node }) => node.text).sort()).toEqual([
      'Alice says yes',
      'Bob says no',
      'in both, alike',
    ])
  })

  test('keeps both of two records that bear the same id and say the same at different times', async () => {
    const where = newPlace()
    await remember(where, 'alice', say('1', 'yes, please do'))
    await remember(where, 'bob', say('1', 'yes, please do', { at: T0 + 86_400_000 }))
    await using opened = await EngraphHome.open(where)
    await opened.merge('alice', 'bob')
    await using memory = await Engraph.open({ ...where, space: 'bob', create: false })
    expect((await memory.timeline()).map(({ node }) => node.session)).toEqual(['session of alice', 'session of bob'])
  })

  test('carries what was forgotten along as forgotten', async () => {
    const where = newPlace()
    const gone = say('gone', 'a secret')
    const { ids } = await remember(where, 'alice', gone, say('a', 'no secret'), { text: 'own secret', at: T0 })
    await remember(where, 'bob', say('b', 'from Bob'))
    {
      await using memory = await Engraph.open({ ...where, space: 'alice' })
      await memory.forget({ ids: ['gone', ids[2]!] })
    }
    await using opened = await EngraphHome.open(where)
    await opened.merge('alice', 'bob')
    await using memory = await Engraph.open({ ...where, space: 'bob', create: false })
    expect((await memory.stats()).forgotten).toBe(2)
    const again = await memory.remember({
      session: 'session of alice',
      messages: [gone, { text: 'own secret', at: T0 }],
    })
    expect(again).toMatchObject({ ids: [null, null], remembered: 0 })
    expect(again.problems.map(({ kind }) => kind)).toEqual(['forgotten', 'forgotten'])
  })

  test('brings nothing back that the other space forgot', async () => {
    const where = newPlace()
    await remember(where, 'alice', say('x', 'a secret'), say('a', 'no secret'))
    await remember(where, 'bob', say('x', 'a secret'), say('b', 'from Bob'))
    {
      await using memory = await Engraph.open({ ...where, space: 'bob' })
      await memory.forget({ ids: ['x'] })
    }
    await using opened = await EngraphHome.open(where)
    await opened.merge('alice', 'bob')
    expect((await textsOf(where, 'bob')).sort()).toEqual(['from Bob', 'no secret'])
  })
})

describe('moving a space', () => {
  const copied = async (where: { home: string } | { path: string }, space: string) => {
    await using memory = await Engraph.open({ ...where, space, create: false })
    return {
      space: memory.space,
      timeline: await memory.timeline({ kinds: ['message', 'event'] }),
      stats: await memory.stats(),
    }
  }

  test('takes everything to the other file, and it is found as before', async () => {
    const home = newHome()
    const { file } = await remember({ home }, 'alice', say('1', 'one'), { text: 'two', at: T0 + 1 }, say('3', 'three'))
    {
      await using memory = await Engraph.open({ home, space: 'alice' })
      await memory.forget({ ids: ['3'] })
    }
    await using opened = await EngraphHome.open({ home })
    await opened.alias('alice', 'ally')
    const before = await copied({ home }, 'alice')
    const path = join(folder, 'deep', 'er', 'moved.db')
    const moved = await opened.move('ally', path)
    expect(moved).toEqual(before.space)
    expect(existsSync(file)).toBe(false)
    expect((await opened.spaces()).map(({ file: now }) => now)).toEqual([path])
    expect(await copied({ home }, 'alice')).toEqual(before)
    expect(await copied({ home }, before.space.id)).toEqual(before)
    expect(await copied({ path }, 'ally')).toEqual(before)
    await expect(opened.move('alice', path)).rejects.toMatchObject(conflict)
    await opened.move('alice', join(home, 'spaces', 'back.db'))
    expect(await copied({ home }, 'alice')).toEqual(before)
    expect(statSync(join(home, 'spaces', 'back.db')).mode & 0o077).toBe(0)
    await opened.remove('alice')
    await expect(opened.openSpace('alice')).rejects.toMatchObject(unknown)
  })

  test('leaves every record its id, also where an equal one was forgotten', async () => {
    const home = newHome()
    const yes = { text: 'yes indeed', at: T0 }
    const { ids } = await remember({ home }, 'alice', yes, yes)
    {
      await using memory = await Engraph.open({ home, space: 'alice' })
      await memory.forget({ ids: [ids[0]!] })
    }
    await using opened = await EngraphHome.open({ home })
    await opened.move('alice', join(newHome(), 'moved.db'))
    await using memory = await Engraph.open({ home, space: 'alice' })
    expect((await memory.timeline()).map(({ node }) => node.id)).toEqual([ids[1]])
    const again = await memory.remember({ session: 'session of alice', messages: [yes, yes] })
    expect(again).toMatchObject({ ids: [null, ids[1]], remembered: 0, duplicates: 1 })
  })

  test('that died half-way is completed by giving it again', async () => {
    const home = newHome()
    const { space } = await remember({ home }, 'alice', say('1', 'one'), say('2', 'two', { at: T0 + 1 }))
    const before = await copied({ home }, 'alice')
    const path = join(folder, 'half-moved.db')
    // The target as the death of a process leaves it: the space is there, its records are not yet.
    const store = openSqliteStore(path)
    await store.ensureSpace({ alias: 'alice', purpose: 'project', at: space.createdAt, id: space.id })
    await store.close()
    await using opened = await EngraphHome.open({ home })
    await opened.move('alice', path)
    expect(await copied({ home }, 'alice')).toEqual(before)
    expect((await opened.spaces()).map(({ file }) => file)).toEqual([path])
  })

  test('into a file where its name leads to another space is refused, and nothing is lost', async () => {
    const home = newHome()
    const path = join(folder, 'occupied.db')
    await remember({ home }, 'alice', say('1', 'the one'))
    await remember({ path }, 'alice', say('2', 'the other'))
    await using opened = await EngraphHome.open({ home })
    await expect(opened.move('alice', path)).rejects.toMatchObject(conflict)
    expect(await textsOf({ home }, 'alice')).toEqual(['the one'])
    expect(await textsOf({ path }, 'alice')).toEqual(['the other'])
  })

  test('into a file that is damaged or foreign is refused, and nothing is lost', async () => {
    const home = newHome()
    await remember({ home }, 'alice', say('1', 'the one'))
    const path = join(folder, 'diary.txt')
    writeFileSync(path, 'Dear diary')
    await using opened = await EngraphHome.open({ home })
    await expect(opened.move('alice', path)).rejects.toMatchObject({ name: 'EngraphError', code: 'store-damaged' })
    expect(readFileSync(path, 'utf8')).toBe('Dear diary')
    expect(await textsOf({ home }, 'alice')).toEqual(['the one'])
  })
})

describe('the doctor', () => {
  const failing = async (options: Parameters<typeof EngraphHome.open>[0]) => {
    await using opened = await EngraphHome.open(options)
    const { checks } = await opened.doctor()
    expect(checks.length).toBeGreaterThan(1)
    return checks.filter(({ isOk }) => !isOk)
  }

  test('finds nothing where all is well', async () => {
    const home = newHome()
    await remember({ home }, 'alice', say('1', 'hello'))
    expect(await failing({ home })).toEqual([])
    await using opened = await EngraphHome.open({ home })
    expect((await opened.doctor()).checks.some(({ detail }) => detail.includes('alice'))).toBe(true)
  })

  test('names the database that is damaged, and goes on', async () => {
    const home = newHome()
    const { file } = await remember({ home }, 'alice', say('1', 'hello'))
    await remember({ home }, 'bob', say('1', 'hello'))
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
    writeFileSync(file, 'garbage '.repeat(1000))
    const found = await failing({ home })
    expect(found).toHaveLength(1)
    expect(found[0]?.name).toContain(file.slice(home.length + 1))
    expect(found[0]?.detail).toMatch(/damaged/u)
    expect(await textsOf({ home }, 'bob')).toEqual(['hello'])
  })

  test('says that the catalogue is damaged, and so does who needs it', async () => {
    const home = newHome()
    await remember({ home }, 'alice', say('1', 'hello'))
    writeFileSync(join(home, 'catalogue.db'), 'garbage '.repeat(1000))
    await expect(Engraph.open({ home, space: 'alice' })).rejects.toMatchObject({
      name: 'EngraphError',
      code: 'store-damaged',
    })
    expect(await failing({ home })).toMatchObject([{ detail: expect.stringMatching(/damaged/u) }])
  })

  test.skipIf(process.platform === 'win32')('notices that others can read the directory', async () => {
    const home = newHome()
    mkdirSync(home, { mode: 0o755 })
    expect(await failing({ home })).toMatchObject([{ name: 'permissions' }])
  })

  test('looks at a single file, and at what is none', async () => {
    const path = join(folder, 'single.db')
    await remember({ path }, 'alice', say('1', 'hello'))
    expect(await failing({ path })).toEqual([])
    expect(await failing({ path: folder })).not.toEqual([])
  })
})

test('a place where nothing can be made is refused by name', async () => {
  const file = join(folder, 'plain')
  writeFileSync(file, 'plain')
  const refused = { name: 'EngraphError', code: 'store-unreadable' }
  await expect(Engraph.open({ path: join(file, 'x.db'), space: 'alice' })).rejects.toMatchObject(refused)
  await expect(Engraph.open({ home: file, space: 'alice' })).rejects.toMatchObject(refused)
  expect(readFileSync(file, 'utf8')).toBe('plain')
})
