import { ACTIVITY_KINDS, type Activity, type ActivityRecord, type ToolUse } from '../graph/activity.ts'
import type { GraphNode, Json, JsonObject } from '../graph/nodes.ts'
import { activityId, type MessageRecord } from '../graph/records.ts'
import { cleanName, cleanText } from '../text/clean.ts'
import { NAME_LENGTH_MAX } from './delivery.ts'

/*
 * What an agent was asked, did and said as records: the whole in the body, and a text to be found by. Of a tool that is
 * what a person would look for: the command with its exit code, the file with the lines that went and came.
 */

/** UTF-16 code units of what a tool was given and gave, at most: its beginning and its end tell what it was. */
const HEAD_MAX = 1200
const TAIL_MAX = 800
/** Of one field of what a tool was given. */
const FIELD_MAX = 1500
const FIELDS_MAX = 12
/** Strings of a structured output that are looked at. */
const STRINGS_MAX = 200
const DEPTH_MAX = 6
const EXIT_CODE = /\bexit(?:ed with)?(?: code| status)?:? (\d{1,3})\b/iu

/** The session in which an activity stands: that of a subagent is its own, below that of who started it. */
export function sessionOfActivity({ session, agent }: Pick<Activity, 'session' | 'agent'>): string {
  const own = cleanName(session).slice(0, NAME_LENGTH_MAX / 2) || 'unnamed'
  return agent === null ? own : `${own}/${cleanName(agent.id).slice(0, NAME_LENGTH_MAX / 2)}`
}

/** `null` for what becomes no record: the end of a session, and what says nothing. `nonce` names what the host does not. */
export function recordOfActivity(activity: Activity, nonce: string): MessageRecord | null {
  if (activity.kind === 'end') return null
  const text = cleanText(activity.kind === 'tool' ? textOfTool(activity) : activity.text)
  if (text.trim() === '') return null
  return {
    id: activityId(activity, nonce),
    session: sessionOfActivity(activity),
    speaker: speakerOf(activity),
    text,
    at: activity.at,
    branch: activity.place.branch?.slice(0, NAME_LENGTH_MAX) ?? null,
    body: { activity: activity as unknown as Json },
  }
}

/** The activity that a record was made of; `null` for any other message. */
export function activityOfNode({ id, body }: Pick<GraphNode, 'id' | 'body'>): ActivityRecord | null {
  const activity = body['activity'] as unknown as ActivityRecord['activity'] | undefined
  const isOne = typeof activity === 'object' && activity !== null && ACTIVITY_KINDS.includes(activity.kind)
  return isOne ? { id, activity } : null
}

function speakerOf(activity: Exclude<Activity, { kind: 'end' }>): string {
  switch (activity.kind) {
    case 'prompt':
    case 'note':
      return 'user'
    case 'tool':
      return cleanName(activity.tool).slice(0, NAME_LENGTH_MAX) || 'tool'
    case 'reply':
    case 'compact':
      return cleanName(activity.host).split('-')[0] || 'agent'
    default:
      return activity satisfies never
  }
}

function textOfTool({ tool, input, output, outcome, error, place }: ToolUse): string {
  const given = textOfInput(tool, input)
  const gave = error ?? (isChange(input) ? '' : outputText(output))
  const code = exitCodeOf(output, error)
  const ended = code !== null ? `exit ${code}` : outcome === 'error' ? 'failed' : ''
  const whole = [
    ended && `${firstLine(given)} (${ended})`,
    !ended && firstLine(given),
    restOf(given),
    headAndTail(gave),
  ]
  return relativeTo(place.root, whole.filter((part) => part !== false && part !== '').join('\n'))
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!
}

function restOf(text: string): string {
  const end = text.indexOf('\n')
  return end < 0 ? '' : text.slice(end + 1)
}

/** Fields of an input by what they mean, whatever tool has them. */
const FILE_FIELDS = ['file_path', 'path', 'notebook_path', 'filePath', 'filename'] as const
const OLD_FIELDS = ['old_string', 'old_str', 'old_source'] as const
const NEW_FIELDS = ['new_string', 'new_str', 'new_source', 'content', 'file_text'] as const

function textOfInput(tool: string, input: JsonObject): string {
  const command = input['command'] ?? input['cmd']
  const line = Array.isArray(command) ? command.filter((part) => typeof part === 'string').join(' ') : command
  if (typeof line === 'string') return `$ ${cut(line)}`
  const file = firstText(input, FILE_FIELDS)
  const changes = [input, ...objectsIn(input['edits'])].flatMap((change) => [
    ...marked('- ', firstText(change, OLD_FIELDS)),
    ...marked('+ ', firstText(change, NEW_FIELDS)),
  ])
  const known: ReadonlySet<string> = new Set([...FILE_FIELDS, ...OLD_FIELDS, ...NEW_FIELDS])
  const others = Object.entries(input)
    .filter(([name, value]) => !known.has(name) && typeof value === 'string' && value !== '')
    .slice(0, FIELDS_MAX)
    .map(([name, value]) => `${name}: ${cut(value as string)}`)
  return [file === null ? tool : `${tool} ${file}`, ...others, ...changes].join('\n')
}

/** Whether the output of a change only says again what was given. */
function isChange(input: JsonObject): boolean {
  return (
    firstText(input, FILE_FIELDS) !== null && (firstText(input, NEW_FIELDS) !== null || Array.isArray(input['edits']))
  )
}

function firstText(input: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = input[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, STRINGS_MAX).filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
}

function marked(mark: string, text: string | null): string[] {
  return text === null
    ? []
    : cut(text)
        .split('\n')
        .map((line) => `${mark}${line}`)
}

function cut(text: string): string {
  return text.length <= FIELD_MAX ? text : `${text.slice(0, FIELD_MAX)} …`
}

/** The texts of an output in order: what was printed, or what a structured answer says. */
function outputText(output: Json): string {
  const texts: string[] = []
  collectTexts(output, texts, 0)
  return texts.join('\n')
}

function collectTexts(value: Json, into: string[], depth: number): void {
  if (into.length >= STRINGS_MAX || depth > DEPTH_MAX) return
  if (typeof value === 'string') {
    if (value.trim() !== '') into.push(value)
  } else if (Array.isArray(value)) for (const one of value.slice(0, STRINGS_MAX)) collectTexts(one, into, depth + 1)
  else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value).slice(0, STRINGS_MAX)) collectTexts(one, into, depth + 1)
  }
}

function exitCodeOf(output: Json, error: string | null): string | null {
  if (typeof output === 'object' && output !== null && !Array.isArray(output)) {
    const { exit_code: snake, exitCode: camel } = output as JsonObject
    const code = snake ?? camel
    if (typeof code === 'number') return String(code)
  }
  return EXIT_CODE.exec((error ?? '').slice(0, FIELD_MAX))?.[1] ?? null
}

function headAndTail(text: string): string {
  if (text.length <= HEAD_MAX + TAIL_MAX) return text
  return `${text.slice(0, HEAD_MAX)}\n…\n${text.slice(-TAIL_MAX)}`
}

/** Paths of the work tree are said from its top, as people do. */
function relativeTo(root: string, text: string): string {
  return root.length > 1 ? text.replaceAll(`${root}/`, '') : text
}
