import type { EdgeState } from '../../graph/edges.ts'
import { type Language, languageOf } from './phrases.ts'

/** What the command about edges says to people. */
export interface EdgePhrases {
  none: string
  accept(id: string, by: string): string
  reject(id: string, by: string): string
  unknown(ids: string): string
  seen(count: number, last: string): string
  by(name: string): string
  states: Readonly<Record<EdgeState, string>>
}

const ENGLISH: EdgePhrases = {
  none: 'No edge fits. Edges come from what sessions change together, and from what happens soon after.',
  accept: (id, by) => `Accepted by ${by}: ${id}`,
  reject: (id, by) => `Rejected by ${by}: ${id}`,
  unknown: (ids) => `Nothing has this id: ${ids}`,
  seen: (count, last) => `${count === 1 ? 'seen once' : `seen ${count} times`}, last ${last}`,
  by: (name) => `decided by ${name}`,
  states: { suggested: 'suggested', active: 'in use', rejected: 'rejected', retired: 'retired' },
}

const CHINESE: EdgePhrases = {
  none: '没有符合的关联。关联来自会话中一起修改的文件，以及随后发生的事情。',
  accept: (id, by) => `${by} 已接受：${id}`,
  reject: (id, by) => `${by} 已拒绝：${id}`,
  unknown: (ids) => `没有这个 id：${ids}`,
  seen: (count, last) => `出现 ${count} 次，最近 ${last}`,
  by: (name) => `由 ${name} 决定`,
  states: { suggested: '待定', active: '使用中', rejected: '已拒绝', retired: '已淡出' },
}

const PHRASES: Readonly<Record<Language, EdgePhrases>> = { english: ENGLISH, chinese: CHINESE }

export function edgePhrases(environment: NodeJS.ProcessEnv = process.env): EdgePhrases {
  return PHRASES[languageOf(environment)]
}
