import { type Random, seededRandom } from '../scale/random.ts'
import { type Chatter, chatterSource } from './chatter.ts'
import { answers, type PlantedEpisode, type PlantedLine, type PlantedQuestion, readPlanted } from './planted.ts'

/** A space as `bench recall` reads it; a question has the answer on top. */
export interface BenchSetSpace {
  readonly id: string
  readonly docs: readonly BenchSetDoc[]
  readonly questions: readonly BenchSetQuestion[]
}

export interface BenchSetDoc {
  readonly id: string
  readonly session: string
  readonly speaker: string
  readonly text: string
  readonly date: string
}

export interface BenchSetQuestion {
  readonly id: string
  readonly question: string
  readonly category: string
  readonly gold: readonly string[]
  /** Stands verbatim in the text of a gold document. */
  readonly answer: string
  /** Where it is not `null`, other subjects may have the same answer. */
  readonly subject: string | null
}

export interface SpaceScript {
  readonly id: string
  readonly seed: number
  readonly firstDay: string
  readonly speakers: readonly string[]
  /** Scripts of episodes; each is spread over all sessions, in its order. */
  readonly planted: readonly string[]
  readonly chatter: readonly Chatter[]
  /** How many sessions the space has, 62 when it is not given. */
  readonly sessions?: number
}

const SESSIONS = 62
const SESSION_MESSAGES_MIN = 14
const SESSION_MESSAGES_MAX = 36
const DAYS_BETWEEN_MIN = 4
const DAYS_BETWEEN_MAX = 8
const HOUR_FIRST = 8
const HOUR_LAST = 20
const GAP_SECONDS_MIN = 20
const GAP_SECONDS_MAX = 240
const REDRAWS_MAX = 200
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Spreads the planted episodes in their order over the sessions, and fills up with chatter that answers nothing. */
export function composeSpace(script: SpaceScript): BenchSetSpace {
  const random = seededRandom(script.seed)
  const sessions = script.sessions ?? SESSIONS
  const scripts = script.planted.map((planted) => readPlanted(planted))
  const episodes = scripts.flat()
  const questions = episodes.flatMap((episode) => episode.questions)
  const chatter = harmlessChatter(chatterSource(script.chatter, random), questions)
  const places = scripts.flatMap((part) =>
    part.map((_, index) => Math.floor(((index + random.fraction()) / part.length) * sessions)),
  )
  const docs: BenchSetDoc[] = []
  const asked: BenchSetQuestion[] = []
  let day = Date.parse(script.firstDay)
  for (let session = 0; session < sessions; session++) {
    const planted = episodes.filter((_, index) => places[index] === session)
    let at = day + (HOUR_FIRST + random.below(HOUR_LAST - HOUR_FIRST + 1)) * HOUR_MS
    const name = `s${String(session + 1).padStart(2, '0')}`
    const first = docs.length
    const write = (speaker: string, text: string): string => {
      const id = `${name}:${docs.length - first + 1}`
      docs.push({ id, session: name, speaker, text, date: new Date(at).toISOString() })
      at += (GAP_SECONDS_MIN + random.below(GAP_SECONDS_MAX - GAP_SECONDS_MIN + 1)) * 1000
      return id
    }
    for (const part of arrange(planted, { chatter, random })) {
      if (Array.isArray(part)) writeChatter(part, { speakers: script.speakers, random, write })
      else asked.push(...writeEpisode(part as PlantedEpisode, { space: script.id, count: asked.length, write }))
    }
    day += (DAYS_BETWEEN_MIN + random.below(DAYS_BETWEEN_MAX - DAYS_BETWEEN_MIN + 1)) * DAY_MS
  }
  return { id: script.id, docs, questions: asked }
}

type Part = PlantedEpisode | string[]
type Write = (speaker: string, text: string) => string

/** The parts of one session: episodes in their order at places drawn among the exchanges. */
function arrange(
  planted: readonly PlantedEpisode[],
  { chatter, random }: { chatter: () => readonly string[]; random: Random },
): readonly Part[] {
  const target = SESSION_MESSAGES_MIN + random.below(SESSION_MESSAGES_MAX - SESSION_MESSAGES_MIN + 1)
  let length = planted.reduce((total, episode) => total + episode.lines.length, 0)
  const parts: Part[] = []
  while (length < target) {
    const lines = [...chatter()]
    parts.push(lines)
    length += lines.length
  }
  const places = planted.map(() => random.below(parts.length + 1)).sort((a, b) => b - a)
  for (const [index, place] of places.entries()) parts.splice(place, 0, planted[planted.length - 1 - index]!)
  return parts
}

/** An exchange that happens to answer a question is thrown away whole, and another one is drawn. */
function harmlessChatter(
  draw: () => readonly string[],
  questions: readonly PlantedQuestion[],
): () => readonly string[] {
  return () => {
    for (let redraw = 0; redraw < REDRAWS_MAX; redraw++) {
      const lines = draw()
      const whole = lines.join('\n')
      if (!questions.some((question) => answers(whole, question))) return lines
    }
    throw new Error('The chatter keeps answering the questions.')
  }
}

function writeChatter(
  lines: readonly string[],
  { speakers, random, write }: { speakers: readonly string[]; random: Random; write: Write },
): void {
  let last: string | null = null
  for (const line of lines) {
    const speaker = random.pick(speakers.filter((name) => name !== last))
    write(speaker, line)
    last = speaker
  }
}

function writeEpisode(
  { lines, questions }: PlantedEpisode,
  { space, count, write }: { space: string; count: number; write: Write },
): readonly BenchSetQuestion[] {
  const ids = lines.map((line) => write(line.speaker, line.text))
  return questions.map((question, index) => ({
    id: `${space}:q${count + index + 1}`,
    ...question,
    gold: ids.filter((_, place) => supports(lines[place]!, index + 1)),
  }))
}

function supports({ evidence }: PlantedLine, question: number): boolean {
  return evidence === 'all' || evidence === question
}
