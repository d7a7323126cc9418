import { ACTIVITY_KINDS, type Activity, type ActivityPlace, type ToolOutcome } from '../graph/activity.ts'
import type { Json, JsonObject } from '../graph/nodes.ts'

/** A line of the journal, as it is read again. */
export type ReadLine =
  | { readonly id: string; readonly activity: Activity }
  /** Why it is none: in words for the log. */
  | { readonly problem: string }

const VERSION = 1
/** How a line begins. Within the texts of a line quotes are escaped, so it stands nowhere else in one that is whole. */
const BEGINNING = `{"v":${VERSION},"id":"`
/** Longer than any line that is written, so that a reader need not hold what another program put there. */
export const LINE_LENGTH_MAX = 1 << 20

/** One activity as one line, without the line break. `id` tells lines apart: the same one twice is one record. */
export function writeLine(activity: Activity, id: string): string {
  return JSON.stringify({ v: VERSION, id, ...activity })
}

/**
 * Reads a line. What is missing of it gets a harmless value where there is one. A line that was torn off, and
 * continued by another, gives the other.
 */
export function readLine(line: string): ReadLine {
  if (line.length > LINE_LENGTH_MAX) return { problem: 'longer than a line can be' }
  const whole = parse(line)
  if (whole !== null) return readEntry(whole)
  const last = line.lastIndexOf(BEGINNING)
  const rest = last > 0 ? parse(line.slice(last)) : null
  return rest === null ? { problem: 'not JSON, or torn off' } : readEntry(rest)
}

function parse(line: string): Json | null {
  try {
    return JSON.parse(line) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function readEntry(entry: Json): ReadLine {
  if (!isObject(entry)) return { problem: 'not an object' }
  const { v, id, kind, session, at } = entry
  if (v !== VERSION)
    return { problem: `version ${JSON.stringify(v ?? null).slice(0, 20)}, which this program does not know` }
  if (typeof id !== 'string' || id === '' || id.length > 200) return { problem: 'without an id' }
  if (typeof session !== 'string' || session === '' || session.length > 500) return { problem: 'without a session' }
  if (typeof at !== 'number' || !Number.isFinite(at)) return { problem: 'without a time' }
  const place = readPlace(entry['place'])
  if (place === null) return { problem: 'without a place' }
  const agent = isObject(entry['agent']) ? entry['agent'] : {}
  const agentId = textOf(agent['id'])
  const step = {
    session,
    at,
    host: textOf(entry['host']) ?? 'unknown',
    agent: agentId === null ? null : { id: agentId, type: textOf(agent['type']) },
    key: textOf(entry['key']),
    place,
  }
  if (!ACTIVITY_KINDS.some((known) => known === kind)) return { problem: 'of a kind that this program does not know' }
  const activity = readByKind(kind as Activity['kind'], step, entry)
  return activity === null ? { problem: `without what a ${String(kind)} holds` } : { id, activity }
}

type Step = Pick<Activity, 'session' | 'at' | 'host' | 'agent' | 'key' | 'place'>

function readByKind(kind: Activity['kind'], step: Step, entry: JsonObject): Activity | null {
  const text = typeof entry['text'] === 'string' ? entry['text'] : null
  switch (kind) {
    case 'prompt':
    case 'reply':
    case 'compact':
      return text === null ? null : { kind, ...step, text }
    case 'note':
      return text === null ? null : { kind, ...step, text, about: isObject(entry['about']) ? entry['about'] : {} }
    case 'end':
      return { kind, ...step, reason: textOf(entry['reason']) ?? 'other' }
    case 'tool': {
      const tool = textOf(entry['tool'])
      if (tool === null) return null
      const { input, output = null, outcome, durationMs } = entry
      return {
        kind,
        ...step,
        tool,
        input: isObject(input) ? input : {},
        output,
        outcome: OUTCOMES.find((known) => known === outcome) ?? 'unknown',
        error: textOf(entry['error']),
        durationMs: typeof durationMs === 'number' ? durationMs : null,
      }
    }
    default:
      return kind satisfies never
  }
}

const OUTCOMES: readonly ToolOutcome[] = ['ok', 'error', 'unknown']

function readPlace(place: Json | undefined): ActivityPlace | null {
  if (!isObject(place)) return null
  const folder = textOf(place['folder'])
  if (folder === null) return null
  return {
    folder,
    root: textOf(place['root']) ?? folder,
    repository: textOf(place['repository']),
    remote: textOf(place['remote']),
    branch: textOf(place['branch']),
    commit: textOf(place['commit']),
  }
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
