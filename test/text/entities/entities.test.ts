import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUILT_IN_ALIASES } from '../../../src/text/entities/aliases.ts'
import { ENTITIES_MAX, ENTITY_TEXT_MAX, entityKey, readEntities } from '../../../src/text/entities/entities.ts'
import { foldHan } from '../../../src/text/han.ts'

const keys = (text: string) => readEntities(text).map(({ key }) => key)

describe('texts that share a node', () => {
  test.each([
    ['auth', ['登录有问题', 'the auth service is down', 'login fails', '登入失敗', '登錄不了']],
    ['database', ['数据库挂了', 'the DB is down', '資料庫壞了', 'database backups']],
    ['300 ms', ['耗时300毫秒', 'took 300 ms', 'in 300ms']],
    ['张伟', ['和张伟吃饭', '我和張偉去', '麻烦@张伟 看看']],
    ['beijing', ['下周去北京', 'We flew to Beijing.', '北京市很大']],
    ['src/auth/token.ts', ['改了src/auth/token.ts', 'see `./src/auth/token.ts`', 'in src\\auth\\token.ts:12']],
    ['/api/v1/login', ['POST /api/v1/login 报错', 'call /api/v1/login', '`POST /api/v1/login` fails']],
  ])('%s', (key, texts) => {
    for (const text of texts) expect(keys(text), text).toContain(key)
  })
})

describe('technical words of daily talk', () => {
  test.each([
    ['I placed an order and took a test.', []],
    ['the user table in `orders.sql`', ['user', 'orders.sql']],
    ['订单还没到', []],
    ['订单服务在src/order.ts里', ['order', 'src/order.ts']],
    ['用户在支付的时候看到错误', ['user', 'payment', 'error']],
  ])('%s', (text, expected) => {
    expect(keys(text)).toEqual(expected)
  })
})

test('each thing is named once, at its first mention', () => {
  const [ana, ...rest] = readEntities('We saw Ana. Then Ana’s dog, @ana and ANA.')
  expect(ana).toEqual({ span: { start: 7, end: 10 }, label: 'Ana', key: 'ana', node: 'entity', kind: 'person' })
  expect(rest).toEqual([])
})

test('no more than the maximum, the first ones', () => {
  const found = readEntities(Array.from({ length: 200 }, (_, i) => `src/file${i}.ts`).join('\n'))
  expect(found).toHaveLength(ENTITIES_MAX)
  expect(found.at(-1)!.label).toBe(`src/file${ENTITIES_MAX - 1}.ts`)
})

test('what stands beyond the bound of a text is not read', () => {
  expect(readEntities(`${'x '.repeat(ENTITY_TEXT_MAX / 2)} src/late.ts`)).toEqual([])
})

const pieces = fc.constantFrom(
  ...`Ana|Maria Lopez|the|Museum of|AWS|iPhone|15|Pro|src/a.ts|C:\\x.txt|POST /api/x|tokenStore|#12|@li|a@b.cn|https://x.io/a?b|v1.2|300 ms|$45|3块|三千元
王老师|張偉|和陳靜|小王|说|人民公园|路|区|大学|登录|資料庫|微信|《三体》|“|”|「|」|华为|Mate60|docker|İ|ß|𠮷|한국|カナ|١٢|ｖ２|é|e\u0301|😀|👨‍👩‍👧|\ud83d|\ude00|\0
'|"|\`|\`\`\`|\n|# |. |, |，|。|: |/|\\|{|}|(|)|-|_|*|~|%`.split(/[|\n]/u),
  ' ',
  '\n',
  '|',
)
const plausible = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: pieces }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) }),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(''))

test('any text: spans in order and within it, labels as written, keys that are never empty', () => {
  fc.assert(
    fc.property(plausible, (text) => {
      let last = 0
      for (const { span, label, key, node } of readEntities(text)) {
        expect(span.start).toBeGreaterThanOrEqual(last)
        expect(span.end).toBeGreaterThan(span.start)
        last = span.end
        expect(text.slice(span.start, span.end)).toBe(label)
        expect(label.trim()).toBe(label)
        expect(key).not.toBe('')
        expect(key).toBe(node === 'entity' ? BUILT_IN_ALIASES.canonical(entityKey(label)) : entityKey(label))
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 1_000 },
  )
})

test('any text: traditional and simplified characters give the same', () => {
  fc.assert(
    fc.property(plausible, (text) => {
      const folded = foldHan(text)
      expect(readEntities(folded).map(({ key, span }) => ({ key, span }))).toEqual(
        readEntities(text).map(({ key, span }) => ({ key, span })),
      )
    }),
    { numRuns: 500 },
  )
})

test('texts made to be slow are read', () => {
  const units = [
    'a',
    'A',
    '1',
    'aA1',
    'a.',
    'a/',
    '_a',
    '-1',
    '@a',
    "'",
    '“',
    '`',
    '```\n',
    '王',
    '叫王',
    '区',
    '大学',
    '一',
    '1,',
    'Aa ',
  ]
  const more = [
    'Ab of ',
    '://',
    'GET /',
    '\\',
    '{a',
    '《',
    '登录 ',
    '𠮷',
    'e\u0301',
    '成都',
    '\n# ',
    '和陈',
    'Mr. ',
    '$1',
    '#a',
    '三千',
  ]
  for (const unit of [...units, ...more]) {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    expect(readEntities(text).length, unit).toBeLessThanOrEqual(ENTITIES_MAX)
  }
})
