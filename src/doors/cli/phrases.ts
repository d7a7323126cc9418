import type { ErrorCode } from '../../graph/errors.ts'
import type { Purpose } from '../../graph/space.ts'
import type { Problem } from '../../index.ts'
import { CHINESE_OF_EMBEDDING, type EmbeddingPhrases, ENGLISH_OF_EMBEDDING } from './embedding-phrases.ts'

/** What the commands say to people about results. Help, ids, kinds and JSON are the same in every language. */
export interface Phrases extends EmbeddingPhrases {
  remembered(messages: number, sessions: number, space: string): string
  alreadyKnown(messages: number): string
  stayForgotten(messages: number): string
  nothingToRemember: string
  purposeKept(space: string, purpose: Purpose): string
  storing(messages: number): string
  place(unit: 'line' | 'item', number: number): string
  problems: Readonly<Record<LineProblem, string>>
  andMore(count: number): string
  nothingFound: string
  nothingAsked: string
  /** Nothing was found, and a route was late, or its index lacks what an older version remembered. */
  incomplete(late: string, isOld: boolean): string
  leftOut(parts: string): string
  nothingFits: string
  tokens(count: number): string
  plan: Readonly<Record<PlanLabel, string>>
  why: Readonly<Record<WhyLabel, string>>
  noEntries: string
  noNode(id: string, space: string): string
  similar(names: string): string
  mentioned(messages: number): string
  times: string
  others: string
  event: string
  messages: string
  neighbours: string
  nothingReached: string
  walkHubs(names: string): string
  walkCrowded(names: string): string
  walkBeyondWidth(nodes: number): string
  wouldForget(messages: number): string
  forgot(messages: number): string
  notPurged: string
  nothingToForget: string
  nothingForgotten: string
  needsYes: string
  confirmForget(messages: number): string
  noSpaces: string
  aliasAdded(alias: string, space: string): string
  confirmMerge(from: string, into: string): string
  nothingMerged: string
  mergingNeedsYes: string
  merged(messages: number, from: string, into: string): string
  moved(space: string, file: string): string
  confirmRemove(space: string): string
  nothingRemoved: string
  removingNeedsYes: string
  removed(space: string): string
  noRecalls: string
  items(count: number): string
  late: string
  auditStats: Readonly<Record<AuditStatLabel, string>>
  noWordAliases: string
  wordAliasesAdded(group: string): string
  wordAliasRemoved(word: string): string
  noWordAlias(word: string): string
  stats: Readonly<Record<StatLabel, string>>
  /** A sentence before the error's own where that is not known in this language; empty where none is needed. */
  error(code: ErrorCode): string
  unexpected: string
  cannotWrite: string
  helpAfterError: string
  /** Why a message was not stored, or not as given; `null` where the library's own text says it. */
  messageProblem(kind: string): string | null
}

type ProblemKind = Problem['kind']
export type Language = 'english' | 'chinese'
export type LineProblem = 'not-json' | 'not-utf8' | 'too-long' | 'not-an-object' | 'no-session'
export type AuditStatLabel = 'recalls' | 'outcomes' | 'nothingFound' | 'tookMs'
export type PlanLabel =
  | 'plan'
  | 'names'
  | 'times'
  | 'constraints'
  | 'questions'
  | 'relations'
  | 'context'
  | 'routes'
  | 'meaning'
  | 'reranking'
  | 'late'
export type WhyLabel =
  | 'routes'
  | 'grains'
  | 'meaning'
  | 'asWhole'
  | 'byWords'
  | 'parts'
  | 'terms'
  | 'walk'
  | 'path'
  | 'thisItem'
export type StatLabel =
  | 'space'
  | 'purpose'
  | 'file'
  | 'nodes'
  | 'edges'
  | 'sessions'
  | 'terms'
  | 'vectors'
  | 'forgotten'
  | 'time'

