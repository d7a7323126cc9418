import type { Activity, ToolUse } from '../graph/activity.ts'
import type { Json, JsonObject } from '../graph/nodes.ts'
import { redact, redactJson } from '../text/redact.ts'
import { redactAssignments, redactSettings } from '../text/redact-files.ts'
import { stripInjected } from '../text/redact-private.ts'
import { type SecretFile, secretFile, touchesSecretFile } from '../text/secret-files.ts'
import { fileOf, PATH_FIELDS } from './path-fields.ts'

/** An activity without secrets, private parts, and what Engraph itself had said to the agent. */
export function redactActivity(activity: Activity): Activity {
  switch (activity.kind) {
    case 'prompt':
      return { ...activity, text: redact(stripInjected(activity.text, { isPrompt: true })).text.trim() }
    case 'reply':
    case 'compact':
      return { ...activity, text: redact(stripInjected(activity.text)).text }
    case 'note':
      return { ...activity, text: redact(activity.text).text, about: objectOf(redactJson(activity.about).json) }
    case 'tool':
      return redactTool(activity)
    case 'end':
      return activity
    default:
      return activity satisfies never
  }
}

function redactTool(tool: ToolUse): ToolUse {
  const { input, output, error } = tool
  const file = fileOf(input)
  const command = typeof input['command'] === 'string' ? input['command'] : null
  const touched = command === null ? null : touchesSecretFile(command)
  const kind = (file === null ? null : secretFile(file)) ?? touched
  const clean = (json: Json): Json => redactJson(mapTexts(json, stripInjected)).json
  // As one value, so that what is a secret in the input is one in the output too.
  const kept = objectOf(
    clean({
      input: kind === null ? input : withoutSettings(input, kind, command !== null),
      output: kind === null ? output : mapTexts(output, (text) => settingsOf(text, kind)),
      error: kind === null || error === null ? error : settingsOf(error, kind),
    }),
  )
  return {
    ...tool,
    input: objectOf(kept['input'] ?? null),
    output: kept['output'] ?? null,
    error: typeof kept['error'] === 'string' ? kept['error'] : null,
  }
}

/** All texts of an input but its paths and its command; of a command what it assigns, and the lines it writes. */
function withoutSettings(input: JsonObject, kind: SecretFile, isCommand: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => {
      if (PATH_FIELDS.some((path) => path === field) || field === 'description') return [field, value]
      if (field === 'command' && typeof value === 'string') return [field, commandOf(value)]
      return [field, isCommand ? value : mapTexts(value, (text) => settingsOf(text, kind))]
    }),
  )
}

function commandOf(command: string): string {
  const [first = '', ...lines] = command.split('\n')
  const written = lines.length === 0 ? '' : `\n${redactSettings(lines.join('\n')).text}`
  return redactAssignments(first + written).text
}

function settingsOf(text: string, kind: SecretFile): string {
  if (kind === 'settings') return redactSettings(text).text
  return text.trim() === '' || isStatus(text) ? text : '[redacted:file]'
}

/** What a program says of a file, and not what stands in it. */
function isStatus(text: string): boolean {
  return (
    text.length < 400 &&
    /no such file|permission denied|not found|does not exist|^exit code \d+\s*$|^[/~.]\S*$/iu.test(text)
  )
}

const DEPTH_MAX = 64

function mapTexts(json: Json, change: (text: string) => string, depth = 0): Json {
  if (typeof json === 'string') return change(json)
  if (json === null || typeof json !== 'object') return json
  if (depth >= DEPTH_MAX) return null
  if (Array.isArray(json)) return json.map((item: Json) => mapTexts(item, change, depth + 1))
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, mapTexts(value as Json, change, depth + 1)]),
  )
}

function objectOf(json: Json): JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonObject) : {}
}
