import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../bench/scale/random.ts'
import { chatterSource } from '../../bench/sets/chatter.ts'
import type { BenchSetSpace } from '../../bench/sets/compose.ts'
import { answers, readPlanted } from '../../bench/sets/planted.ts'
import { type BenchSetName, SETS } from '../../bench/sets/sets.ts'

const QUESTIONS_MIN = 60
const DISTRACTORS_MIN = 2_000
const SESSION_MESSAGES_MIN = 10
const SESSION_MESSAGES_MAX = 40
const MONTHS_MIN = 6
const MONTH_MS = 30 * 86_400_000
/** As far as a topic stands before the evidence in these conversations. */
const BEFORE_MAX = 4
const NEIGHBOUR_SHARE_MAX = 0.2

describe.each(Object.keys(SETS) as BenchSetName[])('the set %s', (name) => {
  const spaces = SETS[name]()
  const questions = spaces.flatMap((space) => space.questions)
  const eachSpace = (check: (space: BenchSetSpace) => void) => {
    for (const space of spaces) check(space)
  }

  it('asks enough questions, half of them in Chinese', () => {
    const chinese = questions.filter(({ question }) => hanShare(question) > 0.3)
    expect(questions.length).toBeGreaterThanOrEqual(QUESTIONS_MIN)
    expect(chinese.length / questions.length).toBeGreaterThanOrEqual(0.45)
    expect(chinese.length / questions.length).toBeLessThanOrEqual(0.55)
  })

  it('hides the evidence among enough other messages, in each language', () => {
    const distractors = spaces.map((space) => {
      const gold = new Set(space.questions.flatMap((question) => question.gold))
      return space.docs.filter((doc) => !gold.has(doc.id)).length
    })
    expect(distractors.reduce((total, count) => total + count, 0)).toBeGreaterThanOrEqual(DISTRACTORS_MIN)
    for (const count of distractors) expect(count).toBeGreaterThanOrEqual(DISTRACTORS_MIN / 2)
  })

  it('writes every message of a space in its language, names and code apart', () => {
    eachSpace((space) => {
      const share = hanShare(space.docs.map((doc) => doc.text).join(''))
      if (space.id.endsWith('chinese')) expect(share).toBeGreaterThan(0.6)
      else expect(share).toBe(0)
    })
  })

  it('has no two documents, questions or question texts alike in a space', () => {
    eachSpace(({ docs, questions }) => {
      expect(new Set(docs.map((doc) => doc.id)).size).toBe(docs.length)
      expect(new Set(questions.map((question) => question.question)).size).toBe(questions.length)
    })
    expect(new Set(questions.map((question) => question.id)).size).toBe(questions.length)
  })

  it('has one to three gold documents a question, which say the answer verbatim', () => {
    eachSpace(({ docs, questions }) => {
      const texts = new Map(docs.map((doc) => [doc.id, doc.text]))
      for (const { id, gold, answer } of questions) {
        const found = gold.map((doc) => texts.get(doc))
        expect(found, id).not.toContain(undefined)
        expect(found.length, id).toBeGreaterThanOrEqual(1)
        expect(found.length, id).toBeLessThanOrEqual(3)
        expect(
          found.some((text) => text?.includes(answer)),
          id,
        ).toBe(true)
      }
    })
  })

  it('answers each question nowhere but in its gold', () => {
    eachSpace(({ docs, questions }) => {
      const leaks = questions.flatMap((question) =>
        docs
          .filter((doc) => !question.gold.includes(doc.id) && answers(doc.text, question))
          .map((doc) => `${question.question} ${doc.text}`),
      )
      expect(leaks).toEqual([])
    })
  })

  it('does not say the answer in the question', () => {
    expect(questions.filter(({ question, answer }) => question.includes(answer))).toEqual([])
  })

  it('is dated in ascending order over months, in sessions of the length of a talk', () => {
    eachSpace(({ docs }) => {
      const times = docs.map((doc) => Date.parse(doc.date))
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(times.at(-1)! - times[0]!).toBeGreaterThan(MONTHS_MIN * MONTH_MS)
      for (const length of sessionLengths(docs)) {
        expect(length).toBeGreaterThanOrEqual(SESSION_MESSAGES_MIN)
        expect(length).toBeLessThanOrEqual(SESSION_MESSAGES_MAX)
      }
    })
  })

  it('has two to four speakers, and fills every slot', () => {
    eachSpace(({ docs }) => {
      const speakers = new Set(docs.map((doc) => doc.speaker))
      expect(speakers.size).toBeGreaterThanOrEqual(2)
      expect(speakers.size).toBeLessThanOrEqual(4)
      expect(docs.filter((doc) => /[{}[\]|*]/.test(doc.text))).toEqual([])
    })
  })

  it('is the same each time', () => {
    expect(SETS[name]()).toEqual(spaces)
  })
})

