import type { EdgeKind } from '../../graph/edges.ts'
import { cued, findCued, fits, holds, patternOf } from '../../text/cues.ts'
import { late, latePattern } from '../../text/late.ts'
import type { QuestionText } from './question-text.ts'

/* What a question asks for: which kind of answer, and one thing, several, or the sum of them. */

/** `local`: one fact or message. `list`: several, or all. `global`: a summary over a subject or a period. */
export const SCOPES = ['local', 'list', 'global'] as const
export type Scope = (typeof SCOPES)[number]

export const ANSWER_KINDS = ['person', 'place', 'time', 'quantity', 'reason', 'thing'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

const AUXILIARY =
  'is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|isn|aren|wasn|weren|don|doesn|didn|hasn|haven|hadn|won|wouldn'
const AUXILIARIES: ReadonlySet<string> = new Set(AUXILIARY.split('|'))
const FIRST_WORD = /^\W*(?:and |so |but |or )?(\w+)/u
/** Manners, and what introduces the question itself. */
const INTRODUCTION = cued(
  'ask|know|remember|recall|tell me|remind me|show me|explain|find out|say|wonder|forgot|check|look up|idea|guess',
  () =>
    /^(?:\W*(?:hi|hello|hey|please|ok|okay|so|well|sorry|thanks|excuse me)\b)*\W*(?:(?:may|can|could|might) i (?:please )?ask\b|(?:i(?:'d| would)? (?:like|want|need) to|(?:can|could|would|will) (?:you|we)(?: please| kindly)?|do you(?: still| happen to)*|please|let me|help me|i)? ?(?:know|remember|recall|tell me|remind me|show me|explain(?: to me)?|find out|say|wonder|am wondering|forgot|ask|check|look up|have any idea|guess|(?:any|no) idea|(?:have|has|got) (?:any|an|no) idea)\b(?: me)?(?: again)?,?(?: if| whether)?)\s+/u,
)

/** Words that ask, each with what it wants and its cues; the earliest in the question counts, at one place the first. */
const ENGLISH_ANSWERS: readonly (readonly [AnswerKind | null, string, string])[] = [
  ['time', 'how long ago|how soon|how recently|since when|until when|when', 'when|how'],
  [
    'quantity',
    'how (?:many|much|often|old|far|big|large|tall|long|fast|deep|high|wide|heavy|expensive|frequently)',
    'how',
  ],
  [
    'reason',
    "why|how come|(?:for )?what(?:'s| is| was| were)?(?: the)?(?: root)? (?:reasons?|causes?|caused|made)",
    'why|how come|reason|cause|made',
  ],
  [
    'time',
    '(?:what|which) (?:time|day|date|year|month|week|weekday|hour|quarter|season)',
    'time|day|date|year|month|week|hour|quarter|season',
  ],
  [
    'place',
    'where|(?:what|which) (?:city|cities|country|countries|towns?|places?|street|streets|location|locations|region|regions|state|village|villages)',
    'where|cit|countr|town|place|street|location|region|state|village',
  ],
  [
    'person',
    "whom?|who's|whose|(?:what|which) (?:person|persons|people|colleagues?|engineers?|developers?|customers?|users?|friends?|clients?|team ?mates?)",
    'who|person|people|colleague|engineer|developer|customer|user|friend|client|team',
  ],
  ['thing', "what|what's|which", 'what|which'],
  [null, 'how', 'how'],
]
const CHINESE_ANSWERS: readonly (readonly [AnswerKind | null, string])[] = [
  ['reason', '为什么|为何|为啥|干嘛|怎么会|什么原因|原因是|什么导致'],
  ['time', '什么时候|啥时候|何时|几时|几点|哪一?[天年]|哪个月|几月|几号|多久之?前|什么时间|星期几|周几'],
  ['place', '哪里|哪儿|何处|什么地方|在哪(?!一?[天年月周个次])|哪些?个?(?:城市|国家|地方|区|省|街|县|镇)'],
  ['person', '谁|哪些?[位个]?(?:人|客户|同事|用户|朋友|老师|医生)|哪位'],
  ['quantity', '多少|几[个只次条位天种件本张台份分小页行倍款届斤]|多[久大远长高重快]'],
  ['thing', '(?<!为)什么(?!都|也)|哪|啥'],
  [null, '怎么|如何|怎样'],
]
const ENGLISH_ASKING = patternOf(
  ENGLISH_ANSWERS.map(([, source, cues]) => ({ source, mayStandIn: holds(cues) })),
  (sources) => new RegExp(`\\b(?:${sources.map((words) => `(${words})`).join('|')})\\b`, 'u'),
)
const CHINESE_ASKING = late(() => new RegExp(CHINESE_ANSWERS.map(([, words]) => `(${words})`).join('|'), 'u'))

/** Who sends for something asks no question; what follows describes it. */
const ORDER = /^\W*(?:find|list|give|get|search|compare|summari[sz]e|recap|collect)\b/u
/** A subordinate clause at the head: "when the cache is cold, why does it fail?" asks why. */
const CONDITION = late(
  () => new RegExp(`^\\s*(?:when|where)(?:ever)? (?!(?:${AUXILIARY})\\b)[^,?]{1,80}, *(?=wh|how)`, 'u'),
)

/** The text without manners and introduction; "do you know when Ana moved" asks when. */
export function withoutIntroduction(text: string): string {
  const found = findCued(INTRODUCTION, text)
  return found ? text.slice(found[0].length) : text
}

export function readAnswer(question: QuestionText, relations: readonly EdgeKind[]): AnswerKind | null {
  const kind = askedKind(question)
  // "Who uses parseConfig?" is as often answered with code as with a person.
  return kind === 'person' && relations.includes('DEPENDS_ON') ? 'thing' : kind
}

function askedKind({ nameless, isHan }: QuestionText): AnswerKind | null {
  if (isHan) {
    const kind = kindOf(nameless.match(CHINESE_ASKING()), CHINESE_ANSWERS)
    if (kind !== undefined) return kind
  }
  for (const sentence of nameless.split(/[.?!;:\n]+\s*/u)) {
    const plain = withoutIntroduction(sentence).replace(CONDITION(), '')
    if (isYesOrNo(plain) || ORDER.test(plain)) return null
    const kind = kindOf(ENGLISH_ASKING(plain)?.exec(plain) ?? null, ENGLISH_ANSWERS)
    if (kind !== undefined && asks(sentence, nameless)) return kind
  }
  return null
}

/** A question that begins so wants a yes or a no. */
function isYesOrNo(text: string): boolean {
  return AUXILIARIES.has(FIRST_WORD.exec(text)?.[1] ?? '')
}

function kindOf(
  match: RegExpMatchArray | null,
  kinds: readonly (readonly [AnswerKind | null, ...string[]])[],
): AnswerKind | null | undefined {
  return match ? kinds.find((_, i) => match[i + 1] !== undefined)![0] : undefined
}

/** "I am looking at the job that fails when it rains. Why?" — a sentence that only tells is passed over. */
function asks(sentence: string, whole: string): boolean {
  const at = whole.indexOf(sentence)
  if (at < 0) return true
  const rest = whole.slice(at + sentence.length)
  const hasLaterQuestion = rest.includes('?') && /^\s*[.;!\n]/u.test(rest)
  return !hasLaterQuestion || fits(INTRODUCTION, sentence) || /^\W*(?:and |so |but )?(?:wh|how)/u.test(sentence)
}

const QUANTITY_ASKED: ReadonlySet<AnswerKind | null> = new Set<AnswerKind | null>(['quantity'])
/** Who asks for a moment, a place or a person wants that, even of a summary: "where is the overview page?" */
const POINTED: ReadonlySet<AnswerKind | null> = new Set<AnswerKind | null>(['time', 'place', 'person', 'quantity'])

const GLOBAL_ENGLISH = cued(
  'summari|recap|sum up|outline|overview|rundown|picture|gist|summary|overall|everything|general|as a whole|tl|high',
  () =>
    /^\W*(?:please |(?:can|could|would) you (?:please )?)?(?:summari[sz]e|recap|sum up|outline)\b|\b(?:overview|summary|rundown|recap|big picture|gist) (?:of|on|about)\b|\b(?:an?|the|quick|short|brief) (?:overview|summary|recap|rundown)\b|^\W*overall\b|\boverall (?:architecture|structure|design|picture|status|state|situation|plan|progress|flow|strategy|impression|result)|\beverything (?:about|we know|you know|there is)\b|\bbig picture\b|\bin general\b|\bas a whole\b|\btl;?dr\b|\bhigh[- ]level\b/u,
)
const GLOBAL_CHINESE = late(
  () =>
    /总结(?![会报文页表])|概述|概括|概览|总览|整体|总体|回顾|梳理|汇总|归纳|来龙去脉|全貌|大致情况|总的来说|的一切|(?:整个|总的)[^，。？]{0,8}(?:进展|情况|状况|状态|流程|架构|结构)/u,
)
/** Whoever asks so wants to hear what there is. */
const VAGUE_ENGLISH = cued(
  'new| up|going on|happening|update|progress|thing| it|i miss',
  () =>
    /^\W*(?:hi |hey |hello |so |and )?(?:what(?:'s| is|s) (?:new|up|going on|happening)|(?:are there |is there |do you have )?(?:any|anything) (?:new|updates?|news|progress)|how(?:'s| is| are) (?:it|things|everything)(?: going)?|what(?: did| have)? i miss(?:ed)?)\W*$/u,
)
const VAGUE_CHINESE = latePattern(
  String.raw`^[^\p{L}]*(?:你好|您好|大家|最近|现在|目前|今天)?[^\p{L}]*(?:有(?:什么|啥|没有)?新?的?(?:进展|动态|消息|变化|情况|新闻|更新)(?:吗|呢|么)?|(?:最近|近来|现在)?(?:怎么样|如何|情况如何)|(?:进展|情况)(?:怎么样|如何))[了呢啊]*\P{L}*$`,
  'u',
)
/** Asked of a period, with nothing else said: what went on in it. */
const PERIOD_ENGLISH = cued(
  'happen|do|did|done|work',
  () =>
    /\bwhat(?:'s| has| have| did)? (?:happened|(?:we|i|you|the team|everyone) (?:do|done|did|work(?:ed)? on)|happen)\b/u,
)
const PERIOD_CHINESE = late(() => /(?:做|干|忙|发生|完成)了?些?(?:什么|啥|哪些)/u)

const LIST_ENGLISH = cued(
  'list|enumerate|all|each|every|both|else|ones|what are|what were',
  () =>
    /^\W*(?:please |(?:can|could|would) you (?:please )?)?(?:list|enumerate)\b|\b(?:show|give|tell|find|get)(?: me)? (?:all|each|every|both|the list|a list)\b|\b(?:what|which|who|whom|where)\b.{0,80}\b(?:all|each|both)\b|\b(?:who|what|where|anyone|anybody|anything|someone) else\b|\b(?:which|what) ones\b|\bwhat (?:are|were) (?!(?:you|we|they|i)\b)|\b(?:a|the|full|complete) list of\b|\ball (?:the )?(?:places|times|people|occurrences|cases)\b/u,
)
const LIST_CHINESE = late(
  () => /哪些|有哪几|都有(?:什么|谁|啥)|列出|列举|罗列|列一下|分别|各自|都[^，。？]{0,6}(?:哪|什么|谁)|(?:所有|全部)/u,
)
const LIST_CHINESE_SURE = /哪些|列出|列举|罗列|分别|都有/u
const USERS_OF = /\b(?:who|what|which)\b|谁|哪|什么/u

/** What is asked for in the plural, and the words behind it. */
const ASKED_FOR = latePattern(String.raw`\b(which|what) ((?:[\p{L}_'-]+ ?){1,5})`, 'gu')
const GOES_ON = new RegExp(
  `^(?:${AUXILIARY}|in|on|for|of|about|from|at|we|i|you|he|she|they|to|that|with|the|my|our|your|his|her|their|a|an|this|these|those)$`,
  'u',
)
const PLURALS_IRREGULAR: ReadonlySet<string> = new Set(['people', 'children', 'men', 'women', 'criteria', 'staff'])
const SINGULARS_IN_S: ReadonlySet<string> = new Set(
  'news series species lens alias canvas gas atlas bias does has was this his its is always sometimes perhaps happens causes makes means goes comes uses depends changes helps calls runs reads breaks fails triggers needs gets exists remains blocks'.split(
    ' ',
  ),
)

export interface ScopeHints {
  readonly answer: AnswerKind | null
  readonly relations: readonly EdgeKind[]
  /** Whether anything is asked about but times. */
  readonly hasSubject: boolean
}

export function readScope(question: QuestionText, { answer, relations, hasSubject }: ScopeHints): Scope {
  const { nameless, timeless, times, isHan } = question
  if (isVague(question)) return 'global'
  if (!POINTED.has(answer) && (isHan ? GLOBAL_CHINESE().test(nameless) : fits(GLOBAL_ENGLISH, nameless)))
    return 'global'
  const mayBePeriod = times.length > 0 && !hasSubject
  if (mayBePeriod && (isHan ? PERIOD_CHINESE().test(timeless) : fits(PERIOD_ENGLISH, timeless))) return 'global'
  if (QUANTITY_ASKED.has(answer)) return 'local'
  if (relations.includes('SIMILAR')) return 'list'
  const isOpen = relations.includes('CO_CHANGES') || relations.includes('DEPENDS_ON')
  if (isOpen && USERS_OF.test(nameless)) return 'list'
  if (isHan && (LIST_CHINESE_SURE.test(nameless) || (answer !== 'time' && LIST_CHINESE().test(nameless)))) return 'list'
  return fits(LIST_ENGLISH, nameless) || asksPlural(nameless) ? 'list' : 'local'
}

/** A question that says nothing but that it wants news. It is answered as it is, never filled with invented words. */
function isVague({ nameless, isHan }: QuestionText): boolean {
  return fits(VAGUE_ENGLISH, nameless) || (isHan && VAGUE_CHINESE().test(nameless))
}

/** "Which services", "what open security issues did"; "what process" and "what happens then" are no plurals. */
function asksPlural(text: string): boolean {
  for (const [, asking, behind] of text.matchAll(ASKED_FOR())) {
    const words = behind!.toLowerCase().split(' ')
    const end = words.findIndex((word) => GOES_ON.test(word) || word.startsWith('_'))
    const nouns = end < 0 ? words : words.slice(0, end)
    // After "what" a plural is sure only where the sentence goes on behind it.
    if (asking!.toLowerCase() === 'which' ? nouns.some(isPlural) : end > 0 && isPlural(words[end - 1]!)) return true
  }
  return false
}

function isPlural(word: string): boolean {
  if (PLURALS_IRREGULAR.has(word)) return true
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is|'s)$/u.test(word) && !SINGULARS_IN_S.has(word)
}
