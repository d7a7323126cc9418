import type { NodeId } from '../graph/nodes.ts'
import { type FactKind, LEFT_MARKS, type ObservedFact } from '../graph/observation.ts'
import { changeText, declaredIn, type LineChange, lineChanges, versionChange } from './changes.ts'
import type { NamedEndpoint } from './endpoints.ts'
import { errorPlace } from './errors-in-output.ts'
import type { EventFiles, EventReading } from './event-reading.ts'
import { relativePath } from './paths.ts'
import { isCheck, type Mended, type Run, type RunOutcomes } from './runs.ts'
import { cutText } from './sentences.ts'
import { type Statement, withoutLabel } from './statements.ts'
import type { Step } from './tools/step.ts'
import { SAYINGS } from './wording.ts'

export const FACTS_MAX = 24
export const FACT_LENGTH_MAX = 300
const RECORDS_PER_FACT_MAX = 8
/** Facts that one edit gives by itself; what is left is told together. */
const FACTS_PER_EDIT_MAX = 5
const FIXES_MAX = 4
const COMMAND_IN_FIX_MAX = 70
const LEFT_MAX = 3
const STEPS_MAX = 300

interface Draft {
  readonly kind: FactKind
  readonly text: string
  readonly records: readonly NodeId[]
  /** The heavier, the more telling. */
  readonly weight: number
}

export interface FactsGiven {
  readonly reading: EventReading
  readonly files: EventFiles
  readonly outcomes: RunOutcomes
  readonly decisions: readonly Statement[]
  readonly findings: readonly Statement[]
  readonly endpoints: readonly NamedEndpoint[]
  /** What was said to be left to do. */
  readonly left: readonly Statement[]
}

/** Literal statements, the most telling first. */
export function factsOf(given: FactsGiven): readonly ObservedFact[] {
  const { reading, outcomes, decisions, findings, endpoints } = given
  const drafts: Draft[] = [
    ...outcomes.mended.slice(-FIXES_MAX).map((mended) => fixOf(reading, mended)),
    ...decisions.map(({ text, record }) => draft('decision', text, [record], 92)),
    ...findings.map(({ text, record }, i) => draft('finding', text, [record], 80 - i * 6)),
    ...endpoints.map(({ text, record, isNew }, i) => draft('endpoint', text, [record], (isNew ? 82 : 72) - i * 2)),
    ...outcomes.runs.flatMap((run) => errorsOf(run, outcomes)),
    ...commandsOf(outcomes.runs),
    ...reading.steps.slice(-STEPS_MAX).flatMap((step) => stepFacts(reading, step)),
    ...pathsOf(given),
  ]
  const left = given.left.slice(0, LEFT_MAX).map(({ text, record }) => ({
    kind: 'finding' as const,
    text: cutText(`${LEFT_MARKS[reading.language]}${withoutLabel(text)}`, FACT_LENGTH_MAX),
    records: [record],
  }))
  const kept = drafts.filter((own) => !outcomes.mended.slice(-FIXES_MAX).some((mended) => isHeld(own, mended, drafts)))
  return [...chosen(kept).slice(0, FACTS_MAX - left.length), ...left]
}

/** Whether a fix tells it already: its error, its change, its command with both ends. */
function isHeld({ kind, text }: Draft, { failed, passed }: Mended, drafts: readonly Draft[]): boolean {
  if (kind === 'command')
    return [failed, passed].some((run) => run.text.length <= COMMAND_IN_FIX_MAX && text === commandText(run))
  if (kind !== 'error' && kind !== 'edit') return false
  const bare = kind === 'error' ? text.replace(/ \([^()\s]{1,200}:\d{1,7}\)$/u, '') : text
  return drafts.some(
    (own) =>
      own.kind === 'fix' && own.text.split(' | ').some((part) => part.split('; ').includes(bare) || part === bare),
  )
}

function commandText(run: Run): string {
  return `${cutText(run.text, FACT_LENGTH_MAX - 40)} -> ${endOf(run)}`
}

function draft(kind: FactKind, text: string, records: readonly NodeId[], weight: number): Draft {
  return { kind, text: cutText(text, FACT_LENGTH_MAX), records, weight }
}

