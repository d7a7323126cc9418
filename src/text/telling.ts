import { sentenceShare } from './asking.ts'

/** Short forms ("I'm", "we've") begin with the word itself. */
const FIRST_PERSON = /\b(?:i|my|me|mine|we|our|us)\b|[我咱俺]/iu

/**
 * The share of a text, 0..1, in which who speaks tells of themselves: its sentences in the first person. Answers to
 * questions about people and their work stand in these more often than in what others say back to them.
 */
export function tellingShare(text: string): number {
  return sentenceShare(text, (sentence) => FIRST_PERSON.test(sentence))
}
