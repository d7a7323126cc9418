import { describe, expect, test } from 'vitest'
import { tellingShare } from '../../src/text/telling.ts'

describe('the share of a text that tells of who speaks', () => {
  test.each<[string, string, number]>([
    ['is all of a sentence in the first person', 'I moved to Leeds.', 1],
    ['is nothing of what is said of others', 'She moved to Leeds.', 0],
    ['is the part that is', 'I moved. He stayed', 8 / 18],
    ['knows short forms', "We've got a dog", 1],
    ['knows short forms with another apostrophe', 'She knows, but I’ll ask', 1],
    ['knows Chinese', '我搬到了杭州。', 1],
    ['knows Chinese of several', '咱们明天见', 1],
    ['is the part that is in Chinese', '他走了。我留下', 3 / 7],
    ['takes no word for a part of it', 'Mystery novels and iced tea, medium', 0],
    ['is nothing of nothing', '', 0],
    ['is nothing of marks', '?!…', 0],
  ])('%s', (_, text, expected) => expect(tellingShare(text)).toBeCloseTo(expected, 9))

  test.each([
    ['one endless word', 'i'.repeat(100_000)],
    ['marks', '.?!'.repeat(40_000)],
    ['apostrophes', "i'".repeat(50_000)],
    ['halves of characters', '\ud83d'.repeat(100_000)],
  ])('is between nothing and all for any text: %s', (_, text) => {
    expect(tellingShare(text)).toBeGreaterThanOrEqual(0)
    expect(tellingShare(text)).toBeLessThanOrEqual(1)
  })
})
