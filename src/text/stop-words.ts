import { deu, fra, ita, nld, por, spa, swe } from 'stopword'

/** Latin-script languages whose words we stop and stem. `en` is the default where the words say nothing. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'sv'] as const
export type Language = (typeof LANGUAGES)[number]

/*
 * The two languages that are first-class have closed lists of our own: only words that carry grammar. The library's
 * English list stops "come", "make" and "take", its Chinese one 年, 月 and 日, which people ask for.
 */

const ENGLISH = `a an the and or but if so of at by for with about into to from in on off over under as than then that
this these those there here i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his
himself she her hers herself it its itself they them their theirs themselves am is are was were be been being have has
had having do does did doing done will would shall should can cannot could may might must no nor not which who whom
whose what when where why how up down out very too just also only own same such both each few more most other some any
all once again further during before after above below between through until while because against didnt dont doesnt
isnt arent wasnt werent wont wouldnt shouldnt cant couldnt hasnt havent hadnt im ive id ill youre youve youll hes shes
theyre theyve weve thats whats lets`

const CHINESE = `的 了 是 在 和 与 有 我 你 他 她 它 们 我们 你们 他们 她们 它们 吗 呢 吧 啊 嘛 呀 哦 嗯 这 那 这个 那个 这些
那些 就 都 也 还 很 会 要 把 被 让 给 对 从 到 为 为了 以 及 或 但 但是 而 不 没 没有 着 过 得 地 之 一个 什么 怎么 怎样 如何
哪 哪些 哪个 哪里 谁 多少 几 为什么 何时 时候 是否 可以 能 可能 上 下 里 中 其 您 咱 啥 么 请 请问 因为 所以 如果 非常 真 太
更 最 又 再 只 自己 跟 去 来 说 想`

/** Words that greet, thank, hedge or ask. In what is remembered they may matter; in a question they are manners. */
const MANNERS = `hey hi hello oh wow yeah yes yep ok okay well really thanks thank please let got get gets getting go
going gonna know like think thing things sure much many lot one ever even still yet now since then 你好 您好 谢谢 好的 嗯 然后
那么 接着 后来 接下来 还有 知道 告诉 告诉我 记得`

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u))

const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(ENGLISH),
  de: new Set(deu),
  es: new Set(spa),
  fr: new Set(fra),
  it: new Set(ita),
  nl: new Set(nld),
  pt: new Set(por),
  sv: new Set(swe),
}
const HAN_STOP_WORDS = words(CHINESE)
const QUESTION_STOP_WORDS = words(MANNERS)

export function isStopWord(word: string, language: Language): boolean {
  return STOP_WORDS[language].has(word)
}

export function isHanStopWord(word: string): boolean {
  return HAN_STOP_WORDS.has(word)
}

export function isQuestionStopWord(word: string): boolean {
  return QUESTION_STOP_WORDS.has(word)
}

/** Words of a text that are looked at to tell its language. */
const DETECTION_WORDS_MAX = 200
/** A text in another language must show so many different function words of it, and more of them than English ones. */
const DETECTION_HITS_MIN = 2

/** By function word, the places in `LANGUAGES` of those that have it; English ones say nothing of other languages. */
const LANGUAGES_OF: ReadonlyMap<string, readonly number[]> = functionWords()

function functionWords(): Map<string, readonly number[]> {
  const known = new Map<string, number[]>()
  for (const [place, language] of LANGUAGES.entries()) {
    for (const word of STOP_WORDS[language]) {
      // Single letters say nothing: the library's lists have them as words, and "rename x, y and z" is not German.
      if (word.length < 2 || (language !== 'en' && STOP_WORDS.en.has(word))) continue
      const places = known.get(word)
      if (places) places.push(place)
      else known.set(word, [place])
    }
  }
  return known
}

/** The language of lower-case words, by the different function words among them; English where they don't say. */
export function detectLanguage(lowerCaseWords: readonly string[]): Language {
  const hits = LANGUAGES.map(() => 0)
  const seen = new Set<string>()
  for (let i = 0; i < lowerCaseWords.length && i < DETECTION_WORDS_MAX; i++) {
    const word = lowerCaseWords[i]!
    const places = LANGUAGES_OF.get(word)
    if (!places || seen.has(word)) continue
    seen.add(word)
    for (const place of places) hits[place]!++
  }
  let best = 0
  for (let place = 1; place < hits.length; place++) {
    if (hits[place]! >= DETECTION_HITS_MIN && hits[place]! > hits[best]!) best = place
  }
  return LANGUAGES[best]!
}
