import type { Activity, ActivityPlace, ToolUse } from '../../graph/activity.ts'
import type { Json, JsonObject } from '../../graph/nodes.ts'
import { wording } from '../../graph/wording.ts'
import { saidKey } from '../said-key.ts'
import { keptOutput } from '../tool-output.ts'
import { isOwnTool, saidText } from './injected.ts'
import { asObject, listAt, objectAt, textAt, textOfBlocks } from './json-values.ts'
import { readLines, statedPlace, type Transcript, type TranscriptOptions } from './transcript.ts'

const HOST = 'claude-code'
/** Lines of bookkeeping; what is none of these and not said or done is counted. */
const KNOWN_TYPES: ReadonlySet<string> = new Set(
  `attachment system summary custom-title ai-title agent-name api-request api-request-blob api-request-shape queue-operation
  last-prompt permission-mode mode agent-setting tools-used cost-state atis-latch file-history-snapshot progress pr-link
  worktree-state bridge-session`.split(/\s+/u),
)

interface Reading {
  readonly activities: Activity[]
  readonly replies: Map<string, number>
  /** Tool calls that wait for their result. */
  readonly calls: Map<string, number>
  readonly seen: Set<string>
  readonly agentTypes: Map<string, string>
  readonly placeOf: (folder: string, branch: string | null) => ActivityPlace
  promptId: string
  session: string
  unknown: number
}

/** Reads the lines of one transcript of Claude Code, or of one of its subagents. */
export function readClaudeCode(given: Iterable<string>, options: TranscriptOptions = {}): Transcript {
  const { lines, problems } = readLines(given)
  const first = lines.find((line) => textAt(line, 'cwd') !== null)
  const root = (first && textAt(first, 'cwd')) ?? ''
  const reading: Reading = {
    activities: [],
    replies: new Map(),
    calls: new Map(),
    seen: new Set(),
    agentTypes: new Map(options.agentTypes),
    placeOf: options.placeOf ?? ((folder, branch) => statedPlace(root, folder === '' ? root : folder, branch)),
    promptId: '',
    session: lines.map((line) => textAt(line, 'sessionId')).find((id) => id !== null) ?? '',
    unknown: 0,
  }
  for (const line of lines) readLine(reading, line)
  const unknown = reading.unknown > 0 ? [wording`Lines of an unknown type: ${reading.unknown}.`] : []
  return {
    host: HOST,
    session: reading.session,
    activities: reading.activities.map((activity) => withAgentType(activity, reading.agentTypes)),
    problems: [...problems, ...unknown],
  }
}

function readLine(reading: Reading, line: JsonObject): void {
  const type = textAt(line, 'type')
  if (type !== 'user' && type !== 'assistant') {
    if (type === null || !KNOWN_TYPES.has(type)) reading.unknown++
    return
  }
  // A session that was resumed holds the lines of the one before once more.
  const uuid = textAt(line, 'uuid')
  if (uuid !== null) {
    if (reading.seen.has(uuid)) return
    reading.seen.add(uuid)
  }
  if (line['isMeta'] === true || line['isApiErrorMessage'] === true) return
  const message = objectAt(line, 'message')
  if (!message) return
  if (type === 'user') readUser(reading, line, message)
  else readAssistant(reading, line, message)
}

function readUser(reading: Reading, line: JsonObject, message: JsonObject): void {
  const content = message['content']
  const results = Array.isArray(content) ? listAt(message, 'content').map((block) => asObject(block)) : []
  for (const block of results) if (block && textAt(block, 'type') === 'tool_result') readResult(reading, line, block)
  const text = textOfBlocks(
    Array.isArray(content)
      ? listAt(message, 'content').filter((block) => asObject(block)?.['type'] !== 'tool_result')
      : content,
  )
  if (line['isCompactSummary'] === true) {
    if (text !== '')
      reading.activities.push({ ...step(reading, line), kind: 'compact', key: textAt(line, 'uuid'), text })
    return
  }
  const said = saidText(text)
  if (said === '') return
  reading.promptId = textAt(line, 'promptId') ?? ''
  const key = saidKey(promptIdOf(reading), text) ?? textAt(line, 'uuid')
  reading.activities.push({ ...step(reading, line), kind: 'prompt', key, text: said })
}

