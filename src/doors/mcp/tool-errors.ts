import { EngraphError, type ErrorCode, messageOf } from '../../graph/errors.ts'
import { cleanRecalled } from './framed-text.ts'

/** What an agent can do about an error, beside what the error itself says. */
const NEXT = {
  'invalid-input': 'Call it again with other arguments.',
  'invalid-options': 'The person must mend the settings of the server; `engraph doctor` names them.',
  'not-found': 'Use ids as `search` and `timeline` give them.',
  'space-unknown': 'Nothing is remembered there yet. Go on without memory.',
  'space-conflict': 'The person must settle it; `engraph space list` shows the spaces.',
  'store-locked': 'Another process writes; try once more in some seconds.',
  'store-damaged': 'Go on without memory, and tell the person to run `engraph doctor`.',
  'store-newer': 'Go on without memory; the person must update Engraph.',
  'store-foreign': 'Go on without memory, and tell the person to run `engraph doctor`.',
  'store-unreadable': 'Go on without memory, and tell the person to run `engraph doctor`.',
  'store-full': 'The disk is full. Go on without memory, and tell the person.',
  'store-closed': 'The server is ending. Go on without memory.',
  'driver-missing': 'Go on without memory; the person must install Engraph again.',
  'model-unavailable': 'Search works by words meanwhile; tell the person to run `engraph doctor`.',
} as const satisfies Record<ErrorCode, string>

/** What an agent reads when a tool failed: what is wrong, and what to do next. */
export function failureOf(error: unknown): string {
  if (error instanceof EngraphError) {
    return cleanRecalled([`${error.code}: ${error.message}`, error.hint, NEXT[error.code]].filter(Boolean).join(' '))
  }
  return cleanRecalled(`It failed unexpectedly: ${messageOf(error)} Go on without memory.`)
}
