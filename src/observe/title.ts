import type { ObservationType, ObservedFact } from '../graph/observation.ts'
import type { EventFiles, EventReading } from './event-reading.ts'
import { fileName } from './paths.ts'
import { askedFor, isQuestion, REQUEST_MAX } from './request.ts'
import type { RunOutcomes } from './runs.ts'
import { cutText, withoutEndMarks } from './sentences.ts'
import { type Statement, withoutDecisionLabel } from './statements.ts'
import { SAYINGS } from './wording.ts'

export interface TitleGiven {
  readonly reading: EventReading
  readonly type: ObservationType
  readonly files: EventFiles
  readonly outcomes: RunOutcomes
  readonly facts: readonly ObservedFact[]
  readonly decisions: readonly Statement[]
  readonly isUnfinished: boolean
}

const ENDS_ASKING = /[?？]\s*$/u
const SAYS_FIXED = /\bfix|修复|修好|修正|解决/iu

/** What was asked for and how it ended, in the user's words and language; nothing that neither was said nor happened. */
export function titleOf(given: TitleGiven): string {
  const { reading, files } = given
  const asked = askedFor(reading)
  const outcome = outcomeOf(given)
  // "commit this": what was committed says more than what was asked before.
  const commit = given.facts.find(({ kind }) => kind === 'commit')
  if (commit && asked?.isOwn !== true && files.modified.length === 0)
    return joined(commit.text.replace(/ \([^()]*\)$/u, ''), '')
  const [decided] = given.decisions
  if (
    given.type === 'decision' &&
    decided &&
    (asked === null ||
      isQuestion(asked.text) ||
      reading.prompts.some(({ text }) => ENDS_ASKING.test(text.slice(0, 3_000))))
  )
    return joined(withoutEndMarks(withoutDecisionLabel(decided.text)), '')
  const core =
    asked?.text ?? withoutEndMarks(cutText(reading.closing.at(-1)?.text ?? reading.replies.at(-1)?.text ?? '', 80))
  if (core === '') return nameOfWork(given)
  const touched = files.modified.length > 0 ? files.modified : files.read
  // Work that goes on under a request of an earlier event is told apart by what it touches.
  const aside =
    asked?.isOwn !== false || touched.length === 0 ? '' : [...new Set(touched.map(fileName))].slice(0, 3).join(', ')
  const tail = [aside, outcome].filter((part) => part !== '').join('; ')
  return joined(core, tail)
}

function joined(core: string, tail: string): string {
  const end = tail === '' ? '' : ` (${cutText(tail, 60)})`
  return capitalised(`${shortened(core, REQUEST_MAX - end.length)}${end}`)
}

/** Cut at the end of a clause where that leaves most of it. */
function shortened(core: string, lengthMax: number): string {
  if (core.length <= lengthMax) return core
  const head = core.slice(0, lengthMax)
  const clause = Math.max(...[', ', '; ', '，', '；', '、'].map((mark) => head.lastIndexOf(mark)))
  return clause > lengthMax * 0.5 ? withoutEndMarks(head.slice(0, clause)) : cutText(core, lengthMax)
}

function outcomeOf({ reading, type, outcomes, facts, decisions, isUnfinished }: TitleGiven): string {
  const saying = SAYINGS[reading.language]
  const asked = askedFor(reading)?.text ?? ''
  const failing = outcomes.failing.at(-1)
  if (type === 'failure' && failing) return saying.fails(cutText(failing.text, 40))
  const commit = facts.find(({ kind }) => kind === 'commit')
  if (commit && asked.length < 40 && type === 'change') return cutText(commit.text.replace(/ \([^)]*\)$/u, ''), 58)
  // Whoever shows it marks what is unfinished.
  if (isUnfinished) return ''
  if (type === 'bugfix' && !SAYS_FIXED.test(asked)) return saying.fixed
  const [decided] = decisions
  if (type !== 'decision' || !decided || asked === '' || asked.length >= 16 || decided.text.includes(asked)) return ''
  return cutText(decided.text, 58)
}

/** Without any request: the files and commands of the work. */
function nameOfWork({ reading, files, outcomes }: TitleGiven): string {
  const touched = files.modified.length > 0 ? files.modified : files.read
  const names = [...new Set(touched.map(fileName))].slice(0, 4).join(', ')
  const command = outcomes.runs.at(-1)?.text ?? ''
  const about = reading.steps.find((step) => step.about !== '')?.about ?? ''
  return cutText(names || command || about || SAYINGS[reading.language].untitled, REQUEST_MAX)
}

function capitalised(text: string): string {
  const [first = ''] = text
  // A name of code or a path stays as it is written.
  return /^[a-z]+(?:\s|$)/u.test(text) ? first.toUpperCase() + text.slice(1) : text
}
