import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findQuantities, quantityKey } from '../../../src/text/entities/quantities.ts'

const found = (text: string) =>
  findQuantities(text)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => text.slice(start, end))
    .join(' | ')

describe('numbers with a unit', () => {
  test.each([
    ['It took 300 ms and used 12GB.', '300 ms | 12GB'],
    ['It costs $45.50, or €1,200, or $10k.', '$45.50 | €1,200 | $10k'],
    ['80% of 5 km in 3.5 hours', '80% | 5 km | 3.5 hours'],
    ['a 5-mile run, 20 Kilometres by car', '5-mile | 20 Kilometres'],
    ['等了300毫秒，花了45块，跑了5公里', '300毫秒 | 45块 | 5公里'],
    ['三千元 两个半小时 半小时 三个月', '三千元 | 两个半小时 | 半小时 | 三个月'],
    ['3万块钱，十分钟，百分之八十', '3万块钱 | 十分钟 | 百分之八十'],
    // No quantities: counts of things, dates, ordinals, versions, times of day, phrases.
    ['I have 3 cats, 20 books and 7', ''],
    ['v1.2.3 on 2024-05-01 at 10:30, room 12', ''],
    ['3-year-old, 2 days ago, 5G', ''],
    ['第三天 三年前 2023年 5月3日 三月 周三', ''],
    ['有一天 一块去 三块蛋糕 五个苹果 十分好', ''],
    ['三年级 两天后 一度 几块钱', ''],
  ])('%s', (text, expected) => {
    expect(found(text)).toBe(expected)
  })
})

describe('one quantity has one key in every spelling', () => {
  test.each([
    ['300 ms', ['300ms', '300毫秒', '300 milliseconds']],
    ['12 gb', ['12GB', '12 gb']],
    ['45 cny', ['45块', '45 yuan', '45元', '45块钱', '¥45']],
    ['45.5 usd', ['$45.50', '45.5 dollars', '45.50美元']],
    ['5 km', ['5公里', '5 kilometres', '五公里']],
    ['2.5 h', ['2.5 hours', '两个半小时', '2.5小时']],
    ['80 %', ['80%', '80 percent', '百分之八十']],
    ['3200 cny', ['三千二百元', '3,200元']],
    ['30000 cny', ['3万元', '三万块']],
    ['110 kg', ['一百一十公斤']],
  ])('%s', (key, spellings) => {
    for (const spelling of spellings) expect(quantityKey(spelling.toLowerCase())).toBe(key)
    expect(quantityKey(key)).toBe(key)
  })

  test.each(['45', 'ms', '三', '2023年', 'gpt 4', ''])('%s has none', (name) => {
    expect(quantityKey(name)).toBeUndefined()
  })
})

test('long runs of digits and numerals take no long time and never throw', () => {
  for (const unit of ['1', '1,', '1.', '1 ', '三千', '一', '$', '1 000', '百分之', '半']) {
    expect(() => findQuantities(unit.repeat(100_000 / unit.length))).not.toThrow()
  }
})

test('whatever is found lies within the text', () => {
  const pieces = fc.constantFrom(
    '12',
    '三',
    '千',
    '个半',
    '半',
    '小时',
    'ms',
    ' ',
    '$',
    '%',
    '块',
    '百分之',
    '.',
    ',',
    'x',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      for (const { start, end } of findQuantities(text)) {
        expect(start).toBeLessThan(end)
        expect(end).toBeLessThanOrEqual(text.length)
      }
      quantityKey(text)
    }),
  )
})