const english: Phrases = {
  remembered: (messages, sessions, space) =>
    `Remembered ${counted(messages, 'message')} of ${counted(sessions, 'session')} in space "${space}".`,
  alreadyKnown: (messages) => `${counted(messages, 'message')} known already.`,
  stayForgotten: (messages) => `${counted(messages, 'message')} forgotten earlier and left out.`,
  nothingToRemember: 'There was nothing to remember.',
  purposeKept: (space, purpose) => `Space "${space}" was made before and keeps its purpose, ${purpose}.`,
  storing: (messages) => counted(messages, 'message'),
  place: (unit, number) => `${unit} ${number}`,
  problems: {
    'not-json': 'no JSON',
    'not-utf8': 'no UTF-8 text',
    'too-long': 'longer than 64 MiB',
    'not-an-object': 'no JSON object',
    'no-session': 'no session; give one in the line or with --session',
  },
  andMore: (count) => `… and ${count} more`,
  nothingFound: 'Nothing found.',
  nothingAsked: 'The question holds no word to search for.',
  incomplete: (late, isOld) =>
    `Nothing found, but the index is not available in full. ${[
      ...(late === '' ? [] : [`The deadline left out: ${late}.`]),
      ...(isOld ? ['What an older version remembered has no things to be found by; `engraph doctor` says more.'] : []),
    ].join(' ')}`,
  leftOut: (parts) => `The deadline left out: ${parts}.`,
  nothingFits: 'What was found does not fit into the budget.',
  tokens: (count) => counted(count, 'token'),
  plan: {
    plan: 'plan',
    names: 'names',
    times: 'times',
    constraints: 'also',
    questions: 'questions',
    relations: 'relations',
    context: 'context',
    routes: 'routes',
    meaning: 'meaning',
    reranking: 'reranking',
    late: 'late',
  },
  why: {
    routes: 'routes',
    grains: 'grains',
    meaning: 'meaning',
    asWhole: 'as a whole, it means nearly what is asked',
    byWords: 'word by word, its words mean nearly what those of the question do',
    parts: 'parts',
    terms: 'terms',
    walk: 'walk',
    path: 'path',
    thisItem: 'this',
  },
  noEntries: 'No entries.',
  noNode: (id, space) => `There is no node "${id}" in space "${space}".`,
  similar: (names) => `Similar names: ${names}`,
  mentioned: (messages) => `mentioned by ${counted(messages, 'message')}`,
  times: 'times',
  others: 'of the same name',
  event: 'event',
  messages: 'messages',
  neighbours: 'neighbours',
  nothingReached: 'Nothing is connected with it by such edges.',
  walkHubs: (names) => `Too much is connected with these to go on from them: ${names}`,
  walkCrowded: (names) => `Only the newest edges were walked from: ${names}`,
  walkBeyondWidth: (nodes) => `${counted(nodes, 'node')} left out as less relevant; --width takes in more.`,
  wouldForget: (messages) => `This forgets ${counted(messages, 'message')}:`,
  forgot: (messages) => `Forgot ${counted(messages, 'message')}.`,
  notPurged:
    'Another process reads the database: traces stay in its files until something is forgotten when it is done.',
  nothingToForget: 'Nothing matches, nothing to forget.',
  nothingForgotten: 'Nothing was forgotten.',
  needsYes: 'Nothing was forgotten. Give --yes to forget for good, or --dry-run to look only.',
  confirmForget: (messages) => `Forget ${counted(messages, 'message')} for good? [y/N] `,
  noSpaces: 'There are no spaces yet.',
  aliasAdded: (alias, space) => `"${alias}" now leads to space "${space}".`,
  confirmMerge: (from, into) => `Merge space "${from}" into "${into}" and remove the first for good? [y/N]`,
  nothingMerged: 'Nothing was merged.',
  mergingNeedsYes: 'Nothing was merged. Give --yes to merge, which cannot be undone.',
  merged: (messages, from, into) => `Merged ${counted(messages, 'message')} of "${from}" into "${into}".`,
  moved: (space, file) => `Moved space "${space}" to ${file}.`,
  confirmRemove: (space) => `Remove space "${space}" for good, with everything in it? [y/N]`,
  nothingRemoved: 'Nothing was removed.',
  removingNeedsYes: 'Nothing was removed. Give --yes to remove the space for good.',
  removed: (space) => `Removed space "${space}".`,
  noRecalls: 'No recalls were logged.',
  items: (count) => counted(count, 'item'),
  late: 'late',
  auditStats: { recalls: 'recalls', outcomes: 'outcomes', nothingFound: 'nothing found', tookMs: 'time' },
  noWordAliases: 'There are no words that mean the same yet. `engraph alias add auth 登录 login` puts some together.',
  wordAliasesAdded: (group) => `These mean the same now: ${group}`,
  wordAliasRemoved: (word) => `"${word}" has no other words any more.`,
  noWordAlias: (word) => `"${word}" has no other words.`,
  stats: {
    space: 'space',
    purpose: 'purpose',
    file: 'file',
    nodes: 'nodes',
    edges: 'edges',
    sessions: 'sessions',
    terms: 'terms',
    vectors: 'vectors',
    forgotten: 'forgotten',
    time: 'time',
  },
  ...ENGLISH_OF_EMBEDDING,
  error: () => '',
  unexpected: '',
  cannotWrite: 'cannot write the answer',
  helpAfterError: '(engraph <command> --help shows the options and examples)',
  messageProblem: () => null,
}

