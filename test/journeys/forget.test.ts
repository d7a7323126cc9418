import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Engraph, type GivenMessage } from '../../src/index.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'engraph-forget-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const T0 = Date.UTC(2026, 4, 3, 10)
const MINUTE = 60_000

let files = 0

async function openMemory(): Promise<Engraph> {
  return Engraph.open({ path: join(folder, `${++files}.db`), space: 'alice' })
}

/** Which of the words stand in the database, its log or its shared memory, as UTF-8 or, if too long to be chance, as UTF-16. */
function foundIn(path: string, words: readonly string[]): string[] {
  const bytes = ['', '-wal', '-shm', '-journal']
    .filter((ending) => existsSync(path + ending))
    .map((ending) => readFileSync(path + ending))
  const stands = (word: string | Buffer) => bytes.some((file) => file.includes(word))
  return words.filter((word) => stands(word) || (word.length > 3 && stands(Buffer.from(word, 'utf16le'))))
}

const plain = (count: number, from = 0): GivenMessage[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `m${from + i}`,
    speaker: i % 2 ? 'Ana' : 'Ben',
    text: `remark number${from + i} about the garden and its apple trees`,
    at: T0 + (from + i) * MINUTE,
  }))

/** Everything that can be seen of the graph of a session. */
async function graphOf(memory: Engraph, session: string) {
  const messages = []
  for (const { node, event } of await memory.timeline({ session, limit: 10_000 })) {
    const { neighbours } = (await memory.show(node.id))!
    const edges = neighbours.map(({ edge }) => `${edge.kind} ${edge.from} ${edge.to}`)
    messages.push({ node, event, edges: edges.sort() })
  }
  const events = (await memory.timeline({ session, kinds: ['event'], limit: 10_000 })).map(({ node }) => node)
  return { messages, events: events.sort((a, b) => (a.id < b.id ? -1 : 1)) }
}

/** What was forgotten must leave the graph that the others would have made alone. */
async function expectRewoven(
  memory: Engraph,
  given: readonly { session: string; messages: readonly GivenMessage[] }[],
) {
  await using fresh = await Engraph.open({ path: ':memory:', space: 'alice' })
  for (const { session, messages } of given) {
    await fresh.remember({ session, messages })
    expect(await graphOf(memory, session)).toEqual(await graphOf(fresh, session))
  }
  const { forgotten: _, ...stats } = await memory.stats()
  const { forgotten: __, ...expected } = await fresh.stats()
  expect(stats).toEqual(expected)
}

test('a whole session is forgotten without a trace but its tombstones', async () => {
  const memory = await openMemory()
  const secret: GivenMessage[] = [
    { id: 'x1', speaker: 'Xanthippe', text: 'Our zebrafish aquarium has a quokka inside', at: T0 },
    { id: 'x2', speaker: 'Xanthippe', text: '麒麟臂的纹身在左边', at: T0 + MINUTE },
  ]
  await memory.remember({ session: 'garden', messages: plain(30) })
  await memory.remember({ session: 'zanzibar-session', messages: secret })
  const words = ['zebrafish', 'aquarium', 'quokka', '麒麟', '纹身', 'Xanthippe', 'xanthipp', 'zanzibar', 'Our zebra']
  expect(foundIn(memory.location, words)).toEqual(
    expect.arrayContaining(['zebrafish', '麒麟', 'Xanthippe', 'zanzibar']),
  )
  const outcome = await memory.forget({ session: 'zanzibar-session' })
  expect(outcome).toMatchObject({ ids: ['x1', 'x2'], isDryRun: false })
  expect(foundIn(memory.location, words)).toEqual([])
  await expectRewoven(memory, [{ session: 'garden', messages: plain(30) }])
  expect((await memory.recall('zebrafish quokka aquarium')).outcome).toBe('nothing-found')
  expect((await memory.recall('Where is Xanthippe?')).plan.speakers).toEqual([])
  await memory.close()
  expect(foundIn(memory.location, words)).toEqual([])
})

test('a dry run says what would go and changes nothing', async () => {
  const memory = await openMemory()
  await memory.remember({ session: 's', messages: plain(30) })
  const before = await graphOf(memory, 's')
  for (const selector of [
    { session: 's' },
    { ids: ['m1', 'm2'] },
    { query: 'number7' },
    { since: T0 + 5 * MINUTE, until: T0 + 7 * MINUTE },
  ]) {
    const outcome = await memory.forget(selector, { dryRun: true })
    expect(outcome.isDryRun).toBe(true)
    expect(outcome.ids.length).toBeGreaterThan(0)
    expect(outcome.nodes.map(({ id }) => id)).toEqual(outcome.ids)
  }
  expect(await graphOf(memory, 's')).toEqual(before)
  expect((await memory.stats()).forgotten).toBe(0)
  await memory.close()
})

