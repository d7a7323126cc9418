import { importersOf } from '../graph/source-graph.ts'
import { DAY_MS, type Instant } from '../graph/spans.ts'
import { type CoChange, type CoChanges, coChanges, stepsFrom, twoSteps } from './co-change.ts'
import type { WordLikeness } from './code-words.ts'
import { type FileName, fileName, jaccard, proximity } from './file-names.ts'
import type { Known } from './known.ts'
import { type Link, linksOf } from './links.ts'

/** Numbers about one pair of files: the one that changes, and one that may have to. Each is 0 where nothing is known. */
export const FEATURES = [
  // What happened.
  ...['shared', 'sharedRelative', 'sharedNearby', 'confidence', 'together', 'lastThree', 'lastTen', 'bornTogether'],
  ...['togetherRecency', 'twoSteps', 'neighbours', 'recency', 'recencyChanges', 'heat', 'heatRelative', 'frequency'],
  ...['sameTime'],
  // What they are called, and where they stand.
  ...['sameStem', 'testPair', 'testOther', 'bothTests', 'stemWords', 'pathWords', 'sameFolder', 'sizeOfFolder'],
  ...['proximity', 'sameTop', 'sameExtension'],
  // What stands in them.
  ...['identifiers', 'identifiersRelative', 'wordsRelative', 'uses', 'usesRelative', 'usedBy', 'usedByRelative'],
  ...['length'],
  // Who imports whom.
  ...['imports', 'importedBy', 'importers'],
  // Two of the above at once: what a signal is worth depends on what else is known.
  ...['rootShared', 'squareShared', 'rootIdentifiers', 'sharedAlike', 'sharedRecent', 'sharedHeat', 'recentAlike'],
  ...['alikeHeat', 'pathWordsHeat', 'never', 'neverIdentifiers', 'neverWords', 'neverUses', 'neverUsedBy'],
  ...['coldIdentifiers', 'coldPathWords', 'coldNeighbours', 'coldShared', 'ownTestShared'],
  // The file that changes, the same for every pair; they tell how sure to be, not which file.
  ...['ownChanges', 'ownIsTest', 'ownPartners', 'ownSize'],
] as const

export type FeatureName = (typeof FEATURES)[number]
/** In the order of `FEATURES`: objects of as many fields are slow to make. */
export type Features = Float64Array

/** Where each feature stands. */
export const AT = Object.freeze(Object.fromEntries(FEATURES.map((name, at) => [name, at]))) as Readonly<
  Record<FeatureName, number>
>

/** One candidate with its numbers, and with what they were made of. */
export interface Candidate {
  readonly path: string
  readonly features: Features
  readonly coChange: Readonly<CoChange> | null
  readonly link: Readonly<Link> | null
}

export interface Candidates {
  readonly of: readonly Candidate[]
  readonly past: CoChanges | null
}

const LIKE_MAX = 60
const STEPS_MAX = 100

/** Everything that may have to change with a file, with what speaks for it. In the order of paths. */
export function candidatesOf(known: Known, file: string): Candidates {
  const { source, files, words, history, now } = known
  const own = fileName(file)
  const past = history === null ? null : coChanges(history, file, now)
  const steps = history === null || past === null ? new Map<string, number>() : twoSteps(history, past, now, STEPS_MAX)
  const near = history === null ? new Map<string, number>() : stepsFrom(history, neighboursOf(known, own), now)
  const like = words.likeTo(file, LIKE_MAX)
  const byPath = words.likeByPath(file, LIKE_MAX)
  const links = linksOf(source, file)
  const paths = new Set<string>([
    ...(past?.of.keys() ?? []),
    ...[steps, near, like, byPath, links].flatMap((found) => [...found.keys()]),
    ...files.besides(own),
  ])
  paths.delete(file)
  const context: Context = {
    known,
    own,
    lastAt: history?.activityOf(file)?.lastAt ?? null,
    sharedMax: max([...(past?.of.values() ?? [])].map(({ shared }) => shared)),
    heatMax: max([...paths].map((path) => history?.activityOf(path)?.heat ?? 0)),
    likeMax: {
      identifiers: max([...like.values()].map(({ identifiers }) => identifiers)),
      words: max([...like.values()].map(({ words }) => words)),
      uses: max([...like.values()].map(({ uses }) => uses)),
      usedBy: max([...like.values()].map(({ usedBy }) => usedBy)),
    },
    query: ownFeatures(own, past),
  }
  const found: Candidate[] = []
  for (const path of [...paths].sort()) {
    if (!files.has(path)) continue
    const coChange = past?.of.get(path) ?? null
    const link = links.get(path) ?? null
    const features = context.query.slice()
    putPast(features, context, path, { coChange, steps: steps.get(path) ?? 0, near: near.get(path) ?? 0 })
    putNames(features, context, fileName(path), byPath.get(path) ?? 0)
    putLikeness(features, context, like.get(path))
    putLinks(features, context, path, link)
    putCrossed(features)
    found.push({ path, features, coChange, link })
  }
  return { of: found, past }
}

