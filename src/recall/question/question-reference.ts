import type { TextSpan } from '../../graph/spans.ts'
import { cued, findCued } from '../../text/cues.ts'
import { late, latePattern } from '../../text/late.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { withoutIntroduction } from './question-aim.ts'
import type { NameOptions } from './question-names.ts'
import { isAmountOfTime, subjectWords } from './question-said.ts'
import { type QuestionText, readQuestionText } from './question-text.ts'
import { contentWords } from './question-words.ts'

/*
 * What in a question only the talk before it can say ("that problem", "it", "刚才那个", "and then?"), and the words of
 * that talk for which it most plausibly stands. Nothing is guessed: without context nothing is added.
 */

export interface Reference {
  /** As written. */
  readonly text: string
  readonly kind: 'turn' | 'trouble' | 'thing' | 'person'
}

const TROUBLE = 'problem|issue|bug|error|crash|failure|exception|incident|outage|warning'
const THING =
  'thing|one|question|topic|idea|plan|matter|case|point|ticket|task|change|fix|message|file|function|method|module|class|endpoint|job|discussion|conversation|proposal|solution|approach|suggestion|script|test|setting|option|feature|order|request|place|book|film|movie|song|recipe|event|trip|meeting|decision|migration|release|branch|commit|service|table|query|document|story'
const TROUBLE_HAN = '问题|bug|报错|错误|故障|异常|毛病|缺陷|情况'
const THING_HAN =
  '专案|档案|函式|程式|介面|模组|资料|事情|事儿|事|方案|接口|功能|需求|文件|函数|模块|任务|改动|修改|建议|想法|计划|人|话题|项目|东西|地方|服务|脚本|测试|配置|订单|会议|决定|书|电影|餐厅|店|歌|活动|旅行|文档|分支|提交|表'

/** The whole question leans on what was said: "and then?", "why?", "what about Bob?". */
const TURN_ENGLISH = late(
  () =>
    /^\W*((?:and |so |but |ok(?:ay)?,? )?(?:then(?: what)?|next|what (?:then|next|else|happened (?:next|then))|afterwards|after that|why(?: not)?|how(?: so| come)?|who|when|where|which one|go on|continue|more|(?:what|how) about [^?.!\n]{1,80}))\W*$/u,
)
const TURN_CHINESE = latePattern(
  String.raw`^[^\p{L}\p{N}]*((?:那|那么)?(?:然后|后来|接着|接下来|之后|结果|还有)(?:呢|怎么样了?|怎样了?)|(?:那|那么)[^，。？?]{1,16}呢|(?:那|那么)?(?:为什么|为啥|怎么办|怎么样了|谁|哪个|真的|继续|怎么说)(?:呢|吗|啊)?|(?!最近|近来)[^，。？?谁什么哪怎多少几]{1,12}(?<!在)呢)[^\p{L}\p{N}]*$`,
  'u',
)

const NAMED_ENGLISH = cued(
  'that |this |those |these |the same |the above |the previous |the latter |the former |the other ',
  () =>
    new RegExp(
      `\\b(?:that|this|those|these|the (?:same|above|previous|latter|former|other)) (?:\\p{Ll}+ )?(?:(${TROUBLE})|(?:${THING}))(?:s|es)?\\b(?! (?:as|that|which|who|where)\\b)`,
      'u',
    ),
)
const EARLIER_HAN = '刚才|刚刚|上面|前面|上次|方才|上述|以上'
/** "上次那个超时的问题" describes what it means, and needs no context for it. */
const NOT_DESCRIBED_HAN = '(?![^，。？?]{1,10}的[^\\P{L}吗呢吧])'
const WHAT_HAN = `(?:(${TROUBLE_HAN})|(?:${THING_HAN}))`
const NAMED_CHINESE = late(
  () =>
    new RegExp(
      [
        `(?:${EARLIER_HAN}|之前)(?:我们|你|您|大家|他|她|我)?(?:说|提到|讲|聊|讨论|提)[到过]?(?:的[那这]?个?|[那这]个)${WHAT_HAN}?`,
        `(?:${EARLIER_HAN})的?[那这]?[个些件次种条位篇段句](?:${WHAT_HAN}|${NOT_DESCRIBED_HAN})`,
        `[那这][个些件种条位篇段句]?${WHAT_HAN}`,
        '那天(?:早上|上午|中午|下午|晚上)?',
        '[那这][个些](?=\\P{L}|$|是|怎么|为什么|如何|呢|吗|谁|什么|哪|有|要|会|能|在|叫|多少|啥|用|和|跟|对|该|应该|可以)',
      ].join('|'),
      'u',
    ),
)
/** Points back by itself, even when something was said before it in the same question. */
const POINTS_BACK = /^(?:刚才|刚刚|上面|前面|上次|方才|上述|以上|之前)/u
const LIKENESS_CHINESE = late(() => new RegExp(`(?:类似|同样|相同|一样)的?(?:${TROUBLE_HAN}|案例|现象|事)`, 'u'))

