import { EngraphError, type ErrorDetails, messageOf } from '../../graph/errors.ts'
import { asWording, type Wording, wording } from '../../graph/wording.ts'

/** Why a model of this machine cannot be used, as the error that the ports promise. */
export function unavailable(model: string, reason: string | Wording, details: ErrorDetails = {}): EngraphError {
  return new EngraphError(
    'model-unavailable',
    wording`The model "${model}" cannot be used: ${asWording(reason)}.`,
    details,
  )
}

/** The message of whatever was thrown, in one short line. */
export function reasonOf(error: unknown): string {
  const line = messageOf(error).replaceAll(/\s+/gu, ' ').trim()
  return line.length > REASON_LENGTH_MAX ? `${line.slice(0, REASON_LENGTH_MAX)}…` : line.replace(/\.$/u, '')
}

const REASON_LENGTH_MAX = 200
