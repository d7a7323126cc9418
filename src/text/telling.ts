import { SENTENCE } from './asking.ts'

const FIRST_PERSON = /\b(?:i|my|me|mine|we|our|us|i['’](?:m|ve|d|ll)|we['’](?:re|ve|d|ll))\b|[我咱俺]/iu

/**
 * The share of a text, 0..1, in which who speaks tells of themselves: its sentences in the first person. Answers to
 * questions about people and their work stand in these more often than in what others say back to them.
 */
export function tellingShare(text: string): number {
  let telling = 0
  let whole = 0
  for (const [sentence] of text.matchAll(SENTENCE)) {
    whole += sentence.length
    if (FIRST_PERSON.test(sentence)) telling += sentence.length
  }
  return whole === 0 ? 0 : telling / whole
}