/** Equal texts are one fact from several records. */
function chosen(drafts: readonly Draft[]): readonly ObservedFact[] {
  const byText = new Map<string, Draft>()
  for (const own of drafts) {
    if (own.text === '') continue
    const key = `${own.kind} ${own.text}`
    const known = byText.get(key)
    const records = [...new Set([...(known?.records ?? []), ...own.records])].slice(0, RECORDS_PER_FACT_MAX)
    byText.set(key, { ...own, records, weight: Math.max(own.weight, known?.weight ?? 0) })
  }
  return [...byText.values()]
    .map((own, place) => ({ own, place }))
    .sort((a, b) => b.own.weight - a.own.weight || a.place - b.place)
    .slice(0, FACTS_MAX)
    .map(({ own: { kind, text, records } }) => ({ kind, text, records }))
}

/** Error, change and the command that passes now, in one: `error | path: old -> new | command: exit 1 -> exit 0`. */
function fixOf(reading: EventReading, { failed, passed, by }: Mended): Draft {
  const all = [...reading.before.steps, ...reading.steps]
  const error = cutText(failed.errors[0] ?? cutText(failed.output.trim().split('\n').at(-1) ?? '', 100), 110)
  const told = `${error}\n${failed.output}`
  const changes = by
    .flatMap((at) => changesOf(reading, all[at]!))
    // An edit tells more than the command that installs what it names.
    .map((change, i) => ({ change, likeness: kinshipOf(change, told) - i * 0.01 - (change.line === null ? 2 : 0) }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ change }) => change)
  const command = `${cutText(passed.text, COMMAND_IN_FIX_MAX)}: ${endOf(failed)} -> ${endOf(passed)}`
  const [first, second] = changes
  const room = FACT_LENGTH_MAX - error.length - command.length - 6
  const isRemedy = first && first.text !== passed.text
  const main = isRemedy ? shortChange(first, Math.min(room, 150)) : ''
  const rest = second && room - main.length > 60 ? `; ${shortChange(second, room - main.length - 2)}` : ''
  const text = [error, `${main}${rest}`, command].filter((part) => part !== '').join(' | ')
  const records = [failed.record, ...[...by].reverse().map((at) => all[at]!.record), passed.record]
  return draft('fix', text, [...new Set(records)].slice(0, RECORDS_PER_FACT_MAX), 100)
}

interface ShownChange {
  readonly path: string
  readonly line: LineChange | null
  readonly text: string
}

function changesOf({ root }: EventReading, step: Step): readonly ShownChange[] {
  const lines = step.changes.flatMap((change) => lineChanges(change)).slice(0, 20)
  if (lines.length > 0) {
    // What replaces something tells more than what was put in beside it.
    const telling = lines.filter(({ old, fresh }) => old !== null && fresh !== null)
    return (telling.length > 0 ? telling : lines).map((line) => ({
      path: relativePath(root, line.path),
      line,
      text: changeText(line),
    }))
  }
  const [path] = [...step.modified, ...step.made, ...step.removed]
  if (path !== undefined) return [{ path: relativePath(root, path), line: null, text: step.command?.text ?? '' }]
  return step.command ? [{ path: '', line: null, text: step.command.text }] : []
}

function shortChange({ path, line, text }: ShownChange, lengthMax: number): string {
  const head = path === '' ? '' : `${path}: `
  const room = Math.max(40, lengthMax - head.length)
  if (line === null || text.length <= room) return head + cutText(text, room)
  return head + cutText(changeText(line, Math.max(20, Math.floor((room - 4) / 2))), room)
}

/** How much of a change the error speaks of: its file, and its words. */
function kinshipOf({ path, text }: ShownChange, told: string): number {
  const name = path.split('/').at(-1) ?? ''
  const words = new Set(text.match(/[\p{L}_]{4,40}/gu) ?? [])
  let shared = 0
  for (const word of words) if (told.includes(word)) shared++
  return (name !== '' && told.includes(name) ? 3 : 0) + shared / Math.max(4, words.size)
}

