import type { Word } from './question-words.ts'

/*
 * Which words of what was said tell its subject. Whoever talks, unlike whoever asks, hedges and fills: "actually, the
 * export timed out again, kind of annoying" is about the export. Such words would find any message.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u))

/** Verbs that say little without their object, and those that begin, end, try or seem. */
const LIGHT = words(`
take takes took taken taking make makes made making give gives gave given giving put puts putting set sets setting
keep keeps kept keeping bring brings brought bringing turn turns turned turning ran running look looks looked looking
seem seems seemed seeming appear appears appeared become becomes became becoming try tries tried trying start starts
started starting begin begins began begun beginning stop stops stopped stopping end ends ended ending continue
continues continued went gone come comes came coming find finds found finding figure figured figuring show shows
showed shown feel feels felt feeling need needs needed wants wanted wanting seen see sees saw seeing work works worked
working tend tends tended manage manages managed happen thought believe believes guess suppose hope hopes wish sounds
sounded wait waiting stay stays stayed leave leaves left leaving hear heard notice noticed checked checking hit hits
hitting pick picked
`)

/** Fillers, hedges and words of degree. */
const FILLERS = words(`
actually basically honestly literally simply anyway anyways anyhow maybe perhaps probably possibly apparently obviously
definitely certainly clearly hopefully unfortunately luckily finally eventually suddenly quite rather pretty fairly
somewhat almost nearly kinda sorta bit stuff thing things guys folks man yup nope hmm huh ah uh um er eh wow whatever
somehow somewhere though although however therefore instead otherwise besides else way ways back away around along apart
forward aside together mostly mainly especially exactly totally completely really least later soon earlier meanwhile
today yesterday tomorrow tonight morning afternoon evening week day days hour hours minute minutes month months year
years moment annoying annoyed sorry thanks glad sad nice great good bad fine huge big small little lots plenty couple
several another would could should might cannot whenever wherever care
`)

/** A verb before one of these means something else than by itself: "timed out", "blows up", "shutting down". */
const PARTICLES = words('out up down off away back apart')
const PARTICLE_BEHIND = /^\s+(?:(?:it|them|this|that|him|her|us|me)\s+)?(\p{L}+)/u
/** Characters that hold the particle and what may stand before it. */
const BEHIND_MAX = 24
/** Verbs by their ending, and those of phrasal verbs in their other forms. A plural is no verb: "the servers down there". */
const VERB_FORM =
  /^(?:\p{L}{2,}(?:ed|ing)|(?:shut|blow|blew|blown|break|broke|broken|fell|fall|fallen|get|got|grew|cut|kick|log|lock|sign|back|roll|build|built|sort|split|wear|wore|worn|throw|threw|thrown|sold|sell|slow|speed|clean|fill|time|wind|wound|wrote|write|read|send|sent|drop|drag|held|hold|hang|hung|call|close|dig|dug|draw|drew|eat|ate|fly|flew|tear|tore|wake|woke|mess|rule|scale|spin|spun|swap|tidy|warm|wipe)s?)$/u

const LIGHT_HAN = words(`
进行 开始 觉得 感觉 认为 以为 好像 似乎 看起来 看来 看上去 估计 大概 也许 或许 恐怕 其实 反正 总之 老是 总是 一直 一直在 老在 经常
常常 偶尔 有时 有时候 突然 忽然 终于 结果 不知 不知道 不晓得 试试看 看一看 试一试 看一下 试一下 起来 出来 过来 回来 下去 上去 下来 上来 进去 出去 过去 回去 看看 试试
试着 试了 看了 看到 发现 弄 搞 弄清 搞定 搞好 弄好 清楚 只好 只能 只是 先把 再把 就把 把它 要不 要么 不如 有点 有些 一点 一点儿 特别
非常 十分 相当 比较 挺 真的 确实 的确 当然 可能 肯定 必须 打算 准备 继续 重新 再次 又是 还是 算是 不行 不行了 不了 没法 无法 不能 没有
没办法 办法 这么 那么 怎么 这样 那样 每次 每天 整天 全都 全部 烦人 麻烦 讨厌 糟糕 不错 很好 太慢 干脆 索性 赶紧 赶快 马上 立刻 刚刚 刚才
今天 昨天 明天 昨晚 上周 下周 小时 分钟 一个小时 半天 几天 几秒 一会儿 一下子 嗯 哎 唉 哦 哈哈 对了 就是说 比如 例如 之类 什么的 的话
提出 处理 遇到 碰到 帮忙 停下 停下来 试图 想办法 人家 别人 大伙 完全 根本 几乎 差不多 左右 之后 以后 之前 以前 期间 期望 希望
`)
/** An amount of time, a verb with what becomes of it, or a pronoun with its adverb: "一个小时", "跑完", "我再". */
const SMALL_HAN =
  /^(?:[一二两三四五六七八九十几半]+个?.{1,2}|.[完掉好住到起]|[我你您他她它咱][再去先来就也都还要会能得给把跟和又])$/u

/** "一个小时" is read as a name where names are sought. */
const AMOUNT_OF_TIME_HAN = /^[\d一二两三四五六七八九十几半]+个?(?:小时|分钟|秒钟?|天|周|星期|礼拜|月|年)$/u

/**
 * Without fillers, verbs that say little and verbs of phrasal verbs. `keepsVerbs` where the same is asked of another:
 * "when did Ana start?", "what about Bob?"
 */
export function subjectWords(folded: string, found: readonly Word[], keepsVerbs: boolean): readonly Word[] {
  return found.filter((word) => {
    const lower = word.text.toLowerCase().replace(/['’]\w{1,2}$/u, '')
    if (FILLERS.has(lower) || isPhrasal(folded, word)) return false
    return keepsVerbs || !(LIGHT.has(lower) || LIGHT_HAN.has(word.text) || SMALL_HAN.test(word.text))
  })
}

export function isAmountOfTime(text: string): boolean {
  return AMOUNT_OF_TIME_HAN.test(text)
}

function isPhrasal(folded: string, { text, end }: Word): boolean {
  if (!VERB_FORM.test(text.toLowerCase())) return false
  const particle = PARTICLE_BEHIND.exec(folded.slice(end, end + BEHIND_MAX))?.[1]
  return particle !== undefined && PARTICLES.has(particle.toLowerCase())
}
