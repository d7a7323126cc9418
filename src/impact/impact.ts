import { type Dependents, type DependentsOptions, dependentsOf } from './dependents.ts'
import { fileName } from './file-names.ts'
import type { Known } from './known.ts'
import { type Ranked, rankedFor } from './rank.ts'
import { type Reason, reasonsOf } from './reasons.ts'

export interface ImpactOptions extends DependentsOptions {
  /** Below this probability a file is not named. */
  readonly probabilityMin?: number
  readonly usuallyMax?: number
  readonly testsMax?: number
  /** Somebody said that the other one does not belong with the file: it is not named because of it. */
  readonly isRejected?: (file: string, other: string) => boolean
}

/** A file that usually changes with the changed ones, or may well have to. */
export interface Companion {
  readonly path: string
  /** How likely it is among what changes with them; calibrated on public repositories. */
  readonly probability: number
  /** The changed file that speaks for it. */
  readonly because: string
  readonly reasons: readonly Reason[]
}

export interface Impact {
  /** Per changed file, hard. Empty of one that the source graph does not know. */
  readonly dependents: ReadonlyMap<string, Dependents>
  /** Soft, most likely first, without the changed files. */
  readonly usually: readonly Companion[]
  /** Tests that cover the changed files by import or by habit, most likely first. Some may stand in `usually` as well. */
  readonly tests: readonly Companion[]
}

/** A wider answer, for who asks. */
export const WIDE_PROBABILITY_MIN = 0.15
const USUALLY_MAX = 10
const TESTS_MAX = 10
/** Files of one question. */
export const CHANGED_FILES_MAX = 200

/** What else may have to change when files change. The same question over the same knowledge gives the same answer. */
export function impactOf(known: Known, changed: readonly string[], options: ImpactOptions = {}): Impact {
  const { probabilityMin = WIDE_PROBABILITY_MIN, usuallyMax = USUALLY_MAX, testsMax = TESTS_MAX, isRejected } = options
  const files = [...new Set(changed)].slice(0, CHANGED_FILES_MAX)
  const strongest = new Map<string, { readonly because: string; readonly ranked: Ranked }>()
  for (const file of files) {
    if (!isOfCode(known, file)) continue
    for (const ranked of rankedFor(known, file)) {
      if (isRejected?.(file, ranked.path)) continue
      const before = strongest.get(ranked.path)
      if (before === undefined || ranked.probability > before.ranked.probability) {
        strongest.set(ranked.path, { because: file, ranked })
      }
    }
  }
  const companions = [...strongest.values()]
    .filter(({ ranked }) => !files.includes(ranked.path))
    .sort((one, two) => two.ranked.probability - one.ranked.probability || (one.ranked.path < two.ranked.path ? -1 : 1))
  const told = ({
    because,
    ranked: { path, probability, candidate, past },
  }: (typeof companions)[number]): Companion => ({
    ...{ path, probability, because },
    reasons: reasonsOf(candidate, past),
  })
  return {
    dependents: new Map(files.map((file) => [file, dependentsOf(known.source, file, options)])),
    usually: companions
      .filter(({ ranked }) => ranked.probability >= probabilityMin)
      .slice(0, usuallyMax)
      .map(told),
    tests: companions
      .filter(({ ranked }) => covers(ranked))
      .slice(0, testsMax)
      .map(told),
  }
}

/** Of a file that is not read as code and never changed, likeness of names and folders would be all there is to go by. */
function isOfCode({ source, files, history }: Known, file: string): boolean {
  return source.files.has(file) || files.has(file) || (history?.changesOf(file, 1).length ?? 0) > 0
}

/** A test that imports the file, is called like it, or changes with it. */
function covers({ path, candidate: { coChange, link }, probability }: Ranked): boolean {
  if (!fileName(path).isTest) return false
  return link?.importedBy === 1 || (probability >= WIDE_PROBABILITY_MIN && coChange !== null)
}
