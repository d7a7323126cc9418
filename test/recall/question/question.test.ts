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

describe('of the talk before a question only what tells its subject is taken', () => {
  test.each([
    ['Is that problem fixed?', 'The export job timed out again after an hour.', 'export job'],
    ['Is that problem fixed?', 'The nightly backup keeps timing out.', 'nightly backup'],
    ['Is that problem fixed?', 'We ended up rolling back the schema migration.', 'schema migration'],
    ['Is that problem fixed?', 'Basically the login page blows up whenever somebody signs out.', 'login page'],
    ['Is that problem fixed?', 'I took a look at the retry queue and it seems to be stuck.', 'retry queue stuck'],
    ['Is that problem fixed?', 'Kenji has been trying to figure out why the cache got so slow.', 'Kenji cache slow'],
    ['Is that problem fixed?', 'Anyway, the certificate expired yesterday, kind of annoying.', 'certificate expired'],
    [
      'Is that problem fixed?',
      'Ana came up with a plan to split the billing service.',
      'Ana plan split billing service',
    ],
    ['Is that problem fixed?', 'The servers down in the basement are failing.', 'servers basement failing'],
    ['Is that problem fixed?', 'OK, let me try and turn it off, maybe.', ''],
    ['What about Bob?', 'When did Ana actually start her new job?', 'start job'],
    ['那个问题解决了吗？', '导出任务又超时了，一个小时都没跑完。', '导出 任务 超时'],
    ['那个问题解决了吗？', '我看了一下重试队列，好像有点慢。', '重试 队列'],
    ['那个问题解决了吗？', '夜间备份一直报错，我觉得是磁盘满了。', '夜间 备份 报错 磁盘'],
    ['那个问题解决了吗？', '反正登录页面老是白屏，不知道为什么。', '登录 页面 白屏'],
    ['那个问题解决了吗？', '我们昨天其实还是回滚了数据库迁移。', '数据库 迁移'],
    ['那個問題解決了嗎？', '看起來解析器沒辦法處理空行。', '解析器 空行'],
    ['那个问题解决了吗？', '嗯，我再试试看吧，其实有点麻烦。', ''],
  ])('%s < %s', (question, said, expected) => {
    expect(readQuestion(question, [said]).resolved).toBe(expected)
  })
})

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
