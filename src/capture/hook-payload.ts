import type { Activity, ActivityPlace, ToolOutcome } from '../graph/activity.ts'
import { isJsonList, type Json, type JsonObject } from '../graph/nodes.ts'
import type { Instant } from '../graph/spans.ts'
import { keptOutput } from './tool-output.ts'

/** What every payload says; read loosely, since hosts add fields and events all the time. */
export interface HookPayload {
  readonly event: string
  readonly session: string | null
  readonly host: HookHost
  readonly folder: string | null
  readonly fields: JsonObject
}

export type HookHost = 'claude-code' | 'codex' | 'vscode'

/** The common part of a payload; `null` where it is no object, or nobody says which event it is. */
export function readHookPayload(given: Json, event: string | null): HookPayload | null {
  if (typeof given !== 'object' || given === null || isJsonList(given)) return null
  const named = textOf(given, 'hook_event_name', 'hookEventName') ?? event
  if (named === null) return null
  return {
    // VS Code and others write some names small.
    event: named.charAt(0).toUpperCase() + named.slice(1),
    session: textOf(given, 'session_id', 'sessionId'),
    host: hostOf(given),
    folder: textOf(given, 'cwd', 'workspaceFolder'),
    fields: given,
  }
}

/** A pattern that is not run is not compiled. */
const ROLLOUT_HINTS = ['.codex', 'rollout-']
const ROLLOUT = /[/\\]\.codex[/\\]|[/\\]rollout-[^/\\]+\.jsonl$/u

/** Told by shape: only Codex counts turns, and only VS Code writes its own names in one word. */
function hostOf(fields: JsonObject): HookHost {
  if ('turn_id' in fields) return 'codex'
  if ('sessionId' in fields || 'hookEventName' in fields) return 'vscode'
  // Outside of a turn Codex is known by where it keeps its sessions, and by what it says of the model at the start.
  const transcript = textOf(fields, 'transcript_path')
  return transcript !== null && ROLLOUT_HINTS.some((hint) => transcript.includes(hint)) && ROLLOUT.test(transcript)
    ? 'codex'
    : 'claude-code'
}

/** What is known of a call of a hook besides its payload. */
export interface ToldCall {
  /** The event that the command line names; that of the payload comes first. */
  readonly event: string | null
  readonly at: Instant
  /** Looks up where a folder is; asked only for what becomes an activity. */
  readonly placeOf: (folder: string) => ActivityPlace
  /** The folder of the process, for a payload that names none. */
  readonly folder: string
  /** What a prompt or a reply is called within a turn of the host. */
  readonly saidKey: (turn: string | null, text: string) => string | null
}

/**
 * The activity that a payload tells of, verbatim still; `null` where it tells of none: an event that is not captured,
 * an empty text, a call of Engraph's own tools.
 */
export function toldActivity(payload: HookPayload, call: ToldCall): Activity | null {
  const { at, placeOf, folder } = call
  const { event, session, host, fields } = payload
  if (session === null) return null
  const agentId = textOf(fields, 'agent_id', 'agentId')
  const step = (key: string | null) => ({
    session,
    at,
    host,
    agent: agentId === null ? null : { id: agentId, type: textOf(fields, 'agent_type', 'agentType') },
    key,
    place: placeOf(payload.folder ?? folder),
  })
  switch (event) {
    case 'UserPromptSubmit': {
      const text = textOf(fields, 'prompt')
      return text === null ? null : { kind: 'prompt', ...step(keyOf(call, fields, text)), text }
    }
    case 'Stop':
    case 'SubagentStop': {
      const text = textOf(fields, 'last_assistant_message', 'lastAssistantMessage')
      return text === null ? null : { kind: 'reply', ...step(keyOf(call, fields, text)), text }
    }
    case 'PostCompact': {
      const text = textOf(fields, 'compact_summary', 'compactSummary')
      return text === null ? null : { kind: 'compact', ...step(keyOf(call, fields, text)), text }
    }
    case 'SessionEnd':
      return { kind: 'end', ...step(null), reason: textOf(fields, 'reason') ?? 'other' }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return toolUse(payload, step(textOf(fields, 'tool_use_id', 'toolUseId')))
    default:
      return null
  }
}

type Step = Pick<Activity, 'session' | 'at' | 'host' | 'agent' | 'key' | 'place'>

/** What Engraph itself answered is no news to it. */
const OWN_TOOLS = ['mcp__engraph__', 'mcp__plugin_engraph_engraph__']

function toolUse({ event, host, fields }: HookPayload, step: Step): Activity | null {
  const tool = textOf(fields, 'tool_name', 'toolName')
  if (tool === null || OWN_TOOLS.some((own) => tool.startsWith(own))) return null
  const given = fields['tool_input'] ?? fields['toolInput'] ?? null
  const input: JsonObject = typeof given === 'object' && given !== null && !isJsonList(given) ? given : { input: given }
  const response = fields['tool_response'] ?? fields['toolResponse'] ?? null
  const duration = fields['duration_ms'] ?? fields['durationMs']
  const ended =
    event === 'PostToolUseFailure'
      ? { outcome: 'error' as const, error: failureOf(fields) }
      : outcomeOf(response, host === 'claude-code' ? 'ok' : 'unknown')
  return {
    kind: 'tool',
    ...step,
    tool,
    input,
    output: keptOutput(tool, input, response),
    ...ended,
    durationMs: typeof duration === 'number' && duration >= 0 && Number.isFinite(duration) ? duration : null,
  }
}

function failureOf(fields: JsonObject): string {
  const { error } = fields
  const said = typeof error === 'string' ? error : error == null ? '' : JSON.stringify(error)
  const isInterrupt = fields['is_interrupt'] === true || fields['isInterrupt'] === true
  return said || (isInterrupt ? 'interrupted' : 'failed')
}

/** Where the beginning or the end of an output says how a process ended. */
const EXIT_REACH = 2000
const EXIT = /\bexit(?:ed)?(?: with)?(?: code| status)?:? (-?\d{1,5})\b/iu

function outcomeOf(
  response: Json,
  otherwise: ToolOutcome,
): { readonly outcome: ToolOutcome; readonly error: string | null } {
  if (typeof response === 'string') {
    const exit = otherwise === 'ok' ? undefined : exitIn(response)
    if (exit === undefined) return { outcome: otherwise, error: null }
    return exit === 0 ? { outcome: 'ok', error: null } : { outcome: 'error', error: `Exit code ${exit}` }
  }
  if (typeof response !== 'object' || response === null || isJsonList(response))
    return { outcome: otherwise, error: null }
  if (response['interrupted'] === true) return { outcome: 'error', error: 'interrupted' }
  if (response['is_error'] === true || response['isError'] === true) return { outcome: 'error', error: 'failed' }
  const exit = response['exit_code'] ?? response['exitCode']
  if (typeof exit === 'number') {
    return exit === 0 ? { outcome: 'ok', error: null } : { outcome: 'error', error: `Exit code ${exit}` }
  }
  return { outcome: otherwise, error: null }
}

function exitIn(output: string): number | undefined {
  const ends = output.length <= EXIT_REACH ? output : `${output.slice(0, 500)}\n${output.slice(-EXIT_REACH)}`
  const last = [...ends.matchAll(new RegExp(EXIT, 'giu'))].at(-1)?.[1]
  return last === undefined ? undefined : Number(last)
}

/** Within a turn of the host. */
function keyOf({ saidKey }: ToldCall, fields: JsonObject, text: string): string | null {
  return saidKey(textOf(fields, 'prompt_id', 'promptId', 'turn_id'), text)
}

function textOf(fields: JsonObject, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}