test.each<[string, Parameters<Engraph['forget']>[0], readonly number[]]>([
  ['id', { ids: ['m4', 'unheard of'] }, [4]],
  ['several ids', { ids: ['m9', 'm4', 'm5'] }, [4, 5, 9]],
  ['the id of the first', { ids: ['m0'] }, [0]],
  ['the id of the last', { ids: ['m29'] }, [29]],
  ['a word', { query: 'number12' }, [12]],
  ['a word in another form', { query: 'remarks number3' }, [3]],
  ['date, the end excluded', { since: T0 + 3 * MINUTE, until: T0 + 6 * MINUTE }, [3, 4, 5]],
  ['an open date', { until: new Date(T0 + 2 * MINUTE).toISOString() }, [0, 1]],
  ['several conditions at once', { session: 's', query: 'apple trees', since: T0 + 28 * MINUTE }, [28, 29]],
  ['ids within a session and a date', { session: 's', ids: ['m3', 'm20'], until: T0 + 10 * MINUTE }, [3]],
  ['ids whose text holds the words', { ids: ['m3', 'm20'], query: 'number20' }, [20]],
  ['a session that does not hold it', { session: 'other', ids: ['m3'] }, []],
  ['a word that nobody said', { query: 'number12 hippopotamus' }, []],
])('forgetting by %s takes what it says and leaves the graph of the others', async (_, selector, gone) => {
  const memory = await openMemory()
  await memory.remember({ session: 's', messages: plain(30) })
  const outcome = await memory.forget(selector)
  expect([...outcome.ids].sort()).toEqual(gone.map((i) => `m${i}`).sort())
  const left = plain(30).filter((_message, i) => !gone.includes(i))
  await expectRewoven(memory, [{ session: 's', messages: left }])
  const expected = gone.map((i) => `number${i}`)
  expect(
    foundIn(
      memory.location,
      expected.filter((word) => !left.some(({ text }) => text.includes(word))),
    ),
  ).toEqual([])
  await memory.close()
})

test('an id that is named twice is forgotten once, and so is what stands behind it', async () => {
  const memory = await openMemory()
  const messages = [...plain(5), ...plain(5, 100)]
  await memory.remember({ session: 's', messages })
  // m100 opens an event, since it comes after a long pause.
  const outcome = await memory.forget({ ids: ['m1', 'm1', 'm1', 'm100'] })
  expect(outcome.ids).toEqual(['m1', 'm100'])
  await expectRewoven(memory, [{ session: 's', messages: messages.filter(({ id }) => id !== 'm1' && id !== 'm100') }])
  expect(foundIn(memory.location, ['number100'])).toEqual([])
  await memory.close()
})

test('forgetting by nothing, by no word or by no date is refused', async () => {
  const memory = await openMemory()
  await memory.remember({ session: 's', messages: plain(3) })
  const refused = { name: 'EngraphError', code: 'invalid-input' }
  await expect(memory.forget({})).rejects.toMatchObject(refused)
  await expect(memory.forget({ query: '...' })).rejects.toMatchObject(refused)
  await expect(memory.forget({ since: 'yesterday-ish' })).rejects.toMatchObject(refused)
  expect((await memory.forget({ ids: [] })).ids).toEqual([])
  expect((await memory.stats()).nodes.message).toBe(3)
  await memory.close()
})

test('no byte of a forgotten text, speaker or label stays, and the others stay whole', async () => {
  const memory = await openMemory()
  const long = Array.from({ length: 1400 }, (_, i) => `zyx${i.toString(36)}qv`).join(' ')
  const chinese = '昨天我们在敦煌看了壁画，导游名叫澹台明镜。'.repeat(80)
  const opening: GivenMessage = {
    id: 'opener',
    speaker: 'Wilhelmina',
    text: 'Kilimanjaro expedition planning: porters, crampons and altitude medicine',
    at: T0 + 300 * MINUTE,
  }
  expect(long.length).toBeGreaterThan(10_000)
  const secrets: GivenMessage[] = [
    opening,
    { id: 'long', speaker: 'Wilhelmina', text: long + long.toUpperCase(), at: T0 + 301 * MINUTE },
    { id: 'zh', speaker: '澹台明镜', text: chinese, at: T0 + 302 * MINUTE },
  ]
  const others = [...plain(3000), ...plain(20, 303)].map((message, i) => ({ ...message, id: `o${i}` }))
  // More than stays fresh, so that the texts are in every stage of the index; the last are fresh.
  await memory.remember({ session: 's', messages: others.slice(0, 3000) })
  await memory.remember({ session: 's', messages: secrets })
  await memory.remember({ session: 's', messages: others.slice(3000) })
  await memory.recall('Kilimanjaro crampons 敦煌')
  const terms = [
    ...[
      'Kilimanjaro',
      'kilimanjaro',
      'expedition',
      'expedit',
      'crampon',
      'altitud',
      'medicin',
      'Wilhelmina',
      'wilhelmina',
    ],
    ...['敦煌', '壁画', '导游', '澹台', '明镜', 'zyx0qv', 'zyx7qv', 'zyx12qv', 'ZYX7QV', 'zyx12b', 'zyx'],
  ]
  expect(foundIn(memory.location, terms).length).toBeGreaterThan(terms.length / 2)
  const found = await memory.forget({ query: 'zyx7qv' })
  expect(found.ids).toEqual(['long'])
  expect((await memory.forget({ ids: ['opener', 'zh'] })).ids).toEqual(['opener', 'zh'])
  expect(foundIn(memory.location, terms)).toEqual([])

  await expectRewoven(memory, [{ session: 's', messages: others }])
  expect((await memory.recall('apple trees number2999')).items[0]?.node).toBe('o2999')
  const store = openSqliteStore(memory.location)
  expect(await store.integrity()).toEqual([])
  await store.close()

  // Giving it again does not bring it back.
  const again = await memory.remember({ session: 's', messages: secrets })
  expect(again).toMatchObject({ ids: [null, null, null], remembered: 0, duplicates: 0 })
  expect(again.problems.map(({ index, kind }) => ({ index, kind }))).toEqual(
    [0, 1, 2].map((index) => ({ index, kind: 'forgotten' })),
  )
  expect(foundIn(memory.location, terms)).toEqual([])
  await memory.close()
  expect(foundIn(memory.location, terms)).toEqual([])
})

