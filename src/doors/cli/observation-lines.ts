import type { StoredObservation, StoredSummary } from '../../graph/observation.ts'
import type { Got } from '../../project/answers.ts'
import { type ProjectLabel, projectPhrases } from './project-phrases.ts'
import { cleanLine, colours, indent, minuteOf } from './terminal-text.ts'

/** Facts that a person reads at once; `--json` has all. */
const FACTS_MAX = 60

/** An observation or a summary, whole, for people. */
export function observationLines(got: Got): readonly string[] {
  return got.kind === 'observation' ? linesOfObservation(got.observation) : linesOfSummary(got.summary)
}

function linesOfObservation({
  event,
  at,
  session,
  branch,
  factIds,
  observation,
}: StoredObservation): readonly string[] {
  const { type, title, narrative, facts, concepts, filesModified, filesRead, isUnfinished } = observation
  const say = projectPhrases()
  const state = isUnfinished ? ` ${colours.yellow(say.unfinished)}` : ''
  const shown = facts.slice(0, FACTS_MAX)
  return [
    `${colours.bold(cleanLine(title))}${state}`,
    `  ${minuteOf(at)}  ${colours.cyan(type)}  ${colours.dim(`[${cleanLine(event)}]`)}`,
    ...(narrative === '' ? [] : [indent(narrative, '  ')]),
    ...shown.map(({ kind, text }, index) => {
      return `  - ${kind}: ${cleanLine(text)} ${colours.dim(`[${cleanLine(factIds[index] ?? '')}]`)}`
    }),
    ...(facts.length > shown.length ? [`  - ${say.more(facts.length - shown.length)}`] : []),
    ...row('concepts', concepts),
    ...row('filesModified', filesModified),
    ...row('filesRead', filesRead),
    ...row('session', [session]),
    ...row('branch', branch === null ? [] : [branch]),
  ]
}

function linesOfSummary({ id, at, session, branch, summary }: StoredSummary): readonly string[] {
  const { request, investigated, learned, completed, nextSteps } = summary
  return [
    `${colours.bold(cleanLine(request ?? session))}`,
    `  ${minuteOf(at)}  ${colours.cyan('summary')}  ${colours.dim(`[${cleanLine(id)}]`)}`,
    ...row('investigated', investigated),
    ...row('learned', learned),
    ...row('completed', completed),
    ...row('nextSteps', nextSteps),
    ...row('session', [session]),
    ...row('branch', branch === null ? [] : [branch]),
  ]
}

function row(label: ProjectLabel, items: readonly string[]): readonly string[] {
  if (items.length === 0) return []
  return [`  ${projectPhrases().labels[label]}: ${items.map(cleanLine).join('; ')}`]
}
