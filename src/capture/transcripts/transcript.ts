import type { Activity, ActivityPlace } from '../../graph/activity.ts'
import type { JsonObject } from '../../graph/nodes.ts'
import { type Wording, wording } from '../../graph/wording.ts'

/** What a session file was read into. */
export interface Transcript {
  readonly host: string
  readonly session: string
  /** In the order of the file; a subagent's own file gives its own. */
  readonly activities: readonly Activity[]
  /** What could not be read, a sentence for each kind, with counts. */
  readonly problems: readonly Wording[]
}

export interface TranscriptOptions {
  /** Where a folder that the file names lies. By default the folder that the session began in is the top of its tree. */
  readonly placeOf?: (folder: string, branch: string | null) => ActivityPlace
  /** Types of subagents by their ids, where another file told them. */
  readonly agentTypes?: ReadonlyMap<string, string>
}

/** A longer line is no step of a session but data; it is counted and left out. */
export const LINE_LENGTH_MAX = 16_000_000

export interface ReadLines {
  readonly lines: readonly JsonObject[]
  readonly problems: readonly Wording[]
}

/** Lines as objects. A last line that was not written to its end is no fault of the file. */
export function readLines(given: Iterable<string>): ReadLines {
  const lines: JsonObject[] = []
  let [bad, long, isLastBad] = [0, 0, false]
  for (const line of given) {
    if (line.trim() === '') continue
    isLastBad = false
    if (line.length > LINE_LENGTH_MAX) {
      long++
      continue
    }
    const value = parsed(line)
    if (value) lines.push(value)
    else {
      bad++
      isLastBad = true
    }
  }
  const problems: Wording[] = []
  if (isLastBad) problems.push(wording`The last line is torn, and was left out.`)
  const others = bad - (isLastBad ? 1 : 0)
  if (others > 0) problems.push(wording`Lines that are no JSON object, and were left out: ${others}.`)
  if (long > 0) problems.push(wording`Lines longer than ${LINE_LENGTH_MAX} characters, which were left out: ${long}.`)
  return { lines, problems }
}

function parsed(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The place of a folder that nothing more is known of than the file says. */
export function statedPlace(root: string, folder: string, branch: string | null): ActivityPlace {
  return { folder, root, repository: null, remote: null, branch: branch === '' ? null : branch, commit: null }
}
