import { Converter } from 'opencc-js/t2cn'

const simplifiedOf = new Map<string, string>()
let convert: ((text: string) => string) | undefined

/** Traditional characters as simplified ones, character by character, so that positions stay. */
export function foldHan(text: string): string {
  let folded = ''
  for (const character of text) {
    let simplified = simplifiedOf.get(character)
    if (simplified === undefined) {
      convert ??= Converter({ from: 't', to: 'cn' })
      const converted = convert(character)
      simplified = converted.length === character.length ? converted : character
      simplifiedOf.set(character, simplified)
    }
    folded += simplified
  }
  return folded
}

let words: Intl.Segmenter | undefined

/** The words of a run of Han characters, by the runtime's own dictionary. */
export function segmentHan(run: string): string[] {
  words ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const found: string[] = []
  for (const { segment } of words.segment(run)) found.push(segment)
  return found
}
