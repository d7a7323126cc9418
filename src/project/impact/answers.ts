import type { NodeId } from '../../graph/nodes.ts'
import type { CoverageState, SourceCoverage, UnresolvedImport } from '../../graph/source-graph.ts'
import type { Instant } from '../../graph/spans.ts'
import type { Companion } from '../../impact/impact.ts'
import type { Reason } from '../../impact/reasons.ts'

export type { Companion, CoverageState, Reason }

export interface ImpactQuery {
  /** Paths: absolute, or relative to the folder of the memory. At most `CHANGED_FILES_MAX`. */
  readonly files: readonly string[]
  /** Imports between a dependent and the file, at most; default 3, at most 10. */
  readonly hops?: number
  /** The session that asks: its own work is not told to it. */
  readonly session?: string
  readonly signal?: AbortSignal
  /** How long reading what changed may take before the answer; what is not read then makes it `stale`. */
  readonly deadlineMs?: number
}

/** What else may have to change when some files change. Plain data; the same question twice gives the same. */
export interface ImpactAnswer {
  /** The top of the work tree, to which all paths are relative. */
  readonly root: string
  /** In the order asked for, each once. */
  readonly files: readonly ImpactFile[]
  /** Hard: what imports them, in the order of `files`. */
  readonly dependents: readonly FileDependents[]
  /** Soft: what usually changes with them without being named above all, most likely first. */
  readonly usually: readonly Companion[]
  /** Tests that cover them by import or habit, most likely first. */
  readonly tests: readonly Companion[]
  /** Sessions of the last 30 days that changed or read them, newest first. */
  readonly sessions: RecentSessions
  /** Decisions, pitfalls and unfinished work about them, what matters most first. */
  readonly knowledge: readonly AboutFile[]
  /** What other live sessions and work trees changed near them since the asking session last read it. */
  readonly live: readonly LiveChange[]
  readonly coverage: ImpactCoverage
}

export interface ImpactFile {
  /** Relative to the root with `/`; as it was given where it lies outside. */
  readonly path: string
  /** `unknown`: no source file that was read: new, of an unknown language, left out, or outside. */
  readonly state: 'known' | 'unknown'
  /** Whether imports of its language are read. Where they are not, what depends on it is known by habit alone. */
  readonly areImportsRead: boolean
  /** Commits and sessions that changed it, as far as history was read. */
  readonly changes: number
}

export interface FileDependents {
  readonly file: string
  /** Nearest first, at most 200. */
  readonly of: readonly Dependent[]
  readonly direct: number
  /** All within the bound of hops, also those that are not listed. */
  readonly count: number
  /** A bound ended the walk: there may be more. */
  readonly isCut: boolean
  /**
   * `complete`: nothing else imports it, as of now; `at-least`: some imports could not be read, or none are of the language
   * of the file, or it was not read itself, or a bound ended the walk; `stale`: changed since.
   */
  readonly coverage: CoverageState
}

export interface Dependent {
  readonly path: string
  /** Imports in between; 1 is a direct one. */
  readonly steps: number
  /** Names of the file that it uses; `*`: the whole. Empty of one that comes in through others. */
  readonly names: readonly string[]
  /** The file through which it depends, one step nearer; `null` of a direct one. */
  readonly through: string | null
}

export interface RecentSessions {
  /** All of the last 30 days, also those that are not listed; at least, since only the newest 150 observations are looked at. */
  readonly count: number
  /** Those that changed something first, newest first, at most 8. */
  readonly of: readonly RecentSession[]
}

export interface RecentSession {
  readonly session: string
  /** What it was about: the subject that most of its work on the file has, else the title of the newest of it. */
  readonly subject: string
  /** Of the newest work on the file. */
  readonly at: Instant
  /** Whether it changed a file; otherwise it read it. */
  readonly isChange: boolean
  readonly files: readonly string[]
}

export interface AboutFile {
  readonly kind: 'decision' | 'pitfall' | 'unfinished'
  /** Of the observation; `get` gives the whole. */
  readonly id: NodeId
  readonly at: Instant
  readonly session: string
  /** The sentence that says it: its decisive fact, else its title. */
  readonly text: string
  readonly file: string
  readonly language: 'en' | 'zh'
}

export interface LiveChange {
  readonly session: string
  /** What changed: a file that is asked for, or one near it. */
  readonly path: string
  readonly at: Instant
  /** How it is near: the same file, one that depends on it or on which it depends, or one that usually changes with it. */
  readonly near: 'same' | 'dependent' | 'dependency' | 'usually'
  /** The file asked for that it is near. */
  readonly file: string
  readonly branch: string | null
  /** The work tree, where it is another one; `null` in this one. */
  readonly workTree: string | null
}

/** What the answer rests on, and what it cannot know. Its state is never better than that of the files asked for, bounds of the walk aside. */
export interface ImpactCoverage extends Omit<SourceCoverage, 'missing'> {
  /** Imports that fit no file, at most 20. */
  readonly examples: readonly UnresolvedImport[]
  /**
   * Of a `stale` answer: files whose content changed since they were read, those that the answer names first, and files
   * that are asked for and were never read. At most 20 are named, and 10,000 looked at; of other new files nobody knows.
   */
  readonly changed: readonly string[]
  readonly history: HistoryCoverage
}

export interface HistoryCoverage {
  /**
   * `read`: all that was asked for. `shallow`: older commits were not cloned. `none`: no git, or no commit. `failed`: git
   * broke off. `unread`: there was no time, or nobody read it yet.
   */
  readonly state: 'read' | 'shallow' | 'none' | 'failed' | 'unread'
  /** Commits that are kept, and sessions that changed something. */
  readonly commits: number
  readonly sessions: number
}

/** What a hook asks before an edit, for one file. */
export interface ImpactBriefQuery {
  /** Absolute, or relative to the folder of the memory. */
  readonly file: string
  readonly session?: string
  readonly deadlineMs?: number
  /** Files that the caller knows to have changed since, relative to the root: what they import now is not known. */
  readonly dirty?: readonly string[]
}

/**
 * The same for one file, read by the shortest way: without loading the whole graph, without starting git. `null` from the
 * call where nothing is known of the file.
 */
export interface ImpactBrief {
  readonly root: string
  readonly path: string
  readonly dependents: FileDependents
  /** Most likely first, with their probabilities: the caller decides what is worth saying. */
  readonly usually: readonly Companion[]
  readonly tests: readonly Companion[]
  readonly sessions: RecentSessions
  readonly knowledge: readonly AboutFile[]
  /** Changes when the answer does: who told it once need not tell it again. */
  readonly fingerprint: string
}

/** What `engraph init` did. */
export interface CodeRead {
  readonly root: string
  readonly coverage: ImpactCoverage
  /** Files that are new or changed since the last time, and those that are gone. */
  readonly changedFiles: number
  readonly removedFiles: number
  /** Commits that are new. */
  readonly newCommits: number
  /** Edges of the graph by now. */
  readonly dependsOn: number
  readonly coChanges: number
  /** What could not be read, and why. */
  readonly problems: readonly string[]
  readonly tookMs: number
}