interface Context {
  readonly known: Known
  readonly own: FileName
  readonly lastAt: Instant | null
  readonly sharedMax: number
  readonly heatMax: number
  readonly likeMax: Pick<WordLikeness, 'identifiers' | 'words' | 'uses' | 'usedBy'>
  readonly query: Features
}

function ownFeatures(own: FileName, past: CoChanges | null): Features {
  const to = new Float64Array(FEATURES.length)
  to[AT.ownChanges] = Math.log1p(past?.joint ?? 0)
  to[AT.ownIsTest] = Number(own.isTest)
  to[AT.ownPartners] = Math.log1p(past?.of.size ?? 0)
  to[AT.ownSize] = past?.meanSize ?? 0
  return to
}

function putPast(
  to: Features,
  { known: { history, now }, lastAt, sharedMax, heatMax }: Context,
  path: string,
  {
    coChange,
    steps,
    near,
  }: { readonly coChange: Readonly<CoChange> | null; readonly steps: number; readonly near: number },
): void {
  const activity = history?.activityOf(path) ?? null
  to[AT.shared] = Math.log1p(10 * (coChange?.shared ?? 0))
  to[AT.sharedRelative] = ratio(coChange?.shared ?? 0, sharedMax)
  to[AT.confidence] = coChange?.confidence ?? 0
  to[AT.together] = Math.log1p(coChange?.together ?? 0)
  to[AT.lastThree] = coChange?.lastThree ?? 0
  to[AT.lastTen] = coChange?.lastTen ?? 0
  to[AT.bornTogether] = coChange?.bornTogether ?? 0
  to[AT.togetherRecency] = coChange === null ? 0 : recency(now - coChange.lastAt, 60)
  to[AT.twoSteps] = Math.log1p(20 * steps)
  to[AT.neighbours] = Math.log1p(20 * near)
  to[AT.recency] = activity === null ? 0 : recency(now - activity.lastAt, 30)
  to[AT.frequency] = Math.log1p(activity?.changes ?? 0)
  to[AT.sharedNearby] = Math.log1p(10 * (coChange?.sharedNearby ?? 0))
  to[AT.recencyChanges] = activity === null ? 0 : 1 / (1 + activity.ago / 10)
  to[AT.heat] = Math.log1p(activity?.heat ?? 0)
  to[AT.heatRelative] = ratio(activity?.heat ?? 0, heatMax)
  to[AT.sameTime] = activity === null || lastAt === null ? 0 : recency(Math.abs(activity.lastAt - lastAt), 7)
}

function putNames(to: Features, { own, known: { files } }: Context, other: FileName, pathWords: number): void {
  const sameStem = own.stem === other.stem && own.stem !== ''
  const sameFolder = own.folders.join('/') === other.folders.join('/')
  to[AT.sameStem] = Number(sameStem)
  to[AT.testPair] = Number(sameStem && own.isTest !== other.isTest)
  to[AT.stemWords] = jaccard(own.stemWords, other.stemWords)
  to[AT.sameFolder] = Number(sameFolder)
  to[AT.proximity] = proximity(own, other)
  to[AT.pathWords] = pathWords
  to[AT.sameExtension] = Number(own.extension === other.extension)
  to[AT.bothTests] = Number(other.isTest && own.isTest)
  to[AT.testOther] = Number(other.isTest !== own.isTest)
  to[AT.sameTop] = Number(own.folders[0] === other.folders[0] && own.folders[1] === other.folders[1])
  to[AT.sizeOfFolder] = sameFolder ? 1 / Math.sqrt(Math.max(1, files.inFolder(other))) : 0
}

