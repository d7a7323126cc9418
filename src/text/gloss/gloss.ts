import { foldHan } from '../han.ts'
import type { GlossMatch, GlossTable } from './gloss-table.ts'

/*
 * Chinese word by word in English, so that what knows only English words has something to go by:
 *
 *   "登录接口超时了，去看 auth.ts"   "log in API timeout, go look auth.ts"
 *
 * No translation: the order stays Chinese, and a word has its most usual sense. Runs of Han characters are cut into the
 * words that are most probable together, by the counts of the table; whatever is not Han stays as it is.
 */

/** A longer run without any mark is cut into pieces of this many characters. */
const RUN_MAX = 400
const HAN = /[\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]/u
/** Marks that have a counterpart in ASCII. */
const MARKS = '，、。；：？！）》」』”（《「『“'
const MARKS_ASCII = `,,.;:?!)""""(""""`
const RUN_OR_MARK = new RegExp(`(${HAN.source}{1,${RUN_MAX}})|[${MARKS}]`, 'gu')
const OPENING = /^[（《「『“]$/u
const CLOSING = /^[，、。；：？！）》」』”]$/u
const NEEDS_NO_SPACE_BEHIND = /^[\s(（《「『“]?$/u
const NEEDS_NO_SPACE_BEFORE = /^[\s,.;:?!)，、。；：？！）》」』”]?$/u
/** Words in the collection that the counts come from, as a logarithm. */
const LOG_COUNT_ALL = 17.9
/** A character that is no word at all costs more than any word. */
const UNKNOWN_COST = 25

export type Gloss = (text: string) => string

/** Han characters become English words; a text without any comes back as it was. */
export function glosser(table: GlossTable): Gloss {
  return (text) => {
    if (!HAN.test(text)) return text
    return text.replace(RUN_OR_MARK, (part: string, run: string | undefined, at: number) => {
      const [before, behind] = [text.charAt(at - 1), text.charAt(at + part.length)]
      if (run === undefined) return markBetween(before, part, behind)
      const words = glossRun(table, run)
      const left = endsWithSpace(before) ? '' : ' '
      // What is Han itself, or opens something, puts its own space before it.
      const right = NEEDS_NO_SPACE_BEFORE.test(behind) || HAN.test(behind) || OPENING.test(behind) ? '' : ' '
      return words === '' ? left && right : left + words + right
    })
  }
}

/** A mark of print in ASCII, with the space that print has in itself. */
function markBetween(before: string, mark: string, behind: string): string {
  const place = MARKS.indexOf(mark)
  const ascii = MARKS_ASCII[place]!
  if (OPENING.test(mark)) return NEEDS_NO_SPACE_BEHIND.test(before) ? ascii : ` ${ascii}`
  return NEEDS_NO_SPACE_BEFORE.test(behind) || OPENING.test(behind) ? ascii : `${ascii} `
}

/** Whether nothing is missing before a word: the text begins, or a mark of print has brought its space. */
function endsWithSpace(before: string): boolean {
  return NEEDS_NO_SPACE_BEHIND.test(before) || CLOSING.test(before)
}

function glossRun(table: GlossTable, run: string): string {
  return cutRun(table, foldHan(run))
    .flatMap(({ id }) => (id < 0 ? [] : (table.senses(id)[0] ?? [])))
    .join(' ')
}

/**
 * The words of a run of Han characters that are most probable together; what is no word has the id -1. One pass from the
 * end: at each place the best of the words that begin there, and of what follows them.
 */
export function cutRun(table: GlossTable, run: string): GlossMatch[] {
  const costs = new Float64Array(run.length + 1)
  const steps: GlossMatch[] = new Array(run.length)
  for (let at = run.length - 1; at >= 0; at--) {
    const code = run.codePointAt(at)!
    steps[at] = { id: -1, length: code > 0xffff ? 2 : 1, logCount: 0 }
    costs[at] = UNKNOWN_COST + costs[at + steps[at]!.length]!
    for (const match of table.match(run, at)) {
      const cost = LOG_COUNT_ALL - match.logCount + costs[at + match.length]!
      if (cost >= costs[at]!) continue
      costs[at] = cost
      steps[at] = match
    }
  }
  const words: GlossMatch[] = []
  for (let at = 0; at < run.length; at += steps[at]!.length) words.push(steps[at]!)
  return words
}
