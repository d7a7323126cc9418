import { stemmer as stemDutch } from '@orama/stemmers/dutch'
import { stemmer as stemFrench } from '@orama/stemmers/french'
import { stemmer as stemGerman } from '@orama/stemmers/german'
import { stemmer as stemItalian } from '@orama/stemmers/italian'
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese'
import { stemmer as stemSpanish } from '@orama/stemmers/spanish'
import { stemmer as stemSwedish } from '@orama/stemmers/swedish'
import stemEnglish from 'wink-porter2-stemmer'
import type { Language } from './stop-words.ts'

const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  en: stemEnglish,
  de: stemGerman,
  es: stemSpanish,
  fr: stemFrench,
  it: stemItalian,
  nl: stemDutch,
  pt: stemPortuguese,
  sv: stemSwedish,
}

/** Words whose stem is kept, at most; emptied when full, since a language has a long tail. */
const CACHE_MAX = 50_000
const caches = new Map<Language, Map<string, string>>()

/** The stem of a lower-case word, by the Snowball family's algorithm for the language. */
export function stemWord(word: string, language: Language): string {
  let cache = caches.get(language)
  if (!cache) {
    cache = new Map()
    caches.set(language, cache)
  }
  let stemmed = cache.get(word)
  if (stemmed === undefined) {
    stemmed = STEMMERS[language](word) || word
    if (cache.size >= CACHE_MAX) cache.clear()
    cache.set(word, stemmed)
  }
  return stemmed
}
