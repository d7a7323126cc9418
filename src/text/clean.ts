/**
 * A text as the store can keep it: whole code points only, and no NUL, at which SQLite's C strings end. Everything
 * else stays verbatim; lengths in UTF-16 code units do not change.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD')
}

/** The name of a session or speaker in the one form that is stored and compared. */
export function cleanName(name: string): string {
  return cleanText(name).normalize('NFC').trim()
}

/** The first `length` code units of a text, cut before a grapheme that would not fit whole; with an ellipsis if cut. */
export function preview(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  return `${text.slice(0, graphemeBoundary(text, lengthMax - 1))}…`
}

let graphemes: Intl.Segmenter | undefined

/** The last grapheme boundary at or before `index`. Looks back over 64 code units at most. */
export function graphemeBoundary(text: string, index: number): number {
  if (index >= text.length) return text.length
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const from = Math.max(0, index - 64)
  let boundary = from
  for (const { index: at } of graphemes.segment(text.slice(from, index + 64))) {
    if (from + at > index) break
    boundary = from + at
  }
  if (boundary > from || from === 0) return boundary
  // One endless grapheme: cut within it, but not within a code point.
  return isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
