import { describe, expect, test } from 'vitest'
import { madeUpWork } from '../../bench/hooks/made-up-work.ts'
import type { PostingList } from '../../src/ports/graph-store.ts'
import { readPrompt } from '../../src/recall/prompt-terms.ts'
import { relevantDocuments } from '../../src/recall/relevant.ts'
import { countTerms, tokenise } from '../../src/text/tokenise.ts'
import { type Unit, unitTable } from './unit-table.ts'

interface Document {
  readonly session: string
  /** The whole, then its facts. */
  readonly texts: readonly string[]
}

/** An index as the store gives it. */
function indexed(documents: readonly Document[]) {
  const sessions = new Map<number, string>()
  const references = new Map<string, number>()
  const units: Unit[] = []
  const lists = new Map<string, { units: number[]; counts: number[] }>()
  for (const [i, { session, texts }] of documents.entries()) {
    const reference = references.get(session) ?? references.size + 1
    references.set(session, reference)
    sessions.set(reference, session)
    for (const text of texts) {
      const terms = tokenise(text)
      units.push({ message: 1000 + units.length, session: reference, event: i + 1, length: terms.length })
      for (const [term, count] of countTerms(terms)) {
        const list = lists.get(term) ?? { units: [], counts: [] }
        lists.set(term, list)
        list.units.push(units.length)
        list.counts.push(count)
      }
    }
  }
  const postings = new Map<string, PostingList>(
    [...lists].map(([term, { units, counts }]) => [
      term,
      { units: Uint32Array.from(units), counts: Uint16Array.from(counts) },
    ]),
  )
  return { postings, units: { ...unitTable(units), sessions } }
}

const NOTES: readonly Document[] = [
  {
    session: 'one',
    texts: [
      'Fix the JWT refresh after a restart: the refresh token was kept in memory only. auth jwt src/auth/token-store.ts',
      'src/auth/token-store.ts: new Map() -> openTokenFile(path)',
      'Error: jwt malformed at refreshToken (src/auth/token-store.ts:41)',
    ],
  },
  {
    session: 'one',
    texts: ['Choose Redis Streams over Kafka for the payment webhooks: one service less. payment webhook queue'],
  },
  {
    session: 'two',
    texts: [
      '修复订单导出乱码：CSV 文件开头补上 BOM，用 GB18030 打开也正常。导出 订单 src/export/csv.ts',
      'src/export/csv.ts: utf8 -> \\uFEFF',
    ],
  },
  {
    session: 'two',
    texts: ['登录接口限流：同一个地址每分钟最多十次，超过返回 429。登录 限流 src/auth/limit.ts'],
  },
  {
    session: 'three',
    texts: [
      'Add a release script to package.json and document the API in README.md. release package.json README.md src/index.ts',
    ],
  },
  {
    session: 'three',
    texts: [
      'Add dark mode to the settings page, with a toggle that follows the system. settings theme src/ui/theme.css',
    ],
  },
  {
    session: 'three',
    texts: [
      'Tests of the billing module failed: ECONNREFUSED 127.0.0.1:5432, the database was not started. billing test',
    ],
  },
]

/** 10 words of each note stand among 2,000 pieces of made-up work. */
const crowd: readonly Document[] = [...madeUpWork(2_000)].map(
  ({ session, observation: { title, narrative, facts, concepts, filesModified } }) => ({
    session,
    texts: [[title, narrative, ...concepts, ...filesModified].join('\n'), ...facts.map(({ text }) => text)],
  }),
)
const young = indexed(NOTES)
const grown = indexed([...crowd, ...NOTES])

function told(index: typeof young, documents: readonly Document[], prompt: string, session = 'new'): readonly string[] {
  const found = relevantDocuments(readPrompt(prompt), index, { limit: 3, isLeftOut: (one) => one === session })
  return found.map(({ message }) => {
    let before = 1000
    for (const { texts } of documents) {
      if (message === before) return texts[0]!
      before += texts.length
    }
    return '?'
  })
}

