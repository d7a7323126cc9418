import type { TextSpan } from '../../graph/spans.ts'
import { hasCue } from '../../text/cues.ts'
import { segmentHan } from '../../text/han.ts'
import { late, latePattern } from '../../text/late.ts'
import { withoutIntroduction } from './question-aim.ts'
import { isCompleteInChinese, isCompleteInEnglish, PRONOUN_HEAD_HAN, timeAtHead } from './question-complete.ts'
import type { QuestionText } from './question-text.ts'
import { contentWords } from './question-words.ts'

/*
 * Splits a real conjunction into questions that each stand by themselves. Split is only what asks twice:
 *
 *   When did Ana move and where does she work now?   When did Ana move | where does Ana work now
 *   登录为什么失败，后来怎么修的？                       登录为什么失败 | 登录后来怎么修的
 *   Does she like salt and pepper?                   (nothing)
 *
 * A part that says by itself what it is about takes nothing over from the others.
 */

export const PARTS_MAX = 3
/** Telling words that a part takes over from what stands before it, at most. */
const CARRIED_WORDS_MAX = 4

export interface Part extends TextSpan {
  /** The part with its subject, a question on its own. */
  readonly text: string
}

/** The parts, or none when the question is one. */
export function readParts(question: QuestionText): readonly Part[] {
  if (!question.isHan && !mayHaveParts(question.nameless)) return []
  const pieces = (question.isHan ? chinesePieces : englishPieces)(question).slice(0, PARTS_MAX)
  if (pieces.length < 2) return []
  return pieces.map((piece) => ({
    ...piece,
    text: (question.isHan ? completeChinese : completeEnglish)(question, piece, pieces[0]!),
  }))
}

const SUBJECT = 'i|you|we|they|he|she|it|there|this|that'
const AUXILIARY = 'is|are|was|were|can|could|will|would|should|must'
const AUXILIARY_OR_VERB = 'has|have|had|do|does|did'
/** What opens a question: a question word before an auxiliary, or an auxiliary before a subject. */
const OPENING = `(?:who|whom|whose|what|which|how (?:many|much|long|often|old|far|big|fast|come))\\b|(?:when|where|why|how)(?:['’]s\\b| (?:${AUXILIARY}|${AUXILIARY_OR_VERB})\\b)|(?:${AUXILIARY}) (?:${SUBJECT}|the|my|our|your|his|her|their|any|some|an?|_+)\\b|(?:${AUXILIARY_OR_VERB}) (?:${SUBJECT}|_+)\\b`
/** Behind "do you know" the subject comes first: "when Ana moved and where she works". */
const EMBEDDED_OPENING = `(?:when|where|why|how|if|whether)\\b`
const OPENS = late(() => new RegExp(`^(?:${OPENING})`, 'u'))
const OPENS_EMBEDDED = late(() => new RegExp(`^(?:${OPENING}|${EMBEDDED_OPENING})`, 'u'))
const SENTENCE_END = /[?!;:\n]+\s*|\.\s+|\.$/gu
const JOINT = /(?:,|\s-|\s–)? (?:and|or|but|as well as|plus)(?: (?:also|then))? |, (?=wh|how)/gu
/** What a joint holds. */
const JOINT_CUES = [' and ', ' or ', ' but ', ' as well as ', ' plus ', ', wh', ', how']
/** Behind a noun it opens a relative clause: "someone who knows Rust and who has time". */
const RELATIVE = /^(?:who|whom|whose|which|what)\b/u
const QUESTION_WORD = latePattern(String.raw`^(?:wh\p{L}+|how)\b`, 'u')
const WORDS_IN_PART_MIN = 3
/** Joints of one sentence that are looked at. */
const JOINTS_MAX = 24

/** Whether there is more than one sentence, or something that joins two. */
function mayHaveParts(nameless: string): boolean {
  if (hasCue(JOINT_CUES, nameless)) return true
  return nameless.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '').length > 1
}

function englishPieces({ text, nameless }: QuestionText): TextSpan[] {
  const pieces: TextSpan[] = []
  let from = 0
  for (const end of ends(nameless)) {
    const { link, introduction } = openingOf(nameless.slice(from, end.index))
    const sentence = { start: from + link + introduction, end: end.index }
    pieces.push(...sentencePieces(nameless, sentence, introduction > 0))
    from = end.index + end.length
  }
  return pieces.filter(({ start, end }) => start < end && text.slice(start, end).trim() !== '')
}

function* ends(text: string): Generator<{ readonly index: number; readonly length: number }> {
  for (const match of text.matchAll(SENTENCE_END)) yield { index: match.index, length: match[0].length }
  yield { index: text.length, length: 0 }
}

/** Characters of the word that links a sentence to what stands before it, and of what introduces the question. */
function openingOf(sentence: string): { readonly link: number; readonly introduction: number } {
  const link = /^\s*(?:(?:and|so|but|or|also|then),? )?/u.exec(sentence)![0].length
  const rest = sentence.slice(link)
  return { link, introduction: rest.length - withoutIntroduction(rest).length }
}