/** Goes before a text that is not known in Chinese. */
const CHINESE_CODES: Readonly<Record<ErrorCode, string>> = {
  'invalid-input': '输入无效。',
  'invalid-options': '选项无效。',
  'not-found': '没有找到。',
  'space-unknown': '没有这个空间。',
  'space-conflict': '空间名有冲突。',
  'store-locked': '数据库正被其他进程占用。',
  'store-damaged': '数据库已损坏。',
  'store-newer': '数据库由更新版本的 Engraph 写成。',
  'store-foreign': '这不是 Engraph 的数据库。',
  'store-unreadable': '无法读取数据库。',
  'store-full': '磁盘空间不足。',
  'store-closed': '数据库已关闭。',
  'driver-missing': '缺少数据库驱动。',
  'model-unavailable': '模型不可用。',
}

/** Without the values that the library's own texts name: the line is named before them. */
const CHINESE_PROBLEMS: Readonly<Record<ProblemKind, string>> = {
  'invalid-message': '不是可用的消息：须有文本 text；speaker 和 branch 若有，须为不太长的文本',
  'invalid-id': 'id 须为不太长的文本，且不能以 m~ 之类开头',
  'invalid-date': '时间 at 无法识别，已按前一条的时间记入',
  'empty-text': '文本为空',
  'text-too-long': '文本过长',
  'conflicting-record': '已有另一条记录使用这个 id；已有的记录不会被覆盖',
  forgotten: '此前已被遗忘，不再记入',
}

