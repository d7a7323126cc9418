import { type Language, languageOf } from './phrases.ts'

/** What the commands about the work of a project say to people. */
export interface ProjectPhrases {
  noMemory(folder: string): string
  nothingFound: string
  incomplete: string
  waitingTexts: string
  waiting(lines: number): string
  relevanceOf(id: string, query: string): string
  notFoundBy(id: string, query: string): string
  unknownIds(ids: string): string
  unfinished: string
  more(facts: number): string
  tokens(tokens: number): string
  nothingAround(around: string): string
  noted(id: string): string
  known(id: string): string
  readWhole: string
  drained(records: number, observations: number): string
  labels: Readonly<Record<ProjectLabel, string>>
}

export type ProjectLabel =
  | 'concepts'
  | 'filesModified'
  | 'filesRead'
  | 'session'
  | 'branch'
  | 'request'
  | 'investigated'
  | 'learned'
  | 'completed'
  | 'nextSteps'

const ENGLISH: ProjectPhrases = {
  noMemory: (folder) => `Nothing is remembered of the project in ${folder} yet.`,
  nothingFound: 'Nothing found.',
  incomplete: 'Nothing found so far: a part of the memory was not ready. Ask again in some seconds.',
  waitingTexts: 'Captured just now, not indexed yet:',
  waiting: (lines) =>
    lines === 1
      ? '1 line of the journal still waits to be read.'
      : `${lines} lines of the journal still wait to be read.`,
  relevanceOf: (id, query) => `Why “${query}” finds ${id}:`,
  notFoundBy: (id, query) => `“${query}” does not find ${id}.`,
  unknownIds: (ids) => `Nothing has this id: ${ids}`,
  unfinished: 'unfinished',
  more: (facts) => (facts === 1 ? '1 more fact' : `${facts} more facts`),
  tokens: (tokens) => `${tokens} tokens to read all of them whole`,
  nothingAround: (around) => `Nothing stands around “${around}”.`,
  noted: (id) => `Noted as ${id}.`,
  known: (id) => `It was noted before, as ${id}.`,
  readWhole: 'Read one whole: `engraph get <id>`',
  drained: (records, observations) =>
    records + observations === 0
      ? 'Nothing waited in the journal.'
      : `New: ${records} records, ${observations} observations.`,
  labels: {
    concepts: 'concepts',
    filesModified: 'modified',
    filesRead: 'read',
    session: 'session',
    branch: 'branch',
    request: 'request',
    investigated: 'investigated',
    learned: 'learned',
    completed: 'completed',
    nextSteps: 'next steps',
  },
}

const CHINESE: ProjectPhrases = {
  noMemory: (folder) => `关于 ${folder} 里的项目，还没有任何记忆。`,
  nothingFound: '没有找到。',
  incomplete: '暂时没有找到：记忆的一部分还没有就绪。请过几秒再问。',
  waitingTexts: '刚刚记录、尚未编入索引：',
  waiting: (lines) => `日志里还有 ${lines} 行等待读取。`,
  relevanceOf: (id, query) => `“${query}”为什么找到 ${id}：`,
  notFoundBy: (id, query) => `“${query}”找不到 ${id}。`,
  unknownIds: (ids) => `没有这个 id：${ids}`,
  unfinished: '未完成',
  more: (facts) => `另有 ${facts} 条事实`,
  tokens: (tokens) => `全部读完需要 ${tokens} 个 token`,
  nothingAround: (around) => `“${around}”前后没有任何内容。`,
  noted: (id) => `已记下：${id}。`,
  known: (id) => `之前已经记下：${id}。`,
  readWhole: '读取全文：`engraph get <id>`',
  drained: (records, observations) =>
    records + observations === 0 ? '日志里没有等待处理的内容。' : `新增 ${records} 条记录、${observations} 条观察。`,
  labels: {
    concepts: '主题',
    filesModified: '修改',
    filesRead: '读取',
    session: '会话',
    branch: '分支',
    request: '请求',
    investigated: '调查',
    learned: '了解到',
    completed: '完成',
    nextSteps: '下一步',
  },
}

const PHRASES: Readonly<Record<Language, ProjectPhrases>> = { english: ENGLISH, chinese: CHINESE }

export function projectPhrases(environment: NodeJS.ProcessEnv = process.env): ProjectPhrases {
  return PHRASES[languageOf(environment)]
}
