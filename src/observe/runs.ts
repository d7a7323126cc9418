import type { NodeId } from '../graph/nodes.ts'
import { tellingErrors, verdictOf } from './errors-in-output.ts'
import type { CommandLine, ShellCommand, Step } from './tools/step.ts'

/** A command that checks or does something, with how it ended. */
export interface Run {
  /** Which command it is, whatever its options: two runs of one key are the same check. */
  readonly key: string
  readonly does: 'test' | 'build' | 'lint' | 'types' | 'audit' | 'install' | 'migrate' | 'deploy' | 'run' | 'other'
  readonly targets: readonly string[]
  /** The whole line. */
  readonly text: string
  readonly state: 'passed' | 'failed' | 'unknown'
  readonly exitCode: number | null
  readonly errors: readonly string[]
  readonly output: string
  readonly record: NodeId
  /** The number of its step. */
  readonly at: number
}

/** Programs whose failure says nothing: what was looked for is not there. */
const TRIVIAL: ReadonlySet<string> = new Set(
  'ls cat grep rg find test [ [[ which command type pgrep kill pkill killall rm mkdir cd echo true false sleep wait export source . set head tail touch cp chmod sed awk xargs printf trap exit read seq lsof ps'.split(
    ' ',
  ),
)
const CHECKS: ReadonlySet<Run['does']> = new Set(['test', 'build', 'lint', 'types', 'audit'])
const ERRORS_MAX = 3

export function runsOf(steps: readonly Step[]): readonly Run[] {
  return steps.flatMap((step, at) =>
    step.command && step.kind === 'command' ? runsOfLine(step, step.command, at) : [],
  )
}

function runsOfLine(step: Step, line: CommandLine, at: number): Run[] {
  const telling = line.commands.filter(({ words }) => !TRIVIAL.has(words[0] ?? '') && !isGitOfDaily(words))
  if (telling.length === 0) return []
  const errors =
    step.outcome === 'ok' && line.exitCode === 0 && verdictOf(step.output) !== 'failed'
      ? []
      : tellingErrors(step.output, ERRORS_MAX)
  const runs = telling.map((command, i): Run => {
    const does = command.runner?.does ?? 'other'
    const state = stateOf(step, line, command, telling.length > 1 && i < telling.length - 1, does)
    return {
      key: keyOf(command),
      does,
      targets: targetsOf(command),
      text: line.text,
      state,
      exitCode: line.exitCode,
      errors: state === 'failed' ? errors : [],
      output: step.output,
      record: step.record,
      at,
    }
  })
  // Of several that hang together one failed, and the rest did not run or passed.
  const failed = runs.filter(({ state }) => state === 'failed')
  if (failed.length < 2) return runs
  const last = failed.find(({ does }) => CHECKS.has(does)) ?? failed.at(-1)!
  return runs.map((run) => (run.state === 'failed' && run !== last ? { ...run, state: 'unknown' as const } : run))
}

const GIT_TOLD = /^(?:push|pull|merge|rebase|cherry-pick|revert|commit|apply|am|clone|tag|submodule)$/u

/** What git only shows or switches tells nothing of the work; that it refused to push or to merge does. */
function isGitOfDaily(words: readonly string[]): boolean {
  if (words[0] === 'git') return !words.slice(1).some((word) => GIT_TOLD.test(word))
  return words[0] === 'gh' && words[1] !== 'run' && words[1] !== 'pr'
}

function stateOf(
  step: Step,
  line: CommandLine,
  command: ShellCommand,
  isBeforeOthers: boolean,
  does: Run['does'],
): Run['state'] {
  const { exitCode } = line
  if (step.isInterrupted) return 'unknown'
  if (exitCode !== null && exitCode !== 0) {
    // Many lines go on after a failure and end with another command.
    if (command.isTold || !CHECKS.has(does)) return isBeforeOthers && !command.isTold ? 'unknown' : 'failed'
    return verdictOf(step.output)
  }
  if (CHECKS.has(does) && !(exitCode === 0 && command.isTold)) return verdictOf(step.output)
  if (exitCode === 0) return command.isTold ? 'passed' : 'unknown'
  return step.outcome === 'error' ? 'failed' : 'unknown'
}

