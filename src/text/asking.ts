/** A longer sentence tells something even if it ends in a question mark. UTF-16 code units. */
const QUESTION_LENGTH_MAX = 100

/** A sentence with the marks that end it. */
const SENTENCE = /[^.!?。！？\n]+[.!?。！？\n]*/gu
const ASKS = /[?？]/u

/** The share of a text, 0..1, that asks instead of telling. */
export function askingShare(text: string): number {
  return sentenceShare(text, (sentence) => sentence.length <= QUESTION_LENGTH_MAX && ASKS.test(sentence))
}

/** The share of a text, 0..1 by length, whose sentences are such. */
export function sentenceShare(text: string, isSuch: (sentence: string) => boolean): number {
  let such = 0
  let whole = 0
  for (const [sentence] of text.matchAll(SENTENCE)) {
    whole += sentence.length
    if (isSuch(sentence)) such += sentence.length
  }
  return whole === 0 ? 0 : such / whole
}
