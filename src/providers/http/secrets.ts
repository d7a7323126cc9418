import { preview } from '../../text/clean.ts'

const READ_LENGTH_MAX = 2_000
const SHOWN_LENGTH_MAX = 200
/** A piece of a key as long as this gives it away; services repeat a wrong key with its middle left out. */
const PIECE_LENGTH = 5

/**
 * What a service said, on one line, cut, and without every word that shares a piece with a secret, in any case: names of
 * hosts lose theirs. Rather a word too few: a key in a log is not taken back.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const pieces = new Set<string>()
  for (const secret of secrets) {
    for (const form of formsOf(secret).map((text) => text.toLowerCase())) {
      for (let at = 0; at + PIECE_LENGTH <= form.length; at++) pieces.add(form.slice(at, at + PIECE_LENGTH))
      if (form.length < PIECE_LENGTH && form !== '') pieces.add(form)
    }
  }
  const lengths = [...new Set([...pieces].map(({ length }) => length))]
  const words = text
    .slice(0, READ_LENGTH_MAX)
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
  const told = words.map((word) => (holdsPiece(word.toLowerCase(), pieces, lengths) ? '…' : word))
  return preview(told.join(' ').trim(), SHOWN_LENGTH_MAX).replace(/\.$/u, '')
}

/** A secret as it may be written on its way. */
function formsOf(secret: string): readonly string[] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  return [secret, escaped, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/u, '')]
}

function holdsPiece(word: string, pieces: ReadonlySet<string>, lengths: readonly number[]): boolean {
  return lengths.some((length) => {
    for (let at = 0; at + length <= word.length; at++) if (pieces.has(word.slice(at, at + length))) return true
    return false
  })
}