function readResult(reading: Reading, line: JsonObject, block: JsonObject): void {
  const id = textAt(block, 'tool_use_id') ?? ''
  const at = reading.calls.get(id)
  if (at === undefined) return
  reading.calls.delete(id)
  const call = reading.activities[at] as ToolUse
  const text = textOfBlocks(block['content'])
  const structured = line['toolUseResult']
  noteAgent(reading, call, asObject(structured))
  const done: Partial<ToolUse> =
    block['is_error'] === true
      ? { outcome: 'error', error: text, output: null }
      : { outcome: 'ok', output: keptOutput(call.tool, call.input, isStructured(structured) ? structured : text) }
  const durationMs = asObject(structured)?.['durationMs']
  reading.activities[at] = {
    ...call,
    ...done,
    at: step(reading, line).at,
    durationMs: typeof durationMs === 'number' ? durationMs : null,
  }
}

function isStructured(value: Json | undefined): value is Json {
  return typeof value === 'object' && value !== null
}

/** The call that started a subagent says of which type it is. */
function noteAgent(reading: Reading, { input }: ToolUse, result: JsonObject | null): void {
  const [id, type] = [result && textAt(result, 'agentId'), textAt(input, 'subagent_type')]
  if (id && type) reading.agentTypes.set(id, type)
}

function readAssistant(reading: Reading, line: JsonObject, message: JsonObject): void {
  const content = message['content']
  const blocks: readonly Json[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : listAt(message, 'content')
  for (const value of blocks) {
    const block = asObject(value)
    if (!block) continue
    const type = textAt(block, 'type')
    if (type === 'text') addReply(reading, line, textAt(message, 'id'), textAt(block, 'text') ?? '')
    if (type === 'tool_use') addCall(reading, line, block)
  }
}

/** The lines of one message are one reply; a text that a line repeats is there once. */
function addReply(reading: Reading, line: JsonObject, message: string | null, text: string): void {
  const said = saidText(text)
  if (said === '' || said === '(no content)') return
  const before = message === null ? undefined : reading.replies.get(message)
  const known = before === undefined ? null : reading.activities[before]
  if (before !== undefined && known?.kind === 'reply') {
    if (known.text.includes(said)) return
    const joined = `${known.text}\n\n${said}`
    reading.activities[before] = { ...known, text: joined, key: saidKey(promptIdOf(reading), joined) }
    return
  }
  if (message !== null) reading.replies.set(message, reading.activities.length)
  reading.activities.push({
    ...step(reading, line),
    kind: 'reply',
    key: saidKey(promptIdOf(reading), text) ?? textAt(line, 'uuid'),
    text: said,
  })
}

function addCall(reading: Reading, line: JsonObject, block: JsonObject): void {
  const [id, tool] = [textAt(block, 'id'), textAt(block, 'name')]
  if (id === null || tool === null || isOwnTool(tool) || reading.seen.has(`tool:${id}`)) return
  reading.seen.add(`tool:${id}`)
  reading.calls.set(id, reading.activities.length)
  reading.activities.push({
    ...step(reading, line),
    kind: 'tool',
    key: id,
    tool,
    input: objectAt(block, 'input') ?? {},
    output: null,
    outcome: 'unknown',
    error: null,
    durationMs: null,
  })
}

function promptIdOf({ promptId }: Reading): string | null {
  return promptId === '' ? null : promptId
}

function step(
  reading: Reading,
  line: JsonObject,
): Omit<ToolUse, 'kind' | 'key' | 'tool' | 'input' | 'output' | 'outcome' | 'error' | 'durationMs'> {
  const at = Date.parse(textAt(line, 'timestamp') ?? '')
  const last = reading.activities.at(-1)?.at ?? 0
  const agent = line['isSidechain'] === true ? (textAt(line, 'agentId') ?? 'sidechain') : null
  return {
    session: reading.session,
    at: Number.isFinite(at) ? at : last,
    host: HOST,
    agent: agent === null ? null : { id: agent, type: null },
    place: reading.placeOf(textAt(line, 'cwd') ?? '', textAt(line, 'gitBranch')),
  }
}

function withAgentType(activity: Activity, types: ReadonlyMap<string, string>): Activity {
  const { agent } = activity
  return agent ? { ...activity, agent: { ...agent, type: types.get(agent.id) ?? null } } : activity
}

/** Types of the subagents that a session started, by their ids. */
export function agentTypesOf(transcript: Transcript): Map<string, string> {
  const types = new Map<string, string>()
  for (const activity of transcript.activities) {
    if (activity.kind !== 'tool') continue
    const id = asObject(activity.output)?.['agentId']
    const type = textAt(activity.input, 'subagent_type')
    if (typeof id === 'string' && type !== null) types.set(id, type)
  }
  return types
}
