import type { TextSpan } from '../graph/spans.ts'
import { graphemeBoundary } from './clean.ts'

/** A text up to this length (UTF-16 code units) is one passage. */
export const PASSAGE_WHOLE_MAX = 1000
/** Passages of a longer text are filled up to this length. */
export const PASSAGE_LENGTH_MAX = 800
/** A sentence may be looked for so far back from where a passage is full. */
const SENTENCE_REACH = 400

/** Latin marks end a sentence only before white space: 3.14 and store.ts stay whole. */
const SENTENCE_END = /[.!?;][)"'”’\]]*\s+|[。！？；\n][)"'”’」』）]*\s*/gu

/**
 * A text as passages that cover it without gap or overlap: paragraphs together as long as they fit, longer ones cut at
 * the end of a sentence, and where there is none, at a grapheme.
 */
export function splitPassages(text: string): TextSpan[] {
  if (text.length <= PASSAGE_WHOLE_MAX) return [{ start: 0, end: text.length }]
  const passages: TextSpan[] = []
  let start = 0
  let end = 0
  for (const paragraph of paragraphs(text)) {
    if (paragraph.end - start > PASSAGE_LENGTH_MAX && end > start) {
      passages.push({ start, end })
      start = end
    }
    end = paragraph.end
    while (end - start > PASSAGE_LENGTH_MAX) {
      const cut = cutPoint(text, start, start + PASSAGE_LENGTH_MAX)
      passages.push({ start, end: cut })
      start = cut
    }
  }
  if (end > start) passages.push({ start, end })
  return passages
}

function* paragraphs(text: string): Generator<TextSpan> {
  let start = 0
  for (const { index, 0: gap } of text.matchAll(/\n\s*\n/gu)) {
    yield { start, end: index + gap.length }
    start = index + gap.length
  }
  if (start < text.length) yield { start, end: text.length }
}

function cutPoint(text: string, start: number, full: number): number {
  const from = Math.max(start + 1, full - SENTENCE_REACH)
  const reach = text.slice(from, full)
  let cut = 0
  for (const { index, 0: mark } of reach.matchAll(SENTENCE_END)) cut = index + mark.length
  const space = reach.lastIndexOf(' ') + 1
  const wanted = cut > 0 ? from + cut : space > 0 ? from + space : full
  return Math.max(start + 1, graphemeBoundary(text, wanted))
}