/** The asking pieces of one sentence; what only tells is left out. */
function sentencePieces(nameless: string, { start, end }: TextSpan, isIntroduced: boolean): TextSpan[] {
  const sentence = nameless.slice(start, end)
  const opens = isIntroduced && !OPENS().test(sentence) ? OPENS_EMBEDDED() : OPENS()
  const pieces: { start: number; end: number }[] = []
  let from = 0
  const close = (to: number) => {
    if (opens.test(sentence.slice(from, to))) pieces.push({ start: start + from, end: start + to })
  }
  let joints = 0
  for (const joint of sentence.matchAll(JOINT)) {
    if (pieces.length >= PARTS_MAX || ++joints > JOINTS_MAX) break
    const behind = joint.index + joint[0].length
    const right = sentence.slice(behind)
    const left = sentence.slice(from, joint.index)
    const isShort = countWords(left) < WORDS_IN_PART_MIN || countWords(right) < WORDS_IN_PART_MIN
    if (isShort || !opens.test(right) || isRelative(left, right)) continue
    close(joint.index)
    from = behind
  }
  close(sentence.length)
  return pieces
}

function isRelative(left: string, right: string): boolean {
  const word = RELATIVE.exec(right)?.[0]
  if (word === undefined || QUESTION_WORD().test(left)) return false
  return new RegExp(`\\b${word}\\b`, 'u').test(left)
}

/** Three words stand in fewer characters than these. */
const COUNTED_LENGTH_MAX = 120

function countWords(text: string): number {
  return text
    .slice(0, COUNTED_LENGTH_MAX)
    .split(/\s+/u)
    .filter((word) => word !== '').length
}

const SUBJECT_PRONOUN = /\b(?:she|he|they)\b/i
const COUNTED_NOUN = /^(?:which|what) ([a-z]+)/i
const BARE_WHICH = /^(which|what)(?: ones)? (?=(?:is|are|was|were|did|do|does|have|has|had|can|will|should)\b)/i

/** Gives a part the subject that stands before it. */
function completeEnglish(question: QuestionText, piece: TextSpan, first: TextSpan): string {
  const text = trimmed(question.text.slice(piece.start, piece.end))
  if (piece.start === first.start && !/\b(?:it|they|she|he|this|that)\b/i.test(text)) return text
  if (isCompleteInEnglish(question, piece)) return text
  const names = question.names.filter(({ end }) => end <= piece.start)
  const people = names.filter(({ isFile }) => !isFile).map((name) => name.text)
  if (people.length > 0 && SUBJECT_PRONOUN.test(text))
    return text.replace(SUBJECT_PRONOUN, () => people.slice(0, 2).join(' and '))
  const noun = COUNTED_NOUN.exec(question.text.slice(first.start, first.end))?.[1]
  if (noun !== undefined && BARE_WHICH.test(text)) return text.replace(BARE_WHICH, (_, which) => `${which} ${noun} `)
  return withCarried(question, piece, text)
}

/** Appends the names and telling words that stand before a part. */
function withCarried({ text, folded, named, names }: QuestionText, piece: TextSpan, part: string): string {
  const before = [
    ...names.filter(({ end }) => end <= piece.start),
    ...contentWords(folded, { start: 0, end: piece.start }, named, CARRIED_WORDS_MAX * 3),
  ].sort((a, b) => a.start - b.start)
  const carried = new Set<string>()
  for (const { start, end } of before) {
    const word = text.slice(start, end)
    if (carried.size < CARRIED_WORDS_MAX && !part.includes(word)) carried.add(word)
  }
  return carried.size === 0 ? part : `${part} (${[...carried].join(' ')})`
}

function trimmed(part: string): string {
  return part.replace(/^[\s,，、]+|[\s,，、.?!;:。？！；：]+$/gu, '')
}

