import type { CoverageState } from '../graph/source-graph.ts'
import { DAY_MS } from '../graph/spans.ts'

export type AdviceLanguage = 'en' | 'zh'

interface DependentsSaid {
  readonly count: number
  readonly direct: number
  /** Of the direct ones, some. */
  readonly names: string
  /** Of those that depend on it through others, some; empty where there are none. */
  readonly indirect: string
  readonly isCut: boolean
  readonly coverage: CoverageState
}

interface CountsSaid {
  readonly commits: number
  /** `null` where it was said before. */
  readonly of: number | null
  readonly sessions: number
}

interface LiveSaid {
  readonly path: string
  readonly near: string
  readonly session: string
  readonly age: string
  readonly where: string
}

/** What an advice says, in one language. */
export interface AdviceWords {
  readonly dash: string
  readonly comma: string
  /** Between parts of a remark. */
  readonly clause: string
  readonly space: string
  readonly stop: string
  dependents(said: DependentsSaid): string
  usually(names: string): string
  /** Without a habit. */
  likely(names: string): string
  /** Files of the same call that nothing is said of. */
  moreFiles(count: number): string
  /** Behind a name; empty where there is nothing to count. */
  counts(said: CountsSaid): string
  tests(names: string): string
  sessions(count: number, names: string): string
  withAge(subject: string, age: string): string
  age(ms: number): string
  live(said: LiveSaid): string
  branch(name: string): string
  workTree(path: string): string
  readonly near: Readonly<Record<'same' | 'dependent' | 'dependency' | 'usually', string>>
  readonly about: Readonly<Record<'decision' | 'pitfall' | 'unfinished', (id: string, text: string) => string>>
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const WEEK_MS = 7 * DAY_MS

const ENGLISH: AdviceWords = {
  dash: ' — ',
  comma: ', ',
  clause: ', ',
  space: ' ',
  stop: '.',
  dependents: ({ count, direct, names, indirect, isCut, coverage }) => {
    const depend = `${count}${isCut ? ' or more' : ''} ${count === 1 ? 'file depends' : 'files depend'} on it`
    const through = indirect === '' ? '' : `; through others ${indirect}`
    return `${depend} (${direct} directly: ${names}${through}; ${COVERAGE_ENGLISH[coverage]}).`
  },
  usually: (names) => `Usually changes with ${names}.`,
  likely: (names) => `Likely to change too: ${names}.`,
  moreFiles: (count) => `Nothing was looked up for ${count} more ${count === 1 ? 'file' : 'files'} of this call.`,
  counts: ({ commits, of, sessions }) => {
    const parts = [
      commits === 0 ? '' : of === null ? `${commits}` : `${commits} of ${of} commits`,
      sessions === 0 ? '' : `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`,
    ].filter((part) => part !== '')
    return parts.length === 0 ? '' : ` (${parts.join(', ')})`
  },
  tests: (names) => `Tests: ${names}.`,
  sessions: (count, names) => `Last 30 days: ${count} ${count === 1 ? 'session' : 'sessions'} — ${names}.`,
  withAge: (subject, age) => `${subject} (${age})`,
  age: (ms) => {
    if (ms < MINUTE_MS) return 'just now'
    if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`
    if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`
    return ms < WEEK_MS ? `${Math.floor(ms / DAY_MS)} d ago` : `${Math.floor(ms / WEEK_MS)} w ago`
  },
  live: ({ path, near, session, age, where }) =>
    `Changed by another session that is at work now: ${path}${near} (session ${session}, ${age}${where === '' ? '' : `, ${where}`}).`,
  branch: (name) => `branch ${name}`,
  workTree: (path) => `work tree ${path}`,
  near: {
    same: ', the same file',
    dependent: ', which depends on it',
    dependency: ', on which it depends',
    usually: ', which usually changes with it',
  },
  about: {
    decision: (id, text) => `Decision (${id}): ${text}`,
    pitfall: (id, text) => `Pitfall (${id}): ${text}`,
    unfinished: (id, text) => `Unfinished (${id}): ${text}`,
  },
}

const COVERAGE_ENGLISH: Readonly<Record<CoverageState, string>> = {
  complete: 'complete',
  'at-least': 'at least these',
  stale: 'as of the last reading',
}

const CHINESE: AdviceWords = {
  dash: '：',
  comma: '、',
  clause: '，',
  space: '',
  stop: '。',
  dependents: ({ count, direct, names, indirect, isCut, coverage }) =>
    `有 ${count} 个${isCut ? '以上的' : ''}文件依赖它（${direct} 个直接依赖：${names}${indirect === '' ? '' : `；间接依赖：${indirect}`}；${COVERAGE_CHINESE[coverage]}）。`,
  usually: (names) => `通常一起修改：${names}。`,
  likely: (names) => `可能也要改：${names}。`,
  moreFiles: (count) => `本次调用中另有 ${count} 个文件未查。`,
  counts: ({ commits, of, sessions }) => {
    const parts = [
      commits === 0 ? '' : of === null ? `${commits} 次` : `${of} 次提交中的 ${commits} 次`,
      sessions === 0 ? '' : `${sessions} 个会话`,
    ].filter((part) => part !== '')
    return parts.length === 0 ? '' : `（${parts.join('，')}）`
  },
  tests: (names) => `相关测试：${names}。`,
  sessions: (count, names) => `最近 30 天有 ${count} 个会话：${names}。`,
  withAge: (subject, age) => `${subject}（${age}）`,
  age: (ms) => {
    if (ms < MINUTE_MS) return '刚刚'
    if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} 分钟前`
    if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} 小时前`
    return ms < WEEK_MS ? `${Math.floor(ms / DAY_MS)} 天前` : `${Math.floor(ms / WEEK_MS)} 周前`
  },
  live: ({ path, near, session, age, where }) =>
    `另一个正在进行的会话改动了 ${path}${near}（会话 ${session}，${age}${where === '' ? '' : `，${where}`}）。`,
  branch: (name) => `分支 ${name}`,
  workTree: (path) => `工作树 ${path}`,
  near: {
    same: '，就是这个文件',
    dependent: '，它依赖这个文件',
    dependency: '，这个文件依赖它',
    usually: '，它通常与这个文件一起修改',
  },
  about: {
    decision: (id, text) => `决定（${id}）：${text}`,
    pitfall: (id, text) => `注意（${id}）：${text}`,
    unfinished: (id, text) => `未完成（${id}）：${text}`,
  },
}

const COVERAGE_CHINESE: Readonly<Record<CoverageState, string>> = {
  complete: '完整',
  'at-least': '至少这些',
  stale: '截至上次读取',
}

export const ADVICE_WORDS: Readonly<Record<AdviceLanguage, AdviceWords>> = { en: ENGLISH, zh: CHINESE }
