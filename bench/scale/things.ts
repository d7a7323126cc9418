import type { SyntheticSession } from './conversation.ts'
import { type Random, seededRandom } from './random.ts'

const SEED = 20_261_130
const THINGS = 300
/** Messages that name a thing. */
const SHARE = 0.15
/** One question of so many names one. */
const QUESTIONS_EACH = 3

const FOLDERS = ['auth', 'billing', 'search', 'inbox', 'ledger', 'export']
const FILES = ['token', 'queue', 'retry', 'cache', 'schema', 'session', 'report', 'upload', 'mailer', 'cursor']

/**
 * A conversation in which some messages name a thing that others name too: files and services, some in hundreds of
 * messages, most in a few. Words alone would give a graph that no walk could go through.
 */
export function* namingThings(sessions: Iterable<SyntheticSession>): Generator<SyntheticSession> {
  const random = seededRandom(SEED)
  for (const { session, messages } of sessions) {
    yield {
      session,
      messages: messages.map((message) =>
        random.fraction() < SHARE ? { ...message, text: `${message.text} ${drawThing(random)}` } : message,
      ),
    }
  }
}

/** Questions of which some name a thing. */
export function askingForThings(questions: readonly string[]): readonly string[] {
  const random = seededRandom(SEED)
  return questions.map((question, place) => {
    return place % QUESTIONS_EACH === 0 ? `${question} ${drawThing(random)}` : question
  })
}

/** By Zipf's law, nearly: rank r about as often as 1 / r. */
function drawThing(random: Random): string {
  return thing(Math.floor(THINGS ** random.fraction()) - 1)
}

function thing(rank: number): string {
  const [folder, file] = [FOLDERS[rank % FOLDERS.length]!, FILES[rank % FILES.length]!]
  return rank % 2 === 0 ? `src/${folder}/${file}-${rank}.ts` : `${folder}-${file}-${rank}`
}