function endOf({ exitCode, state, output }: Run): string {
  if (state === 'failed' && exitCode === 0) return countIn(output) ?? 'failed'
  if (exitCode === null) return state === 'unknown' ? 'unknown' : (countIn(output) ?? state)
  return `exit ${exitCode}`
}

/** "1 failed, 3 passed" where a pipe hides the exit code. */
function countIn(output: string): string | null {
  const failed = /\b[1-9]\d{0,6} (?:failed|failing|errors?|failures?)\b/u.exec(output)?.[0]
  if (failed) return failed
  return (
    /\b\d{1,6} (?:failed|failing|errors?|failures?|passed)\b(?:[,|] \d{1,6} (?:failed|passed|skipped)){0,3}/u.exec(
      output,
    )?.[0] ?? null
  )
}

function errorsOf(run: Run, { failing }: RunOutcomes): Draft[] {
  if (run.state !== 'failed') return []
  const isOpen = failing.includes(run)
  const place = errorPlace(run.output)
  return run.errors.slice(0, 3).map((error, i) => {
    const text = place && i === 0 && !/:\d/u.test(error) ? `${error} (${place})` : error
    return draft('error', text, [run.record], (isOpen ? 88 : 58) - i * 3)
  })
}

const DOES_WEIGHT = {
  test: 66,
  types: 64,
  build: 64,
  audit: 66,
  lint: 58,
  migrate: 62,
  deploy: 60,
  install: 48,
  run: 46,
  other: 40,
} as const

/** A command with its exit code; the same with the same end is told once. */
function commandsOf(runs: readonly Run[]): Draft[] {
  const seen = new Set<string>()
  return runs.flatMap((run) => {
    const once = `${run.record} ${run.text}`
    if (seen.has(once) || (run.state === 'unknown' && run.exitCode === null && !isCheck(run))) return []
    seen.add(once)
    const lead = runs.filter(({ record }) => record === run.record)
    const weight = Math.max(...lead.map(({ does, state }) => DOES_WEIGHT[does] + (state === 'failed' ? 6 : 0)))
    const told = lead.find(({ state }) => state === 'failed') ?? run
    return [draft('command', commandText({ ...told, text: run.text }), [run.record], weight)]
  })
}

function stepFacts(reading: EventReading, step: Step): Draft[] {
  return [...editFacts(reading, step), ...commitFacts(reading, step), ...versionFacts(step), ...loggedErrors(step)]
}

function editFacts({ root }: EventReading, step: Step): Draft[] {
  if (step.outcome === 'error') return []
  const drafts: Draft[] = []
  for (const change of step.changes) {
    // A new file is told by its path and what it declares.
    if (step.made.includes(change.path)) continue
    const path = relativePath(root, change.path)
    const lines = lineChanges(change)
    const replaced = lines.filter(({ old, fresh }) => old !== null && fresh !== null)
    const others = lines.filter(({ old, fresh }) => old === null || fresh === null)
    for (const [i, line] of replaced.slice(0, FACTS_PER_EDIT_MAX).entries()) {
      const version = versionChange({ ...line, path })
      if (version) drafts.push(draft('version', `${version} (${path})`, [step.record], 86))
      drafts.push(draft('edit', `${path}: ${changeText(line)}`, [step.record], (version ? 45 : 74) - i * 3))
    }
    const left = replaced.slice(FACTS_PER_EDIT_MAX).map((line) => changeText(line, 60))
    if (left.length > 0) drafts.push(draft('edit', `${path}: ${left.join('; ')}`, [step.record], 50))
    for (const line of others) {
      const version = versionChange({ ...line, path })
      if (version) drafts.push(draft('version', `${version} (${path})`, [step.record], 70))
    }
    for (const sign of ['+', '-'] as const) {
      const own = others.filter(({ old }) => (sign === '+' ? old === null : old !== null))
      if (own.length === 0) continue
      const text = own
        .slice(0, 6)
        .map(({ old, fresh }) => cutText(fresh ?? old ?? '', 100))
        .join(' / ')
      drafts.push(draft('edit', `${path}: ${sign} ${text}`, [step.record], replaced.length > 0 ? 52 : 68))
    }
  }
  return drafts
}

