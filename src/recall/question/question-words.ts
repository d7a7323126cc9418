import type { TextSpan } from '../../graph/spans.ts'
import { segmentHan } from '../../text/han.ts'
import { latePattern } from '../../text/late.ts'
import { isHanStopWord, isQuestionStopWord, isStopWord } from '../../text/stop-words.ts'

/*
 * Which words of a question say what it is about. Words that ask, link or frame ("mention", "happen", "last",
 * "导致", "有没有") are read by rules of their own and say nothing of the subject.
 */

/** Words that are found, at most, unless fewer are asked for; a question that is longer is about these. */
const WORDS_MAX = 60
/** Characters that are cut into words: cutting is by far the dearest step. */
const HAN_CUT_MAX = 240

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u))

const FRAMING = words(`say says said saying tell tells told telling mention mentions mentioned remember remind recall
happen happens happened happening happens use uses used using call calls called calling depend depends depended
depending dependency dependencies want wants wanted change changes changed together else mean means meant show list
give explain describe summarise summarize summary overview recap according cause causes caused because reason reasons
currently already yet recently ago last next previous previously similar ask asks asked ll re ve let able someone
anyone anything something everything everyone somebody anybody please help everybody place places kind sort name names
named whole overall entire long often total new news update updates usually often don doesn didn wasn isn aren came come comes came
there hello dear hope grateful might whether via per between within idea find every quick next`)

const FRAMING_HAN =
  words(`说过 提到 提到过 提过 讲过 告诉 记得 发生 依赖 调用 使用 在用 目前 现在 当前 以前 之前 从前 曾经
后来 最后 最终 然后 接着 有没有 是否 是不是 能不能 可不可以 会不会 要不要 怎么样 怎样 如何 为什么 为何 什么 什么样 哪里 哪儿 哪家
哪个 哪些 哪天 多少 多久 多大 几个 几次 什么时候 时候 何时 分别 各自 一起 同时 经常 通常 一般 总共 一共 所有 全部 列出 列举
总结 概述 概括 整体 总体 回顾 梳理 请问 麻烦 你好 您好 大家 我们 你们 他们 她们 它们 咱们 自己 导致 原因 引起 造成 类似 相似
同样 遇到 遇到过 见过 出现 出现过 情况 问题 事情 东西 地方 意思 这个 那个 这些 那些 这里 那里 这样 那样 刚才 刚刚 上面 前面
已经 还有 还在 还是 没有 应该 需要 可以 可能 必须 想要 想知道 知道 帮我 一下 一些 一个 关于 根据 按照 说法 具体 到底 究竟
就是 不是 是在 都去 都有 都是 一次 三次 两次 几次 我在 你在 都没 还没 最近 近来 而不是 上次 下次 多少钱 它的 住在 整个 有关 因为 所以 如果 但是 而且 并且 以及 或者 另外 进展 谢谢 还要 去过 去了 做过 做了 叫做 吗 呢 做 怎么 干嘛 干什么`)

const EDGES = /^['’./-]+|['’./-]+$/gu
const HAN = /\p{Script=Han}/u
const WORD = latePattern(String.raw`\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_'’./-])+`, 'gu')
/** The same where all characters are plain ones; it compiles at once. */
const ASCII_WORD = /[\w'./-]+/gu
const ASCII = /^[\0-\x7f]*$/u

export interface Word extends TextSpan {
  /** With folded characters; the span leads to what is written. */
  readonly text: string
}

/** The words of a part of a folded text that say what it is about, in order, repeats included. */
export function contentWords(
  folded: string,
  span: TextSpan,
  skipped: readonly TextSpan[],
  wordsMax = WORDS_MAX,
): readonly Word[] {
  const found: Word[] = []
  let hanLeft = HAN_CUT_MAX
  const part = folded.slice(span.start, span.end)
  const isAscii = ASCII.test(part)
  for (const match of part.matchAll(isAscii ? ASCII_WORD : WORD())) {
    if (found.length >= wordsMax) break
    const start = span.start + match.index
    if (!isAscii && HAN.test(match[0])) {
      addHan(match[0].slice(0, hanLeft), start, skipped, found)
      hanLeft -= Math.min(hanLeft, match[0].length)
    } else {
      const text = match[0].replace(EDGES, '')
      add(text, start + match[0].indexOf(text), skipped, found)
    }
  }
  return found.slice(0, wordsMax)
}

function add(text: string, start: number, skipped: readonly TextSpan[], found: Word[]): void {
  const end = start + text.length
  if (skipped.some((span) => span.start < end && start < span.end)) return
  const lower = text.toLowerCase().replace(/['’](?:s|ll|re|ve|d|m)$/u, '')
  const plain = lower.replace(/['’]/gu, '')
  if (isStopWord(plain, 'en') || isQuestionStopWord(plain) || FRAMING.has(plain) || plain.length < 2) return
  found.push({ text, start, end })
}

/** A single character is too often a particle or the piece of a word to say anything by itself. */
function addHan(run: string, start: number, skipped: readonly TextSpan[], found: Word[]): void {
  // The dictionary sees what stands between names, so that it does not join a name with what follows.
  let from = start
  const end = start + run.length
  const stretches: TextSpan[] = []
  for (const skip of skipped) {
    if (skip.end <= from || skip.start >= end) continue
    if (skip.start > from) stretches.push({ start: from, end: skip.start })
    from = Math.max(from, skip.end)
  }
  if (from < end) stretches.push({ start: from, end })
  for (const stretch of stretches)
    addStretch(run.slice(stretch.start - start, stretch.end - start), stretch.start, found)
}

/** Characters that end a word which the dictionary does not know whole: "数据库", "解析器". */
const HAN_ENDINGS: ReadonlySet<string> = new Set('库器机员表页端口率量费单号线站室厅店证卡')

/** A verb of one character with its particle, which the dictionary takes for a word. */
const VERB_DONE = /^.[了着]$/u

function isSilentHan(word: string): boolean {
  return VERB_DONE.test(word) || isHanStopWord(word) || isQuestionStopWord(word) || FRAMING_HAN.has(word)
}

function addStretch(text: string, start: number, found: Word[]): void {
  let at = start
  let loose = ''
  const push = (word: string, end: number) => {
    if (!FRAMING_HAN.has(word)) found.push({ text: word, start: end - word.length, end })
  }
  const close = () => {
    // Words of two characters that the dictionary does not know come apart: "校验", "回调", "缓存" and "预热".
    for (let i = 0; i + 1 < loose.length; i += 2) {
      const size = loose.length - i === 3 ? 3 : 2
      push(loose.slice(i, i + size), at - loose.length + i + size)
      if (size === 3) break
    }
    loose = ''
  }
  const cut = segmentHan(text)
  for (const [i, word] of cut.entries()) {
    const isSilent = isSilentHan(word)
    const last = found.at(-1)
    // "登录页面" is no page of a face: two characters in a row are a word of their own.
    const next = cut[i + 1]
    const isEnding = HAN_ENDINGS.has(word) && !(next?.length === 1 && !isSilentHan(next))
    if (isEnding && loose === '' && last?.end === at && last.start >= start && last.text.length > 1) {
      at += word.length
      found[found.length - 1] = { text: last.text + word, start: last.start, end: at }
      continue
    }
    const isLoose = !isSilent && word.length === 1
    if (!isLoose) close()
    at += word.length
    if (isLoose) loose += word
    else if (!isSilent) push(word, at)
  }
  close()
}
