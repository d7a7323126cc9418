import { foldHan, segmentHan } from './han.ts'
import { late, latePattern } from './late.ts'
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

/** Longer runs are no words but data (base64, minified code); their parts may still be. */
export const TERM_LENGTH_MAX = 64

/** How runs are found: Han and kana, or letters and digits with what may join them; then what of such a run is Han. */
interface RunPatterns {
  readonly run: RegExp
  readonly han: RegExp
  readonly hanRun: RegExp
  readonly edges: RegExp
}

const ALL_RUNS = late((): RunPatterns => {
  const han = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々〇ー]`
  const word = String.raw`[\p{L}\p{M}\p{N}_]+(?:['’.:/@\\#+&-]+[\p{L}\p{M}\p{N}_]+)*`
  return {
    run: new RegExp(`(${han}+)|(${word})`, 'gu'),
    han: new RegExp(han, 'u'),
    hanRun: new RegExp(`(${han}+)`, 'u'),
    edges: /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu,
  }
})
/**
 * The same for texts of plain characters, Han characters and the marks between them, as nearly all are that are English or
 * Chinese: classes of Unicode take milliseconds to compile, and are slower to go through.
 */
const COMMON_RUNS: RunPatterns = {
  run: /([\u4e00-\u9fff]+)|([\w\u4e00-\u9fff]+(?:['’.:/@\\#+&-]+[\w\u4e00-\u9fff]+)*)/gu,
  han: /[\u4e00-\u9fff]/u,
  hanRun: /([\u4e00-\u9fff]+)/u,
  edges: /^[^A-Za-z\d\u4e00-\u9fff]+|[^A-Za-z\d\u4e00-\u9fff]+$/gu,
}
const COMMON = /^[\0-\x7f·\u2010-\u201f\u3001\u3002\u3008-\u3011\u4e00-\u9fff]*$/u
const ASCII_RUN = /\w+(?:['.:/@\\#+&-]+\w+)*/gu
const ASCII = /^[\0-\x7f]*$/u
const PART_BREAK = /[.:/@\\#+&_-]+/u
const CONTRACTION = /['’](?:s|ll|re|ve|d|m)$/iu
/** French and Italian articles and pronouns that lean on the word behind them. */
const ELISION = latePattern(String.raw`^(?:[cdjlmnst]|qu|dell|all|nell|sull|dall|un)['’](?=\p{L})`, 'iu')
const HYPHENATED = latePattern(String.raw`^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+$`, 'u')
const APOSTROPHE = /['’]/gu
/** `tokenStore` and `HTTPServer` fall apart at a change of case. */
const HUMP = latePattern(String.raw`(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})`, 'u')
const ASCII_HUMP = /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/u
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
  if (ASCII.test(text)) return (text.match(ASCII_RUN) ?? []).map((word) => ({ kind: 'word', text: word }))
  const { run, han, hanRun, edges } = COMMON.test(text) ? COMMON_RUNS : ALL_RUNS()
  const runs: Run[] = []
  for (const match of text.matchAll(run)) {
    if (match[1] !== undefined) runs.push({ kind: 'han', text: match[1] })
    else if (!han.test(match[2]!)) runs.push({ kind: 'word', text: match[2]! })
    else {
      // "Caroline什么" is one run of letters to the pattern, and two to a reader.
      for (const piece of match[2]!.split(hanRun)) {
        if (piece === '') continue
        runs.push({ kind: han.test(piece) ? 'han' : 'word', text: piece.replace(edges, '') })
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
  const isElided = (language === 'fr' || language === 'it') && ELISION().test(run)
  const word = isElided ? run.replace(ELISION(), '') : run.replace(CONTRACTION, '')
  const hump = ASCII.test(word) ? ASCII_HUMP : HUMP()
  if (!PART_BREAK.test(word) && !hump.test(word)) {
    addPlain(word.replace(APOSTROPHE, ''), language, terms)
    return
  }
  const parts = word.split(PART_BREAK).filter((part) => part !== '')
  // A hyphenated word is also written together: e-mail, email.
  if (HYPHENATED().test(word)) push(fold(word).replaceAll('-', ''), terms)
  else if (parts.length > 1) push(fold(word), terms)
  for (const part of parts) {
    addPlain(part.replace(APOSTROPHE, ''), language, terms)
    const humps = part.split(hump)
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
