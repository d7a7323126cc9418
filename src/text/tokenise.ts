import { foldHan, segmentHan } from './han.ts'
import { stemWord } from './stem.ts'
import { detectLanguage, isHanStopWord, isQuestionStopWord, isStopWord, type Language } from './stop-words.ts'

/*
 * Text to terms, the same for what is remembered and what is asked.
 *
 *   "Ana moved src/auth/tokenStore.ts"   ana  move  src/auth/tokenstore.ts  src  auth  tokenstore  token  store  ts
 *   "登录接口是 POST /api/v1/login"        登录 接口 登 录 接 录接 口 口是  post  api/v1/login  api  v1  login
 *
 * Latin words lose accents, stop words and endings. Han runs give dictionary words, characters and pairs,
 * traditional folded to simplified: words are precise, the others catch what the dictionary splits otherwise. Identifiers, paths
 * and dotted names are kept whole *and* in parts, so that either can be asked for.
 */

/** Grows whenever a text gives other terms or passages than before. */
export const TEXT_VERSION = 1

/** Longer runs are no words but data (base64, minified code); their parts may still be. */
export const TERM_LENGTH_MAX = 64

const RUN =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々〇ー]+)|([\p{L}\p{M}\p{N}_]+(?:['’.:/@\\#+&-]+[\p{L}\p{M}\p{N}_]+)*)/gu
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々〇ー]/u
const HAN_RUN = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々〇ー]+)/u
const PART_BREAK = /[.:/@\\#+&_-]+/u
const CONTRACTION = /['’](?:s|ll|re|ve|d|m)$/iu
/** French and Italian articles and pronouns that lean on the word behind them. */
const ELISION = /^(?:[cdjlmnst]|qu|dell|all|nell|sull|dall|un)['’](?=\p{L})/iu
const APOSTROPHE = /['’]/gu
/** `tokenStore` and `HTTPServer` fall apart at a change of case. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const ACCENTS = /\p{M}+/gu

/** The terms of a text, in order, repeats included. */
export function tokenise(text: string): string[] {
  return tokeniseRuns(readRuns(text.normalize('NFKC')), isHanStopWord)
}

/** The terms of a question: those of the text without words that only greet, thank or ask. */
export function tokeniseQuestion(question: string): string[] {
  const runs = readRuns(question.normalize('NFKC')).filter((run) => !isQuestionStopWord(run.text.toLowerCase()))
  return tokeniseRuns(runs, (word) => isHanStopWord(word) || isQuestionStopWord(word))
}

function tokeniseRuns(runs: readonly Run[], isHanStop: (word: string) => boolean): string[] {
  const language = detectLanguage(runs.filter((run) => run.kind === 'word').map((run) => run.text.toLowerCase()))
  const terms: string[] = []
  for (const run of runs) {
    if (run.kind === 'han') addHan(run.text, isHanStop, terms)
    else addWord(run.text, language, terms)
  }
  return terms
}

/** Terms with how often each occurs. */
export function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

interface Run {
  readonly kind: 'han' | 'word'
  readonly text: string
}

function readRuns(text: string): Run[] {
  const runs: Run[] = []
  for (const match of text.matchAll(RUN)) {
    if (match[1] !== undefined) runs.push({ kind: 'han', text: match[1] })
    else if (!HAN.test(match[2]!)) runs.push({ kind: 'word', text: match[2]! })
    else {
      // "Caroline什么" is one run of letters to the pattern, and two to a reader.
      for (const piece of match[2]!.split(HAN_RUN)) {
        if (piece === '') continue
        runs.push({
          kind: HAN.test(piece) ? 'han' : 'word',
          text: piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
        })
      }
    }
  }
  return runs
}

/**
 * Words of two characters and more, every character, and every pair of neighbours that is no word: what the
 * dictionary splits differently in text and question still meets. Stop words go with their characters, and a pair
 * that stands in or between stop words goes too.
 */
function addHan(run: string, isStop: (word: string) => boolean, terms: string[]): void {
  const characters: { readonly text: string; readonly isStop: boolean; readonly endsPair: boolean }[] = []
  for (const word of segmentHan(foldHan(run))) {
    const letters = [...word]
    const isStopped = isStop(word)
    if (!isStopped && letters.length > 1) push(word, terms)
    for (const [i, text] of letters.entries()) {
      characters.push({ text, isStop: isStopped || isStop(text), endsPair: i === 1 && letters.length === 2 })
    }
  }
  for (const [i, { text, isStop: isStopped, endsPair }] of characters.entries()) {
    if (!isStopped) push(text, terms)
    const before = characters[i - 1]
    if (before && !endsPair && !(isStopped && before.isStop)) push(before.text + text, terms)
  }
}

function addWord(run: string, language: Language, terms: string[]): void {
  const isElided = (language === 'fr' || language === 'it') && ELISION.test(run)
  const word = isElided ? run.replace(ELISION, '') : run.replace(CONTRACTION, '')
  if (!PART_BREAK.test(word) && !HUMP.test(word)) {
    addPlain(word.replace(APOSTROPHE, ''), language, terms)
    return
  }
  const parts = word.split(PART_BREAK).filter((part) => part !== '')
  // A hyphenated word is also written together: e-mail, email.
  if (/^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+$/u.test(word)) push(fold(word).replaceAll('-', ''), terms)
  else if (parts.length > 1) push(fold(word), terms)
  for (const part of parts) {
    addPlain(part.replace(APOSTROPHE, ''), language, terms)
    const humps = part.split(HUMP)
    if (humps.length > 1) for (const hump of humps) addPlain(hump, language, terms)
  }
}

function addPlain(word: string, language: Language, terms: string[]): void {
  const lower = word.toLowerCase()
  // Stemming takes time that grows with the square of the length.
  if (lower === '' || lower.length > TERM_LENGTH_MAX || isStopWord(lower, language)) return
  push(fold(stemWord(lower, language)), terms)
}

function fold(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(ACCENTS, '')
}

function push(term: string, terms: string[]): void {
  if (term.length > 0 && term.length <= TERM_LENGTH_MAX) terms.push(term)
}
