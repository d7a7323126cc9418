import type { Activity, ToolUse } from '../graph/activity.ts'
import { isJsonList, type Json } from '../graph/nodes.ts'
import { mayHoldSecrets } from '../text/may-hold-secrets.ts'
import { CORES } from '../text/redact-cores.ts'
import { holdsSecrets, secretKind } from '../text/redact-names.ts'
import { secretFile, touchesSecretFile } from '../text/secret-files.ts'
import { writeLine } from './journal-line.ts'
import { fileOf } from './path-fields.ts'

/**
 * The line of an activity of which nothing needs to be redacted or cut; `null` where something may, or where that is not
 * plain to see: then `lineOfActivity` tells. A hook has no time for all that may be a secret, and most activities are
 * short and hold none.
 *
 * **Contract:** a line that is not `null` is the one that `lineOfActivity` gives.
 */
export function plainLine(activity: Activity, id: string): string | null {
  const kept = plainActivity(activity)
  if (kept === null || !areNames(kept)) return null
  const line = writeLine(kept, id)
  return line.length <= LINE_LENGTH_MAX && isNormal(line) ? line : null
}

/** Below all bounds of `PAYLOAD_BOUNDS`, and of `lineOfActivity`. */
const LINE_LENGTH_MAX = 40_000
const TEXT_MAX = 16_000
const ERROR_MAX = 8000
const DEPTH_MAX = 8
const VALUES_MAX = 500
const ENTRIES_MAX = 200
const NAME_MAX = 200

function plainActivity(activity: Activity): Activity | null {
  switch (activity.kind) {
    case 'prompt':
    case 'reply':
    case 'compact': {
      const { text } = activity
      if (!isPlainText(text)) return null
      const said = activity.kind === 'prompt' ? text.trim() : text
      // What is empty is no line.
      return said.trim() === '' ? null : { ...activity, text: said }
    }
    case 'tool':
      return activity.tool.length <= NAME_MAX && isPlainTool(activity) ? activity : null
    case 'end':
      return activity.reason.length > NAME_MAX ? null : activity
    // No hook tells of a note.
    case 'note':
      return null
    default:
      return activity satisfies never
  }
}

/** Whether a prompt, or what an agent said, holds nothing that is redacted or taken out of it. */
export function isPlainText(text: string): boolean {
  return text.length <= TEXT_MAX && !mayBeInjected(text) && !mayHoldSecrets(text)
}

/** What Engraph and the host put into a conversation. */
const INJECTED = /<\/?(?:engraph-memory|system-reminder)/i

function mayBeInjected(text: string): boolean {
  return text.includes('<') && INJECTED.test(text)
}

function isPlainTool({ input, output, error }: ToolUse): boolean {
  if (error !== null && error.length > ERROR_MAX) return false
  const file = fileOf(input)
  if (file !== null && secretFile(file) !== null) return false
  if (typeof input['command'] === 'string' && touchesSecretFile(input['command']) !== null) return false
  const said: Said = { texts: error === null ? [] : [error], names: [], values: 0 }
  // Both stand in one object when they are cut.
  if (!collect(input, said, 1) || !collect(output, said, 1)) return false
  if (mayNameSecret(said.names)) return false
  // Behind a break and a space, each is read as if it stood alone.
  const all = [...said.names, ...said.texts].join('\n ')
  return !mayBeInjected(all) && !mayHoldSecrets(all)
}

interface Said {
  readonly texts: string[]
  readonly names: string[]
  values: number
}

/** All texts and names within a value; whether it is small, and no name stands beside what it names. */
function collect(value: Json, said: Said, depth: number): boolean {
  if (++said.values > VALUES_MAX) return false
  if (typeof value === 'string') return said.texts.push(value) > 0 && value.length <= TEXT_MAX
  if (value === null || typeof value !== 'object') return true
  if (depth >= DEPTH_MAX) return false
  if (isJsonList(value)) return value.length <= ENTRIES_MAX && value.every((item) => collect(item, said, depth + 1))
  const names = Object.keys(value)
  if (names.length > ENTRIES_MAX) return false
  for (const name of names) {
    said.names.push(name)
    if (name.length > NAME_MAX) return false
    // Its name may stand beside it.
    if (name === 'value' && (names.includes('name') || names.includes('key'))) return false
    if (!collect(value[name] ?? null, said, depth + 1)) return false
  }
  return true
}

/** Whether a name makes a secret of what it names. */
function mayNameSecret(names: readonly string[]): boolean {
  // One look at all of them is enough for most; names in the plural are told by their letters alone.
  const letters = names
    .join()
    .toLowerCase()
    .replace(/[\d_-]+/g, '')
  if (ONLY_LETTERS.test(letters) && !CORES.some((core) => letters.includes(core))) return false
  return names.some((name) => holdsSecrets(name) || secretKind(name) !== null)
}

const ONLY_LETTERS = /^[a-z,]*$/

/** Whether nothing of an activity is cut as a name. */
function areNames({ session, key, agent }: Activity): boolean {
  const names = [session, key, agent?.id, agent?.type]
  return names.every((name) => name == null || name.length <= NAME_MAX)
}

/** Whether a line is what it is in NFC, and all of it whole code points: what is none is escaped in JSON. */
function isNormal(line: string): boolean {
  if (line.includes('\\ud')) return false
  return Buffer.byteLength(line) === line.length || line.normalize('NFC') === line
}
