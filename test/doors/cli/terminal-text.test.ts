import { expect, test } from 'vitest'
import { phrases } from '../../../src/doors/cli/phrases.ts'
import { progressBar } from '../../../src/doors/cli/progress.ts'
import { cleanLine, cleanText, indent, minuteOf, preview } from '../../../src/doors/cli/terminal-text.ts'

test('what steers a terminal is taken out of text, and what people wrote stays', () => {
  expect(cleanText('\u001b[31mred\u001b[0m \u001b]0;title\u0007\u009b2J\u0008x')).toBe('red x')
  expect(cleanText('admin\u202etxt.exe')).toBe('admintxt.exe')
  expect(cleanText('一\n\t二 👩‍👩‍👧')).toBe('一\n\t二 👩‍👩‍👧')
  expect(cleanText('a\r\nb')).toBe('a\nb')
  expect(cleanLine(' a\r\n  b\u001b[2J ')).toBe('a b')
})

test('a preview is one line, cut between characters', () => {
  expect(preview('短', 4)).toBe('短')
  expect(preview('👍👍👍👍👍', 4)).toBe('👍👍👍…')
  expect(preview(`x${' y'.repeat(1_000_000)}`, 10)).toHaveLength(10)
})

test('lines of a text are indented alike', () => {
  expect(indent('a\nb\n', '   ')).toBe('   a\n   b')
})

test('a moment is shown to the minute in UTC', () => {
  expect(minuteOf(Date.parse('2026-05-03T10:04:59.999Z'))).toBe('2026-05-03T10:04Z')
  expect(minuteOf(null)).toBe('-')
  expect(minuteOf(Number.MAX_VALUE)).toBe('-')
})

test('the locale chooses the language: LC_ALL before LC_MESSAGES before LANG', () => {
  const nothingFound = (environment: NodeJS.ProcessEnv) => phrases(environment).nothingFound
  expect(nothingFound({ LANG: 'zh_CN.UTF-8' })).toBe('没有找到。')
  expect(nothingFound({ LANG: 'zh_TW.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' })).toBe('Nothing found.')
  expect(nothingFound({ LANG: 'de_DE.UTF-8', LC_ALL: 'zh' })).toBe('没有找到。')
  expect(nothingFound({})).toBe('Nothing found.')
})

test('a progress bar is drawn on a terminal and nowhere else', () => {
  const draw = (isTTY: boolean) => {
    let drawn = ''
    const stream = {
      isTTY,
      write(text: string) {
        drawn += text
        return true
      },
    }
    const progress = progressBar(stream as unknown as NodeJS.WriteStream)
    progress.show(0.5, '12 messages')
    progress.clear()
    return drawn
  }
  expect(draw(true)).toBe(`\r\u001b[2K${'█'.repeat(12)}${'░'.repeat(12)} 12 messages\r\u001b[2K`)
  expect(draw(false)).toBe('')
})
