import { expect, test } from 'vitest'
import { referenceOf, sensesOf } from '../../models/senses.ts'

const entry = (pinyin: string, ...definitions: string[]) => ({ simplified: '字', pinyin, definitions })

test.each([
  ['verbs lose their "to", nouns their article', [entry('a', 'to roll back', 'a cab')], ['roll back', 'cab']],
  ['fields and remarks in brackets go', [entry('a', '(computing) to log in (to a site)')], ['log in']],
  ['what explains after a comma goes', [entry('A', 'Somewhere, a county in 某某市[Mou3]')], ['Somewhere']],
  ['parts are senses of their own', [entry('a', 'to hit; to strike; to break')], ['hit', 'strike', 'break']],
  ['no more than three', [entry('a', 'one', 'two', 'three', 'four')], ['one', 'two', 'three']],
  [
    'surnames, variants and classifiers are no senses',
    [entry('A', 'surname A', 'variant of 字[zi4]', 'classifier for books')],
    [],
  ],
  [
    'grammar is no sense',
    [entry('a', '(modal particle indicating doubt)', 'structural particle: used after a verb')],
    [],
  ],
  ['rare senses come last', [entry('a', '(literary) to depart', 'to walk')], ['walk', 'depart']],
  [
    'the reading of most senses comes first',
    [entry('a', 'dozen'), entry('b', 'to hit', 'to fight')],
    ['hit', 'fight', 'dozen'],
  ],
  ['names come after words', [entry('A', 'Apple (company)'), entry('a', 'apple tree')], ['apple tree', 'Apple']],
  ['the same sense once', [entry('a', 'flower', 'a flower')], ['flower']],
  ['accents and signs of print go', [entry('a', 'café – “bar”')], ['cafe - bar']],
  [
    'a long one is cut where it reads well',
    [entry('a', 'large place used for a particular purpose')],
    ['large place used'],
  ],
  ['a bracket that is never closed hides the rest', [entry('a', 'word (and so on')], ['word']],
  ['nothing', [], []],
])('%s', (_, entries, expected) => {
  expect(sensesOf(entries)).toEqual(expected)
})

test.each([
  ['see 江西省[Jiang1 xi1 Sheng3]', '江西省'],
  ['variant of 個|个[ge4]', '个'],
  ['(old) abbr. for 的士[di1 shi4]', '的士'],
  ['see you later', undefined],
  ['tree', undefined],
])('"%s" refers to %s', (definition, expected) => {
  expect(referenceOf([entry('a', definition)])).toBe(expected)
})

test.each([
  '('.repeat(100_000),
  'see '.repeat(25_000),
  'to be '.repeat(20_000),
  ','.repeat(100_000),
  'old variant '.repeat(9000),
])('a long definition is read in a time that grows with its length', (definition) => {
  expect(sensesOf([entry('a', definition)]).length).toBeLessThanOrEqual(3)
  expect(referenceOf([entry('a', definition)])).toBeUndefined()
})
