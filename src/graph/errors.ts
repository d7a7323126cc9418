/** Every way in which Engraph refuses. A new code is a line here, in the CHANGELOG, and in each door's table. */
export const ERROR_CODES = [
  'invalid-input',
  'invalid-options',
  'not-found',
  'space-unknown',
  'space-conflict',
  'store-locked',
  'store-damaged',
  'store-newer',
  'store-foreign',
  'store-unreadable',
  'store-full',
  'store-closed',
  'driver-missing',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export interface ErrorDetails {
  readonly cause?: unknown
  /** What the reader can do about it, one sentence. */
  readonly hint?: string
}

/** The one error class. Expected outcomes are values; this is for everything else. */
export class EngraphError extends Error {
  override readonly name = 'EngraphError'
  readonly code: ErrorCode
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.code = code
    this.hint = details.hint
  }
}