test('no byte of a forgotten name stays where others call the same thing otherwise, nor of a time or an alias key', async () => {
  const memory = await openMemory()
  const secrets: GivenMessage[] = [
    { id: 'x1', text: 'XANTHOS-DB, QUAGGA-BASE and 張偉 met on src/zyzzyva/plan.ts on 7 July 1987', at: T0 - MINUTE },
    { id: 'x2', text: 'DOCKER and the Zanzibar Museum of Modern Art', at: T0 - MINUTE },
  ]
  const others: GivenMessage[] = [
    { id: 'o1', text: 'Docker is slow, said 张伟', at: T0 },
    { id: 'o2', text: 'docker again', at: T0 + MINUTE },
  ]
  await memory.remember({ session: 's', messages: [...others, ...secrets] })
  const words = ['XANTHOS', 'QUAGGA', '張偉', 'zyzzyva', 'DOCKER', 'Zanzibar', 'zanzibar', '@1987-07-07', '@1987']
  expect(foundIn(memory.location, words)).toEqual(
    expect.arrayContaining(['張偉', 'zyzzyva', 'DOCKER', 'Zanzibar', '@1987']),
  )
  const called = async (id: string) =>
    (await memory.show(id))!.neighbours
      .filter(({ edge }) => edge.kind === 'MENTIONS')
      .map(({ node }) => node.text)
      .sort()
  expect(await called('o1')).toEqual(['DOCKER', '張偉'])
  await memory.forget({ ids: ['x1', 'x2'] })
  expect(foundIn(memory.location, words)).toEqual([])
  expect(await called('o1')).toEqual(['Docker', '张伟'])
  await expectRewoven(memory, [{ session: 's', messages: others }])
  await memory.forget({ ids: ['o1'] })
  expect(foundIn(memory.location, ['Docker', '张伟'])).toEqual([])
  expect(await called('o2')).toEqual(['docker'])
  await memory.close()
  expect(foundIn(memory.location, [...words, 'Docker', '张伟'])).toEqual([])
})

test('ids of ours stay forgotten too, each for itself', async () => {
  const memory = await openMemory()
  const messages = [
    { text: 'yes indeed, gladly', at: T0 },
    { text: 'yes indeed, gladly', at: T0 },
    { text: 'no thanks', at: T0 + 1 },
  ]
  const { ids } = await memory.remember({ session: 's', messages })
  await memory.forget({ ids: [ids[1]!] })
  const again = await memory.remember({ session: 's', messages })
  expect(again).toMatchObject({ ids: [ids[0], null, ids[2]], remembered: 0, duplicates: 2 })
  expect(again.problems).toMatchObject([{ index: 1, kind: 'forgotten' }])
  expect((await memory.stats()).nodes.message).toBe(2)
  await memory.close()
})

test('event after event can be forgotten, whole or in part, across pauses and changes of subject', async () => {
  const subjects = [
    'the tomato seedlings in the greenhouse need water, compost and warm evening light',
    'quarterly invoices, overdue payments, ledger balances and the tax adviser called again',
    'violin rehearsal, concert programme, brahms sonata tempo and the cracked rosin box',
  ]
  const messages = Array.from({ length: 150 }, (_, i) => ({
    id: `m${i}`,
    text: `${subjects[Math.floor(i / 9) % 3]} note${i}`,
    at: T0 + i * MINUTE + Math.floor(i / 25) * 60 * MINUTE,
  }))
  const memory = await openMemory()
  await memory.remember({ session: 's', messages })
  let left = messages
  const step = async (isGone: (i: number) => boolean) => {
    const gone = left.filter((_, i) => isGone(i))
    await memory.forget({ ids: gone.map(({ id }) => id) })
    left = left.filter((_, i) => !isGone(i))
    await expectRewoven(memory, [{ session: 's', messages: left }])
  }
  await step((i) => i % 9 === 0)
  await step((i) => i % 2 === 1)
  await step((i) => i < 5)
  await step((i) => i > 10 && i < 30)
  await step((i) => i !== 3 && i !== 7)
  await step(() => true)
  expect((await memory.stats()).nodes).toEqual({})
  await memory.close()
})
