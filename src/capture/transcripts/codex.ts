import type { Activity, ActivityPlace, ToolOutcome, ToolUse } from '../../graph/activity.ts'
import type { Json, JsonObject } from '../../graph/nodes.ts'
import { saidKey } from '../said-key.ts'
import { isOwnTool, saidText } from './injected.ts'
import { asObject, listAt, objectAt, textAt, textOfBlocks } from './json-values.ts'
import { readLines, statedPlace, type Transcript, type TranscriptOptions } from './transcript.ts'

const HOST = 'codex'

interface Reading {
  readonly activities: Activity[]
  readonly calls: Map<string, number>
  readonly seen: Set<string>
  readonly placeOf: (folder: string, branch: string | null) => ActivityPlace
  session: string
  turn: string | null
  folder: string
  branch: string | null
  at: number
}

/** Reads the lines of one rollout of Codex; older ones have no envelope around what happened. */
export function readCodex(given: Iterable<string>, options: TranscriptOptions = {}): Transcript {
  const { lines, problems } = readLines(given)
  const root = cwdOf(lines)
  const reading: Reading = {
    activities: [],
    calls: new Map(),
    seen: new Set(),
    placeOf: options.placeOf ?? ((folder, branch) => statedPlace(root, folder === '' ? root : folder, branch)),
    session: '',
    turn: null,
    folder: root,
    branch: null,
    at: 0,
  }
  for (const line of lines) readLine(reading, line)
  return { host: HOST, session: reading.session, activities: reading.activities, problems }
}

function cwdOf(lines: readonly JsonObject[]): string {
  for (const line of lines) {
    const cwd = textAt(objectAt(line, 'payload') ?? line, 'cwd')
    if (cwd !== null) return cwd
  }
  return ''
}

function readLine(reading: Reading, line: JsonObject): void {
  const payload = objectAt(line, 'payload') ?? line
  const at = Date.parse(textAt(line, 'timestamp') ?? '')
  if (Number.isFinite(at)) reading.at = at
  const type = objectAt(line, 'payload') ? textAt(line, 'type') : 'response_item'
  noteTurn(reading, payload)
  if (type === 'session_meta') {
    reading.session = textAt(payload, 'id') ?? textAt(payload, 'session_id') ?? reading.session
    reading.branch = textAt(objectAt(payload, 'git') ?? {}, 'branch')
  } else if (type === 'turn_context') reading.folder = textAt(payload, 'cwd') ?? reading.folder
  else if (type === 'compacted') readCompacted(reading, payload)
  else if (type === 'event_msg') readEvent(reading, payload)
  else if (type === 'response_item') readItem(reading, payload)
}

function noteTurn(reading: Reading, payload: JsonObject): void {
  const passed = objectAt(payload, 'internal_chat_message_metadata_passthrough')
  reading.turn = textAt(payload, 'turn_id') ?? (passed && textAt(passed, 'turn_id')) ?? reading.turn
}

function readCompacted(reading: Reading, payload: JsonObject): void {
  const text = textAt(payload, 'message') ?? ''
  if (text !== '') reading.activities.push({ ...step(reading), kind: 'compact', key: null, text })
}

function readItem(reading: Reading, payload: JsonObject): void {
  switch (textAt(payload, 'type')) {
    case 'message':
      readMessage(reading, payload)
      break
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
      addCall(reading, payload)
      break
    case 'function_call_output':
    case 'custom_tool_call_output':
      readOutput(reading, textAt(payload, 'call_id') ?? '', payload['output'])
      break
  }
}

function readMessage(reading: Reading, payload: JsonObject): void {
  const role = textAt(payload, 'role')
  if (role !== 'user' && role !== 'assistant') return
  const id = textAt(payload, 'id')
  if (id !== null && reading.seen.has(id)) return
  if (id !== null) reading.seen.add(id)
  const text = textOfBlocks(payload['content'])
  const said = saidText(text)
  if (said === '' || !isOfUser(payload, role)) return
  if (role === 'assistant') {
    reading.activities.push({ ...step(reading), kind: 'reply', key: saidKey(reading.turn, text), text: said })
  } else {
    reading.activities.push({ ...step(reading), kind: 'prompt', key: saidKey(reading.turn, text), text: said })
  }
}

/** The host marks what it put itself in a user's mouth: environments, instructions, contexts of hooks. */
function isOfUser(payload: JsonObject, role: string): boolean {
  const kinds = listAt(objectAt(payload, 'internal_chat_message_metadata_passthrough') ?? {}, 'content_item_kinds')
  return role !== 'user' || kinds.length === 0 || kinds.some((kind) => String(kind).startsWith('user'))
}