const SHOWS_LOGS =
  /^(?:kubectl|oc|docker|podman|journalctl|tail|cat|less|grep|rg|zgrep|stern|heroku|gcloud|aws|az|fly|flyctl|pm2|dmesg|gh)$/u
const STRONG_ERROR =
  /\b[\w.]{0,80}(?:Error|Exception)\b: |\bpanic: |\bOOMKilled\b|\bFATAL\b|\bCrashLoopBackOff\b|\bImagePullBackOff\b/u

/** Errors in logs that a command only shows. */
function loggedErrors(step: Step): Draft[] {
  const commands = step.command?.commands ?? []
  if (step.outcome === 'error' || !commands.some(({ words }) => SHOWS_LOGS.test(words[0] ?? ''))) return []
  // Source code names errors too.
  if (step.read.some((path) => !/\.(?:log|txt|out|err)$/u.test(path))) return []
  const lines = step.output.split('\n').filter((line) => line.length < 1_000 && STRONG_ERROR.test(line))
  return [...new Set(lines.map((line) => line.trim()))]
    .slice(-2)
    .map((line) => draft('error', cutText(line, 240), [step.record], 78))
}

const COMMITTED = /^\[([\w\-./]{1,100})(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.{1,250})$/gmu

function commitFacts({ language }: EventReading, step: Step): Draft[] {
  if (!step.command) return []
  return [...step.output.matchAll(COMMITTED)].map(([, branch, hash, subject]) =>
    draft('commit', `${SAYINGS[language].commit} ${hash}: ${subject} (${branch})`, [step.record], 84),
  )
}

const INSTALLED = /^((?:@[\w.-]{1,60}\/)?[\w.-]{1,80})(?:@|==|:)v?(\d[\w.+-]{0,40})$/u
const OWN_VERSION =
  /(?:^|\n)\s*(?:Name: (\S{1,80})\nVersion: (\d\S{0,40})|(?:v|go version go|Python |rustc |node v|ruby |openjdk (?:version )?"?)(\d+\.\d[\w.+-]{0,30}))/u

/** Versions that commands install, or tell. */
function versionFacts(step: Step): Draft[] {
  const drafts: Draft[] = []
  for (const { words, runner } of step.command?.commands ?? []) {
    if (runner?.does === 'install') {
      for (const word of words) {
        const [, name, version] = INSTALLED.exec(word) ?? []
        if (name && version) drafts.push(draft('version', `+ ${name} ${version}`, [step.record], 70))
      }
    }
    const told = /^(?:--version|-v|-V|version|show)$/u.test(words[1] ?? '')
      ? OWN_VERSION.exec(step.output.slice(0, 2_000))
      : null
    if (told) drafts.push(draft('version', `${told[1] ?? words[0]} ${told[2] ?? told[3]}`, [step.record], 56))
  }
  return drafts
}

function pathsOf({ reading, files }: FactsGiven): Draft[] {
  const saying = SAYINGS[reading.language]
  const { root, steps } = reading
  const recordsOf = (path: string) =>
    steps
      .filter((step) =>
        [...step.made, ...step.modified, ...step.removed, ...step.moved.flatMap(({ from, to }) => [from, to])].some(
          (own) => relativePath(root, own) === path,
        ),
      )
      .map(({ record }) => record)
      .slice(0, RECORDS_PER_FACT_MAX)
  const made = files.made.slice(0, 20).map((path, i) => {
    const content = steps.flatMap(({ changes }) => changes).find((change) => relativePath(root, change.path) === path)
    const names = declaredIn(content?.fresh ?? '', 6)
    const what = names.length > 0 ? ` (${names.join(', ')})` : ''
    return draft('path', `${saying.newFile} ${path}${what}`, recordsOf(path), 76 - Math.min(i, 12) * 2)
  })
  const removed = files.removed
    .slice(0, 10)
    .map((path) => draft('path', `${saying.removed} ${path}`, recordsOf(path), 60))
  const moved = files.moved
    .slice(0, 10)
    .map(({ from, to }) => draft('path', `${saying.moved} ${from} -> ${to}`, recordsOf(from), 70))
  return [...made, ...removed, ...moved]
}
