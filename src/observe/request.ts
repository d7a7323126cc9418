import type { EventReading } from './event-reading.ts'
import { cutText, sentencesOf, withoutEndMarks } from './sentences.ts'
import { languageOfText, type ObservedLanguage } from './wording.ts'

/*
 * The clause of a prompt that says what is wanted:
 *
 *   "Hi! The nightly import crashes since we upgraded pandas, can you please find out why and fix it? <log>"
 *     The nightly import crashes since we upgraded pandas
 *   "帮我看一下结账页面的优惠券为什么会重复扣减，谢谢"
 *     结账页面的优惠券为什么会重复扣减
 *
 * Nothing is put in that the user did not say: clauses are chosen, and manners are cut off.
 */

const CLAUSES_MAX = 24
const PROMPT_MAX = 6_000
export const REQUEST_MAX = 100

const VERBS = `add fix implement create write make build update change remove delete rename move refactor extract replace convert migrate upgrade
downgrade bump improve optimise optimize speed reduce increase support handle allow prevent block stop enable disable configure set
install deploy release publish rollback revert merge rebase commit push run test check verify validate review audit investigate debug
find look search show list explain describe document translate format lint clean split combine simplify use switch harden secure
encrypt store save load read parse generate export import draw render style align hide wire connect integrate expose mock seed
benchmark profile measure log trace monitor cache retry schedule bring get give tell help figure reproduce drop introduce turn apply
start restart scale provision rotate sanitize sanitise escape port rewrite redo undo tidy pin try continue finish complete ensure let`
const IMPERATIVE = new RegExp(`^(?:${VERBS.trim().split(/\s+/u).join('|')})\\b`, 'iu')
const QUESTION = /^(?:why|how|what|where|when|which|who|is|are|does|do|did|can|could|should|would|will|has|have)\b/iu
/** Its object was named before. */
const LEANS = /^(?:\w{2,20} ){1,2}(?:it|this|that|them|these|those)\b/iu
/** A request within a sentence begins behind these. */
const ASKING =
  /(?:[,;:]|\s-)\s+(?:and\s+|so\s+|but\s+)?(?:(?:can|could|would|will) (?:you|we)|please|pls|i(?:'d| would) like you to|i (?:want|need) you to)\s/giu
const MANNERS: readonly RegExp[] = [
  /^(?:hi|hello|hey|hey there|good morning|ok|okay|alright|right|great|cool|nice|perfect|thanks|thank you|thx|yes|yep|yeah|no|sure|so|now|also|and|then|next|well|oh|hmm|btw|by the way|first|first of all|actually|claude|codex)\b[\s,.!:-]{0,4}/iu,
  /^(?:please|pls|kindly|just|quickly)\s+/iu,
  /^(?:(?:can|could|would|will) (?:you|we)(?: please| kindly| also| maybe| now| just| quickly)*(?: help (?:me )?(?:to |with )?)?|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|i(?:'d| would) like|we (?:need|want|have) to|you (?:should|need to|have to|can)|it would be (?:great|nice|good) (?:if you (?:could|can)|to)|help me (?:to )?|i think (?:that )?(?:we|you) should|go ahead and|take a look(?: at)?(?: and)?|have a look at|do me a favou?r and|try to|make sure (?:that )?(?:you|to)|let(?:'|’)?s (?:now |also |just )?(?!use|go with|switch|stick|keep|pick|adopt|drop|move))\s+/iu,
]
/** Short, and yet it says what became of the work. */
const TURNS_BACK = /\b(?:revert|undo|roll(?:ed)? ?back|downgrade)\b|还原|回滚|撤销|改回|回退/iu
const TAIL_MANNERS =
  /[\s,.;!-]{0,4}\b(?:please|pls|thanks(?: a lot| so much| in advance)?|thank you|thx|cheers|ok\?|okay\?|if (?:you can|possible)|for me|will you|would you|can you|asap)[\s.!?]{0,4}$/iu
const MANNERS_CHINESE: readonly RegExp[] = [
  /^(?:你好|您好|嗨|哈喽|好的?|好吧|可以|行|嗯+|谢谢你?|辛苦了|对了|另外|还有|那么?|然后|接着|接下来|现在|首先|先|再|顺便|继续|不错|没问题)[\s，,。！!、：:]+/u,
  /^(?:请问|请你?|麻烦你?|劳驾|拜托)(?:帮忙|帮我|帮)?/u,
  /^(?:你|您)?(?:能不能|能否|可不可以|可以|能|是否可以|来)?(?:帮我|帮忙|帮一下|帮)(?:忙)?/u,
  /^(?:你|您)(?:能不能|能否|可不可以|可以|能)(?=[\p{Script=Han}])/u,
  /^(?:我|我们)(?:想要|想让你|想|希望你?|需要你|要你)(?=[\p{Script=Han}])/u,
  /^(?:现在|接下来|然后|接着|顺便|另外|再|先|那就|那)(?=[\p{Script=Han}]{3})/u,
  /^(?:看一下|看看|看下|看一看|查一下|查查|查看一下|了解一下|确认一下|检查一下|分析一下|研究一下|排查一下|瞧瞧)(?=[\p{Script=Han}A-Za-z ]{3})/u,
]
const TAIL_CHINESE =
  /[\s，,。！!]{0,4}(?:谢谢你?|谢谢啦|多谢|感谢|辛苦了?|拜托了?|好吗|可以吗|行吗|好不好|行不行|吧|哈|哦|啊|呗)[\s。！!？?~]{0,4}$/u

/** Lines of a pasted log or stack, from which on nothing is a request. */
const LOG_LINE =
  /^(?:Traceback|\s+at [\w$.<(]|\s+File "|npm ERR!|npm error|Error: |\w*(?:Error|Exception): |\[?\d{4}-\d\d-\d\d[T ]\d\d:|\d\d:\d\d:\d\d|panic: |goroutine |error(?:\[E\d+\])?: |FAILED |FAIL |E\s{3}|\$ |-----BEGIN |diff --git|@@ |Caused by:|\s*\^|\s*\d+ \| )/u
const VAGUE_WORDS: ReadonlySet<string> = new Set(
  `${VERBS} it this that these those them they all again now please too also and then the a an what why how is was wrong out up so do go on
  ahead today bye night with for me in to of yes no ok okay sure done more one first next same thing things there here both any way if can you we i
  works work think sounds looks good great fine proceed just still not be my your its up down both everything`.split(
    /\s+/u,
  ),
)
const VAGUE_CHINESE =
  /修复|修一下|修|改一下|改|处理|继续|开始|执行|完成|解决|看看|看|试试|试|做|加上|加|跑|提交|它们?|这个|那个|这些|那些|这|那|一下|好的?|可以|行|嗯|对|是的?|吧|了|再|就|都|也|请|按|你说的|刚才|上面|下一步|没问题|谢谢|的|把|先|为什么|怎么|什么|呢|吗|要|来|去|掉|他|她|我们?|你/gu

/** What a prompt asks for, or `null` where it says nothing that stands for itself: "ok", "继续", "fix it". */
export function requestOf(prompt: string): string | null {
  const language = languageOfText(prompt) ?? 'en'
  const clauses = clausesOf(prompt, language)
  let best: { readonly text: string; readonly weight: number } | null = null
  for (const [i, text] of clauses.entries()) {
    if (isVague(text)) continue
    const asks = IMPERATIVE.test(text) && !LEANS.test(text) ? 1.6 : isQuestion(text) ? 1.2 : 0
    const weight = (language === 'en' ? asks : asks / 4) + Math.min(text.length, 40) / 40 - i * 0.7
    if (!best || weight > best.weight) best = { text, weight }
  }
  return best && cutText(withoutEndMarks(best.text), 400)
}

export function isQuestion(clause: string): boolean {
  return QUESTION.test(clause) || /为什么|怎么|如何|吗|是否|还是.{1,40}(?:好|[?？])/u.test(clause)
}

function clausesOf(prompt: string, language: ObservedLanguage): readonly string[] {
  const clauses: string[] = []
  for (const sentence of sentencesOf(withoutPasted(prompt), { isTalk: true })) {
    const parts = language === 'zh' ? chineseClauses(sentence) : sentence.replace(ASKING, '\n').split('\n')
    for (const part of parts) {
      const bare =
        language === 'zh'
          ? withoutManners(part, MANNERS_CHINESE, TAIL_CHINESE)
          : withoutManners(part, MANNERS, TAIL_MANNERS)
      if (bare !== '') clauses.push(bare)
      if (clauses.length >= CLAUSES_MAX) return clauses
    }
  }
  return clauses
}

/** A short clause that leans on the next ("修复它，扣减要放在事务里") stays with it. */
function chineseClauses(sentence: string): readonly string[] {
  const clauses: string[] = []
  for (const part of sentence.split(/[。！？；\n]/u)) if (part.trim() !== '') clauses.push(part.trim())
  return clauses
}

/** Without the log or stack that was pasted. */
export function withoutPasted(prompt: string): string {
  const kept: string[] = []
  for (const line of prompt.slice(0, PROMPT_MAX).split('\n')) {
    if (LOG_LINE.test(line)) break
    kept.push(line)
  }
  const head = kept.join('\n')
  // A prompt that begins with its log says what it wants behind it.
  if (/[\p{L}]{2}/u.test(head)) return head
  return prompt
    .slice(0, PROMPT_MAX)
    .split('\n')
    .filter((line) => !LOG_LINE.test(line))
    .join('\n')
}

function withoutManners(clause: string, heads: readonly RegExp[], tail: RegExp): string {
  let text = clause.trim()
  for (let i = 0; i < 6; i++) {
    const before = text
    for (const head of heads) text = text.replace(head, '').trim()
    if (text === before) break
  }
  for (let i = 0; i < 3; i++) text = text.replace(tail, '').trim()
  // "修复它，扣减要放在事务里": what leans on something else goes, where more is said.
  const comma = text.search(/[,，]/u)
  const rest = comma > 0 ? text.slice(comma + 1).trim() : ''
  const head = text.slice(0, comma)
  if (rest.length >= 8 && isVague(head) && !TURNS_BACK.test(head) && !isVague(rest)) text = rest
  return withoutEndMarks(text)
}

function isVague(clause: string): boolean {
  const words = clause.toLowerCase().match(/[\p{Script=Latin}\d_./-]+/gu) ?? []
  if (words.some((word) => !VAGUE_WORDS.has(word) && word.length > 1)) return false
  const han = clause.replace(VAGUE_CHINESE, '').match(/\p{Script=Han}/gu)?.length ?? 0
  return han < 2
}

export interface AskedFor {
  readonly text: string
  /** Whether it stands in a prompt of the event itself. */
  readonly isOwn: boolean
}

/** What the event was asked for: by its own prompts, else by the ones before it. */
export function askedFor({ prompts, before }: EventReading): AskedFor | null {
  for (const { text } of prompts) {
    const request = requestOf(text)
    if (request !== null) return { text: request, isOwn: true }
  }
  for (const { text } of before.prompts.slice(0, 4)) {
    const request = requestOf(text)
    if (request !== null) return { text: request, isOwn: false }
  }
  const [bare] = prompts
  return bare && bare.text.trim() !== '' ? { text: withoutEndMarks(cutText(bare.text, 200)), isOwn: true } : null
}
