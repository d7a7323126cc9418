import type { TextSpan } from '../../graph/spans.ts'
import { type EntityMention, readEntities } from '../../text/entities/entities.ts'
import { late, latePattern } from '../../text/late.ts'

/*
 * The names in a question. What records are read by finds most; a question allows more, because a wrong name costs it
 * less than it costs the graph: what stands in quotes, any capital within a sentence, a surname where a subject
 * stands, and words that the caller knows as names. Ordinary words that have synonyms ("login", "缓存") are no names.
 */

/** Names of one question, at most. */
const NAMES_MAX = 16

export interface NameOptions {
  /** Whether something has that name, given in small letters; such a word is a name however it is written. */
  readonly known?: ((lowercase: string) => boolean) | undefined
  /** The entities of the question, when the caller has read them already. */
  readonly mentions?: readonly EntityMention[] | undefined
}

export interface Name extends TextSpan {
  /** As written, without quotes. */
  readonly text: string
  readonly isFile: boolean
  readonly isPerson: boolean
}

const QUOTED = latePattern(
  String.raw`["“「『《\x60]([^"“”「」『』《》\x60\n]{1,80})["”」』》\x60]|(?<![\p{L}\p{N}])['‘]([^'‘’\n]{2,80})['’](?![\p{L}\p{N}])`,
  'gu',
)
const FILE = /^[^\s]*\.[A-Za-z][A-Za-z0-9]{0,7}$/u
const QUOTE = /["“「『《`'‘]/u
const CAPITALISED = latePattern(String.raw`(?<![\p{L}\p{N}_'’./-])\p{Lu}\p{Ll}[\p{L}\p{N}]*`, 'gu')
const LATIN_WORD = latePattern(String.raw`(?<![\p{L}\p{N}_])(?:(?!\p{Script=Han})[\p{L}\p{N}_])+`, 'gu')
/** The same for plain letters, which most questions are written in: classes of Unicode take long to compile. */
const ASCII = /^[\0-\x7f]*$/u
const ASCII_CAPITALISED = /(?<![\w'./-])[A-Z][a-z][A-Za-z\d]*/gu
const ASCII_WORD = /\w+/gu
const HAN_RUN = latePattern(String.raw`\p{Script=Han}+`, 'gu')
const SENTENCE_START = /(?:^|[.?!:;。？！\n]["“]?)\s*$/u
const CALENDAR_WORD =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december)$/u
const POLITE_MAY = /^may (?:i|we|you)\b/u
/** Ordinary words have no capitals, digits or signs. */
const ORDINARY = latePattern(String.raw`^(?:[a-z]+(?: [a-z]+)*|\p{Script=Han}+)$`, 'u')

const SURNAMES =
  '王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁董余苏叶吕魏蒋田杜丁沈姜范傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹熊孟秦阎薛侯雷龙段郝孔邵史毛顾赖武康贺严尹钱施洪龚'
/** Where the subject of a question stands, and what follows it there. */
const HAN_NAMES = late(
  () =>
    new RegExp(
      [
        `[小老](?=[${SURNAMES}])[${SURNAMES}](?=和|跟|与|分别|是|在|说|有|的|什么|为什么|怎么|昨|今|上|去|最|现|呢|$)`,
        `(?<=[和跟])[小老][${SURNAMES}](?![时板])`,
        '(?<!\\p{Script=Han})阿\\p{Script=Han}(?=和|跟|都|是|在|说|有|的|什么|为什么|昨|今|上|去|最|现|呢)',
        `(?<!\\p{Script=Han})[${SURNAMES}]\\p{Script=Han}{1,2}?(?=和|跟|什么|为什么|怎么|在|是|说|的|住|最近|现在|昨|今|上周|上个|去年)`,
        `(?<=用户|客户|同事|朋友|同学|老师|经理)[${SURNAMES}]\\p{Script=Han}{1,2}?(?=反馈|说|提|问|报|投诉|的|是|在|什么|怎么|有|要|最近|昨|今|上)`,
        `(?<=[和跟])[${SURNAMES}]\\p{Script=Han}{1,2}?(?=什么|为什么|怎么|在|是|说|的|分别|昨|今|上周|上个|去年)`,
      ].join('|'),
      'gu',
    ),
)
/** Words that begin like a surname. */
const NO_HAN_NAME = late(
  () =>
    /^(?:高[级中层性]|方[案法式便向面]|金[额钱]|马上|何[时为]|任[务何意]|程序|周[围末期]|张[贴力]|许[多可]|史[上料]|夏[天季]|余[额下]|段落|施[工行]|严[重格]|钱[包是在]|田地|龙头|康复|小时|叶子|黄[色金]|林[业区]|白[天色]|雷达|韩国|陆[续地]|贺卡|毛[病巾]|武[器术])/u,
)

export function findNames(
  text: string,
  folded: string,
  times: readonly TextSpan[],
  { known, mentions }: NameOptions,
): readonly Name[] {
  const found: Name[] = []
  const add = (start: number, end: number, kind?: 'file' | 'person') => {
    if (found.length >= NAMES_MAX || start >= end) return
    if (found.some(overlaps(start, end)) || times.some(overlaps(start, end))) return
    found.push({ start, end, text: text.slice(start, end), isFile: kind === 'file', isPerson: kind === 'person' })
  }
  const isAscii = ASCII.test(text)
  for (const match of QUOTE.test(text) ? text.matchAll(QUOTED()) : []) {
    const inner = match[1] ?? match[2]!
    add(match.index + 1, match.index + 1 + inner.length, FILE.test(inner) ? 'file' : undefined)
  }
  for (const { span, node, kind, label } of mentions ?? readEntities(text)) {
    if (node === 'entity' && kind === 'concept' && ORDINARY().test(label)) continue
    add(span.start, span.end, node === 'file' ? 'file' : kind === 'person' ? 'person' : undefined)
  }
  for (const match of text.matchAll(isAscii ? ASCII_CAPITALISED : CAPITALISED())) {
    if (isName(text, match[0], match.index)) add(match.index, match.index + match[0].length)
  }
  for (const match of isAscii ? [] : folded.matchAll(HAN_NAMES())) {
    if (!NO_HAN_NAME().test(match[0])) add(match.index, match.index + match[0].length, 'person')
  }
  if (known) addKnown(text, known, { isAscii, add })
  return found.sort((a, b) => a.start - b.start)
}

function overlaps(start: number, end: number): (span: TextSpan) => boolean {
  return (span) => span.start < end && start < span.end
}

/** At the start of a sentence every word has a capital, and says nothing by it. */
function isName(text: string, word: string, at: number): boolean {
  const lower = word.toLowerCase()
  if (CALENDAR_WORD.test(lower) || SENTENCE_START.test(text.slice(Math.max(0, at - 8), at))) return false
  return !POLITE_MAY.test(text.slice(at, at + 8).toLowerCase())
}

/** Words whose name is asked for, and characters of a longer name in Chinese. */
const KNOWN_ASKED_MAX = 400
const HAN_NAME_LENGTH_MAX = 4

interface Adding {
  readonly isAscii: boolean
  readonly add: (start: number, end: number) => void
}

function addKnown(text: string, known: (name: string) => boolean, { isAscii, add }: Adding): void {
  let asked = 0
  for (const match of text.matchAll(isAscii ? ASCII_WORD : LATIN_WORD())) {
    if (match[0].length < 2 || ++asked > KNOWN_ASKED_MAX) continue
    if (known(match[0].toLowerCase())) add(match.index, match.index + match[0].length)
  }
  // Chinese has no spaces: the longest name that begins at a character counts.
  for (const match of isAscii ? [] : text.matchAll(HAN_RUN())) {
    for (let i = 0; i < match[0].length && asked < KNOWN_ASKED_MAX; i++) {
      for (let length = Math.min(HAN_NAME_LENGTH_MAX, match[0].length - i); length > 1; length--) {
        asked++
        if (!known(match[0].slice(i, i + length))) continue
        add(match.index + i, match.index + i + length)
        i += length - 1
        break
      }
    }
  }
}
