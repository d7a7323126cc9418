import { DAY_MS, type Instant } from '../../graph/spans.ts'
import type { Companion, FileDependents, ImpactAnswer, ImpactFile } from '../../project/impact/answers.ts'
import type { ImpactPhrases } from './impact-phrases.ts'
import { cleanLine, colours } from './terminal-text.ts'

const DEPENDENTS_SHOWN_MAX = 12
const NAMES_SHOWN_MAX = 4
const REASONS_SHOWN_MAX = 3

/** An answer for people: what is certain first, then what is usual, then what was learned. */
export function impactLines(answer: ImpactAnswer, say: ImpactPhrases, now: Instant): readonly string[] {
  const { files, dependents, usually, tests, sessions, knowledge, live, coverage } = answer
  const age = (at: Instant) => say.age(Math.max(0, Math.floor((now - at) / DAY_MS)))
  const isSingle = files.length === 1
  const companions = (title: string, all: readonly Companion[]) =>
    all.length === 0 ? [] : ['', title, ...all.map((one) => companionLine(one, say, isSingle))]
  return [
    ...files.flatMap((file, i) => dependentLines(file, dependents[i], say)),
    ...companions(say.usually, usually),
    ...companions(say.tests, tests),
    ...(sessions.count === 0 ? [] : ['', say.sessions(sessions.count)]),
    ...sessions.of.map(({ subject, at, isChange, session }) => {
      const notes = [age(at), ...(isChange ? [] : [say.readOnly])].join(', ')
      return `  ${cleanLine(subject)} (${notes})  ${colours.dim(cleanLine(session))}`
    }),
    ...(knowledge.length === 0 ? [] : ['']),
    ...knowledge.map(({ kind, text, id, at }) => {
      return `${say.kinds[kind]}: ${cleanLine(text)}  ${colours.dim(`${cleanLine(id)}, ${age(at)}`)}`
    }),
    ...(live.length === 0 ? [] : ['', say.live]),
    ...live.map(({ path, session, workTree }) => {
      return `  ${cleanLine(path)}  ${colours.dim(cleanLine([session, workTree ?? ''].join(' ').trim()))}`
    }),
    '',
    colours.dim(say.coverage(say.states[coverage.state], coverage.unresolved)),
    ...(coverage.unreadable.length === 0 ? [] : [colours.dim(cleanLine(say.unreadable(coverage.unreadable)))]),
    ...(coverage.changed.length === 0 ? [] : [colours.dim(cleanLine(say.changed(coverage.changed)))]),
    colours.dim(say.history[coverage.history.state](coverage.history.commits)),
  ]
}

function dependentLines(file: ImpactFile, of: FileDependents | undefined, say: ImpactPhrases): readonly string[] {
  const { path, state, areImportsRead } = file
  const title = colours.bold(cleanLine(path))
  if (of === undefined || (state === 'unknown' && of.count === 0)) return [`${title}: ${say.unknown}`]
  if (!areImportsRead && of.count === 0) return [`${title}: ${say.importsUnread}`]
  const how = [say.states[of.coverage], ...(of.isCut ? [say.cut] : [])].join(', ')
  if (of.count === 0) return [`${title}: ${say.noDependents(how)}`]
  const shown = of.of.slice(0, DEPENDENTS_SHOWN_MAX)
  const more = of.count - shown.length
  return [
    `${title}: ${say.dependents(of.count, of.direct, how)}`,
    ...shown.map(({ path, names, through }) => {
      const used = names.slice(0, NAMES_SHOWN_MAX).join(', ') + (names.length > NAMES_SHOWN_MAX ? ', …' : '')
      const note = through === null ? used : say.through(through)
      return `  ${cleanLine(path)}${note === '' ? '' : `  ${colours.dim(cleanLine(note))}`}`
    }),
    ...(more > 0 ? [`  ${say.moreDependents(more)}`] : []),
  ]
}

function companionLine({ path, because, reasons }: Companion, say: ImpactPhrases, isSingle: boolean): string {
  const notes = reasons
    .slice(0, REASONS_SHOWN_MAX)
    .map((reason) =>
      reason.kind === 'cochange' ? say.cochange(reason.commits, reason.of, reason.sessions) : say.reasons[reason.kind],
    )
  if (!isSingle) notes.push(say.because(because))
  return `  ${cleanLine(path)}  ${colours.dim(cleanLine(notes.join('; ')))}`
}
