import type { EdgeKind } from '../../graph/edges.ts'
import type { ObservationType } from '../../graph/observation.ts'
import { type CuedPattern, cued, fits } from '../../text/cues.ts'
import { late } from '../../text/late.ts'
import type { QuestionText } from './question-text.ts'

/* What a question hints at: kinds of edges to walk, the type of things that are asked for, and their state. */

interface Hint<Value> {
  readonly values: readonly Value[]
  readonly english: CuedPattern
  /** Reads folded text. */
  readonly chinese: () => RegExp
}

const TROUBLE =
  '(?:case|issue|problem|bug|error|failure|situation|incident|question|crash|symptom|complaint|request|ticket|report|question)s?'
const TROUBLE_HAN = '(?:问题|情况|案例|事|bug|错误|报错|现象|例子|故障|异常|投诉|反馈|需求|工单)'
const SETTLED =
  '(?:resolved?|fix(?:ed)?|solved?|handled?|deal(?:t)? with|settled?|repair(?:ed)?|sort(?:ed)? out|work(?:ed)? around)'

/** In the order in which kinds are answered with. */
const RELATIONS: readonly Hint<EdgeKind>[] = [
  {
    values: ['CAUSES', 'REFERENCES'],
    english: cued(
      'why|how come|because|caus|reason|what made|what led|what trigger|due to|as a result',
      () =>
        /\bwhy\b|\bhow come\b|\bbecause\b|\bcaus(?:e|ed|es|ing)\b|\breasons? (?:for|why|behind|that|of)\b|\bthe reason\b|\bwhat (?:made|led to|triggered)\b|\bdue to\b|\bas a result of\b/u,
    ),
    chinese: () => /为什么|为何|为啥|原因|导致|起因|根因|因为|引起|造成|怎么会|缘故/u,
  },
  {
    values: ['CAUSES', 'REFERENCES', 'NEXT'],
    english: cued(
      'resolv|fix|solv|handl|deal|settl|repair|sort|work|what happened|what came|then|next|after|turn',
      () =>
        new RegExp(
          `\\bhow (?:was|were|is|are|has|have|had|did|do|does|can|could|should|to)\\b.{0,100}\\b${SETTLED}\\b|\\bwhat (?:happened|came) (?:next|then|after|afterwards)\\b|\\bwhat next\\b|^\\W*(?:and |so |but )?(?:then|next|afterwards|after that)\\W*$|\\bturn(?:ed)? out\\b`,
          'u',
        ),
    ),
    chinese: () =>
      /(?:怎么|如何|怎样|怎麽)(?:被)?(?:处理|解决|修|搞定|应对|化解)|(?:后来|然后|接着|接下来|结果|最后)(?:怎么|如何|怎样|呢|发生)/u,
  },
  {
    values: ['SIMILAR'],
    english: cued(
      'similar|the same|thing like| before',
      () =>
        new RegExp(
          `\\bsimilar (?:[a-z]+ )?${TROUBLE}\\b|\\bthe same ${TROUBLE}\\b|\\b(?:something|anything) (?:like (?:this|that|it)|similar)\\b|\\b(?:seen|had) (?:this|that|it|something like) before\\b|\\bhappened before\\b`,
          'u',
        ),
    ),
    chinese: late(() => new RegExp(`(?:类似|相似|同样|相同|一样)的?${TROUBLE_HAN}|有没有类似|有类似`, 'u')),
  },
  {
    values: ['DEPENDS_ON', 'CALLS'],
    english: cued(
      'depend|use|using|import|require|call|referenc',
      () =>
        /\bdepend(?:s|ed|ing)? (?:up)?on\b|\bdependen(?:cy|cies|ts?)\b|\b(?:who|what|which(?: [a-z]+){1,3}?) (?:still |else |all )?(?:uses?|imports?|requires?|is using|are using)\b|\b(?:who|what|which(?: [a-z]+){1,3}?) (?:still |else |all )?calls?\b(?! (?:me|you|him|us|them)\b)|\bwhere (?:is|are) .{1,80} (?:used|called|imported|referenced)\b/u,
    ),
    chinese: () =>
      /依赖|调用|(?:谁|哪些?[^，。？]{0,6}|什么)(?:还|也|都)?在?(?:用到?|使用|引用|引入)(?!来|户)|被(?:谁|哪)/u,
  },
  {
    values: ['TOUCHES'],
    english: cued(
      'file',
      () =>
        /\b(?:which|what)(?: [a-z]+)? files?\b|\bfiles? (?:that )?(?:we|i|you|were|was|got) .{0,40}(?:chang|modif|touch|edit)/u,
    ),
    chinese: () => /(?:哪些?|什么)个?(?:文件|档案)|(?:改|动|修改|涉及)了?(?:什么|哪些?).{0,4}(?:文件|档案)/u,
  },
  {
    values: ['CO_CHANGES'],
    english: cued('chang', () => /\bchang(?:e|es|ed|ing) (?:together|along)\b|\bco-?chang/u),
    chinese: () => /(?:一起|同时|一并|一块儿?)(?:被)?(?:改|修改|变|动|更新|提交|调整)|连带.{0,4}改/u,
  },
]