const chinese: Phrases = {
  remembered: (messages, sessions, space) => `已记住 ${sessions} 个会话中的 ${messages} 条消息（空间“${space}”）。`,
  alreadyKnown: (messages) => `另有 ${messages} 条此前已记住。`,
  stayForgotten: (messages) => `另有 ${messages} 条曾被遗忘，不再记入。`,
  nothingToRemember: '没有可记住的内容。',
  purposeKept: (space, purpose) => `空间“${space}”早已存在，用途仍是 ${purpose}。`,
  storing: (messages) => `${messages} 条消息`,
  place: (unit, number) => (unit === 'line' ? `第 ${number} 行` : `第 ${number} 项`),
  problems: {
    'not-json': '不是 JSON',
    'not-utf8': '不是 UTF-8 文本',
    'too-long': '超过 64 MiB',
    'not-an-object': '不是 JSON 对象',
    'no-session': '没有会话；请写在该行，或用 --session 指定',
  },
  andMore: (count) => `…… 还有 ${count} 条`,
  nothingFound: '没有找到。',
  nothingAsked: '问题里没有可检索的词。',
  incomplete: (late, isOld) =>
    `没有找到，但索引并不完整。${[
      ...(late === '' ? [] : [`超时未查：${late}。`]),
      ...(isOld ? ['旧版本记住的内容尚无实体与时间索引，详见 `engraph doctor`。'] : []),
    ].join('')}`,
  leftOut: (parts) => `超时未查：${parts}。`,
  nothingFits: '找到的内容放不进这个预算。',
  tokens: (count) => `${count} 个词元`,
  plan: {
    plan: '计划',
    names: '名称',
    times: '时间',
    constraints: '另有',
    questions: '分问',
    relations: '关系',
    context: '上文',
    routes: '途径',
    meaning: '语义',
    reranking: '重排',
    late: '超时',
  },
  why: {
    routes: '途径',
    grains: '粒度',
    meaning: '语义',
    asWhole: '整体意思与所问相近',
    byWords: '逐词来看，用词的意思与所问相近',
    parts: '分量',
    terms: '词项',
    walk: '行走',
    path: '路径',
    thisItem: '此条',
  },
  noEntries: '没有记录。',
  noNode: (id, space) => `空间“${space}”里没有节点“${id}”。`,
  similar: (names) => `相近的名称：${names}`,
  mentioned: (messages) => `有 ${messages} 条消息提到`,
  times: '时间',
  others: '同名的还有',
  event: '事件',
  messages: '消息',
  neighbours: '相邻节点',
  nothingReached: '没有由这类边相连的内容。',
  walkHubs: (names) => `以下节点相连过多，未再由此前行：${names}`,
  walkCrowded: (names) => `以下起点只走了最新的边：${names}`,
  walkBeyondWidth: (nodes) => `另有 ${nodes} 个相关度较低的节点未列出；可用 --width 放宽。`,
  wouldForget: (messages) => `将遗忘 ${messages} 条消息：`,
  forgot: (messages) => `已遗忘 ${messages} 条消息。`,
  notPurged: '另有进程正在读取数据库：痕迹会留在文件里，待其结束后再次遗忘时清除。',
  nothingToForget: '没有符合条件的内容，无需遗忘。',
  nothingForgotten: '没有遗忘任何内容。',
  needsYes: '没有遗忘任何内容。加 --yes 才会永久遗忘，加 --dry-run 只看不删。',
  confirmForget: (messages) => `永久遗忘这 ${messages} 条消息吗？[y/N] `,
  noSpaces: '还没有任何空间。',
  aliasAdded: (alias, space) => `“${alias}”现在指向空间“${space}”。`,
  confirmMerge: (from, into) => `将空间“${from}”并入“${into}”，并永久删除前者吗？[y/N]`,
  nothingMerged: '没有合并任何内容。',
  mergingNeedsYes: '没有合并任何内容。合并无法撤销，加 --yes 才会执行。',
  merged: (messages, from, into) => `已将“${from}”的 ${messages} 条消息并入“${into}”。`,
  moved: (space, file) => `已将空间“${space}”移到 ${file}。`,
  confirmRemove: (space) => `永久删除空间“${space}”及其全部内容吗？[y/N]`,
  nothingRemoved: '没有删除任何内容。',
  removingNeedsYes: '没有删除任何内容。加 --yes 才会永久删除该空间。',
  removed: (space) => `已删除空间“${space}”。`,
  noRecalls: '没有检索记录。',
  items: (count) => `${count} 项`,
  late: '超时',
  auditStats: { recalls: '检索次数', outcomes: '结果', nothingFound: '没有找到的比例', tookMs: '用时' },
  noWordAliases: '还没有同义词。例如，用 `engraph alias add auth 登录 login` 添加。',
  wordAliasesAdded: (group) => `现在视为同义：${group}`,
  wordAliasRemoved: (word) => `“${word}”不再有同义词。`,
  noWordAlias: (word) => `“${word}”没有同义词。`,
  stats: {
    space: '空间',
    purpose: '用途',
    file: '文件',
    nodes: '节点',
    edges: '边',
    sessions: '会话',
    terms: '词项',
    vectors: '向量',
    forgotten: '已遗忘',
    time: '时间',
  },
  ...CHINESE_OF_EMBEDDING,
  error: (code) => CHINESE_CODES[code],
  unexpected: '意外错误：',
  cannotWrite: '无法写出结果',
  helpAfterError: '（engraph <command> --help 显示选项和示例）',
  messageProblem: (kind) => (Object.hasOwn(CHINESE_PROBLEMS, kind) ? CHINESE_PROBLEMS[kind as ProblemKind] : null),
}

const PHRASES: Readonly<Record<Language, Phrases>> = { english, chinese }

/** The phrases in the language of the locale. */
export function phrases(environment: NodeJS.ProcessEnv = process.env): Phrases {
  return PHRASES[languageOf(environment)]
}

/** The language of the locale: Chinese for `zh…`, English for all others. */
export function languageOf(environment: NodeJS.ProcessEnv = process.env): Language {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  return /^zh/iu.test(locale) ? 'chinese' : 'english'
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
