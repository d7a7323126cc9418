import compatibilityForms from 'opencc-js/dict/CJK_Compatibility_Ideographs'
import traditionalForms from 'opencc-js/dict/TSCharacters'

const simplifiedOf = new Map<string, string>()
let convert: ((character: string) => string) | undefined

/** Traditional characters as simplified ones, character by character, so that positions stay. */
export function foldHan(text: string): string {
  let folded = ''
  for (const character of text) {
    let simplified = simplifiedOf.get(character)
    if (simplified === undefined) {
      convert ??= converter()
      const converted = convert(character)
      simplified = converted.length === character.length ? converted : character
      simplifiedOf.set(character, simplified)
    }
    folded += simplified
  }
  return folded
}

/**
 * What the library's own converter does of single characters. That one also reads phrases and makes trees of them, which
 * takes longer than a whole question.
 */
function converter(): (character: string) => string {
  const [standard, simplified] = [tableOf(compatibilityForms), tableOf(traditionalForms)]
  return (character) => {
    const normal = standard.get(character) ?? character
    const once = simplified.get(normal) ?? normal
    // 薴 becomes 苧, which is a traditional form itself; to fold twice must change nothing more.
    return simplified.get(once) ?? once
  }
}

/** "豈 岂|長 长": pairs between bars. */
function tableOf(pairs: string): ReadonlyMap<string, string> {
  const table = new Map<string, string>()
  for (const pair of pairs.split('|')) {
    const space = pair.indexOf(' ')
    table.set(pair.slice(0, space), pair.slice(space + 1))
  }
  return table
}

let words: Intl.Segmenter | undefined

/** The words of a run of Han characters, by the runtime's own dictionary. */
export function segmentHan(run: string): string[] {
  words ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const found: string[] = []
  for (const { segment } of words.segment(run)) found.push(segment)
  return found
}
