import type { ToolOutcome } from '../../graph/activity.ts'
import type { NodeId } from '../../graph/nodes.ts'

/** What a tool call was, whatever its host calls it. */
export type StepKind = 'read' | 'search' | 'edit' | 'write' | 'command' | 'web' | 'ask' | 'delegate' | 'plan' | 'other'

/** A stretch of a file before and after. `old` is empty where something was put in, `fresh` where it was taken out. */
export interface Change {
  readonly path: string
  readonly old: string
  readonly fresh: string
}

/** One command of a command line. */
export interface ShellCommand {
  /** Without what stands before it (`cd`, variables, `sudo`, `npx`), as words. */
  readonly words: readonly string[]
  /** What it checks or does, if that is known: `vitest`, `tsc`, `go test`. */
  readonly runner: Runner | null
  /** Whether its exit code is that of the whole line: the last of its pipe, and nothing hides it. */
  readonly isTold: boolean
}

export interface Runner {
  readonly name: string
  readonly does: 'test' | 'build' | 'lint' | 'types' | 'audit' | 'install' | 'migrate' | 'deploy' | 'run'
}

export interface CommandLine {
  /** As it was given, without a change of folder before it. */
  readonly text: string
  readonly commands: readonly ShellCommand[]
  /** `null` where neither the host nor the output says. */
  readonly exitCode: number | null
}

export interface Step {
  readonly kind: StepKind
  readonly record: NodeId
  readonly tool: string
  /** Absolute, or relative to the folder that the agent stood in. */
  readonly read: readonly string[]
  readonly modified: readonly string[]
  readonly made: readonly string[]
  readonly removed: readonly string[]
  readonly moved: readonly { readonly from: string; readonly to: string }[]
  readonly changes: readonly Change[]
  readonly command: CommandLine | null
  readonly outcome: ToolOutcome
  readonly isInterrupted: boolean
  /** What the tool gave or what went wrong, as text, of a long one the head and the tail. */
  readonly output: string
  /** What was looked for, asked or handed on. */
  readonly about: string
  /** What was answered to a question, by it. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
}

/** What a reader of one kind of tool says; the rest stays empty. */
export type StepParts = Partial<Omit<Step, 'record' | 'tool'>> & { readonly kind: StepKind }
