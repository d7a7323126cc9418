import type { TextSpan } from '../../graph/spans.ts'
import { late } from '../late.ts'
import * as words from './chinese-words.ts'
import { claim, type EntityPage, isFree } from './entity-page.ts'
import { type HanRun, segmentsOf } from './han-runs.ts'

/*
 * A surname with one or two characters behind it is a name where something else says so: a title behind it (王老师), a word before
 * it that people follow (和陈静, 叫李雷), a word behind it that people do (王芳说), or the same stretch once more in the text. Where
 * the dictionary sees a word that begins with the character (高兴, 程序), it is none.
 */

export function readChinesePersons(page: EntityPage, runs: readonly HanRun[]): void {
  if (page.folded.includes('·')) readForeignNames(page)
  const roles = ROLES()
  for (const run of runs) {
    readMentioned(page, run)
    for (let at = run.start; at < run.end - 1; at++) {
      const role = roles[page.folded.charCodeAt(at)]!
      if (role === 0 || page.taken[at] !== 0) continue
      const found = role & NICKNAME ? nicknameAt(page, run, at) : undefined
      const span = found ?? (role & SURNAME && surnameLength(page, run, at) > 0 ? personAt(page, run, at) : undefined)
      if (span && claim(page, span.start, span.end, 'person')) at = span.end - 1
    }
  }
}

const NICKNAME = 1
const SURNAME = 2
/** By code unit, what a character may begin. */
const ROLES = late(() => {
  const roles = new Uint8Array(0x10000)
  for (const character of '小老阿') roles[character.charCodeAt(0)] = NICKNAME
  for (const surname of [...words.SURNAMES, ...words.COMPOUND_SURNAMES]) roles[surname.charCodeAt(0)]! |= SURNAME
  return roles
})

/** 哈利·波特: spelled characters on both sides of the dot. */
function readForeignNames(page: EntityPage): void {
  for (let dot = page.folded.indexOf('·'); dot >= 0; dot = page.folded.indexOf('·', dot + 1)) {
    let [start, end] = [dot, dot + 1]
    while (start > 0 && dot - start < FOREIGN_PART_MAX && words.SPELLING_CHARACTERS.has(page.folded[start - 1]!))
      start--
    while (end - dot <= FOREIGN_NAME_MAX && isSpelled(page.folded, end)) end++
    if (dot - start > 1 && end - dot > 2) claim(page, start, end, 'person')
  }
}
const FOREIGN_PART_MAX = 6
const FOREIGN_NAME_MAX = 14

function isSpelled(folded: string, at: number): boolean {
  const isDot = folded[at] === '·' && words.SPELLING_CHARACTERS.has(folded[at + 1] ?? '')
  return isDot || words.SPELLING_CHARACTERS.has(folded[at] ?? '')
}

const HONORIFIC_LENGTH_MAX = 4
const GIVEN_LENGTH_MAX = 2
const CONTEXT_LENGTH_MAX = 6

/** `@张伟 `: up to four characters that a space or a mark ends, with the sign. */
function readMentioned(page: EntityPage, run: HanRun): void {
  if (page.folded[run.start - 1] !== '@') return
  const isClosed = run.end - run.start <= 4
  if (isClosed && run.end - run.start > 1) claim(page, run.start - 1, run.end, 'person')
}

function surnameLength(page: EntityPage, run: HanRun, at: number): number {
  if (at + 2 < run.end && words.COMPOUND_SURNAMES.has(page.folded.slice(at, at + 2))) return 2
  return words.SURNAMES.has(page.folded[at]!) ? 1 : 0
}

/** 小王, 老李, 阿陈, where what follows cannot belong to a longer word. */
function nicknameAt(page: EntityPage, run: HanRun, at: number): TextSpan | undefined {
  const { folded } = page
  if (!words.PLAIN_SURNAMES.has(folded[at + 1]!) || DEGREE.has(folded[at - 1] ?? '')) return undefined
  const end = at + 2
  if (page.taken[end - 1] !== 0 || (end < run.end && page.taken[end] === 0 && !words.NOT_IN_NAMES.has(folded[end]!))) {
    return undefined
  }
  return { start: at, end }
}
const DEGREE: ReadonlySet<string> = new Set('最大太很更较从')

function personAt(page: EntityPage, run: HanRun, at: number): TextSpan | undefined {
  const { folded } = page
  const given = at + surnameLength(page, run, at)
  const honorific = honorificAt(page, run, given)
  if (honorific > 0 && isPlainBefore(page, run, at)) return { start: at, end: given + honorific }
  const opens = at === run.start && words.OPENING_SURNAMES.has(folded[at]!)
  const hint =
    opens || hasContextBefore(page, run, at) || hasTitleOrVerb(page, run, given) || occursAgain(page, run, at, given)
  if (!hint) return undefined
  const end = nameEnd(page, run, at, given)
  if (end === undefined) return undefined
  const isNamed =
    hasContextBefore(page, run, at) ||
    honorificAt(page, run, end) > 0 ||
    (opens && isClosed(page, run, end)) ||
    (startsWord(page, run, at) && hasAfter(page, end)) ||
    folded.indexOf(folded.slice(at, end), end) >= 0
  return isNamed ? { start: at, end } : undefined
}