const THING_ENGLISH =
  /\b(?:it|them|its)\b(?!['’]s (?:possible|true|ok|okay|worth))|\bIt\b|\b(?:that|this|there)(?=\W*$)|(?<=^\W*(?:is|was|did|does|has|will|can) )(?:that|this)\b/u
/** "It" that stands for nothing: "how long does it take to", "is it possible that". */
const EMPTY_IT = latePattern(
  String.raw`\bit (?:(?:usually |still |normally )?(?:takes?|took|taken)\b|(?:(?:is|was|be|been|seems?|looks?|makes?) )?(?:\p{L}+ )?(?:possible|true|ok|okay|worth|safe|necessary|better|correct|right|fine|allowed|likely|easy|hard|time|important|useful|rain(?:s|ed|ing)?|snow(?:s|ed|ing)?|cold|warm|late|early)\b)`,
  'u',
)
const PERSON_ENGLISH = /\b(?:she|he|they|him|her|his|hers|theirs?)\b/u
const PERSON_CHINESE = late(() => /(?<![其吉维])[她他]们?(?!人|妈|乡)/u)
const THING_CHINESE = latePattern(String.raw`[它牠]们?|(?<![\p{L}])[这那](?=是|要|会|能|有|怎么|为什么|可以|应该)`, 'u')

/** Where a clause ends: a pronoun stands for what was named in an earlier clause, not in its own. */
const CLAUSE_BREAK =
  /[,.;:?!，。；：？！\n]|\b(?:and|or|but|that|because|when|while|after|before|if|since|which|who|where|what|so)\b/gu

export function readReference(question: QuestionText, hasSubject: boolean): Reference | null {
  const { text, timeless, isHan } = question
  const turn = isHan ? TURN_CHINESE().exec(timeless) : mayBeTurn(timeless) ? TURN_ENGLISH().exec(timeless) : null
  if (turn) return { text: written(text, turn[0].indexOf(turn[1]!) + turn.index, turn[1]!.length), kind: 'turn' }
  return isHan ? readChinese(question, hasSubject) : readEnglish(question)
}

/** Letters and digits of a whole question that leans on what was said, unless it names what it is about. */
const TURN_LENGTH_MAX_ENGLISH = 30

function mayBeTurn(text: string): boolean {
  return text.includes('about ') || text.replace(/\W+/gu, '').length <= TURN_LENGTH_MAX_ENGLISH
}

function readEnglish(question: QuestionText): Reference | null {
  const { nameless, cased } = question
  const named = findCued(NAMED_ENGLISH, cased)
  if (named && !isSaidBefore(question, named.index)) return at(question, named, named[1] ? 'trouble' : 'thing')
  const person = PERSON_ENGLISH.exec(nameless)
  const hasOwner =
    /^(?:her|his|theirs?|hers)$/u.test(person?.[0] ?? '') && nameless.slice(0, person?.index).includes('_')
  if (person && !hasOwner && !isSaidBefore(question, person.index)) return at(question, person, 'person')
  const thing = THING_ENGLISH.exec(cased)
  if (!thing || EMPTY_IT().test(nameless) || /^\W*(?:is|was) it \p{L}+ (?:to|that)\b/u.test(nameless)) return null
  return !isSaidBefore(question, thing.index) ? at(question, thing, 'thing') : null
}

function readChinese(question: QuestionText, hasSubject: boolean): Reference | null {
  const { timeless, nameless, names } = question
  const named = NAMED_CHINESE().exec(nameless)
  if (named && (POINTS_BACK.test(named[0]) || !isSaidBefore(question, named.index))) {
    return at(question, named, named[1] || named[2] || named[3] ? 'trouble' : 'thing')
  }
  const likeness = hasSubject ? null : LIKENESS_CHINESE().exec(timeless)
  if (likeness) return at(question, likeness, 'trouble')
  const person = PERSON_CHINESE().exec(nameless)
  if (person && !names.some(({ start }) => start < person.index)) return at(question, person, 'person')
  const thing = THING_CHINESE().exec(nameless)
  return thing && !isSaidBefore(question, thing.index) ? at(question, thing, 'thing') : null
}

function at({ text }: QuestionText, match: RegExpExecArray, kind: Reference['kind']): Reference {
  return { text: written(text, match.index, match[0].length), kind }
}

function written(text: string, start: number, length: number): string {
  return text.slice(start, start + length).trim()
}

/** Whether an earlier clause of the question names something that a pronoun at `place` can stand for. */
function isSaidBefore({ folded, nameless, named, names }: QuestionText, place: number): boolean {
  let end = -1
  for (const match of nameless.slice(0, place).matchAll(CLAUSE_BREAK)) end = match.index
  if (end <= 0) return false
  if (names.some((name) => name.end <= end)) return true
  const skipped = end - withoutIntroduction(nameless.slice(0, end)).length
  return contentWords(folded, { start: skipped, end }, named).length > 0
}

/** Turns of the context that are looked at, the newest, and characters of each. */
const TURNS_MAX = 6
const TURN_LENGTH_MAX = 600
const SENTENCES_MAX = 10
const WORDS_MAX = 12
/** A sentence with fewer words that say something ("I'll look into it") is not what is referred to. */
const WORDS_MIN = 2

const TROUBLE_SAID = late(
  () =>
    /\b(?:fail(?:s|ed|ing|ure)?|errors?|crash(?:es|ed)?|broken?|bugs?|exceptions?|time[ds]?[- ]?out|mismatch|hangs?|stuck|wrong|issues?|problems?|cannot|can['’]t|doesn['’]t|won['’]t|missing|slow|leak(?:s|ed)?|outage|refused|denied|invalid|corrupt(?:ed)?)\b|失败|报错|错误|异常|超时|崩溃|不一致|挂了|挂掉|无法|不能|坏了|卡住|卡死|泄漏|丢失|故障|问题|出错|不了|太慢/u,
)

/** The words of the newest turns that a reference most plausibly stands for; none when nothing fits. */
export function resolveReference(
  reference: Reference,
  question: QuestionText,
  context: readonly string[],
  options: NameOptions,
): string {
  const isElliptic = reference.kind === 'turn' && question.names.length > 0
  const said = question.folded.toLowerCase()
  let fallback: readonly string[] = []
  for (const sentence of sentencesOf(context, options)) {
    if (reference.kind === 'person') {
      const person = personIn(sentence)
      if (person !== undefined) return person
      continue
    }
    const { words, told } = wordsOf(sentence, isElliptic, said)
    const fits = reference.kind !== 'trouble' || TROUBLE_SAID().test(sentence.timeless)
    const isFull = words.length > 0 && told >= (isElliptic ? 1 : WORDS_MIN)
    if (isFull && fits) return words.join(' ')
    if (fallback.length < WORDS_MIN && words.length > fallback.length) fallback = words
  }
  return fallback.join(' ')
}

/** A subject with a capital that does something is taken for a person: "Leila finished her exams in Porto". */
const SUBJECT = latePattern(String.raw`^\W*(\p{Lu}\p{Ll}+) (?:is|was|has|had|will|said|told|went|\p{Ll}+ed)\b`, 'u')

function personIn({ text, names }: QuestionText): string | undefined {
  const person = names.find(({ isPerson }) => isPerson)
  if (person) return person.text
  const subject = SUBJECT().exec(text)?.[1]
  if (subject !== undefined && !isStopWord(subject.toLowerCase(), 'en')) return subject
  return names.find(({ isFile }) => !isFile)?.text
}

/** Newest first, each read only when it is asked for. */
function* sentencesOf(context: readonly string[], { known }: NameOptions): Generator<QuestionText> {
  let count = 0
  for (const turn of context.slice(-TURNS_MAX).reverse()) {
    const pieces = turn.slice(-TURN_LENGTH_MAX).split(/(?<=[.!?])\s+|[。！？\n]+/u)
    for (const piece of pieces.reverse()) {
      if (piece.trim() === '') continue
      if (++count > SENTENCES_MAX) return
      yield readQuestionText(piece, { known })
    }
  }
}

interface SaidWords {
  readonly words: readonly string[]
  /** Names and all words that say something, also those that are not taken: "the build timed out" is no aside. */
  readonly told: number
}

/** Names and telling words in their order. "What about Bob?" asks the same of Bob, so the other names stay out. */
function wordsOf({ text, folded, names, named }: QuestionText, isElliptic: boolean, said: string): SaidWords {
  const found = contentWords(folded, { start: 0, end: folded.length }, named)
  const isNew = ({ start, end }: TextSpan) => !said.includes(folded.slice(start, end).toLowerCase())
  const own = isElliptic ? [] : names.filter((name) => !isAmountOfTime(name.text))
  const taken = [...subjectWords(folded, found, isElliptic), ...own].filter(isNew).sort((a, b) => a.start - b.start)
  return {
    words: [...new Set(taken.map(({ start, end }) => text.slice(start, end)))].slice(0, WORDS_MAX),
    told: [...found, ...own].filter(isNew).length,
  }
}