function putLikeness(to: Features, { likeMax }: Context, like: WordLikeness | undefined): void {
  to[AT.identifiers] = like?.identifiers ?? 0
  to[AT.identifiersRelative] = ratio(like?.identifiers ?? 0, likeMax.identifiers)
  to[AT.wordsRelative] = ratio(like?.words ?? 0, likeMax.words)
  to[AT.uses] = Math.log1p(like?.uses ?? 0)
  to[AT.usesRelative] = ratio(like?.uses ?? 0, likeMax.uses)
  to[AT.usedBy] = Math.log1p(like?.usedBy ?? 0)
  to[AT.usedByRelative] = ratio(like?.usedBy ?? 0, likeMax.usedBy)
}

function putLinks(to: Features, { known: { source } }: Context, path: string, link: Readonly<Link> | null): void {
  to[AT.imports] = Number(link?.imports === 1)
  to[AT.importedBy] = Number(link?.importedBy === 1)
  to[AT.importers] = Math.log1p(importersOf(source, path).length)
  to[AT.length] = Math.log1p(source.files.get(path)?.identifiers.length ?? 0)
}

function putCrossed(to: Features): void {
  const shared = to[AT.sharedRelative]!
  const identifiers = to[AT.identifiersRelative]!
  const pathWords = to[AT.pathWords]!
  const recent = to[AT.recency]!
  to[AT.never] = Number(to[AT.together] === 0)
  to[AT.neverIdentifiers] = to[AT.never]! * identifiers
  to[AT.neverWords] = to[AT.never]! * to[AT.wordsRelative]!
  to[AT.neverUses] = to[AT.never]! * to[AT.usesRelative]!
  to[AT.neverUsedBy] = to[AT.never]! * to[AT.usedByRelative]!
  // 1 for a file without a past, a half after two changes with others.
  const cold = 1 / (1 + Math.expm1(to[AT.ownChanges]!) / 2)
  to[AT.coldIdentifiers] = cold * identifiers
  to[AT.coldPathWords] = cold * pathWords
  to[AT.coldNeighbours] = cold * to[AT.neighbours]!
  to[AT.coldShared] = cold * shared
  to[AT.ownTestShared] = to[AT.ownIsTest]! * shared
  to[AT.sharedRecent] = shared * recent
  to[AT.sharedHeat] = shared * to[AT.recencyChanges]!
  to[AT.alikeHeat] = to[AT.wordsRelative]! * to[AT.recencyChanges]!
  to[AT.pathWordsHeat] = pathWords * to[AT.recencyChanges]!
  to[AT.sharedAlike] = shared * identifiers
  to[AT.recentAlike] = recent * identifiers
  to[AT.rootShared] = Math.sqrt(shared)
  to[AT.squareShared] = shared ** 2
  to[AT.rootIdentifiers] = Math.sqrt(identifiers)
}

const NEIGHBOURS_MAX = 8

/** The files beside a file that are most like it: of its kind, then called alike, then changed last. */
function neighboursOf({ files, history }: Known, own: FileName): readonly string[] {
  return files
    .besides(own)
    .map(fileName)
    .filter(({ isTest, extension }) => isTest === own.isTest && extension === own.extension)
    .map(({ path, stemWords }) => ({
      path,
      at: history?.activityOf(path)?.lastAt ?? 0,
      alike: jaccard(stemWords, own.stemWords),
    }))
    .sort((one, two) => two.alike - one.alike || two.at - one.at || (one.path < two.path ? -1 : 1))
    .slice(0, NEIGHBOURS_MAX)
    .map(({ path }) => path)
}

function recency(ms: number, days: number): number {
  return 1 / (1 + Math.max(0, ms) / (days * DAY_MS))
}

function ratio(value: number, most: number): number {
  return most > 0 ? value / most : 0
}

function max(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}
