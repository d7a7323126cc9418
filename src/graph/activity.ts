import type { Json, JsonObject } from './nodes.ts'
import type { Instant } from './spans.ts'

/**
 * What an agent was asked, did and said, step by step, in one form for all hosts. A `note` is what somebody asked to be
 * remembered; `end` says that a session is over, and becomes no record.
 */
export const ACTIVITY_KINDS = ['prompt', 'tool', 'reply', 'compact', 'note', 'end'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** How a tool call ended. `unknown` where the host does not say, and nothing in the output does. */
export type ToolOutcome = 'ok' | 'error' | 'unknown'

/** Where an agent worked. Read from the file system alone, so it may lack what only git itself can tell. */
export interface ActivityPlace {
  /** The folder that the agent stood in. */
  readonly folder: string
  /** The top of the work tree; the folder itself where there is no git. */
  readonly root: string
  /** The repository that work trees share, by its real path; `null` where there is no git. */
  readonly repository: string | null
  /** The address of `origin`, else of the first remote, without user, password and `.git`; `null` where there is none. */
  readonly remote: string | null
  /** `null` where there is no git, or no branch is checked out. */
  readonly branch: string | null
  /** The full hash of what is checked out. */
  readonly commit: string | null
}

interface Step {
  /** The host's name of the session. */
  readonly session: string
  readonly at: Instant
  /** `claude-code`, `codex`, … */
  readonly host: string
  /** The subagent that did it; `null` for the agent itself. */
  readonly agent: { readonly id: string; readonly type: string | null } | null
  /** What the host calls this step (`tool_use_id`, `prompt_id`, …); one that is told twice is one. `null`: no name. */
  readonly key: string | null
  readonly place: ActivityPlace
}

export interface Prompt extends Step {
  readonly kind: 'prompt'
  readonly text: string
}

export interface ToolUse extends Step {
  readonly kind: 'tool'
  /** The host's own name of the tool: `Bash`, `Edit`, `mcp__server__tool`. */
  readonly tool: string
  readonly input: JsonObject
  /** What the tool gave, in the host's own form; `null` where it failed or gave nothing. */
  readonly output: Json
  readonly outcome: ToolOutcome
  /** What went wrong. */
  readonly error: string | null
  readonly durationMs: number | null
}

export interface Reply extends Step {
  readonly kind: 'reply'
  readonly text: string
}

export interface Compact extends Step {
  readonly kind: 'compact'
  /** The host's own summary of what was left out. */
  readonly text: string
}

export interface Note extends Step {
  readonly kind: 'note'
  readonly text: string
  /** What the note says of itself: `title`, `type`, `concepts`, `files`. */
  readonly about: JsonObject
}

export interface SessionEnd extends Step {
  readonly kind: 'end'
  readonly reason: string
}

export type Activity = Prompt | ToolUse | Reply | Compact | Note | SessionEnd

/** An activity that became a record, with the record's id. */
export interface ActivityRecord {
  readonly id: string
  readonly activity: Exclude<Activity, SessionEnd>
}
