import type { HostChange, HostName } from '../../host/install.ts'
import { type Language, languageOf } from './phrases.ts'

/** What `engraph install` and `engraph uninstall` say to people. */
export interface HostPhrases {
  change(change: HostChange, tense: 'done' | 'would-be'): string
  kept(path: string): string
  problem(path: string, reason: string): string
  nothingChanged: string
  check: string
  undo(host: HostName): string
}

type Labels = Readonly<Record<HostChange['change'], string>>

const ENGLISH_WHAT: Readonly<Record<HostChange['holds'], string>> = { hooks: 'hooks', server: 'MCP server' }
const CHINESE_WHAT: Readonly<Record<HostChange['holds'], string>> = { hooks: '钩子', server: 'MCP 服务器' }

const ENGLISH_DONE: Labels = {
  none: 'nothing to do',
  made: 'made',
  changed: 'changed',
  restored: 'restored, byte for byte',
  removed: 'removed; there was no such file before',
  cut: 'taken out; others changed the file too, and what is theirs stays',
}
const ENGLISH_WOULD_BE: Labels = {
  none: 'nothing to do',
  made: 'would be made',
  changed: 'would be changed',
  restored: 'would be restored, byte for byte',
  removed: 'would be removed; there was no such file before',
  cut: 'would be taken out; others changed the file too, and what is theirs stays',
}
const CHINESE_DONE: Labels = {
  none: '无需改动',
  made: '已创建',
  changed: '已修改',
  restored: '已逐字节还原',
  removed: '已删除；此前没有这个文件',
  cut: '已移除；该文件另有改动，其余内容保持不变',
}
const CHINESE_WOULD_BE: Labels = {
  none: '无需改动',
  made: '将会创建',
  changed: '将会修改',
  restored: '将会逐字节还原',
  removed: '将会删除；此前没有这个文件',
  cut: '将会移除；该文件另有改动，其余内容保持不变',
}

const PHRASES: Readonly<Record<Language, HostPhrases>> = {
  english: {
    change: ({ path, holds, change }, tense) =>
      `${path} (${ENGLISH_WHAT[holds]}): ${(tense === 'done' ? ENGLISH_DONE : ENGLISH_WOULD_BE)[change]}`,
    kept: (path) => `The file as it was before: ${path}`,
    problem: (path, reason) => `${path}: ${reason}.`,
    nothingChanged: 'Nothing was changed.',
    check: '`engraph doctor` checks every link.',
    undo: (host) => `\`engraph uninstall ${host}\` takes it out again.`,
  },
  chinese: {
    change: ({ path, holds, change }, tense) =>
      `${path}（${CHINESE_WHAT[holds]}）：${(tense === 'done' ? CHINESE_DONE : CHINESE_WOULD_BE)[change]}`,
    kept: (path) => `改动前的文件保存在：${path}`,
    problem: (path, reason) => `${path}：${reason}。`,
    nothingChanged: '未做任何改动。',
    check: '`engraph doctor` 可逐项检查。',
    undo: (host) => `\`engraph uninstall ${host}\` 可撤销。`,
  },
}

export function hostPhrases(): HostPhrases {
  return PHRASES[languageOf()]
}
