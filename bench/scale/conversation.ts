import type { Instant } from '../../src/graph/spans.ts'
import { seededRandom } from './random.ts'
import { chineseContent, chineseFunction, englishContent, englishFunction, type Vocabulary } from './vocabulary.ts'

export interface SyntheticMessage {
  readonly id: string
  readonly speaker: string
  readonly text: string
  readonly at: Instant
}

export interface SyntheticSession {
  readonly session: string
  readonly messages: readonly SyntheticMessage[]
}

const SEED = 20_260_501
const SPEAKERS = ['Ana', 'Bram', 'Chidi', 'Dora', '小林', '陈晨']
const SESSIONS_MIN = 100
const MESSAGES_PER_SESSION = 200
const TOKENS_MIN = 10
const TOKENS_MAX = 60
const ENGLISH_WORDS = 12_000
const CHINESE_WORDS = 4_000
const CHINESE_SHARE = 1 / 3
const FUNCTION_SHARE = 0.45
/** Words that a session comes back to, and how often a content word is one of them. */
const THEME_WORDS = 24
const THEME_SHARE = 0.25
const FIRST_DAY = Date.UTC(2024, 0, 1, 8)
const DAY_MS = 86_400_000
const MESSAGE_GAP_MS = 40_000

/**
 * A made-up conversation that is the same on every machine, one session at a time so that a large one needs no
 * memory. A third of the messages is Chinese; words follow Zipf's law; each session has words that it comes back to.
 */
export function* syntheticConversation(messageCount: number, seed = SEED): Generator<SyntheticSession> {
  const random = seededRandom(seed)
  const english = language('en', englishContent(random, ENGLISH_WORDS), englishFunction(random))
  const chinese = language('zh', chineseContent(random, CHINESE_WORDS), chineseFunction(random))
  const sessionCount = Math.min(messageCount, Math.max(SESSIONS_MIN, Math.ceil(messageCount / MESSAGES_PER_SESSION)))
  let number = 0
  for (let session = 0; session < sessionCount; session++) {
    const end = Math.floor(((session + 1) * messageCount) / sessionCount)
    const themes = new Map([english, chinese].map((spoken) => [spoken, themeOf(spoken.content)]))
    const messages: SyntheticMessage[] = []
    for (let place = 0; number < end; number++, place++) {
      const spoken = random.fraction() < CHINESE_SHARE ? chinese : english
      const length = TOKENS_MIN + random.below(TOKENS_MAX - TOKENS_MIN + 1)
      const words = Array.from({ length }, () => {
        if (random.fraction() < FUNCTION_SHARE) return spoken.function.draw()
        return random.fraction() < THEME_SHARE ? random.pick(themes.get(spoken)!) : spoken.content.draw()
      })
      messages.push({
        id: `s${session}:${place}`,
        speaker: random.pick(SPEAKERS),
        text: spoken.sentence(words),
        at: FIRST_DAY + session * DAY_MS + place * MESSAGE_GAP_MS,
      })
    }
    yield { session: `s${session}`, messages }
  }
}

/** Questions of 4 to 10 words, in turn frequent, middling and rare ones; a third is Chinese. */
export function syntheticQuestions(count: number): readonly string[] {
  const random = seededRandom(SEED)
  const english = language('en', englishContent(random, ENGLISH_WORDS), englishFunction(random))
  const chinese = language('zh', chineseContent(random, CHINESE_WORDS), chineseFunction(random))
  const bands = [
    { first: 0, end: 50 },
    { first: 50, end: 500 },
    { first: 500, end: 3_000 },
  ]
  return Array.from({ length: count }, (_, index) => {
    const spoken = index % 3 === 2 ? chinese : english
    const length = 4 + random.below(7)
    const words = Array.from({ length }, (_, place) => {
      const { first, end } = bands[place % bands.length]!
      return spoken.content.drawBetween(first, end)
    })
    return spoken.sentence(words)
  })
}

interface SpokenLanguage {
  readonly content: Vocabulary
  readonly function: Vocabulary
  sentence(words: readonly string[]): string
}

function language(code: 'en' | 'zh', content: Vocabulary, functionWords: Vocabulary): SpokenLanguage {
  const [gap, stop] = code === 'en' ? [' ', '.'] : ['', '。']
  return { content, function: functionWords, sentence: (words) => words.join(gap) + stop }
}

function themeOf(content: Vocabulary): readonly string[] {
  return Array.from({ length: THEME_WORDS }, () => content.drawBetween(100, content.words.length))
}
