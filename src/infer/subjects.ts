import type { StoredObservation } from '../graph/observation.ts'

/** An observation as it is compared with others. */
export interface Subject {
  readonly stored: StoredObservation
  /** Of the host: that of a subagent belongs to the one that sent it. */
  readonly session: string
  readonly concepts: ReadonlySet<string>
  readonly modified: ReadonlySet<string>
  readonly touched: ReadonlySet<string>
  /** Title and narrative as words between spaces, in lower case. */
  readonly said: string
}

const TEXT_MAX = 4_000

export function subjectOf(stored: StoredObservation): Subject {
  const { observation } = stored
  const modified = new Set(observation.filesModified)
  return {
    stored,
    session: rootSession(stored),
    concepts: new Set(observation.concepts),
    modified,
    touched: new Set([...modified, ...observation.filesRead]),
    said: wordsOf(`${observation.title}\n${observation.narrative}`.slice(0, TEXT_MAX)),
  }
}

/** The session that a subagent worked for. */
export function rootSession({ session, agent }: Pick<StoredObservation, 'session' | 'agent'>): string {
  const slash = session.lastIndexOf('/')
  return agent === null || slash <= 0 ? session : session.slice(0, slash)
}

/** ` the auth token ts ` */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}

/** Whether what was said names a subject. Words of Han have no spaces around them; there the concepts say it. */
export function names({ said, concepts, stored }: Subject, subject: string): boolean {
  if (stored.observation.language === 'zh' && concepts.has(subject)) return true
  const words = wordsOf(subject)
  return /\p{Script=Han}/u.test(subject) ? said.includes(words.trim()) : words.length > 3 && said.includes(words)
}

/** How much a subject tells apart, 0..1: 1 for one that a single observation has, 0 where every fourth has it. */
export type Rarity = (concept: string) => number

/** Of fewer observations no share says anything. */
const SHARED_BY_MIN = 8

export function rarityOf(subjects: readonly Subject[]): Rarity {
  const count = new Map<string, number>()
  for (const { concepts } of subjects) for (const one of concepts) count.set(one, (count.get(one) ?? 0) + 1)
  const most = Math.max(SHARED_BY_MIN, subjects.length / 4)
  return (concept) => {
    const having = count.get(concept) ?? 1
    return having > most ? 0 : 1 - Math.log(Math.max(1, having)) / Math.log(most + 1)
  }
}

export function shared<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): readonly T[] {
  return [...some].filter((one) => others.has(one))
}
