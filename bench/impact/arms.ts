import { coChanges } from '../../src/impact/co-change.ts'
import { fileName, jaccard, proximity } from '../../src/impact/file-names.ts'
import type { Known } from '../../src/impact/known.ts'
import { linksOf } from '../../src/impact/links.ts'
import { rankedFor } from '../../src/impact/rank.ts'

export const IMPACT_ARMS = ['imports', 'importsBoth', 'names', 'cochange', 'text', 'engraph'] as const
export type ImpactArm = (typeof IMPACT_ARMS)[number]

/** Files that may have to change with a file, best first. Only the first ten are compared. */
export type RankFiles = (known: Known, file: string) => readonly string[]

const RANKED_MAX = 60

/** Single signals to compare with: what a tool that has only this one could say. */
export const ARMS: Readonly<Record<Exclude<ImpactArm, 'engraph'>, RankFiles>> = {
  /** Who depends on it, directly or through one other file. */
  imports: ({ source }, file) =>
    best(
      [...linksOf(source, file)]
        .filter(([, { importedBy }]) => importedBy > 0)
        .map(([path, { importedBy, names }]) => [path, stepsWorth(importedBy) + small(names)]),
    ),

  /** The same in both directions. */
  importsBoth: ({ source }, file) =>
    best(
      [...linksOf(source, file)].map(([path, { imports, importedBy, names }]) => [
        path,
        Math.max(stepsWorth(imports), stepsWorth(importedBy)) + small(names),
      ]),
    ),

  /** The test of a file, then what is called alike, then what stands near. */
  names: ({ files }, file) => {
    const own = fileName(file)
    return best(
      files.paths
        .filter((path) => path !== file)
        .map((path) => {
          const other = fileName(path)
          const isSame = own.stem === other.stem && own.stem !== ''
          const isPair = isSame && own.isTest !== other.isTest
          const isBeside = own.folders.join('/') === other.folders.join('/')
          const alike = jaccard(own.stemWords, other.stemWords)
          const near = proximity(own, other)
          return [path, 4 * Number(isPair) + 2 * Number(isSame) + alike + 0.5 * Number(isBeside) + 0.3 * near]
        }),
    )
  },

  /** Joint commits, each weighted 1/(files - 1), half-life a year; of equals, what changed last. */
  cochange: ({ history, now }, file) => {
    if (history === null) return []
    const ranked = [...coChanges(history, file, now).of].map(([path, { shared }]) => {
      const lastAt = history.activityOf(path)?.lastAt ?? 0
      return [path, shared + (TIE * lastAt) / Math.max(1, now)] as const
    })
    return best(ranked)
  },

  /** Cosine of identifiers, each by its rarity. */
  text: ({ words }, file) =>
    best([...words.likeTo(file, RANKED_MAX)].map(([path, { identifiers }]) => [path, identifiers])),
}

/** What Engraph says, with the probability of each. */
export function engraphArm(known: Known, file: string): { readonly path: string; readonly probability: number }[] {
  return rankedFor(known, file).slice(0, RANKED_MAX)
}

const TIE = 1e-6

/** One step is worth more than two, whatever else; none is worth nothing. */
function stepsWorth(steps: number): number {
  return steps === 0 ? 0 : 10 / steps
}

function small(names: number): number {
  return names === 0 ? 0 : 1 - 1 / (1 + names)
}

/** The order of paths decides where nothing else does, so that the same question gives the same answer. */
function best(worths: readonly (readonly [path: string, worth: number])[]): string[] {
  return worths
    .filter(([, worth]) => worth > 0)
    .sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1))
    .slice(0, RANKED_MAX)
    .map(([path]) => path)
}