function keyOf({ words, runner }: ShellCommand): string {
  if (runner && runner.does !== 'run') return runner.name
  const [program = '', ...rest] = words
  // A server that does not answer is another one under another address.
  const first = rest.find((word) => !word.startsWith('-') && !/^(?:GET|POST|PUT|PATCH|DELETE)$/u.test(word)) ?? ''
  return `${program} ${first}`.trim()
}

function targetsOf({ words }: ShellCommand): readonly string[] {
  return words
    .slice(1)
    .filter((word) => !word.startsWith('-') && /[/.:]/u.test(word) && !/^\.\/?$|^\.\/\.\.\.$/u.test(word))
}

/** Whether a run that passed says that another one would pass now. */
export function covers(passed: Run, failed: Run): boolean {
  if (passed.key !== failed.key && !isSameAudit(passed, failed)) return passed.text === failed.text
  if (passed.targets.length === 0 || failed.targets.length === 0) return true
  return passed.targets.some((target) => failed.targets.some((own) => own.startsWith(target) || target.startsWith(own)))
}

function isSameAudit(a: Run, b: Run): boolean {
  return a.does === 'audit' && b.does === 'audit'
}

export function isCheck({ does }: Run): boolean {
  return CHECKS.has(does)
}

/** A command that failed, and what made it pass. */
export interface Mended {
  readonly failed: Run
  readonly passed: Run
  /** Numbers of the steps between that changed something, the last one first. */
  readonly by: readonly number[]
}

export interface RunOutcomes {
  readonly runs: readonly Run[]
  readonly mended: readonly Mended[]
  /** Failed, and neither mended nor run again with another outcome; of each key the last one. */
  readonly failing: readonly Run[]
}

/** What became of each failure; steps before an event count as far as its own steps mended them. */
export function outcomesOf(before: readonly Step[], steps: readonly Step[]): RunOutcomes {
  const all = [...before, ...steps]
  const runs = runsOf(all)
  const mended: Mended[] = []
  const failing: Run[] = []
  for (const [i, failed] of runs.entries()) {
    if (failed.state !== 'failed') continue
    const later = runs.slice(i + 1).filter((run) => run.at > failed.at)
    const passed = later.find((run) => run.state === 'passed' && covers(run, failed))
    const again = later.find((run) => run.state === 'failed' && run.key === failed.key)
    if (!passed) {
      if (!again && failed.at >= before.length) failing.push(failed)
      continue
    }
    if (passed.at < before.length) continue
    // Up to the next failure that shows the same, or to the end, what was changed is what mended it.
    const until = again && again.at < passed.at && !isSameFailure(again, failed) ? again.at : passed.at
    const from = again && again.at < passed.at && isSameFailure(again, failed) ? null : failed.at
    if (from === null) continue
    const changes = changesBetween(all, from, until, passed.at)
    // `git pull --rebase && git push` brings its remedy along.
    const by = changes.length === 0 && passed.text !== failed.text ? [passed.at] : changes
    if (by.length > 0) mended.push({ failed, passed, by })
  }
  return { runs: runs.filter(({ at }) => at >= before.length), mended, failing }
}

function isSameFailure(a: Run, b: Run): boolean {
  return a.errors.length === 0 || b.errors.length === 0 || a.errors[0] === b.errors[0]
}

function changesBetween(steps: readonly Step[], from: number, until: number, passedAt: number): number[] {
  const by: number[] = []
  for (let at = until; at > from; at--) {
    const step = steps[at]!
    const isChange = step.changes.length + step.modified.length + step.moved.length + step.removed.length > 0
    const isInstall = step.command?.commands.some(
      ({ runner }) => runner?.does === 'install' || runner?.does === 'migrate',
    )
    if (step.outcome === 'error') continue
    if (isChange || (isInstall && at <= passedAt)) by.push(at)
  }
  return by
}
