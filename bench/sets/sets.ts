import type { Chatter } from './chatter.ts'
import { type BenchSetSpace, composeSpace } from './compose.ts'
import { EVERYDAY_CHINESE } from './everyday-chinese.ts'
import { EVERYDAY_ENGLISH } from './everyday-english.ts'
import { FACTS_CHINESE } from './facts-chinese.ts'
import { FACTS_CHINESE_CHATTER } from './facts-chinese-chatter.ts'
import { FACTS_ENGLISH } from './facts-english.ts'
import { FACTS_ENGLISH_CHATTER } from './facts-english-chatter.ts'
import { LONG_TOPIC_CHINESE } from './long-topic-chinese.ts'
import { LONG_TOPIC_CHINESE_CHATTER } from './long-topic-chinese-chatter.ts'
import { LONG_TOPIC_ENGLISH } from './long-topic-english.ts'
import { LONG_TOPIC_ENGLISH_CHATTER } from './long-topic-english-chatter.ts'
import { SWITCHING_CHINESE_CHATTER, SWITCHING_ENGLISH_CHATTER } from './switching-chatter.ts'
import { SWITCHING_CHINESE } from './switching-chinese.ts'
import { SWITCHING_ENGLISH } from './switching-english.ts'

/**
 * Three sets of two spaces each, English and Chinese: one undertaking over months, where the words of the topic tell nothing
 * apart; topics that come and go, where what is asked stands beside the message that names it; and exact facts among others
 * of their kind. Each call composes the same spaces.
 */
export const SETS: Readonly<Record<BenchSetName, () => readonly BenchSetSpace[]>> = {
  'long-topic': () => [
    composeSpace({
      id: 'long-topic-english',
      seed: 11,
      firstDay: FIRST_DAY,
      speakers: ['Maren', 'Tobias', 'Ivy', 'Kofi'],
      planted: LONG_TOPIC_ENGLISH,
      chatter: [LONG_TOPIC_ENGLISH_CHATTER],
    }),
    composeSpace({
      id: 'long-topic-chinese',
      seed: 12,
      firstDay: FIRST_DAY,
      speakers: ['林晓', '周鹏', '何敏', '老吴'],
      planted: LONG_TOPIC_CHINESE,
      chatter: [LONG_TOPIC_CHINESE_CHATTER],
    }),
  ],
  switching: () => [
    composeSpace({
      id: 'switching-english',
      seed: 21,
      firstDay: FIRST_DAY,
      speakers: ['Nadia', 'Felix', 'Owen'],
      planted: SWITCHING_ENGLISH,
      chatter: [EVERYDAY_ENGLISH, SWITCHING_ENGLISH_CHATTER],
    }),
    composeSpace({
      id: 'switching-chinese',
      seed: 22,
      firstDay: FIRST_DAY,
      speakers: ['小雯', '阿杰', '老陈'],
      planted: SWITCHING_CHINESE,
      chatter: [EVERYDAY_CHINESE, SWITCHING_CHINESE_CHATTER],
    }),
  ],
  facts: () => [
    composeSpace({
      id: 'facts-english',
      seed: 31,
      firstDay: FIRST_DAY,
      speakers: ['Priya', 'Marcus', 'Lena'],
      planted: FACTS_ENGLISH,
      chatter: [...twice(FACTS_ENGLISH_CHATTER), EVERYDAY_ENGLISH],
    }),
    composeSpace({
      id: 'facts-chinese',
      seed: 32,
      firstDay: FIRST_DAY,
      speakers: ['苏婷', '王磊', '赵刚'],
      planted: FACTS_CHINESE,
      chatter: [...twice(FACTS_CHINESE_CHATTER), EVERYDAY_CHINESE],
    }),
  ],
}

export type BenchSetName = 'long-topic' | 'switching' | 'facts'

const FIRST_DAY = '2024-01-08'

/** Most of what is said around a fact is another fact. */
function twice(chatter: Chatter): readonly Chatter[] {
  return [chatter, chatter]
}
