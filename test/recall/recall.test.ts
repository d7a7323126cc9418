import { describe, expect, test } from 'vitest'
import { Engraph } from '../../src/engraph.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 2, 2, 9)

/** A conversation in lines `id day speaker: text`; each day is a session. */
async function remembering(talk: string): Promise<Engraph> {
  const memory = await Engraph.open({ path: ':memory:', space: 'alice' })
  const lines = talk
    .trim()
    .split('\n')
    .map((line) => /^\s*(\S+) (\d+) (\S+): (.+)$/u.exec(line)!)
  for (const day of new Set(lines.map(([, , number]) => number))) {
    const messages = lines
      .filter(([, , number]) => number === day)
      .map(([, id, , speaker, text], i) => ({
        id: id!,
        speaker: speaker!,
        text: text!,
        at: START + Number(day) * DAY + i * 60_000,
      }))
    await memory.remember({ session: `day ${day}`, messages })
  }
  return memory
}

const TALK = `
  a1 0 Ana: The staging cluster moves to Frankfurt next month.
  a2 0 Tom: Who pays for the new load balancer?
  a3 0 Ana: The platform budget covers the load balancer, about 400 euros.
  b1 2 Tom: I will be in Lisbon from the tenth.
  b2 2 Ana: Enjoy the sea, and leave the laptop at home.
  c1 9 小林: 登录接口改到 POST /api/v2/login 了。
  c2 9 Ana: 令牌的有效期是多久？
  c3 9 小林: 令牌十五分钟过期，刷新令牌三十天。
  d1 40 user: My sister Mia adopted a grey cat called Pixel.
  d2 40 assistant: Cats such as grey ones sleep up to sixteen hours a day.
  d3 40 user: She feeds her at seven.
`

async function checkRecall(question: string, expected: string, options = {}): Promise<void> {
  await using memory = await remembering(TALK)
  const { items } = await memory.recall(question, options)
  expect(items[0]?.node).toBe(expected)
}

describe('the best answer', () => {
  test.each([
    ['is the message that says it', 'Where does the staging cluster move?', 'a1'],
    ['tells before it asks', 'Who pays for the load balancer?', 'a3'],
    ['in Chinese tells before it asks', '令牌的有效期是多久？', 'c3'],
    ['is found by a part of a path', 'login', 'c1'],
    ['is found by the whole of a path', '/api/v2/login', 'c1'],
    ['is found from traditional characters', '登錄接口', 'c1'],
    ['is by the one speaker who is named', 'What did Tom say about Lisbon?', 'b1'],
    ['is of the one who asks, when the question is about them', 'What is my grey cat called?', 'd1'],
    ['is of the other side, when the question is about that', 'How long did you say that cats sleep?', 'd2'],
    ['is by who is named, when no word is left to search for', 'What did Tom say?', 'b1'],
    ['is of the day that is named, when no word is left to search for', 'What happened on 11 March 2026?', 'c1'],
    ['is of the day that is named in Chinese', '3月4号说了什么', 'b1'],
  ])('%s', (_, question, expected) => checkRecall(question, expected))

  test('has neighbours that say the words, when it says none itself', async () => {
    await using memory = await remembering(TALK)
    const { items } = await memory.recall('When is Pixel the cat fed?')
    expect(items.map(({ node }) => node)).toContain('d3')
  })

  test('is asked about the context when the question says nothing', () =>
    checkRecall('And then?', 'b1', { context: ['We talked of Lisbon.'] }))
})

describe('why', () => {
  test('has parts that sum up to the relevance, and names the terms that the message holds', async () => {
    await using memory = await remembering(TALK)
    const { items } = await memory.recall('Who pays for the load balancer in March 2026?')
    for (const { relevance, why } of items) {
      expect(Object.values(why.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(relevance, 9)
    }
    expect(items[0]).toMatchObject({ relevance: 1, rank: 1, why: { routes: ['semantic', 'structural'] } })
    expect(items[0]!.why.terms).toEqual(['load', 'balanc'])
    expect(items[0]!.why.path).toEqual(['session day 0', expect.stringMatching(/^event e~/u), 'message a3'])
  })

  test('says what other numbers of the ranking would do', async () => {
    await using memory = await Engraph.open({
      path: ':memory:',
      space: 'a',
      ranking: { 'grains.session': 0, asking: 0 },
    })
    await memory.remember({ session: 's', messages: [{ text: 'Is the harbour open?' }] })
    const { items } = await memory.recall('harbour')
    expect(Object.keys(items[0]!.why.parts)).not.toContain('session')
    expect(Object.keys(items[0]!.why.parts)).not.toContain('asking')
  })

  test.each([{ 'grains.nothing': 1 }, { speed: 1 }, { 'bm25.k1': Number.NaN }, { bm25: 1 }])(
    'refuses a number that the ranking does not have: %j',
    async (ranking) => {
      const opening = Engraph.open({ path: ':memory:', space: 'a', ranking })
      await expect(opening).rejects.toMatchObject({ code: 'invalid-options' })
    },
  )
})
