import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  detectLanguage,
  isHanStopWord,
  isQuestionStopWord,
  isStopWord,
  LANGUAGES,
  type Language,
} from '../../src/text/stop-words.ts'

const words = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []

describe('the language of a text', () => {
  test.each<[Language, string]>([
    ['en', 'Where is the key that we left on the table?'],
    ['de', 'Ich habe das nicht gesehen, und er ist auch nicht da.'],
    ['fr', 'Elle est partie avec les enfants dans la maison.'],
    ['es', 'El perro está en la casa con los niños que no quieren.'],
    ['it', 'Il cane è nella casa con i bambini che non vogliono.'],
    ['nl', 'De hond is in het huis met de kinderen die niet willen.'],
    ['pt', 'O cachorro está na casa com as crianças que não querem.'],
    ['sv', 'Hunden är i huset med barnen som inte vill.'],
  ])('%s: %s', (language, text) => {
    expect(detectLanguage(words(text))).toBe(language)
  })

  test('is English where the words do not say', () => {
    expect(detectLanguage([])).toBe('en')
    expect(detectLanguage(words('deploy server token'))).toBe('en')
  })

  test('is not decided by a single borrowed word', () => {
    expect(detectLanguage(words('Kubernetes und deploy server token'))).toBe('en')
  })

  test('is one that we know, whatever the words', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (given) => {
        expect(LANGUAGES).toContain(detectLanguage(given))
      }),
    )
  })
})

describe('function words', () => {
  test('are those of the language', () => {
    expect([isStopWord('the', 'en'), isStopWord('und', 'de'), isStopWord('les', 'fr')]).toEqual([true, true, true])
    expect([isStopWord('und', 'en'), isStopWord('the', 'de')]).toEqual([false, false])
    expect([isHanStopWord('的'), isHanStopWord('记忆')]).toEqual([true, false])
  })

  test('do not include what people ask for', () => {
    expect(words('come make take token memory').filter((word) => isStopWord(word, 'en'))).toEqual([])
    expect(['年', '月', '日', '猫'].filter(isHanStopWord)).toEqual([])
  })

  test('do not include what every object has, nor nothing', () => {
    const given = ['constructor', '__proto__', '']
    expect(given.filter((word) => LANGUAGES.some((language) => isStopWord(word, language)))).toEqual([])
    expect(given.filter((word) => isHanStopWord(word) || isQuestionStopWord(word))).toEqual([])
  })

  test('of mere manners matter in what is remembered, and not in a question', () => {
    expect([isQuestionStopWord('thanks'), isStopWord('thanks', 'en')]).toEqual([true, false])
  })
})