function addCall(reading: Reading, payload: JsonObject): void {
  const id = textAt(payload, 'call_id') ?? textAt(payload, 'id')
  const name = textAt(payload, 'name') ?? 'local_shell'
  if (id === null || isOwnTool(name) || reading.calls.has(id)) return
  const { tool, input } = asHooksTell(name, inputOf(payload))
  reading.calls.set(id, reading.activities.length)
  reading.activities.push({
    ...step(reading),
    kind: 'tool',
    key: id,
    tool,
    input,
    output: null,
    outcome: 'unknown',
    error: null,
    durationMs: null,
  })
}

function inputOf(payload: JsonObject): JsonObject {
  const action = objectAt(payload, 'action')
  if (action) return action
  const given = textAt(payload, 'arguments') ?? textAt(payload, 'input') ?? ''
  try {
    return asObject(JSON.parse(given) as Json) ?? { input: given }
  } catch (error) {
    // A custom tool takes plain text, such as a patch.
    if (error instanceof SyntaxError) return { input: given }
    throw error
  }
}

const SHELLS: ReadonlySet<string> = new Set(['exec_command', 'shell', 'shell_command', 'container.exec', 'local_shell'])

/** The hooks of the same host call every shell `Bash`, and give patches as commands. */
function asHooksTell(name: string, input: JsonObject): { readonly tool: string; readonly input: JsonObject } {
  if (name === 'apply_patch')
    return { tool: name, input: { command: textAt(input, 'input') ?? textAt(input, 'patch') ?? '' } }
  if (!SHELLS.has(name)) return { tool: name, input }
  const given = input['cmd'] ?? input['command'] ?? ''
  const parts = Array.isArray(given) ? (given as readonly Json[]).map(String) : [String(given)]
  const isWrapped = parts.length === 3 && /^-l?c$/u.test(parts[1]!)
  return { tool: 'Bash', input: { command: isWrapped ? parts[2]! : parts.join(' ') } }
}

function readOutput(reading: Reading, id: string, given: Json | undefined): void {
  const { text, exitCode } = outputOf(given)
  if (exitCode === null) settle(reading, id, text, isFailedText(text) ? 'error' : null, null)
  else settle(reading, id, text, exitCode === 0 ? 'ok' : 'error', exitCode)
}

/** Either text with a head of its own, or JSON with metadata, by the version. */
function outputOf(given: Json | undefined): { readonly text: string; readonly exitCode: number | null } {
  const whole =
    typeof given === 'string' ? given : textOfBlocks(given) || (textAt(asObject(given) ?? {}, 'content') ?? '')
  if (whole.startsWith('{')) {
    const inside = asObject(inputOf({ input: whole }))
    const code = inside && objectAt(inside, 'metadata')?.['exit_code']
    const text = inside && textAt(inside, 'output')
    if (text !== null) return { text, exitCode: typeof code === 'number' ? code : null }
  }
  const head = whole.slice(0, 1000)
  const code = /(?:^|\n)(?:Process exited with code|Exit code:?) (-?\d{1,9})/u.exec(head)
  const body = whole.indexOf('\nOutput:\n')
  const text = body >= 0 && body < 1000 ? whole.slice(body + '\nOutput:\n'.length) : whole
  return { text, exitCode: code ? Number(code[1]) : null }
}

function isFailedText(text: string): boolean {
  return /^(?:failed to|error:|execution error|apply_patch verification failed)/iu.test(text)
}

function settle(
  reading: Reading,
  id: string,
  text: string,
  outcome: ToolOutcome | null,
  exitCode: number | null,
): void {
  const at = reading.calls.get(id)
  if (at === undefined) return
  const call = reading.activities[at] as ToolUse
  // The outcome may be told twice, and the telling that knows the exit code counts.
  const settled = outcome ?? (call.outcome === 'unknown' ? 'unknown' : call.outcome)
  const code = exitCode !== null && exitCode !== 0 ? `Exit code ${exitCode}` : null
  reading.activities[at] = {
    ...call,
    output: text,
    outcome: settled,
    error: settled === 'error' ? (code ?? call.error ?? text.slice(0, 2000)) : null,
  }
}

function readEvent(reading: Reading, payload: JsonObject): void {
  const item = objectAt(payload, 'item')
  const done = item && textAt(item, 'type') === 'CommandExecution' ? item : null
  const told = done ?? (textAt(payload, 'type') === 'exec_command_end' ? payload : null)
  if (!told) return
  const code = told['exit_code']
  const id = textAt(told, 'id') ?? textAt(told, 'call_id') ?? ''
  if (typeof code === 'number') {
    settle(reading, id, textAt(told, 'aggregated_output') ?? '', code === 0 ? 'ok' : 'error', code)
  }
}

function step(
  reading: Reading,
): Omit<ToolUse, 'kind' | 'key' | 'tool' | 'input' | 'output' | 'outcome' | 'error' | 'durationMs'> {
  const { session, at, folder, branch } = reading
  return { session, at, host: HOST, agent: null, place: reading.placeOf(folder, branch) }
}
