import type { Activity } from '../graph/activity.ts'
import type { Json } from '../graph/nodes.ts'
import { cutJson, cutText, PAYLOAD_BOUNDS } from './cut-payload.ts'
import { writeLine } from './journal-line.ts'
import { redactActivity } from './redact-activity.ts'
import { shortHash } from './short-hash.ts'

/** Bytes of a line at most. */
export const LINE_BYTES_MAX = 256 << 10
const HALVINGS_MAX = 12
const NAME_MAX = 400

/**
 * An activity as the line that goes to the disk: redacted first, whole, so that no secret escapes by being cut; then cut.
 * `null` where nothing is left to say.
 */
export function lineOfActivity(activity: Activity, id: string): string | null {
  const clean = redactActivity(activity)
  if (clean.kind !== 'tool' && clean.kind !== 'end' && clean.text.trim() === '') return null
  let line = ''
  // Escapes make one character up to six bytes, so that only the line itself says whether it fits.
  for (let halving = 0; halving <= HALVINGS_MAX; halving++) {
    line = writeLine(keptActivity(clean, halving), id)
    if (Buffer.byteLength(line) <= LINE_BYTES_MAX) return line
  }
  return Buffer.byteLength(line) <= LINE_BYTES_MAX ? line : null
}

/** What is kept of an activity; with each halving, half as much of its texts. */
export function keptActivity(activity: Activity, halving = 0): Activity {
  const share = 2 ** halving
  const textMax = Math.floor(PAYLOAD_BOUNDS.textMax / share)
  const bounds = { ...PAYLOAD_BOUNDS, charactersMax: Math.floor(PAYLOAD_BOUNDS.charactersMax / share), textMax }
  const { agent, place } = activity
  const step = {
    session: cutName(activity.session),
    key: activity.key === null ? null : cutName(activity.key),
    agent: agent === null ? null : { id: cutName(agent.id), type: agent.type && cutName(agent.type) },
    place: { ...place, folder: place.folder.toWellFormed() },
  }
  switch (activity.kind) {
    case 'prompt':
    case 'reply':
    case 'compact':
      return { ...activity, ...step, text: cutText(activity.text, textMax) }
    case 'note':
      return {
        ...activity,
        ...step,
        text: cutText(activity.text, textMax),
        about: cutJson(activity.about, bounds) as never,
      }
    case 'end':
      return { ...activity, ...step, reason: cutName(activity.reason) }
    case 'tool': {
      // Both share one bound: a command with little output may be long, and the other way round.
      const { input, output } = cutJson({ input: activity.input, output: activity.output }, bounds) as {
        readonly [part: string]: Json
      }
      return {
        ...activity,
        ...step,
        tool: cutName(activity.tool),
        input: input as never,
        output: output ?? null,
        error: activity.error === null ? null : cutText(activity.error, Math.min(textMax, 8000)),
      }
    }
    default:
      return activity satisfies never
  }
}

/** A name stays apart from other names when it is cut. */
function cutName(name: string): string {
  const whole = name.toWellFormed()
  return whole.length <= NAME_MAX ? whole : `${whole.slice(0, NAME_MAX / 2).toWellFormed()}~${shortHash(whole)}`
}
