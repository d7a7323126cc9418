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
import { OBLIQUE_CHINESE } from './oblique-chinese.ts'
import { OBLIQUE_CHINESE_CROSSING } from './oblique-chinese-crossing.ts'
import { OBLIQUE_CHINESE_LIFE_CHATTER } from './oblique-chinese-life-chatter.ts'
import { OBLIQUE_CHINESE_WORK_CHATTER } from './oblique-chinese-work-chatter.ts'
import { OBLIQUE_ENGLISH } from './oblique-english.ts'
import { OBLIQUE_ENGLISH_CROSSING } from './oblique-english-crossing.ts'
import { OBLIQUE_ENGLISH_LIFE_CHATTER } from './oblique-english-life-chatter.ts'
import { OBLIQUE_ENGLISH_WORK_CHATTER } from './oblique-english-work-chatter.ts'
import { PARAPHRASE_CHINESE } from './paraphrase-chinese.ts'
import { PARAPHRASE_CHINESE_CHATTER } from './paraphrase-chinese-chatter.ts'
import { PARAPHRASE_CHINESE_CROSSING } from './paraphrase-chinese-crossing.ts'
import { PARAPHRASE_ENGLISH } from './paraphrase-english.ts'
import { PARAPHRASE_ENGLISH_CHATTER } from './paraphrase-english-chatter.ts'
import { PARAPHRASE_ENGLISH_CROSSING } from './paraphrase-english-crossing.ts'
import { SWITCHING_CHINESE_CHATTER, SWITCHING_ENGLISH_CHATTER } from './switching-chatter.ts'
import { SWITCHING_CHINESE } from './switching-chinese.ts'
import { SWITCHING_ENGLISH } from './switching-english.ts'

/**
 * Five sets of two spaces each, English and Chinese: one undertaking over months, where the words of the topic tell nothing
 * apart; topics that come and go, where what is asked stands beside the message that names it; exact facts among others
 * of their kind; questions that say the matter in other words than their evidence, or in the other language; and such that
 * share no word with it at all. Each call composes the same spaces.
 */
export const SETS: Readonly<Record<BenchSetName, () => readonly BenchSetSpace[]>> = {
  'long-topic': () => [
    composeSpace({
      id: 'long-topic-english',
      seed: 11,
      firstDay: FIRST_DAY,
      speakers: ['Maren', 'Tobias', 'Ivy', 'Kofi'],
      planted: [LONG_TOPIC_ENGLISH],
      chatter: [LONG_TOPIC_ENGLISH_CHATTER],
    }),
    composeSpace({
      id: 'long-topic-chinese',
      seed: 12,
      firstDay: FIRST_DAY,
      speakers: ['林晓', '周鹏', '何敏', '老吴'],
      planted: [LONG_TOPIC_CHINESE],
      chatter: [LONG_TOPIC_CHINESE_CHATTER],
    }),
  ],
  switching: () => [
    composeSpace({
      id: 'switching-english',
      seed: 21,
      firstDay: FIRST_DAY,
      speakers: ['Nadia', 'Felix', 'Owen'],
      planted: [SWITCHING_ENGLISH],
      chatter: [EVERYDAY_ENGLISH, SWITCHING_ENGLISH_CHATTER],
    }),
    composeSpace({
      id: 'switching-chinese',
      seed: 22,
      firstDay: FIRST_DAY,
      speakers: ['小雯', '阿杰', '老陈'],
      planted: [SWITCHING_CHINESE],
      chatter: [EVERYDAY_CHINESE, SWITCHING_CHINESE_CHATTER],
    }),
  ],
  facts: () => [
    composeSpace({
      id: 'facts-english',
      seed: 31,
      firstDay: FIRST_DAY,
      speakers: ['Priya', 'Marcus', 'Lena'],
      planted: [FACTS_ENGLISH],
      chatter: [...twice(FACTS_ENGLISH_CHATTER), EVERYDAY_ENGLISH],
    }),
    composeSpace({
      id: 'facts-chinese',
      seed: 32,
      firstDay: FIRST_DAY,
      speakers: ['苏婷', '王磊', '赵刚'],
      planted: [FACTS_CHINESE],
      chatter: [...twice(FACTS_CHINESE_CHATTER), EVERYDAY_CHINESE],
    }),
  ],
  paraphrase: () => [
    composeSpace({
      id: 'paraphrase-english',
      seed: 51,
      firstDay: FIRST_DAY,
      speakers: ['Elena', 'Martin', 'Nell', 'Theo'],
      planted: [PARAPHRASE_ENGLISH, PARAPHRASE_ENGLISH_CROSSING],
      chatter: [PARAPHRASE_ENGLISH_CHATTER, ...ALL_ENGLISH_CHATTER],
      sessions: MANY_SESSIONS,
    }),
    composeSpace({
      id: 'paraphrase-chinese',
      seed: 52,
      firstDay: FIRST_DAY,
      speakers: ['文静', '大鹏', '吴迪', '雅琴'],
      planted: [PARAPHRASE_CHINESE, PARAPHRASE_CHINESE_CROSSING],
      chatter: [PARAPHRASE_CHINESE_CHATTER, ...ALL_CHINESE_CHATTER],
      sessions: MANY_SESSIONS,
    }),
  ],
  oblique: () => [
    composeSpace({
      id: 'oblique-english',
      seed: 41,
      firstDay: FIRST_DAY,
      speakers: ['Clara', 'Hugo', 'Desmond', 'Ruth'],
      planted: [OBLIQUE_ENGLISH, OBLIQUE_ENGLISH_CROSSING],
      chatter: ALL_ENGLISH_CHATTER,
      sessions: MANY_SESSIONS,
    }),
    composeSpace({
      id: 'oblique-chinese',
      seed: 42,
      firstDay: FIRST_DAY,
      speakers: ['老秦', '阿珍', '方瑶', '子轩'],
      planted: [OBLIQUE_CHINESE, OBLIQUE_CHINESE_CROSSING],
      chatter: ALL_CHINESE_CHATTER,
      sessions: MANY_SESSIONS,
    }),
  ],
}

export type BenchSetName = 'long-topic' | 'switching' | 'facts' | 'paraphrase' | 'oblique'

const FIRST_DAY = '2024-01-08'
/** So many that each space has more than 2,000 messages around its evidence. */
const MANY_SESSIONS = 90
/** With so few exchanges that one set brings, each would come back five times and more in so many sessions. */
const ALL_ENGLISH_CHATTER: readonly Chatter[] = [
  OBLIQUE_ENGLISH_LIFE_CHATTER,
  OBLIQUE_ENGLISH_WORK_CHATTER,
  EVERYDAY_ENGLISH,
  FACTS_ENGLISH_CHATTER,
  SWITCHING_ENGLISH_CHATTER,
  LONG_TOPIC_ENGLISH_CHATTER,
]
const ALL_CHINESE_CHATTER: readonly Chatter[] = [
  OBLIQUE_CHINESE_LIFE_CHATTER,
  OBLIQUE_CHINESE_WORK_CHATTER,
  EVERYDAY_CHINESE,
  FACTS_CHINESE_CHATTER,
  SWITCHING_CHINESE_CHATTER,
  LONG_TOPIC_CHINESE_CHATTER,
]

/** Most of what is said around a fact is another fact. */
function twice(chatter: Chatter): readonly Chatter[] {
  return [chatter, chatter]
}
