import type { ErrorCode } from '../../graph/errors.ts'
import type { Purpose } from '../../graph/space.ts'

/** What the commands say to people about results. Help, ids, kinds and JSON are the same in every language. */
export interface Phrases {
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
  routes: string
  ranks: string
  parts: string
  terms: string
  path: string
  noEntries: string
  noNode(id: string, space: string): string
  event: string
  messages: string
  neighbours: string
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
  stats: Readonly<Record<StatLabel, string>>
  /** A sentence before the error's own, which is English; empty where that says it all. */
  error(code: ErrorCode): string
}

export type LineProblem = 'not-json' | 'not-utf8' | 'too-long' | 'not-an-object' | 'no-session'
export type StatLabel = 'space' | 'purpose' | 'file' | 'nodes' | 'edges' | 'sessions' | 'terms' | 'forgotten' | 'time'

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
  routes: 'routes',
  ranks: 'ranks',
  parts: 'parts',
  terms: 'terms',
  path: 'path',
  noEntries: 'No entries.',
  noNode: (id, space) => `There is no node "${id}" in space "${space}".`,
  event: 'event',
  messages: 'messages',
  neighbours: 'neighbours',
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
  stats: {
    space: 'space',
    purpose: 'purpose',
    file: 'file',
    nodes: 'nodes',
    edges: 'edges',
    sessions: 'sessions',
    terms: 'terms',
    forgotten: 'forgotten',
    time: 'time',
  },
  error: () => '',
}

const CHINESE_ERRORS: Readonly<Record<ErrorCode, string>> = {
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
  routes: '途径',
  ranks: '名次',
  parts: '分量',
  terms: '词项',
  path: '路径',
  noEntries: '没有记录。',
  noNode: (id, space) => `空间“${space}”里没有节点“${id}”。`,
  event: '事件',
  messages: '消息',
  neighbours: '相邻节点',
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
  stats: {
    space: '空间',
    purpose: '用途',
    file: '文件',
    nodes: '节点',
    edges: '边',
    sessions: '会话',
    terms: '词项',
    forgotten: '已遗忘',
    time: '时间',
  },
  error: (code) => CHINESE_ERRORS[code],
}

/** The phrases in the language of the locale: Chinese for `zh…`, English for all others. */
export function phrases(environment: NodeJS.ProcessEnv = process.env): Phrases {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  return /^zh/iu.test(locale) ? chinese : english
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
