import { EngraphError } from '../../src/graph/errors.ts'
import { loadTokenCounter, type TokenCounter } from '../../src/text/tokens.ts'
import type { Arm, ArmSpace, BenchGrain } from './arms/arm.ts'
import type { BenchQuestion, BenchSpace } from './data.ts'
import { type PackedOutcome, packAll } from './packing.ts'
import { type Schedule, scheduleOf } from './schedule.ts'

/** One question at one arm: the line of `--out`, from which every figure can be computed again. */
export interface Outcome {
  readonly space: string
  readonly id: string
  readonly category: string
  readonly arm: string
  readonly gold: readonly string[]
  /** The first 50 ids at the grain of the run, best first. */
  readonly ids: readonly string[]
  /** What would stand in front of a model, by budget. */
  readonly packed: readonly PackedOutcome[]
  readonly ms: number
}

export interface Measured {
  readonly outcomes: readonly Outcome[]
  readonly abstentions: number
  readonly problems: readonly string[]
  readonly indexing: { readonly messages: number; readonly ms: number } | null
}

export interface MeasureOptions {
  readonly arms: readonly Arm[]
  readonly grain: BenchGrain
  readonly noise: readonly string[]
}

/** Lives through one space with every arm. */
export async function measureSpace(space: BenchSpace, options: MeasureOptions): Promise<Measured> {
  const schedule = scheduleOf(space, options.noise)
  const { gold, abstentions, problems: goldProblems } = goldOf(space, options.grain)
  const problems = [...space.problems, ...schedule.problems, ...goldProblems]
  const outcomes: Outcome[] = []
  let indexing: Measured['indexing'] = null
  const counter = await loadTokenCounter()
  for (const arm of options.arms) {
    const armSpace = await arm.open(space, { grain: options.grain })
    try {
      const lived = await live(armSpace, { arm, space, schedule, gold, counter })
      outcomes.push(...lived.outcomes)
      problems.push(...lived.problems)
      indexing = armSpace.indexing === null ? indexing : { ...armSpace.indexing }
    } finally {
      await armSpace.close()
    }
  }
  return { outcomes, abstentions, problems, indexing }
}

interface Life {
  readonly arm: Arm
  readonly space: BenchSpace
  readonly schedule: Schedule
  readonly gold: ReadonlyMap<BenchQuestion, readonly string[]>
  readonly counter: TokenCounter
}

async function live(armSpace: ArmSpace, { arm, space, schedule, gold, counter }: Life) {
  const outcomes: Outcome[] = []
  const problems: string[] = []
  for (const step of schedule.steps) {
    if (step.kind === 'deliver') {
      const refused = await armSpace.remember(step.session, step.docs)
      problems.push(...refused.map((problem) => `${space.id}, ${arm.names[0]}: ${problem}`))
      continue
    }
    const wanted = gold.get(step.question)
    if (wanted === undefined) continue
    const { id, category, answer } = step.question
    for (const name of arm.names) {
      const { ids, texts, ms, problem } = await ask(armSpace, step.question, name)
      if (problem !== null) problems.push(`${space.id}, ${name}: question ${id} failed: ${problem}`)
      const packed = packAll(texts, answer, counter)
      outcomes.push({ space: space.id, id, category, arm: name, gold: wanted, ids, packed, ms })
    }
  }
  problems.push(...armSpace.problems().map((problem) => `${space.id}: ${problem}.`))
  return { outcomes, problems }
}

/** A question at which an arm fails has found nothing: it stays in the figures and makes the run a partial one. */
async function ask(armSpace: ArmSpace, question: BenchQuestion, name: string) {
  const start = performance.now()
  try {
    return { ...(await armSpace.recall(question, name)), problem: null }
  } catch (error) {
    if (!(error instanceof EngraphError)) throw error
    return { ids: [], texts: [], ms: performance.now() - start, problem: error.message }
  }
}

/**
 * What each question should find, at the grain of the run. A question with no evidence at all is an abstention and is
 * not asked. Gold that does not exist cannot be found by anyone: it is reported and taken out, and a question of which
 * nothing is left is not asked either.
 */
export function goldOf(space: BenchSpace, grain: BenchGrain) {
  const sessionOf = new Map(space.docs.map((doc) => [doc.id, doc.session]))
  const sessions = new Set(sessionOf.values())
  const gold = new Map<BenchQuestion, readonly string[]>()
  const problems: string[] = []
  let abstentions = 0
  let withoutTurns = 0
  for (const question of space.questions) {
    if (question.gold.length === 0 && question.goldSessions.length === 0) {
      abstentions += 1
      continue
    }
    const given = grain === 'session' && question.goldSessions.length > 0 ? question.goldSessions : question.gold
    if (given.length === 0) {
      withoutTurns += 1
      continue
    }
    const exists = (id: string) => (given === question.goldSessions ? sessions.has(id) : sessionOf.has(id))
    const present = given.filter(exists)
    const missing = given.filter((id) => !exists(id))
    if (missing.length > 0) {
      problems.push(
        `${space.id}: gold ${missing.join(', ')} of question ${question.id} does not exist${present.length === 0 ? '; the question is left out' : ''}.`,
      )
    }
    const wanted = given === question.gold && grain === 'session' ? present.map((id) => sessionOf.get(id)!) : present
    if (wanted.length > 0) gold.set(question, [...new Set(wanted)])
  }
  if (withoutTurns > 0) {
    problems.push(
      `${space.id}: ${withoutTurns} questions have sessions as gold only; measure them with --grain session.`,
    )
  }
  return { gold, abstentions, problems }
}