const ASKS_HAN = late(
  () =>
    /谁(?!都|也)|什么(?!都|也|的)|哪(?!怕|里都|都)|怎么(?!都|也|了?说)|怎样|如何|为何|多少|几[个只次条位天点]|多[久大远长高]|何时|吗|有没有|是否|是不是|能不能|可不可以|要不要|会不会/u,
)
const CLAUSE_END_HAN = late(
  () =>
    /[，,；;。？?！!\n]+\s*|(?:以及|并且|而且|还有|另外|同时)(?=[^，。？?]{0,8}(?:谁|什么|哪|怎么|为什么|多少|几|如何|何时|有没有|是否))/gu,
)
/** Asks only whether that is right. */
const TAG_HAN = /^(?:对|是|好|行|可以|没错|对不对|是不是|好不好|行不行|可不可以|是这样)(?:的)?(?:吗|吧|呢|么)?$/u
const INTRODUCTION_HAN = late(
  () =>
    /^(?:(?:你好|您好|请问|请|麻烦|我?想知道|我?想问一?下?|告诉我|帮我(?:查|看)一?下?|你?(?:还)?记得|你?知道|那么|那(?![里边儿个些件天时])|还有|另外|以及)[，, ]*)+/u,
)
/** Words at which the subject at the head of a clause ends. */
const SUBJECT_END_HAN: ReadonlySet<string> = new Set(
  `哪天 哪年 几点 几号 为什么 为何 为啥 什么 什么时候 时候 怎么 怎么样 如何 怎样 后来 现在 目前 当时 最近 何时 是 在 有 谁 哪 哪里 哪些 哪个 哪儿 多少
  几 多久 还 都 也 会 能 要 被 应该 可以 到底 究竟 需要 吗 呢 对 跟 和 与 给 向 从 到 把 是在 都是 还在 还有 是否 有没有 是不是
  能不能 可不可以 会不会 要不要 没有 没 不 最后 然后 之前 以前 已经`.split(/\s+/u),
)
/** These join two subjects as well as they open what follows: "小李和小王", "和谁". */
const JOINS_HAN: ReadonlySet<string> = new Set(['和', '跟', '与'])
/** A clause that begins so has no subject of its own. */
const LACKS_SUBJECT_HAN = late(
  () =>
    /^(?:分别|各自|都|后来|然后|现在|最后|最终|又|还|也|目前|当时|怎么|如何|怎样|为什么|为何|为啥|什么时候|何时|在哪|在什么|哪|谁|多少|几|有没有|是否|能不能|会不会|是不是|要不要|需要|可以|不|没|用|被|具体|到底|究竟|大概|是|多[久大远长高]|有什么|有多|有哪|什么|[^，。]{1,2}(?:了|过|的)?(?:什么|哪|谁|多少|几))/u,
)
const DONE_HAN = /[了过完]$/u
/** Says only that the verb before it is done. */
const RESULT_HAN = /^[了过完好]/u
const SUBJECT_LENGTH_MAX = 16
const PRONOUN_HAN = /^(?:这|那|它|他|她|我|你|您|我们|你们|他们|她们|它们|咱们)+$/u

function chinesePieces({ folded }: QuestionText): TextSpan[] {
  const pieces: TextSpan[] = []
  let from = 0
  const close = (to: number) => {
    const start = from + (INTRODUCTION_HAN().exec(folded.slice(from, to))?.[0].length ?? 0)
    const clause = folded.slice(start, to).trim()
    if (ASKS_HAN().test(clause) && !TAG_HAN.test(clause)) pieces.push({ start, end: to })
  }
  for (const match of folded.matchAll(CLAUSE_END_HAN())) {
    close(match.index)
    from = match.index + match[0].length
  }
  close(folded.length)
  return pieces
}

function completeChinese(question: QuestionText, piece: TextSpan, first: TextSpan): string {
  const text = trimmed(question.text.slice(piece.start, piece.end))
  const isFirst = piece.start === first.start
  if (isFirst && subjectOf(question, first) !== '') return text
  const time = timeAtHead(question, piece)
  const head = question.folded.slice(time?.end ?? piece.start, piece.end)
  if (isCompleteInChinese(question, piece, lacksSubject(head))) return text
  const subject = isFirst ? '' : subjectOf(question, time ? withoutTime(question, first) : first)
  if (subject === '') return withCarried(question, piece, text)
  return subject + (time ? text : text.replace(PRONOUN_HEAD_HAN, ''))
}

function lacksSubject(head: string): boolean {
  if (LACKS_SUBJECT_HAN().test(head)) return true
  return SUBJECT_END_HAN.has(segmentHan(head.slice(0, SUBJECT_LENGTH_MAX))[0] ?? '')
}

/** A part with a time of its own takes over who or what, not when. */
function withoutTime(question: QuestionText, clause: TextSpan): TextSpan {
  return { start: timeAtHead(question, clause)?.end ?? clause.start, end: clause.end }
}

/** The subject at the head of a clause, as written; empty when there is none, or a pronoun only. */
function subjectOf({ text, folded, names }: QuestionText, clause: TextSpan): string {
  const head = folded.slice(clause.start, Math.min(clause.end, clause.start + SUBJECT_LENGTH_MAX))
  const words = segmentHan(head)
  let end = 0
  for (const [i, word] of words.entries()) {
    const isNamed = names.some((name) => name.start < clause.start + end + 1 && name.end > clause.start + end)
    const joins = JOINS_HAN.has(word) && end > 0 && !SUBJECT_END_HAN.has(words[i + 1] ?? '谁')
    // "年会" comes apart, and its second half is no verb.
    const isDebris = word === '会' && words[i - 1]?.length === 1
    const ends = SUBJECT_END_HAN.has(word) || (word.length === 2 && word.endsWith('在'))
    if (ends && !isNamed && !joins && !isDebris) break
    // "服务器崩了吗": what was done is no part of the subject.
    if (DONE_HAN.test(word) && !isNamed) {
      if (RESULT_HAN.test(word)) end -= words[i - 1]?.length ?? 0
      break
    }
    end += word.length
  }
  // "昨天老王和小李讨论了": what follows the last name is what they did, unless it is theirs.
  const last = names.filter((name) => name.start >= clause.start && name.end <= clause.start + end).at(-1)
  if (last && folded[last.end] !== '的') end = last.end - clause.start
  const subject = text.slice(clause.start, clause.start + end).trim()
  return PRONOUN_HAN.test(folded.slice(clause.start, clause.start + end).trim()) ? '' : subject
}