describe('the category neighbour of the set switching', () => {
  const spaces = SETS.switching()
  const questions = spaces.flatMap((space) => space.questions)
  const neighbours = questions.filter((question) => question.category === 'neighbour')

  it('is about half of the questions', () => {
    expect(neighbours.length / questions.length).toBeGreaterThan(0.45)
    expect(neighbours.length / questions.length).toBeLessThan(0.65)
  })

  it('means that the words of the question stand before the evidence more than in it', () => {
    const wrong = spaces.flatMap(({ docs, questions }) =>
      questions
        .filter(({ category, question, gold, answer }) => {
          const place = docs.findIndex((doc) => gold.includes(doc.id) && doc.text.includes(answer))
          const inGold = shareOfWords(question, docs[place]!.text)
          const before = docs.slice(Math.max(0, place - BEFORE_MAX), place).map((doc) => doc.text)
          const near = shareOfWords(question, before.join(' '))
          return (category === 'neighbour') !== (near >= 0.3 && inGold <= NEIGHBOUR_SHARE_MAX)
        })
        .map(({ category, question, gold }) => `${category} ${question} ${gold}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('a script', () => {
  it('reads evidence for all, for one and for no question', () => {
    const [episode] = readPlanted('A: one\n* B: two\n*2 小明：三\n? x | Which? | two\n? x | 什么？ | 三 | 甲')
    expect(episode).toEqual({
      lines: [
        { speaker: 'A', text: 'one', evidence: 'none' },
        { speaker: 'B', text: 'two', evidence: 'all' },
        { speaker: '小明', text: '三', evidence: 2 },
      ],
      questions: [
        { category: 'x', question: 'Which?', answer: 'two', subject: null },
        { category: 'x', question: '什么？', answer: '三', subject: '甲' },
      ],
    })
  })

  it.each(['no speaker here', '? only a category', '? a | b |'])('refuses the row "%s"', (row) => {
    expect(() => readPlanted(row)).toThrow('of a script')
  })

  it.each([
    { text: 'It costs 40.', answer: '40', subject: null, expected: true },
    { text: 'It costs 1400.', answer: '40', subject: null, expected: false },
    { text: 'Then 1400, now 40', answer: '40', subject: null, expected: true },
    { text: '一共二十三桌', answer: '二十三', subject: null, expected: true },
    { text: '垫高十八公分', answer: '八公分', subject: null, expected: false },
    { text: 'The Router is warm.', answer: 'warm', subject: 'router', expected: true },
    { text: 'The oven is warm.', answer: 'warm', subject: 'router', expected: false },
  ])('"$text" answers $answer: $expected', ({ text, answer, subject, expected }) => {
    expect(answers(text, { answer, subject })).toBe(expected)
  })
})

describe('chatter', () => {
  it('keeps a word within an exchange, and its second slot apart from it', () => {
    const draw = chatterSource(
      [{ script: '{day} or {day2}?\n[{day}|{day}].\n\n{3-3} of {3-5}', vocabulary: { day: 'May / June' } }],
      seededRandom(1),
    )
    const drawn = [draw(), draw()].sort((a, b) => b.length - a.length)
    expect(['May or June?', 'June or May?']).toContain(drawn[0]![0])
    expect(drawn[0]![1]).toBe(`${drawn[0]![0]!.split(' ')[0]}.`)
    expect(drawn[1]![0]).toMatch(/^3 of [345]$/)
  })

  it('refuses a slot that has no list', () => {
    expect(chatterSource([{ script: '{nobody}', vocabulary: {} }], seededRandom(1))).toThrow('called nobody')
  })
})

function hanShare(text: string): number {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.length === 0 ? 0 : letters.filter((letter) => /\p{Script=Han}/u.test(letter)).length / letters.length
}

/** Words of four letters or more by their first four, pairs of Chinese characters by both. */
function shareOfWords(question: string, text: string): number {
  const words = new Set(wordsOf(question))
  const found = new Set(wordsOf(text))
  return [...words].filter((word) => found.has(word)).length / Math.max(1, words.size)
}

function wordsOf(text: string): readonly string[] {
  const latin = text.toLowerCase().match(/[a-z]{4,}/g) ?? []
  const han = text.match(/\p{Script=Han}+/gu) ?? []
  return [
    ...latin.map((word) => word.slice(0, 4)),
    ...han.flatMap((run) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))),
  ]
}

function sessionLengths(docs: BenchSetSpace['docs']): readonly number[] {
  const lengths = new Map<string, number>()
  for (const { session } of docs) lengths.set(session, (lengths.get(session) ?? 0) + 1)
  return [...lengths.values()]
}