/** A question asks for what observations are. */
export type AskedType = ObservationType

/** A type counts when that kind of thing is asked for; "why does the login fail" asks for no failures. */
const TYPES: readonly Hint<AskedType>[] = [
  {
    values: ['bugfix'],
    english: cued('bug|fix', () => /\bbugs?\b|\bbug ?fix(?:es)?\b|\bfixes\b|\b(?:what|which)\b.{0,40}\bfix(?:ed)?\b/u),
    chinese: () => /(?:修|解决|修复)了?(?:哪些|什么|几个|多少个?)|(?:哪些|什么|列出.{0,6}) ?(?:bug|缺陷)/u,
  },
  {
    values: ['feature'],
    english: cued('feature', () => /\b(?:what|which|list|any|all|new)\b.{0,30}\bfeatures?\b/u),
    chinese: () => /(?:哪些|什么|列出.{0,6})新?(?:功能|特性)|新(?:功能|特性)/u,
  },
  { values: ['refactor'], english: cued('refactor', () => /\brefactor/u), chinese: () => /重构/u },
  {
    values: ['change'],
    english: cued(
      'chang',
      () =>
        /\b(?:what|which)(?:'s| has| have| else)? chang(?:ed|es)\b(?! together)|\bwhat did (?:we|you|i|they|_+) change\b|\bchange ?log\b/u,
    ),
    chinese: () => /(?:改|变|改动|修改|变更)了(?:什么|哪些)|(?:哪些|什么)(?:改动|变更|变化|修改)/u,
  },
  {
    values: ['discovery'],
    english: cued(
      'learn|find|found|discover|insight|lesson',
      () =>
        /\bwhat (?:did|have|has) (?:we|you|i|they|_+) (?:learn|find out|found out|discover)|\bfindings\b|\bdiscover(?:y|ies)\b|\binsights\b|\blessons\b/u,
    ),
    chinese: () => /发现了?(?:什么|哪些)|(?:哪些|什么)(?:发现|教训|经验|结论)/u,
  },
  {
    values: ['decision'],
    english: cued(
      'deci|agree',
      () =>
        /\bdecisions?\b|\b(?:what|which|everything|anything|all)\b.{0,40}\bdecided?\b|\b(?:what|which)\b.{0,40}\bagreed? on\b/u,
    ),
    chinese: () => /(?:哪些|什么|的|列出.{0,6})(?:决定|决策|决议)|决定了?(?:什么|哪些)/u,
  },
  {
    values: ['failure'],
    english: cued(
      'fail|broke|crash|went wrong',
      () => /\bfailures?\b|\b(?:what|which)(?: [a-z]+){0,2} (?:failed|broke|crashed|went wrong)\b/u,
    ),
    chinese: () => /(?:哪些|(?<!为)什么).{0,6}(?:失败|故障|报错|出错)|失败了(?:哪些|什么)/u,
  },
  {
    values: ['security'],
    english: cued('security|vulnerab|cve', () => /\bsecurity\b|\bvulnerabilit|\bcves?\b/u),
    chinese: () => /安全(?:漏洞|问题|隐患|风险|事件)|漏洞/u,
  },
  {
    values: ['test'],
    english: cued('test', () => /\b(?:what|which|list)\b.{0,20}\btests?\b/u),
    chinese: () => /(?:哪些|(?<!为)什么|列出.{0,6})(?:单元|集成)?测试/u,
  },
]

export const ASKED_STATES = ['open', 'resolved', 'current', 'past'] as const
export type AskedState = (typeof ASKED_STATES)[number]

const DONE_HAN = '(?:解决|修复|修好|修|处理完|处理|完成|关闭|搞定|做完)'
const STATES: readonly Hint<AskedState>[] = [
  {
    values: ['open'],
    english: cued(
      'still|unresolved|unfixed|unsolved|unfinished|outstanding|pending|not |yet to|open|todo|to-do',
      () =>
        new RegExp(
          `\\bstill (?:open|unresolved|pending|broken|failing|unfixed|to do)\\b|\\bun(?:resolved|fixed|solved|finished)\\b|\\boutstanding\\b|\\bpending\\b|\\bnot (?:yet )?(?:been )?(?:fixed|resolved|solved|done|closed)\\b|\\byet to be\\b|\\bopen ${TROUBLE}\\b|\\bopen (?:tasks?|tickets?|points?|ends?)\\b|\\b(?:remains?|left) open\\b|\\bto-?dos?\\b`,
          'u',
        ),
    ),
    chinese: late(
      () => new RegExp(`(?<!有)(?:没有?|未|尚未)(?:被|有)?${DONE_HAN}|遗留|待办|待(?:解决|处理|修复)|悬而未决`, 'u'),
    ),
  },
  {
    values: ['resolved'],
    english: cued(
      'already|resolved|solved|fixed|closed',
      () =>
        /\balready (?:been )?(?:fixed|resolved|solved|closed|done|settled)\b|\b(?:resolved|solved|fixed|closed) (?:issues?|problems?|bugs?|tickets?|cases?)\b/u,
    ),
    chinese: late(() => new RegExp(`已经?(?:被)?${DONE_HAN}|${DONE_HAN}(?:过|了)的`, 'u')),
  },
  {
    values: ['current'],
    english: cued(
      'current|now|moment|present|these days',
      () =>
        /\bcurrent(?:ly)?\b|\bnow\b(?! that)|\bat (?:the moment|present)\b|\bnowadays\b|\bthese days\b|\bas of now\b/u,
    ),
    chinese: () => /目前|现在|当前|眼下|如今|现阶段|这会儿/u,
  },
  {
    values: ['past'],
    english: cued(
      'use|previous|former|past|back then',
      () => /\bused to\b|\bdid\b.{1,60}\buse to\b|\bprevious(?:ly)?\b|\bformer(?:ly)?\b|\bin the past\b|\bback then\b/u,
    ),
    chinese: () => /之前的|以前|从前|曾经|原来的|原先|过去的|早先/u,
  },
]

/** Asked of a file, what a change breaks is what depends on it. */
const AFFECTS = /\b(?:breaks?|affect(?:s|ed)?|impact)\b|影响|受影响/u

export function readRelations(question: QuestionText): readonly EdgeKind[] {
  const hinted = read(RELATIONS, question)
  const isImpact = question.names.some(({ isFile }) => isFile) && AFFECTS.test(question.nameless)
  return isImpact && !hinted.includes('DEPENDS_ON') ? [...hinted, 'DEPENDS_ON', 'CALLS'] : hinted
}

export function readTypes(question: QuestionText): readonly AskedType[] {
  return read(TYPES, question)
}

export function readStates(question: QuestionText): readonly AskedState[] {
  return read(STATES, question)
}

function read<Value>(hints: readonly Hint<Value>[], { nameless, isHan }: QuestionText): readonly Value[] {
  const found = new Set<Value>()
  for (const { values, english, chinese } of hints) {
    if (fits(english, nameless) || (isHan && chinese().test(nameless))) for (const value of values) found.add(value)
  }
  return [...found]
}

const SPOKE =
  '(?:say|says|said|saying|tell|tells|told|mention(?:s|ed)?|suggest(?:s|ed)?|claim(?:s|ed)?|promised?|explain(?:s|ed)?|complain(?:s|ed)?|report(?:s|ed)?|propose[sd]?|ask(?:s|ed)?|announce[sd]?|reply|replied|think|thinks|thought)'
const SPOKE_ENGLISH = new RegExp(`^ (?:ever |just |actually |also |once |really )?${SPOKE}\\b`, 'u')
/** "The customer in Graz said": the town said nothing. */
const BELONGS_ENGLISH = /\b(?:in|from|at|of|to|with|for|near|about) $/u
const SPOKE_CHINESE = /^[^的，。？,?跟对向给和]{0,6}(?:说|提到|提过|讲过|讲了|告诉|建议|表示|认为|聊到|聊过|反馈|抱怨)/u
const SOURCE_ENGLISH = /\baccording to $|\bin the words of $/u
const SOURCE_CHINESE = /(?:根据|按照|按|据)$/u
const SOURCE_BEHIND_CHINESE = /^的?(?:说法|意思|描述|看法|意见)/u
/** "跟小李说过": he was spoken to. */
const ADDRESSED_CHINESE = /[跟对向给]$/u

/** The names that the question says spoke, as written. */
export function readSpeakers({ timeless, names }: QuestionText): readonly string[] {
  const speakers = new Set<string>()
  for (const { start, end, text, isFile } of names) {
    const before = timeless.slice(Math.max(0, start - 20), start)
    const behind = timeless.slice(end, end + 30)
    const speaks =
      (SPOKE_ENGLISH.test(behind) && !BELONGS_ENGLISH.test(before)) ||
      SOURCE_ENGLISH.test(before) ||
      SOURCE_BEHIND_CHINESE.test(behind) ||
      SOURCE_CHINESE.test(before) ||
      (SPOKE_CHINESE.test(behind) && !ADDRESSED_CHINESE.test(before))
    if (speaks && !isFile) speakers.add(text)
  }
  return [...speakers]
}
