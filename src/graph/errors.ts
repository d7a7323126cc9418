import { asWording, inEnglish, type Wording } from './wording.ts'

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
  'model-unavailable',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export interface ErrorDetails {
  readonly cause?: unknown
  /** What the reader can do about it, one sentence. */
  readonly hint?: string | Wording
}

/** What was thrown says so itself, whatever it is. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The one error class. Expected outcomes are values; this is for everything else. */
export class EngraphError extends Error {
  override readonly name = 'EngraphError'
  readonly code: ErrorCode
  readonly hint: string | undefined

  readonly #wordings: { readonly message: Wording; readonly hint: Wording | undefined }

  constructor(code: ErrorCode, message: string | Wording, details: ErrorDetails = {}) {
    super(inEnglish(message), 'cause' in details ? { cause: details.cause } : undefined)
    this.code = code
    this.hint = details.hint === undefined ? undefined : inEnglish(details.hint)
    this.#wordings = {
      message: asWording(message),
      hint: details.hint === undefined ? undefined : asWording(details.hint),
    }
  }

  /**
   * The texts with their values apart.
   *
   * @internal For a door that speaks another language; applications branch on `code`.
   */
  get wordings(): { readonly message: Wording; readonly hint: Wording | undefined } {
    return this.#wordings
  }
}
