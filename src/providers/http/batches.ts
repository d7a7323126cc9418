import { graphemeBoundary } from '../../text/clean.ts'

export interface BatchBounds {
  readonly countMax: number
  readonly charactersMax: number
}

/** Texts in runs that hold neither more texts nor more characters than allowed; a longer text is alone in its run. */
export function cutBatches<T extends { readonly text: string }>(
  items: readonly T[],
  { countMax, charactersMax }: BatchBounds,
): readonly (readonly T[])[] {
  const batches: T[][] = []
  let batch: T[] = []
  let characters = 0
  for (const item of items) {
    if (batch.length === countMax || (batch.length > 0 && characters + item.text.length > charactersMax)) {
      batches.push(batch)
      batch = []
      characters = 0
    }
    batch.push(item)
    characters += item.text.length
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

/** The longest beginning of a text with at most so many characters (UTF-16), cut between graphemes. */
export function cutToCharacters(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : text.slice(0, graphemeBoundary(text, charactersMax))
}

/**
 * The longest beginning with at most so many bytes in UTF-8, cut between graphemes. Bytes follow the tokens of a text
 * more evenly than characters: a Han character has three of them and is a token by itself, a Latin word has a few.
 */
export function cutToBytes(text: string, bytesMax: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > bytesMax) return text.slice(0, graphemeBoundary(text, end))
    end += character.length
  }
  return text
}
