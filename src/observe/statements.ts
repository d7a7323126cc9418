import type { NodeId } from '../graph/nodes.ts'
import type { EventReading, Said } from './event-reading.ts'
import { sentencesOf } from './sentences.ts'

/** A sentence with the record that holds it. */
export interface Statement {
  readonly record: NodeId
  readonly text: string
}

const STATEMENTS_MAX = 6
/** Lines below a label such as "Next:" that belong to it. */
const BELOW_LABEL_MAX = 3

/*
 * What sentences are for, by what they are said with: a choice, a conclusion, something left to do, a caution. Words of both
 * languages; each pattern is tried on one sentence, which is bounded.
 */
const DECIDES =
  /\b(?:(?:we|I|team)(?:'ve|’ve| have| had)? (?:just |already |now |finally )?(?:decided|agreed|chose|chosen|settled on|picked|opted)|(?:the )?decision(?: is| was)|decided (?:to|on|against|that)|let(?:'|’)?s (?:use|go with|switch to|switch|stick (?:with|to)|keep|pick|adopt|drop|move to|choose|standardi[sz]e)|go(?:ing)? with|(?:we|I)(?:'ll|’ll| will) (?:use|go with|keep|stick with|adopt|drop)|from now on|prefer \S{1,60} (?:over|to)|use \S{1,60}(?: \S{1,40}){0,5} (?:instead of|rather than|over)|(?:switch|migrate|move) (?:\S{1,40} ){0,4}(?:from \S{1,60} )?to \S{1,60}(?: \S{1,40}){0,4} (?:instead|because|since)|settle on|we should (?:always|never))\b/iu
const DECIDES_CHINESE =
  /(?<!这个|这项|该|此|个|的)决定(?!性|已)|改用|采用|选用|选定|敲定|统一(?:用|使用|改成|采用)|以后(?:都|一律)|就用|定下来|(?:不再|不要再)用|换成|弃用|方案定|用[^，。；]{1,30}(?:代替|替代|替换|而不是)|选择(?:了|用)|(?:约定|规定)/u

const CONCLUDES =
  /\b(?:root cause|(?:the |real |actual )?(?:problem|issue|bug|cause|culprit|reason|error|failure|crash)(?: here)? (?:is|was|came|comes|turned out|lies|lay|happens|happened|occurs|occurred)|caused by|came from|comes from|stems from|because|due to|turns out|turned out|from \d\S{0,8}(?: \w{1,8})? (?:down |up )?to \d|\d (?:s|ms|MB|GB|KB|%|seconds|minutes) (?:down |up )?to \d|(?:I |we )?(?:found|discovered|noticed|confirmed|learned)(?: that| out)?|this (?:happens|happened|means|explains|is why)|that(?:'|’)s why|which (?:means|explains)|conclusion|(?:is|are|was|were) (?:handled|registered|defined|implemented|stored|configured|computed|created|loaded|read|checked|called|validated|triggered|set|done|located)\b.{0,80}\b(?:in|by|at|from|through|via)|works (?:by|as follows|like)|responsible for|never (?:called|released|closed|awaited|reset)|removed|leaks?|no longer exists?|so (?:a|an|the|it|that|this|every|each|all|any)\b|race condition|off by one|missing|deprecated|(?:N\+1|n\+1)|since (?:v|version )?\d)\b/iu
const CONCLUDES_STRONGLY =
  /\b(?:root cause|(?:problem|issue|bug|cause|culprit|reason) (?:is|was|turned out)|caused by|turns out|turned out)\b|原因(?:是|在于|就是|为)|根因|根本原因|问题(?:是|在于|出在|就在|根源)/iu
const CONCLUDES_CHINESE =
  /原因(?:是|在于|就是|为)|根因|根本原因|问题(?:是|在于|出在|就在|根源)|从 ?\d[^，。]{0,12}(?:降|升|减|缩|增|变)|发现|因为|由于|导致|造成|结论|其实|实际上|本质|说明|是通过|由[^，。]{1,30}(?:负责|处理|完成|生成)|负责|没有(?:放在|释放|关闭|加锁|处理|校验)|泄漏|竞态|死锁|缺少|漏了/u

const REMAINS =
  /\b(?:TODO|FIXME)\b|\bnext(?: steps?| up)?\s?[:,]|\b(?:the )?next (?:step|thing)s? (?:is|are|would|will)\b|\bstill (?:need|needs|has to|have to|to do|to be|missing|fails?|failing|points?|open|broken|red|unresolved|pending|left|uses?|returns?|does not|doesn't|not)\b|\bremain(?:s|ing)?\b|\bnot (?:yet|done yet)\b|\b(?:isn't|aren't|haven't|hasn't|wasn't|have not|has not|did not|didn't|do not|does not|is not|are not) (?:\w+ ){0,3}(?:yet|finish|finished|been (?:done|added|updated|migrated|tested|wired))\b|\bleft (?:to|for|undone)\b|\b(?:is|are) left\b|\bto be done\b|\boutstanding\b|\bfollow[- ]?ups?\b|\b(?:you|someone|we|I)(?:'ll|’ll| will)? (?:still )?(?:need|needs|have|has) to\b|\bneeds to be\b|\b(?:could not|couldn't|cannot|can't|unable to|was not able to) (?:be )?(?:finish|start|complete|test|run)\w*|\bblocked (?:by|on)\b|\b(?:work|half)[- ]in[- ]progress\b|\bunfinished\b|\bincomplete\b|\blater (?:step|session|PR)\b|\btomorrow\b|\bout of scope for now\b|\bfor another (?:day|time|session)\b|\b(?:there is|there are|has|have) no \S.{0,60} (?:for now|yet)\b/iu
const REMAINS_NOT =
  /\b(?:no|nothing|zero|without(?: any)?|none of \S{1,40})\b.{0,40}\b(?:remain|left|outstanding|to be done|follow[- ]?up|TODO)|\bno longer\b|\bremain(?:s|ed|ing)? (?:unchanged|the same|green|as|stable|intact|compatible|unaffected|\d+ tests|[=<>(:])|still (?:pass|passes|work|works|green)\b|\bno need\b|(?:don't|doesn't|do not|does not) (?:need|have) to|remaining (?:tests|checks) pass|anything (?:left|remaining)/iu
const REMAINS_CHINESE =
  /未完成|还没(?!有?问题)|尚未|没来得及|接下来|下一步|还需要?|仍(?:需|然需要|未)|待(?:办|处理|确认|完成|补)|剩下|剩余|还要|后续(?:需|要|再|还)|暂时没|暂未|仍(?:然)?(?:失败|报错)|还剩|还差|下次|明天再?|TODO/u
const REMAINS_NOT_CHINESE =
  /没有(?:剩下|剩余|遗留|其他)|不(?:再|用再?|必|需要)(?:还|再)?|无需|都(?:已|完成)|还没有?问题|没有待/u

const WARNS =
  /\b(?:workaround|work around|caveats?|gotchas?|careful|beware|pitfalls?|surprising(?:ly)?|unexpected(?:ly)?|watch out|note that|keep in mind|be aware|quirk|silently|undocumented|footgun|trap|counter-?intuitive|important:|warning:|must not|never call|only works (?:if|when)|does not work (?:with|when|if))\b|注意|坑|小心|务必|意外|绕过|陷阱|踩|切记|谨慎|不能直接|否则(?:会|就)|隐蔽|变通/iu
const WEIGHS =
  /\b(?:instead of|rather than|trade-?offs?|at the cost of|at the expense of|over \S{1,60} because|pros and cons|(?:slower|faster|cheaper|simpler|heavier|lighter|safer|easier|more expensive|less code|overkill)\b|downsides?|upsides?)\b|而不是|权衡|代价|取舍|(?:不用|放弃|替换|替代|代替|换掉)[^。]{0,60}(?:因为|由于)|(?:改用|采用|选用)[^。]{0,60}(?:因为|由于|不用|不再)|(?:更快|更慢|更简单|更安全|太重|太慢|成本|开销)/iu
/** What is going to be done next is no finding: "Let me look at …", "I'll run …". */
const PLANS =
  /^(?:I(?:'ll|’ll| will|'m going to| am going to)|Let me|Let's (?:look|see|check|run|start)|Now I|First,? (?:I|let)|Next I|我先|我来|让我|现在我|先(?:看|跑|查)|我(?:会|将|要|去))/iu
/** Offers and questions to the user are nothing that is left to do. */
const ASKS =
  /[?？]\s*$|^(?:Would you like|Do you want|Should I|Shall I|Want me|Let me know|If you (?:want|like|prefer)|Feel free)|(?:要不要|需要我|是否需要|如果(?:你|您)?(?:需要|愿意|想))/iu

const HAN_PAIR = /\p{Script=Han}{2}/u

/** "Decision: keep JWT." */
const DECISION_LABEL = /^(?:(?:final |the )?decision|decided|(?:最终|最后的?)?(?:决定|结论|选择))\s?[:：]\s*/iu
/** What is kept against something else, or taken back. */
const KEEPS =
  /\b(?:we|I)(?:'ll|’ll| will)? (?:(?:stay|remain) (?:on|with|at) \S|(?:keep|use|stick with) .{1,80} (?:rather than|instead of|until)\b)|^(?:no|nope|nah|actually|sorry)\b[\s,.!-]{1,4}(?:please )?(?:revert|undo|roll (?:it )?back)\b/iu
const KEEPS_CHINESE =
  /(?:先|暂时|还是|就)?不(?:升级|迁移|换|改|切换|引入)了|(?:先|暂时|暂)不(?:升级|迁移|换|切换|引入)|(?:我们|还是|继续)(?:留在|停在|沿用|保持用)|^(?:不|不要|不用|不行|算了|别)[^，。]{0,8}[，, ]\s?(?:还原|回滚|撤销|改回)/u

export function isDecision(sentence: string): boolean {
  return (
    isLabelledDecision(sentence) ||
    [DECIDES, DECIDES_CHINESE, KEEPS, KEEPS_CHINESE].some((pattern) => pattern.test(sentence))
  )
}

/** A choice that calls itself one. */
export function isLabelledDecision(sentence: string): boolean {
  return DECISION_LABEL.test(sentence) && !/^(?:结论|选择)/u.test(sentence)
}

/** What was decided, without the word that says so. */
export function withoutDecisionLabel(sentence: string): string {
  return sentence.replace(DECISION_LABEL, '')
}

export function isWarning(sentence: string): boolean {
  return WARNS.test(sentence)
}

export function isWeighing(sentence: string): boolean {
  return WEIGHS.test(sentence)
}

/** What says in front that the rest is open, alike in both languages. */
const LEFT_LABEL =
  /^(?:todo|fixme|next(?: steps?| up)?|left(?: to do)?|remaining|open|not (?:done|finished)(?: yet)?|still (?:open|missing)|待办|下一步|接下来|还没做(?:的)?|还没有做(?:的)?|未完成(?:的)?|尚未完成|暂时没有(?:做)?|剩余|剩下(?:的)?|后续)\s?(?:[:：]|[,，](?=\s*\S{4}))\s*/iu
const NOTHING = /^(?:none|nothing|n\/a|no\b|无|没有|暂无)/iu

export function isLeftToDo(sentence: string): boolean {
  if (ASKS.test(sentence)) return false
  if (/^[^,，]{1,20}?[:：]/u.test(sentence) && LEFT_LABEL.test(sentence)) return !NOTHING.test(withoutLabel(sentence))
  // What stands in code is no word: `remaining = 1`.
  const plain = sentence.replace(/`[^`]{1,200}`/gu, '``')
  const isChinese = HAN_PAIR.test(plain)
  if (isChinese ? /\b(?:TODO|FIXME)\b/u.test(plain) : REMAINS.test(plain) && !REMAINS_NOT.test(plain)) return true
  return REMAINS_CHINESE.test(plain) && !REMAINS_NOT_CHINESE.test(plain)
}

function statementsOf(texts: readonly Said[], isFit: (sentence: string) => boolean, countMax: number): Statement[] {
  const found: Statement[] = []
  for (const { record, text } of texts) {
    for (const sentence of sentencesOf(text)) {
      if (found.length >= countMax) return found
      if (isFit(sentence)) found.push({ record, text: sentence })
    }
  }
  return found
}

/** Choices that the user stated, and those that the agent said it made. A question is no choice. */
export function decisionsOf({ prompts, replies, steps }: EventReading): {
  readonly ofUser: readonly Statement[]
  readonly ofAgent: readonly Statement[]
} {
  const isChoice = (sentence: string) =>
    isDecision(sentence) && !/[?？]\s*$|^(?:why|how|what|should)\b|为什么|吗/iu.test(sentence)
  const answered = steps.flatMap(({ answers, record }) =>
    answers.map(({ question, answer }) => ({ record, text: `${question} -> ${answer}` })),
  )
  return {
    ofUser: [...statementsOf(prompts, isChoice, STATEMENTS_MAX), ...answered.slice(0, STATEMENTS_MAX)],
    ofAgent: statementsOf(replies, (sentence) => isChoice(sentence) && !PLANS.test(sentence), STATEMENTS_MAX),
  }
}

/** What the agent concluded; where it only looked and explained, the first sentences of what it said. */
export function findingsOf({ replies, closing }: EventReading, isOnlyLooking: boolean): readonly Statement[] {
  const isFinding = (sentence: string) =>
    sentence.length >= 8 &&
    !PLANS.test(sentence) &&
    !ASKS.test(sentence) &&
    !isLeftToDo(sentence) &&
    (CONCLUDES.test(sentence) || CONCLUDES_CHINESE.test(sentence))
  const found = statementsOf(replies, isFinding, STATEMENTS_MAX * 3)
  if (isOnlyLooking) {
    // Where nothing was changed, what was said at the end is what was found out.
    const known = new Set(found.map(({ text }) => text))
    const told = statementsOf(
      closing,
      (sentence) => isTelling(sentence) && !PLANS.test(sentence) && !ASKS.test(sentence),
      3,
    )
    found.push(...told.filter(({ text }) => !known.has(text)))
  }
  const strong = found.filter(({ text }) => CONCLUDES_STRONGLY.test(text))
  return [...strong, ...found.filter((statement) => !strong.includes(statement))].slice(0, STATEMENTS_MAX)
}

/** "Done listing." tells nothing. */
function isTelling(sentence: string): boolean {
  if (
    /^(?:all )?(?:done|finished|ok(?:ay)?|sure|great|here (?:is|are)|committed|pushed|updated|created)\b.{0,40}$/iu.test(
      sentence,
    )
  )
    return false
  return sentence.length >= (HAN_PAIR.test(sentence) ? 8 : 20)
}

/** "Next: a test" as "a test". */
export function withoutLabel(text: string): string {
  return text.replace(LEFT_LABEL, '')
}

/** What the agent said at the end that is still to be done. A label alone speaks of the lines below it. */
export function leftToDoOf({ closing }: Pick<EventReading, 'closing'>): readonly Statement[] {
  const found: Statement[] = []
  for (const { record, text } of closing.slice(-2)) {
    let below = 0
    for (const sentence of sentencesOf(text)) {
      if (found.length >= STATEMENTS_MAX) return found
      const isLabel = LEFT_LABEL.test(sentence) && withoutLabel(sentence) === ''
      if (isLabel) below = BELOW_LABEL_MAX
      else if (isLeftToDo(sentence) || (below > 0 && !ASKS.test(sentence) && !NOTHING.test(sentence)))
        found.push({ record, text: sentence })
      if (!isLabel && below > 0) below--
    }
  }
  return found
}
