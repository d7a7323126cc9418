import type { TextSpan } from '../../graph/spans.ts'
import { late } from '../../text/late.ts'
import type { QuestionText } from './question-text.ts'
import { contentWords, type Word } from './question-words.ts'

/*
 * Whether one part of a question says by itself what it is about: "when did the server crash" does, "when did it crash"
 * and "who is in charge" lean on what was asked before.
 */

/** More telling words make no difference. */
const WORDS_COUNTED = 4
/** So many telling words, a verb and what it is done to, stand by themselves. */
const WORDS_MIN = 2

/** Words that are of something else, which they leave unsaid: the cause, the price, a workaround. */
const RELATIONAL: ReadonlySet<string> = new Set(
  `cause causes reason reasons result results outcome price prices cost costs fix fixes solution solutions workaround
workarounds answer answers consequence consequences effect effects impact status state owner author purpose point rest
others alternative alternatives deadline difference explanation plan details name title size total date day time place
原因 结果 价格 费用 办法 方法 方案 后果 影响 状态 负责人 作者 目的 区别 细节 名字 日期 时间 地点 金额 效果 进度 理由`.split(
    /\s+/u,
  ),
)
const DETERMINER = /\b(?:the|an?|my|our|your|any|some|all|every|each)(?: \p{L}+)? $/u

/** Behind these stands a subject, also without an article: "how much does breakfast cost". */
const BEFORE_SUBJECT =
  /(?:^|\s)(?:do|does|did)(?:n['’]t)? $|^\W*(?:when|where|why|how(?: \w+)?) (?:is|are|was|were|has|have|had|can|could|will|would|should|must) $/u

/** What points back. "That" before a clause joins; "is there" says only that something is. */
const POINTS_BACK =
  /\b(?:it|its|they|them|their|theirs|she|he|him|his|her|hers|these|those|ones?|(?<!\b(?:is|are|was|were|isn't|aren't) )there)\b|\bth(?:is|at)\b(?! (?:the|an?|my|our|your|i|we|you|all|every)\b)/gu
/** Pronouns of one part that are looked at. */
const PRONOUNS_MAX = 6
/** A pronoun behind one of these may stand for what its own part named before. */
const CLAUSE_BREAK = / (?:because|when|while|after|before|if|since|which|who|where|that|so|and|but) /gu

export function isCompleteInEnglish(question: QuestionText, piece: TextSpan): boolean {
  const { nameless, names } = question
  if (pointsBack(question, piece)) return false
  if (names.some(({ start, end }) => start >= piece.start && end <= piece.end)) return true
  const words = tellingWords(question, piece)
  if (words.length >= WORDS_MIN) return true
  return words.some(({ start }) => {
    const before = nameless.slice(piece.start, start)
    return DETERMINER.test(before) || BEFORE_SUBJECT.test(before)
  })
}

function pointsBack(question: QuestionText, { start, end }: TextSpan): boolean {
  const part = question.nameless.slice(start, end)
  let looked = 0
  for (const match of part.matchAll(POINTS_BACK)) {
    if (++looked > PRONOUNS_MAX) break
    let clause = 0
    for (const found of part.slice(0, match.index).matchAll(CLAUSE_BREAK)) clause = found.index
    if (!namesSomething(question, { start, end: start + clause })) return true
  }
  return false
}

function namesSomething(question: QuestionText, span: TextSpan): boolean {
  const isWithin = (name: TextSpan) => name.start >= span.start && name.end <= span.end
  return question.names.some(isWithin) || tellingWords(question, span).length > 0
}

function tellingWords({ folded, named }: QuestionText, span: TextSpan): readonly Word[] {
  return contentWords(folded, span, named, WORDS_COUNTED).filter(({ text }) => !RELATIONAL.has(text.toLowerCase()))
}

/** A pronoun where the subject stands; 我, 你 and 我们 need nothing that was asked before. */
export const PRONOUN_HEAD_HAN =
  /^(?:[它他她]们?|[这那](?:里|儿|边|个|些|件事?)?)(?=$|[^\p{L}]|什么|怎|为|现在|目前|后来|最后|当时|何|[是在有会能要被还都也又多叫住花用])/u
/** The question word asks for the subject itself, and what was done stands behind it. */
const ASKS_SUBJECT_HAN = late(
  () => /^(?:到底|究竟|具体)?(?:谁|哪[些个位台条家款](?!月)|什么(?!时候|时间|原因|地方)|多少|几[个位台条家款](?!月))/u,
)
const ASKS_BEFORE_SUBJECT_HAN = late(
  () =>
    /^(?:到底|究竟|具体)?(?:为什么|为何|为啥|怎么|如何|怎样|什么时候|何时|在?哪[里儿]?|有没有|是否|能不能|会不会|是不是|要不要)(?![不没会能要可被])/u,
)
/** Says how or when rather than what. */
const LIGHT_HAN = /[来会要能在去还也都是的了过没不把将该应可以得就才又再刚正]/gu
/** Done: "续期了吗" is a verb alone, whose subject stood before. */
const DONE_HAN = /^[了过完好]/u
/** A price is of what stands before it, which is no verb: "样机多少钱". */
const PRICED_HAN = /^(?!花|需要|一共|总共|大概)\p{L}{2,8}多少钱/u
const POINTS_BACK_HAN = /[它牠]|[这那]件事/u

/** `lacksSubject` says that the clause begins so that its subject, if any, stood before. */
export function isCompleteInChinese(question: QuestionText, piece: TextSpan, lacksSubject: boolean): boolean {
  const { folded, names } = question
  const time = timeAtHead(question, piece)
  const head = { start: time?.end ?? piece.start, end: piece.end }
  const rest = folded.slice(head.start, head.end)
  if (PRONOUN_HEAD_HAN.test(rest)) return false
  const words = tellingWords(question, piece)
  const back = POINTS_BACK_HAN.exec(rest)
  if (back && !words.some(({ end }) => end <= head.start + back.index)) return false
  const own = names.filter(({ start, end }) => start >= piece.start && end <= piece.end)
  const told = words.length + own.length
  if (told === 0) return false
  if (told >= WORDS_MIN && (ASKS_SUBJECT_HAN().test(rest) || ASKS_BEFORE_SUBJECT_HAN().test(rest))) return true
  const asked = ASKS_SUBJECT_HAN().exec(rest)
  if (asked) return time !== undefined || own.length > 0 || says(question, head, asked, words)
  if (own.some(({ start }) => start === head.start)) return true
  if (PRICED_HAN.test(rest)) return true
  if (lacksSubject) return false
  return told >= WORDS_MIN || (time === undefined && !DONE_HAN.test(folded.slice(words[0]?.end ?? head.end)))
}

/** "谁修了网关": between the question word and what tells stands a verb of one character. */
function says({ folded }: QuestionText, head: TextSpan, asked: RegExpExecArray, words: readonly Word[]): boolean {
  const start = folded.indexOf(asked[0], head.start) + asked[0].length
  const first = words.find((word) => word.start >= start)
  return first !== undefined && folded.slice(start, first.start).replace(LIGHT_HAN, '').trim() !== ''
}

/** The time with which a clause begins. */
export function timeAtHead({ times }: QuestionText, { start }: TextSpan): TextSpan | undefined {
  return times.find((time) => time.start === start)
}
