import { DAY_MS } from '../graph/spans.ts'
import { names, type Rarity, type Subject, shared } from './subjects.ts'

const LIKE_MIN = 0.35
const NAMED_MIN = 0.4
/** How far back a text refers. */
export const BACK_MS = 30 * DAY_MS
const WEIGHT_MAX = 0.95

/** How alike what two sessions did is: the same files changed, about the same. `null` where it is not worth saying. */
export function likenessOf(earlier: Subject, later: Subject, rarity: Rarity): number | null {
  if (earlier.session === later.session) return null
  const files = shared(earlier.modified, later.modified).length
  const concepts = shared(earlier.concepts, later.concepts).filter((concept) => rarity(concept) > 0)
  if (!(files > 0 && concepts.length > 0) && files < 3 && concepts.length < 3) return null
  const ofFiles = files / Math.max(1, earlier.modified.size + later.modified.size - files)
  const weight = 0.5 * ofFiles + 0.5 * shareOf(concepts, earlier, later, rarity)
  return weight < LIKE_MIN ? null : rounded(weight)
}

function shareOf(concepts: readonly string[], one: Subject, other: Subject, rarity: Rarity): number {
  const all = new Set([...one.concepts, ...other.concepts])
  const sum = (some: Iterable<string>) => [...some].reduce((total, concept) => total + rarity(concept), 0)
  const whole = sum(all)
  return whole === 0 ? 0 : sum(concepts) / whole
}

/** How plainly the later one's words name what the earlier one was about: its subjects, or a file that it changed. */
export function referenceOf(earlier: Subject, later: Subject, rarity: Rarity): number | null {
  const distance = later.stored.at - earlier.stored.until
  if (distance < 0 || distance > BACK_MS) return null
  // Of the same session, nearly all names what came before.
  if (earlier.session === later.session) return null
  const concepts = [...earlier.concepts].filter((concept) => rarity(concept) > 0 && names(later, concept))
  // A file that it worked on itself is its own subject.
  const files = [...earlier.modified].filter((file) => !later.touched.has(file) && names(later, baseName(file)))
  const score = 0.3 * concepts.reduce((sum, concept) => sum + rarity(concept), 0) + 0.5 * Math.min(2, files.length)
  return score < NAMED_MIN ? null : rounded(score)
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function rounded(weight: number): number {
  return Math.round(Math.min(WEIGHT_MAX, weight) * 1_000) / 1_000
}
