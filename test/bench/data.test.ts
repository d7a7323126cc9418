import { describe, expect, test } from 'vitest'
import { readBenchData, readNoise } from '../../bench/recall/data.ts'
import { dataFile, SAMPLE } from './sample.ts'

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 10))

const spaceWith = (docs: readonly object[], questions: readonly object[] = []) => [{ id: 'a', docs, questions }]
const plainDoc = { id: 'd', session: 's', speaker: 'Ana', text: 'hello', date: '' }

describe('a data file', () => {
  test('gives spaces, and the hash of its bytes', async () => {
    const { spaces, sha256 } = await readBenchData(dataFile(SAMPLE))
    expect(spaces.map((space) => [space.id, space.docs.length, space.questions.length, space.problems])).toEqual([
      ['garden', 4, 4, []],
      ['茶馆', 3, 2, []],
    ])
    expect(sha256).toMatch(/^[0-9a-f]{64}$/u)
  })

  test('a document without a date has that of the one before it, or of the first that has one', async () => {
    const docs = ['', '2026-03-09', '', '2026-04-01', ''].map((date, place) => ({ ...plainDoc, id: `d${place}`, date }))
    const { spaces } = await readBenchData(dataFile(spaceWith(docs)))
    const [march, april] = ['2026-03-09', '2026-04-01']
    expect(spaces[0]!.docs.map((doc) => iso(doc.at))).toEqual([march, march, march, april, april])
  })

  test('a date that is not understood is listed and inherited, and none at all is null', async () => {
    const docs = [{ ...plainDoc, date: 'the day after' }]
    const { spaces } = await readBenchData(dataFile(spaceWith(docs)))
    expect(spaces[0]!.docs[0]!.at).toBeNull()
    expect(spaces[0]!.problems).toEqual(['a: the date "the day after" of document d is not understood.'])
  })

  test('a document without words is left out', async () => {
    const { spaces } = await readBenchData(dataFile(spaceWith([{ ...plainDoc, text: ' \n' }])))
    expect(spaces[0]!.docs).toEqual([])
  })

  test.each([
    ['left out', {}, null],
    ['null', { answer: null }, null],
    ['without words', { answer: ' ' }, null],
    ['a text', { answer: ' 8 bolts ' }, '8 bolts'],
    ['a number', { answer: 8 }, '8'],
  ])('an answer may be %s', async (_, given, expected) => {
    const asked = { id: 'q', question: 'q', category: 'c', gold: ['d'], ...given }
    const { spaces } = await readBenchData(dataFile(spaceWith([plainDoc], [asked])))
    expect(spaces[0]!.questions[0]!.answer).toBe(expected)
  })

  test('ids and categories may be numbers', async () => {
    const asked = { id: 7, question: 'q', category: 2, gold: [1] }
    const { spaces } = await readBenchData(dataFile(spaceWith([{ ...plainDoc, id: 1 }], [asked])))
    expect(spaces[0]!.docs[0]!.id).toBe('1')
    expect(spaces[0]!.questions[0]).toMatchObject({ id: '7', category: '2', gold: ['1'] })
  })

  test.each([
    ['no JSON', '[{', /is not JSON/u],
    ['not a list', { id: 'a' }, /\$ is not a list/u],
    ['an empty list', [], /at least one space/u],
    ['no documents', [{ id: 'a', questions: [] }], /\$\[0\]\.docs is not a list/u],
    ['a text that is none', spaceWith([{ ...plainDoc, text: null }]), /\$\[0\]\.docs\[0\]\.text is not a string/u],
    [
      'gold that is no list',
      spaceWith([], [{ id: 'q', question: 'q', category: 'c', gold: 'd' }]),
      /gold is not a list/u,
    ],
    [
      'an answer that is no text',
      spaceWith([], [{ id: 'q', question: 'q', category: 'c', answer: ['d'] }]),
      /questions\[0\]\.answer is not a string/u,
    ],
    ['a repeated document id', spaceWith([plainDoc, plainDoc]), /docs\[1\]\.id repeats "d" of \[0\]/u],
    ['a repeated space id', [...spaceWith([]), ...spaceWith([])], /\$\[1\]\.id repeats "a"/u],
  ])('with %s is refused, and the place is named', async (_, content, message) => {
    const reading = readBenchData(dataFile(content))
    await expect(reading).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringMatching(message) })
  })

  test('that does not exist is refused', async () => {
    await expect(readBenchData('/nowhere/data.json')).rejects.toMatchObject({ code: 'invalid-input' })
  })
})

describe('a built-in set', () => {
  test.each(['set:long-topic', 'set:switching', 'set:facts', 'set:paraphrase', 'set:oblique'])(
    '%s is read as a file is',
    async (name) => {
      const set = await readBenchData(name)
      expect(set).toMatchObject({ name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) })
      expect(set.spaces.flatMap(({ problems }) => problems)).toEqual([])
      expect((await readBenchData(name)).sha256).toBe(set.sha256)
    },
  )

  test.each(['set:', 'set:nothing', 'set:toString'])('%s is refused, and those that exist are named', async (name) => {
    await expect(readBenchData(name)).rejects.toMatchObject({
      code: 'invalid-input',
      hint: expect.stringContaining('set:long-topic, set:switching, set:facts, set:paraphrase, set:oblique'),
    })
  })
})

describe('a noise file', () => {
  test('is a list of utterances', async () => {
    const noise = await readNoise(dataFile(['好的', ' ', 'see you'], 'noise.json'))
    expect(noise).toMatchObject({ file: 'noise.json', texts: ['好的', 'see you'] })
  })

  test('with anything else is refused', async () => {
    await expect(readNoise(dataFile([{ text: 'x' }]))).rejects.toMatchObject({ code: 'invalid-input' })
  })
})
