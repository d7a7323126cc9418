import type { BenchDoc, BenchQuestion, BenchSpace } from './data.ts'

export type Step =
  | { readonly kind: 'deliver'; readonly session: string; readonly docs: readonly BenchDoc[] }
  | { readonly kind: 'ask'; readonly question: BenchQuestion }

export interface Schedule {
  readonly steps: readonly Step[]
  readonly problems: readonly string[]
}

/**
 * The life of a space as a list of steps: its sessions in order of first appearance, noise sessions spread between
 * them, and every question at its moment, which is before its `beforeSession` is delivered, or the end.
 *
 * ```
 * noise:0 | s1 | s2 | ask (beforeSession s3) | noise:1 | s3 | … | noise:n | ask
 * ```
 *
 * Noise is cut into sessions as long as the space's own are on average, so that it looks like the rest at every grain;
 * it takes over the speakers in turn and the date of the session that it follows.
 */
export function scheduleOf(space: BenchSpace, noise: readonly string[] = []): Schedule {
  const sessions = sessionsOf(space.docs)
  const order = new Map([...sessions.keys()].map((session, index) => [session, index]))
  const problems: string[] = []
  const asked = new Map<number, BenchQuestion[]>()
  for (const question of space.questions) {
    const moment = momentOf(question, order)
    if (moment === null) {
      problems.push(
        `${space.id}: session ${question.beforeSession}, before which question ${question.id} is asked, does not exist; the question is left out.`,
      )
      continue
    }
    asked.set(moment, [...(asked.get(moment) ?? []), question])
  }
  const distractors = noiseSessions(space, [...sessions.values()], noise)
  const steps: Step[] = []
  const ask = (moment: number) =>
    steps.push(...(asked.get(moment) ?? []).map((question): Step => ({ kind: 'ask', question })))
  let index = 0
  for (const [session, docs] of sessions) {
    ask(index)
    steps.push(...distractors[index]!, { kind: 'deliver', session, docs })
    index += 1
  }
  steps.push(...distractors[index]!)
  ask(index)
  return { steps, problems }
}

function sessionsOf(docs: readonly BenchDoc[]): ReadonlyMap<string, BenchDoc[]> {
  const sessions = new Map<string, BenchDoc[]>()
  for (const doc of docs) {
    const known = sessions.get(doc.session)
    if (known === undefined) sessions.set(doc.session, [doc])
    else known.push(doc)
  }
  return sessions
}

/**
 * How many sessions exist when the question is asked. A session without documents is placed by its number where all
 * sessions are numbered.
 */
function momentOf({ beforeSession }: BenchQuestion, order: ReadonlyMap<string, number>): number | null {
  if (beforeSession === null) return order.size
  const place = order.get(beforeSession)
  if (place !== undefined) return place
  const numbers = [...order.keys(), beforeSession]
  if (!numbers.every((session) => /^\d+$/u.test(session))) return null
  return [...order.keys()].filter((session) => Number(session) < Number(beforeSession)).length
}

/** For each gap between sessions (one more than there are sessions), the noise that stands there. */
function noiseSessions(
  space: BenchSpace,
  sessions: readonly (readonly BenchDoc[])[],
  noise: readonly string[],
): readonly (readonly Step[])[] {
  const gaps: Step[][] = Array.from({ length: sessions.length + 1 }, () => [])
  const lengthMean = Math.max(1, Math.round(space.docs.length / Math.max(1, sessions.length)))
  const speakers = [...new Set(space.docs.map((doc) => doc.speaker))]
  const total = Math.ceil(noise.length / lengthMean)
  for (let number = 0; number < total; number++) {
    const gap = Math.floor(((number + 0.5) * gaps.length) / total)
    const neighbour = (gap === 0 ? sessions[0]?.[0] : sessions[gap - 1]?.at(-1)) ?? null
    const session = `noise:${number}`
    const start = number * lengthMean
    const docs = noise.slice(start, start + lengthMean).map((text, offset) => ({
      id: `noise:${start + offset}`,
      session,
      speaker: speakers[(start + offset) % speakers.length] ?? '',
      text,
      at: neighbour?.at ?? null,
    }))
    gaps[gap]!.push({ kind: 'deliver', session, docs })
  }
  return gaps
}
