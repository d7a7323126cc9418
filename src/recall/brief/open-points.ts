import { leftToDoIn, type Observation, type StoredObservation } from '../../graph/observation.ts'
import type { Instant } from '../../graph/spans.ts'

/** Something that was said to be left to do, or work that ended badly, with where and when. */
export interface OpenPoint {
  readonly text: string
  /** What the work was called: words by which a choice can speak of it. */
  readonly about: string
  readonly at: Instant
  readonly session: string
  readonly branch: string | null
}

/** Later work holds so much of the words of a point that it was that work. */
const SHARE_MIN = 0.6
/** A choice names what it is about, and not what was planned. */
const SHARE_OF_CHOICE_MIN = 0.3
const WORDS_MAX = 60
const TEXT_MAX = 2_000
/** On the branch that all work is on, the branch says little. */
export const SHARED_BRANCH = /^(?:main|master|trunk|develop|dev|default)$/u

const REJECTS =
  /\b(?:(?:stay|stick|remain)(?:s|ing)? (?:on|with|at)|keep(?:s|ing)?|revert(?:s|ed)?|undo|roll(?:ed)? back|drop(?:ped)?|abandon(?:ed)?|won['’]t|not (?:going to|do|doing|upgrade|migrate|needed)|no longer|instead of|rather than)\b|还原|回滚|撤销|改回|放弃|保留|留在|沿用|不(?:再|用|做|升级|迁移|换|改|需要)/iu
const TURNS_BACK = /\b(?:revert|undo|roll(?:ed)? back)\b|还原|回滚|撤销|改回/iu

/** What an observation leaves open: what it says itself, else what it was about. */
export function pointsOf({ observation, at, session, branch }: StoredObservation): readonly OpenPoint[] {
  const about = observation.title
  const left = leftIn(observation)
  const texts = left.length > 0 && observation.type !== 'failure' ? left : [...left, bareTitle(about)]
  return texts.map((text) => ({ text, about, at, session, branch }))
}

/** What an observation says is left to do. */
export function leftIn({ facts }: Observation): readonly string[] {
  return facts.flatMap((fact) => leftToDoIn(fact) ?? [])
}

/**
 * Whether later work closed a point: it changed every file that the point names, or holds most of its words, or a choice
 * rejected it, or the point was stated again. Work on another branch counts only on the one that is shared.
 */
export function isClosed(point: OpenPoint, newest: readonly StoredObservation[]): boolean {
  const later = newest.filter(
    ({ at, branch }) =>
      at > point.at &&
      (branch === null || point.branch === null || branch === point.branch || SHARED_BRANCH.test(branch)),
  )
  if (later.length === 0) return false
  const words = wordsIn(point.text)
  const files = filesIn(point.text)
  const isSame = (text: string) => words.size > 1 && shareOf(words, wordsIn(text)) >= SHARE_MIN
  const done = later.filter((one) => isFinished(one.observation))
  const changed = done.flatMap(({ observation }) => observation.filesModified)
  if (files.length > 0 && files.every((file) => changed.some((path) => isSameFile(path, file)))) return true
  if (later.some(({ observation }) => leftIn(observation).some(isSame))) return true
  if (words.size > 1 && done.some((one) => shareOf(words, wordsOfWork(one)) >= SHARE_MIN)) return true
  const topic = wordsIn(`${point.text} ${bareTitle(point.about)}`)
  const next = later.findLast(({ session }) => session === point.session)
  return later.some((one) => rejects(one, one === next))

  function rejects(one: StoredObservation, isNext: boolean): boolean {
    const said = choicesIn(one.observation)
    if (!REJECTS.test(said)) return false
    const share = shareOf(topic, wordsIn(said))
    return one.session === point.session
      ? share > 0 || (isNext && TURNS_BACK.test(said))
      : share >= SHARE_OF_CHOICE_MIN && topic.size > 1
  }
}

/** It came to something, whatever else it leaves open. */
function isFinished(observation: Observation): boolean {
  const { type, isUnfinished, filesModified, facts } = observation
  if (type === 'failure' || (isUnfinished && leftIn(observation).length === 0)) return false
  return (
    filesModified.length > 0 ||
    facts.some(
      ({ kind, text }) =>
        kind === 'commit' || kind === 'fix' || (kind === 'command' && /-> (?:exit 0|passed)$/u.test(text)),
    )
  )
}

function choicesIn({ type, title, facts }: Observation): string {
  const said = facts.filter(({ kind }) => kind === 'decision').map(({ text }) => text)
  return (type === 'decision' ? [title, ...said] : said).join('\n')
}

const workWords = new WeakMap<StoredObservation, ReadonlySet<string>>()

/** Without what it leaves to do, which its narrative tells too. */
function wordsOfWork(one: StoredObservation): ReadonlySet<string> {
  let words = workWords.get(one)
  if (words === undefined) {
    const { title, narrative } = one.observation
    const left = leftIn(one.observation)
    words = wordsIn(left.reduce((text, own) => text.replace(own, ' '), `${title}\n${narrative}`))
    workWords.set(one, words)
  }
  return words
}

const PLAIN = new Set(
  `the and for with from into onto that this then than but not yet are was were has have had been being will would should can could must need needs
  still left todo next step steps done finish finished complete open also all any some its their our your add make use run get set file files code
  work test tests change changes now later only first via per who which what when where how fixme remaining mend fails failing`.split(
    /\s+/u,
  ),
)
const PLAIN_HAN =
  /还没有?|暂时没有?|接下来|下一步|待办|需要|还要|尚未|未完成|剩下|没有|一下|完成|文件|进行|处理|以及|并且|或者|如果|然后|可以|[的了在和与是有也都就要把被给对到从里中上下个这那再还没未做加等及]/gu

/** The words that tell, in lower case and without common endings; of Han characters every pair. */
export function wordsIn(text: string): ReadonlySet<string> {
  const bounded = text.slice(0, TEXT_MAX)
  const words = new Set<string>()
  for (const [word] of bounded.toLowerCase().matchAll(/[\p{Script=Latin}_][\p{Script=Latin}\d_]{2,60}/gu)) {
    if (!PLAIN.has(word)) words.add(word.length > 4 ? word.replace(/(?:ing|ed|es|e|s)$/u, '') : word)
  }
  for (const [run] of bounded.replace(PLAIN_HAN, ' ').matchAll(/\p{Script=Han}{2,}/gu))
    for (let i = 0; i + 2 <= run.length; i++) words.add(run.slice(i, i + 2))
  return words
}

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const own = [...words].slice(0, WORDS_MAX)
  return own.length === 0 ? 0 : own.filter((word) => others.has(word)).length / own.length
}

const FILE = /(?:[\w@.-]{1,60}\/){0,12}[\w@-][\w@.-]{0,60}\.[A-Za-z][A-Za-z\d]{0,7}(?![\w/])/gu

function filesIn(text: string): readonly string[] {
  return (text.slice(0, TEXT_MAX).match(FILE) ?? []).slice(0, 8)
}

function isSameFile(path: string, named: string): boolean {
  return path === named || path.endsWith(`/${named}`) || named.endsWith(`/${path}`)
}

/** Without how it ended. */
function bareTitle(title: string): string {
  return title.replace(/ \([^()]{1,80}\)$/u, '')
}