/** 王老师, but not 国王老师: before a surname with a title stands no character that it would join. */
function isPlainBefore(page: EntityPage, run: HanRun, at: number): boolean {
  if (words.PLAIN_SURNAMES.has(page.folded[at]!) || at === run.start) return true
  return words.NOT_IN_NAMES.has(page.folded[at - 1]!)
}

function honorificAt(page: EntityPage, run: HanRun, at: number): number {
  for (let length = Math.min(HONORIFIC_LENGTH_MAX, run.end - at); length > 0; length--) {
    const word = page.folded.slice(at, at + length)
    if (!words.HONORIFICS.has(word) || !isFree(page, at, at + length)) continue
    // 总 and 工 begin other words (总是, 工作); as titles they end one.
    if (length === 1 && at + 1 < run.end && !words.NOT_IN_NAMES.has(page.folded[at + 1]!)) return 0
    if (length === 1 && /[是共计会结之]/u.test(page.folded[at + 1] ?? '')) return 0
    return length
  }
  return 0
}

function hasContextBefore(page: EntityPage, run: HanRun, at: number): boolean {
  for (let length = 1; length <= 2; length++) {
    if (at - length >= run.start && words.NAME_BEFORE.has(page.folded.slice(at - length, at))) return true
  }
  return at === run.start && page.folded[at - 1] === '@'
}

function hasTitleOrVerb(page: EntityPage, run: HanRun, given: number): boolean {
  for (let length = 1; length <= GIVEN_LENGTH_MAX; length++) {
    if (given + length < run.end && (honorificAt(page, run, given + length) > 0 || hasAfter(page, given + length)))
      return true
  }
  return false
}

function hasAfter(page: EntityPage, at: number): boolean {
  for (let length = 1; length <= 3; length++) if (words.NAME_AFTER.has(page.folded.slice(at, at + length))) return true
  return false
}

/** A name that is all of a clause (陈明，你好), or the subject of one (陈明今天来): a word of grammar or of time stands behind. */
function isClosed(page: EntityPage, run: HanRun, end: number): boolean {
  return end === run.end || words.NOT_IN_NAMES.has(page.folded[end]!)
}

function startsWord(page: EntityPage, run: HanRun, at: number): boolean {
  return at === run.start || words.NOT_IN_NAMES.has(page.folded[at - 1]!) || page.taken[at - 1] !== 0
}

function occursAgain(page: EntityPage, run: HanRun, at: number, given: number): boolean {
  return given < run.end && page.folded.indexOf(page.folded.slice(at, given + 1), given + 1) >= 0
}

/** Where a name ends, by the words that the dictionary sees from the surname on. */
function nameEnd(page: EntityPage, run: HanRun, at: number, given: number): number | undefined {
  let to = given
  while (to < run.end && to < given + CONTEXT_LENGTH_MAX && page.taken[to] === 0) to++
  const segments = segmentsOf(page, at, to)
  const first = segments[0]
  if (!first || first.start !== at) return undefined
  const firstLength = first.end - first.start
  // The dictionary knows some whole names of three characters, and no other words of that length begin with a surname.
  if (firstLength > given - at)
    return firstLength === 3 && words.PLAIN_SURNAMES.has(page.folded[at]!) ? first.end : undefined
  let end = given
  for (const segment of segments) {
    if (segment.end <= given) continue
    const word = page.folded.slice(segment.start, segment.end)
    const isPart = word.length <= GIVEN_LENGTH_MAX - (end - given) && !NOT_GIVEN.has(word)
    if (
      !isPart ||
      (words.NOT_IN_NAMES.has(word) && !IN_NAMES_TOO.has(word)) ||
      words.NAME_AFTER.has(word) ||
      words.HONORIFICS.has(word)
    )
      break
    if (word.length === 2 && words.NOT_IN_NAMES.has(word[0]!)) break
    end = segment.end
  }
  return end > given ? end : undefined
}

/** Cut off alone, these are no 明天 or 可以 but part of a name. */
const IN_NAMES_TOO: ReadonlySet<string> = new Set('明天月可正之如')
/** Words of two characters that follow a name, or a surname that is a word here, and are not given names. */
const NOT_GIVEN: ReadonlySet<string> = new Set(
  `一起 吃饭 见面 聊天 讨论 确认 商量 开会 联系 沟通 约好 今天 明天 昨天 晚上 早上 下午 上午 周末 最近 现在 刚才 已经 可能 应该 觉得 认为 告诉 建议 负责 提交 回复 家里 公司 学校 生日 电话 微信 结婚 分手 工作 学习 旅行 旅游
  出去 回来 过来 借了 借钱 那边 那里 这边 这里 他们 我们 你们 自己 因为 所以 但是 如果 还有 然后 看看 帮忙 介绍 打球 逛街 散步 喝茶 喝酒 看病 检查 报告 问题 方案 项目 需求 说话 说过 以前 之前 以后 之后 同学 老师 先生 女士`.split(
    /\s+/u,
  ),
)
