import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QUERY_TYPES, type Question, readQuestion, SCOPES } from '../../../src/recall/question/question.ts'
import { LIST_FIELDS, type ListField, PLAN_TABLE, type PlanRow } from './plan-table.ts'

describe('the planner reads what the table says', () => {
  test.each(PLAN_TABLE.map((row) => [row.question, row.context.join(' / '), row] as const))('%s %s', (_, __, row) => {
    const read = ask(row)
    expect(planOf(read, row)).toEqual(expectedOf(row))
    for (const word of row.resolved ?? []) expect(read.resolved).toContain(word)
    if (row.resolved?.length === 0) expect(read.resolved).toBe('')
  })

  test('at least a hundred questions, near half of them Chinese, each with its plan', () => {
    const chinese = PLAN_TABLE.filter(({ question }) => /\p{Script=Han}/u.test(question)).length
    expect(PLAN_TABLE.length).toBeGreaterThanOrEqual(100)
    expect(chinese / PLAN_TABLE.length).toBeGreaterThan(0.4)
    for (const { type, scope } of PLAN_TABLE) {
      expect(QUERY_TYPES).toContain(type)
      expect(SCOPES).toContain(scope)
    }
  })
})

function ask({ question, context, known }: PlanRow): Question {
  return readQuestion(question, context, { known: (name) => known.includes(name) })
}

function listsOf({ entities, subQueries, relations, constraints }: Question): Record<ListField, readonly string[]> {
  return { names: entities, parts: subQueries, edges: relations, ...constraints }
}

/** What was read, in the fields that the row speaks of. */
function planOf(read: Question, row: PlanRow) {
  const lists = listsOf(read)
  return {
    type: read.type,
    scope: read.scope,
    ...Object.fromEntries(LIST_FIELDS.filter((field) => row.lists[field]).map((field) => [field, lists[field]])),
    ...(row.partsCount === null ? {} : { partsCount: read.subQueries.length }),
    ...(row.answer === undefined ? {} : { answer: read.answer }),
    ...(row.reference === undefined ? {} : { reference: read.reference }),
  }
}

function expectedOf({ type, scope, lists, partsCount, answer, reference }: PlanRow) {
  return {
    type,
    scope,
    ...Object.fromEntries(LIST_FIELDS.filter((field) => lists[field]).map((field) => [field, lists[field]])),
    ...(partsCount === null ? {} : { partsCount }),
    ...(answer === undefined ? {} : { answer }),
    ...(reference === undefined ? {} : { reference }),
  }
}

const words = fc.constantFrom(
  'when',
  'did',
  'Ana',
  'and',
  'where',
  'is',
  'it',
  'that problem',
  '?',
  '. ',
  ', ',
  'last week',
  'May',
  'src/a.ts',
  '"',
  '登录',
  '为什么',
  '，',
  '後來',
  '怎么',
  '小李',
  '说',
  '上个月',
  '那个',
  '？',
  '\n',
  '\ud83d',
  '😀',
  '(',
  '[',
  '\\',
  '"The Book"',
)
const questions = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(words, { maxLength: 40 }).map((all) => all.join(' ')),
  fc.array(words, { maxLength: 40 }).map((all) => all.join('')),
)

test('whatever is asked, it is read without throwing, within its bounds, and alike each time', () => {
  fc.assert(
    fc.property(questions, fc.array(questions, { maxLength: 3 }), (question, context) => {
      const read = readQuestion(question, context)
      expect(QUERY_TYPES).toContain(read.type)
      expect(SCOPES).toContain(read.scope)
      expect(read.subQueries.length).toBeLessThanOrEqual(3)
      expect(read.subQueries).not.toHaveLength(1)
      for (const written of [...read.entities, ...read.constraints.times, read.reference ?? '']) {
        expect(question).toContain(written)
      }
      for (const file of [...read.constraints.files, ...read.constraints.speakers])
        expect(read.entities).toContain(file)
      if (context.length === 0 || read.reference === null) expect(read.resolved).toBe('')
      expect(readQuestion(question, context)).toEqual(read)
    }),
  )
})

test.each(['a', ' ', 'and ', 'which ', 'A', '"', 'what is ', 'a/', '那', '什么，', '\n', 'when did it, ', 'a.b', "'x"])(
  'a hundred thousand characters of %j are read',
  (piece) => {
    const long = piece.repeat(100_000 / piece.length)
    expect(readQuestion(long, [long]).subQueries.length).toBeLessThanOrEqual(3)
  },
)
