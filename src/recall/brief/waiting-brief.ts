import { frameOf } from './frame.ts'

/** What a session is told while all that is known is still being read; `null` where nothing waits. */
export function waitingBrief(lines: number): string | null {
  if (lines === 0) return null
  const { head, foot } = frameOf('session', 'en')
  // Nothing was read yet that would tell the language of the project.
  return `${head}Lines of earlier work still being read: ${lines}; \`search\` finds them soon. 以往工作还有 ${lines} 行正在读取，稍后可用 \`search\` 查到。\n${foot}`
}
