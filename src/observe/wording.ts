/** The language of what an observation says: that of the user. */
export type ObservedLanguage = 'en' | 'zh'

const HAN = /\p{Script=Han}/gu
const LATIN_WORD = /[A-Za-z][A-Za-z'’-]*/gu
const QUOTED = /`[^`\n]{1,300}`|"[^"\n]{1,300}"|“[^”\n]{1,300}”|「[^」\n]{1,300}」/gu
/** So much of a text tells its language. */
const LOOKED_AT_MAX = 4_000

/** Chinese where Han characters carry it; what is quoted in another language does not count. */
export function languageOfText(text: string): ObservedLanguage | null {
  const bare = text.slice(0, LOOKED_AT_MAX).replace(QUOTED, ' ')
  const han = bare.match(HAN)?.length ?? 0
  const words = bare.match(LATIN_WORD)?.length ?? 0
  if (han === 0 && words === 0) return null
  return han >= 2 && han * 2 >= words ? 'zh' : 'en'
}

/** Sayings of the rules, in both languages. */
export const SAYINGS = {
  en: {
    fixed: 'fixed',
    fails: (command: string) => `${command} fails`,
    newFile: 'new file',
    removed: 'removed',
    moved: 'moved',
    commit: 'commit',
    continued: 'continued',
    asked: (request: string) => `Asked: ${request}.`,
    handedOn: (request: string) => `Handed to a subagent: ${request}.`,
    read: (count: number, names: string) => `Read ${count} ${count === 1 ? 'file' : 'files'}: ${names}.`,
    searched: (what: string) => `Searched for ${what}.`,
    changed: (count: number, names: string) => `Changed ${count} ${count === 1 ? 'file' : 'files'}: ${names}.`,
    mended: (error: string, command: string) => `"${error}" was mended; ${command} passes.`,
    passed: (commands: string) => `Passed: ${commands}.`,
    failed: (commands: string) => `Failed: ${commands}.`,
    concluded: (text: string) => text,
    interrupted: 'It was interrupted.',
    noReply: 'It ended without a reply.',
    more: (count: number) => `and ${count} more`,
    join: ', ',
    untitled: 'Work without a request',
    mend: (command: string) => `mend \`${command}\``,
    finish: (title: string) => `finish: ${title}`,
  },
  zh: {
    fixed: '已修复',
    fails: (command: string) => `${command} 失败`,
    newFile: '新文件',
    removed: '删除',
    moved: '移动',
    commit: '提交',
    continued: '续',
    asked: (request: string) => `要求：${request}。`,
    handedOn: (request: string) => `交给子代理：${request}。`,
    read: (count: number, names: string) => `读了 ${count} 个文件：${names}。`,
    searched: (what: string) => `搜索了 ${what}。`,
    changed: (count: number, names: string) => `改了 ${count} 个文件：${names}。`,
    mended: (error: string, command: string) => `“${error}”已解决，${command} 通过。`,
    passed: (commands: string) => `通过：${commands}。`,
    failed: (commands: string) => `失败：${commands}。`,
    concluded: (text: string) => text,
    interrupted: '被中断。',
    noReply: '没有回复就结束了。',
    more: (count: number) => `等，另有 ${count} 个`,
    join: '、',
    untitled: '没有请求的工作',
    mend: (command: string) => `解决 \`${command}\` 的失败`,
    finish: (title: string) => `完成：${title}`,
  },
} as const
