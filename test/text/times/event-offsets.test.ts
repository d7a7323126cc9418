import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relativeToEvent } from '../../../src/text/times/event-offsets.ts'

test.each([
  ['What did I buy two weeks before the trade show?', '2 week before: trade show', 'two weeks before the trade show'],
  ['The day after the wedding we left.', '1 day after: wedding', 'The day after the wedding'],
  ['Who came on the day of the party?', '0 day after: party', 'the day of the party'],
  ['A few days after my surgery I could walk.', '4 day after: surgery', 'A few days after my surgery'],
  ['3 months prior to our move to Berlin', '3 month before: move', '3 months prior to our move'],
  [
    'the night before the product launch, we slept',
    '1 day before: product launch',
    'the night before the product launch',
  ],
  [
    'a couple of weeks after the board meeting',
    '2 week after: board meeting',
    'a couple of weeks after the board meeting',
  ],
  ['展会前两周订了酒店', '2 week before: 展会', '展会前两周'],
  ['我们在展会前两周订了酒店', '2 week before: 展会', '展会前两周'],
  ['展會前兩週我買了什麼', '2 week before: 展會', '展會前兩週'],
  ['展会的两周前发生了什么', '2 week before: 展会', '展会的两周前'],
  ['婚礼的第二天', '1 day after: 婚礼', '婚礼的第二天'],
  ['婚礼后三天', '3 day after: 婚礼', '婚礼后三天'],
  ['婚礼当天下雨了', '0 day after: 婚礼', '婚礼当天'],
  ['毕业两年后去了哪里', '2 year after: 毕业', '毕业两年后'],
  ['考试前一天很紧张', '1 day before: 考试', '考试前一天'],
  ['手术后第二天', '1 day after: 手术', '手术后第二天'],
])('"%s" is %s', (text, expected, words) => {
  const found = relativeToEvent(text)!
  const { amount, unit, direction } = found.offset
  expect(`${amount} ${unit} ${direction}: ${found.event}`).toBe(expected)
  expect(text.slice(found.span.start, found.span.end)).toBe(words)
})

test.each([
  '',
  'a week before she left',
  'two weeks before 5 June 2023',
  'the week before last',
  'the day before yesterday',
  'the day before Christmas',
  'years before the war',
  'two weeks ago',
  '三天前',
  '我三天前来的',
  '大约三天前',
  '5月3日前两天',
  '今天之后三天',
  '最近几天',
  '前两天',
])('"%s" is counted from no event', (text) => {
  expect(relativeToEvent(text)).toBeNull()
})

test('whatever the text, the span stands in it and holds the event', () => {
  const pieces = 'two|weeks|before|the|day|after|of|wedding|a|few|,|展会|前|后|两|周|天|的|第二天|婚礼|當天|我|在|😀'
  const texts = fc.array(fc.constantFrom(...pieces.split('|')), { maxLength: 12 })
  fc.assert(
    fc.property(texts, fc.constantFrom('', ' '), (words, joint) => {
      const text = words.join(joint)
      const found = relativeToEvent(text)
      if (!found) return
      expect(text.slice(found.span.start, found.span.end)).toContain(found.event)
      expect(found.offset.amount).toBeGreaterThanOrEqual(0)
    }),
  )
})
