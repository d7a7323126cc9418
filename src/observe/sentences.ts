/** So many sentences of a text are read, from its beginning; half of them from its end where it is longer. */
const SENTENCES_MAX = 240
const SENTENCE_LENGTH_MAX = 600
const TEXT_MAX = 40_000
const FENCE = /^\s{0,3}(?:```|~~~)/u
const MARKUP = /^\s{0,12}(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)、]\s*|>\s?|\|\s*)/u
/** Behind a full stop a capital letter, a Han character or a mark of code begins the next sentence. */
const END = /(?<=[。！？；])|(?<=[.!?][)"'”’`]?)\s+(?=[\p{Lu}\p{Script=Han}`"'“([\d])/gu

/** People ask in lower case too; a word of four letters stands before the mark, so that "e.g." and "vs." end nothing. */
const END_OF_TALK =
  /(?<=[。！？；])|(?<=[.!?][)"'”’`]?)\s+(?=[\p{Lu}\p{Script=Han}`"'“([\d])|(?<=[\p{L}\d`)]{4}\.|[!?])\s+(?=\p{Ll})/gu

/** The sentences of a text in Markdown, without its marks and without blocks of code. */
export function sentencesOf(text: string, { isTalk = false }: { readonly isTalk?: boolean } = {}): readonly string[] {
  const bounded = text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX / 2)}\n${text.slice(-TEXT_MAX / 2)}`
  const sentences: string[] = []
  let isCode = false
  for (const line of bounded.split('\n')) {
    if (FENCE.test(line)) {
      isCode = !isCode
      continue
    }
    if (isCode || /^\s*\|?[\s|:-]{3,}$/u.test(line)) continue
    const bare = plainLine(line)
    if (bare === '') continue
    for (const part of bare.split(isTalk ? END_OF_TALK : END)) {
      const sentence = part.trim()
      if (sentence !== '') sentences.push(sentence.slice(0, SENTENCE_LENGTH_MAX))
      if (sentences.length >= SENTENCES_MAX) return sentences
    }
  }
  return sentences
}

function plainLine(line: string): string {
  return line.slice(0, 4_000).replace(MARKUP, '').replaceAll('**', '').replace(/\s+/gu, ' ').trim()
}

/** At most so many characters, cut at the end of a word, without marks at the end. */
export function cutText(text: string, lengthMax: number): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  if (line.length <= lengthMax) return line
  const head = line.slice(0, lengthMax - 1).toWellFormed()
  const space = head.lastIndexOf(' ')
  const isLatin = space > lengthMax * 0.6
  return `${withoutEndMarks((isLatin ? head.slice(0, space) : head).replaceAll('\ufffd', ''))}…`
}

export function withoutEndMarks(text: string): string {
  return text.replace(/[\s.,;:!?，。；：！？、…~-]{1,20}$/u, '')
}