describe('a prompt is told', () => {
  const cases: readonly (readonly [prompt: string, begins: string])[] = [
    ['why does the JWT refresh fail after a restart?', 'Fix the JWT refresh'],
    ['refresh of the JWT breaks again when the server restarts', 'Fix the JWT refresh'],
    ['look at src/auth/token-store.ts', 'Fix the JWT refresh'],
    ['what calls openTokenFile?', 'Fix the JWT refresh'],
    ['Should the payment webhooks go through Kafka?', 'Choose Redis Streams'],
    ['订单导出的 CSV 又乱码了', '修复订单导出乱码'],
    ['导出订单时乱码，是 BOM 的问题吗？', '修复订单导出乱码'],
    ['登录接口的限流是怎么做的', '登录接口限流'],
    ['Make the dark mode toggle on the settings page remember its state', 'Add dark mode'],
    ['billing tests: ECONNREFUSED 127.0.0.1:5432', 'Tests of the billing module'],
  ]
  for (const [name, index, documents] of [
    ['young', young, NOTES],
    ['grown', grown, [...crowd, ...NOTES]],
  ] as const) {
    test.each(cases)(`of a ${name} memory: %s`, (prompt, begins) => {
      expect(told(index, documents, prompt)[0] ?? 'nothing').toMatch(new RegExp(`^${begins}`, 'u'))
    })
  }
})

describe('a prompt is told nothing', () => {
  const cases: readonly string[] = [
    '',
    'hi',
    'yes',
    'continue',
    'go on please',
    'thanks, that works!',
    'ok do it',
    'run the tests',
    'fix the error',
    'commit this',
    'please review my changes and fix the failing tests',
    'What is the capital of France?',
    'Write a haiku about autumn leaves',
    'refactor this function so that it is easier to read',
    'add a README with an example',
    'add a script to package.json',
    'npm test fails, look at package.json and src/index.ts',
    'update the dependencies',
    'can you explain how this file works',
    'Set up a GitHub Actions workflow with caching of npm packages for Node 20 and 22',
    '你好',
    '继续',
    '好的，继续',
    '运行测试',
    '帮我修复这个错误',
    '提交代码',
    '写一首关于秋天的诗',
    '请帮我看看这个文件是做什么的',
    '把这个函数重构一下',
    '更新依赖版本',
    '给项目写一个说明文档',
    '在 package.json 里加一个脚本',
    '<task-notification>src/auth/token-store.ts</task-notification>',
    '😀👍',
  ]
  test.each(cases)('by a young memory: %s', (prompt) => {
    expect(told(young, NOTES, prompt)).toEqual([])
  })
  test.each(cases)('by a grown memory: %s', (prompt) => {
    expect(told(grown, [...crowd, ...NOTES], prompt)).toEqual([])
  })
})

test('what was said in this very session is not told', () => {
  expect(told(young, NOTES, 'why does the JWT refresh fail after a restart?', 'one')).toEqual([])
})

test('no more are told than asked for', () => {
  const many = indexed(Array.from({ length: 9 }, () => NOTES[0]!))
  const found = relevantDocuments(readPrompt('openTokenFile in src/auth/token-store.ts'), many, {
    limit: 3,
    isLeftOut: () => false,
  })
  expect(found).toHaveLength(3)
})

test('it says which message of a document holds most', () => {
  const [found] = relevantDocuments(readPrompt('who calls openTokenFile(path)?'), young, {
    limit: 3,
    isLeftOut: () => false,
  })
  const best = [...found!.byMessage].sort((a, b) => b[1] - a[1])[0]
  expect(best?.[0]).toBe(1001)
})

test('an empty index gives nothing', () => {
  expect(relevantDocuments(readPrompt('JWT refresh'), indexed([]), { limit: 3, isLeftOut: () => false })).toEqual([])
})

test.each(['a', '<a>', '<aaa>', 'a.', '#', '中', 'aB', '1.', ' ', '\u0000'])(
  '100,000 characters of %j take no time',
  (piece) => {
    expect(readPrompt(piece.repeat(100_000 / piece.length)).length).toBeLessThanOrEqual(96)
  },
)
