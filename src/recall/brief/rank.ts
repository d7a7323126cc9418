import type { NodeId } from '../../graph/nodes.ts'
import type { ObservationType, StoredObservation, StoredSummary } from '../../graph/observation.ts'
import { DAY_MS, type Instant } from '../../graph/spans.ts'
import { isClosed, leftIn, pointsOf, SHARED_BRANCH } from './open-points.ts'

/** What is known when a session begins. */
export interface BriefMaterial {
  readonly now: Instant
  /** The session that begins. */
  readonly session: string
  /** startup, resume, clear, compact, fork. */
  readonly source: string
  readonly branch: string | null
  /** Files of the work tree that are changed now; none where that is not known. */
  readonly changed: readonly string[]
  /** In any order; the same one may come twice. */
  readonly observations: readonly StoredObservation[]
  readonly summaries: readonly StoredSummary[]
  /** Whether nothing is known beyond these observations; taken as true. */
  readonly isAll?: boolean
}

/** In the order in which they are shown. */
export const SECTIONS = ['own', 'unfinished', 'here', 'decisions', 'recent'] as const
export type SectionName = (typeof SECTIONS)[number]

export interface Section {
  readonly name: SectionName
  /** Shown before the observations. */
  readonly summary: StoredSummary | null
  /** The most useful first; each observation stands in one section. */
  readonly observations: readonly StoredObservation[]
  /** What comes next after the summary's session, as far as nothing closed it and no observation below says it. */
  readonly next: readonly string[]
  /** By event of unfinished work, what it left to do that nothing closed; `null` where all of it was closed. */
  readonly left: ReadonlyMap<NodeId, readonly string[] | null>
}

/** Observations that are looked at, at most: the newest. */
const OBSERVATIONS_MAX = 2_000
/** Sessions among which the last unfinished work is looked for. */
const SESSIONS_BACK_MAX = 5
/** What lies unfinished for longer is no work in hand any more. */
const UNFINISHED_DAYS_MAX = 45
const UNFINISHED_MAX = 5
/** Unfinished work that later work is looked through for, the newest. */
const UNFINISHED_READ_MAX = 60
/** Of one session in a section that is not that session's own. */
const PER_SESSION_MAX = 6
/** After so many days, what happened is worth half. */
const HALF_LIFE_DAYS = 14

/** How much it helps to know of it, all else being equal. */
const WORTH: Readonly<Record<ObservationType, number>> = {
  decision: 1,
  security: 1,
  bugfix: 0.9,
  failure: 0.8,
  feature: 0.8,
  refactor: 0.6,
  change: 0.5,
  test: 0.5,
  discovery: 0.4,
}

/**
 * What matters when a session begins, by section: on `resume` and `compact` what the session itself had done; the last
 * unfinished work; what is about this branch and the files that are changed now; decisions; what is merely recent.
 */
export function rankBrief(material: BriefMaterial): readonly Section[] {
  const { session, source, now } = material
  const all = newestFirst(material.observations).slice(0, OBSERVATIONS_MAX)
  const summaries = material.summaries.toSorted((a, b) => b.until - a.until || compare(a.id, b.id))
  const isOwnShown = source === 'resume' || source === 'compact'
  const taken = new Set<NodeId>()
  const take = (chosen: readonly StoredObservation[], perSessionMax = PER_SESSION_MAX) => {
    const counts = new Map<string, number>()
    const free = chosen.filter(({ event, session: own }) => {
      const count = counts.get(own) ?? 0
      if (taken.has(event) || count >= perSessionMax) return false
      counts.set(own, count + 1)
      return true
    })
    for (const { event } of free) taken.add(event)
    return free
  }
  const worth = (one: StoredObservation) => worthOf(one, material)
  const byWorth = (list: readonly StoredObservation[]) =>
    list
      .map((one) => ({ one, worth: worth(one) }))
      .sort((a, b) => b.worth - a.worth || b.one.at - a.one.at || compare(a.one.event, b.one.event))
      .map(({ one }) => one)

  const own = isOwnShown ? all.filter((one) => isOfSession(one.session, session)) : []
  const ownSummary = isOwnShown ? (summaries.find((one) => one.session === session) ?? null) : null
  const rest = isOwnShown ? all.filter((one) => !isOfSession(one.session, session)) : all
  const { open, closed } = openWork(rest, material)
  const unfinished = unfinishedSummary(summaries, open, rest, material)
  const isDecision = ({ observation }: StoredObservation) =>
    observation.type === 'decision' || observation.facts.some(({ kind }) => kind === 'decision')
  const left = new Map<NodeId, readonly string[] | null>([
    ...closed.map(({ event }) => [event, null] as const),
    ...open.map((one) => [one.event, openLeft(one, rest)] as const),
  ])
  const plain = { summary: null, next: [], left }
  const ownTaken = take(own, Number.POSITIVE_INFINITY)
  const openTaken = take(open.toSorted((a, b) => atHome(b, material) - atHome(a, material)).slice(0, UNFINISHED_MAX))
  const shown = new Set(openTaken.flatMap(({ event }) => left.get(event) ?? []))
  return [
    { ...plain, name: 'own', summary: ownSummary, observations: ownTaken, next: openSteps(ownSummary, all) },
    {
      ...plain,
      name: 'unfinished',
      summary: unfinished,
      observations: openTaken,
      next: openSteps(unfinished, rest).filter((step) => !shown.has(step)),
    },
    { ...plain, name: 'here', observations: take(byWorth(rest.filter((one) => isHere(one, material)))) },
    { ...plain, name: 'decisions', observations: take(byWorth(rest.filter(isDecision))) },
    { ...plain, name: 'recent', observations: take(rest.toSorted((a, b) => freshness(b) - freshness(a))) },
  ]

  /** By time, as if what happened on another branch were a day older. */
  function freshness(one: StoredObservation): number {
    return Math.min(one.at, now) - (atHome(one, material) ? 0 : DAY_MS)
  }
}

function newestFirst(observations: readonly StoredObservation[]): StoredObservation[] {
  const known = new Map(observations.map((one) => [one.event, one]))
  return [...known.values()].sort((a, b) => b.at - a.at || compare(a.event, b.event))
}

/** Also what its subagents did. */
export function isOfSession(one: string, session: string): boolean {
  return one === session || one.startsWith(`${session}/`)
}

/** 1 on the branch that is checked out, or where no branch is known; else 0. */
function atHome({ branch: own }: { readonly branch: string | null }, { branch }: BriefMaterial): number {
  return own === null || branch === null || own === branch ? 1 : 0
}

interface OpenWork {
  readonly open: readonly StoredObservation[]
  readonly closed: readonly StoredObservation[]
}

/** Unfinished, and not done since: nothing later closed its points, or was finished on the branch and changed its files. */
function openWork(newest: readonly StoredObservation[], material: BriefMaterial): OpenWork {
  const open: StoredObservation[] = []
  const closed: StoredObservation[] = []
  let read = 0
  /** By branch, files that finished work changed later than what is looked at. */
  const mended = new Map<string, Set<string>>()
  for (const one of newest) {
    const { observation, branch, at } = one
    if (!observation.isUnfinished) {
      const files = mended.get(branch ?? '') ?? new Set()
      for (const file of observation.filesModified) files.add(file)
      mended.set(branch ?? '', files)
      continue
    }
    if (at < material.now - UNFINISHED_DAYS_MAX * DAY_MS || ++read > UNFINISHED_READ_MAX) break
    const own = observation.filesModified.length > 0 ? observation.filesModified : observation.filesRead
    const later = mended.get(branch ?? '')
    const isDone =
      (own.length > 0 && own.every((file) => later?.has(file))) ||
      pointsOf(one).every((point) => isClosed(point, newest))
    ;(isDone ? closed : open).push(one)
  }
  return { open, closed }
}

function openLeft(one: StoredObservation, newest: readonly StoredObservation[]): readonly string[] {
  const left = new Set(leftIn(one.observation))
  return pointsOf(one).flatMap((point) => (left.has(point.text) && !isClosed(point, newest) ? [point.text] : []))
}

/** The next steps of a session that nothing closed since; each is as old as the observation that says it. */
function openSteps(stored: StoredSummary | null, newest: readonly StoredObservation[]): readonly string[] {
  if (stored === null) return []
  const { session, summary, until, branch } = stored
  return summary.nextSteps.filter((step) => {
    const text = step.replace(/^(?:finish: |完成：)/u, '')
    const source = newest.find(
      (one) =>
        isOfSession(one.session, session) && (one.observation.title === text || leftIn(one.observation).includes(step)),
    )
    const about = source?.observation.title ?? ''
    return !isClosed({ text, about, at: source?.at ?? until, session, branch }, newest)
  })
}

/** The newest session, on this branch if there is one, that said what comes next, or was cut off, and was not caught up with. */
function unfinishedSummary(
  summaries: readonly StoredSummary[],
  open: readonly StoredObservation[],
  all: readonly StoredObservation[],
  material: BriefMaterial,
): StoredSummary | null {
  const others = summaries.filter(
    ({ session, until }) =>
      !isOfSession(session, material.session) && until >= material.now - UNFINISHED_DAYS_MAX * DAY_MS,
  )
  const isOpen = (stored: StoredSummary) => {
    const { session, summary, isEnded } = stored
    const steps = openSteps(stored, all)
    if (steps.length === 0 && (isEnded || summary.nextSteps.length > 0)) return false
    const unfinished = all.filter((one) => isOfSession(one.session, session) && one.observation.isUnfinished)
    return unfinished.length === 0
      ? steps.length > 0
      : unfinished.some((one) => open.some(({ event }) => event === one.event))
  }
  const here = others.filter((one) => atHome(one, material) === 1)
  return here.slice(0, SESSIONS_BACK_MAX).find(isOpen) ?? others.slice(0, SESSIONS_BACK_MAX).find(isOpen) ?? null
}

/** On a branch of its own, or about files that are changed now. */
function isHere(one: StoredObservation, material: BriefMaterial): boolean {
  const { branch } = material
  const isOnOwnBranch = branch !== null && !SHARED_BRANCH.test(branch) && one.branch === branch
  return isOnOwnBranch || fileOverlap(one, material.changed) > 0
}

/** 0..1: the share of the changed files that it touched, those that it only read counting half. */
function fileOverlap({ observation }: StoredObservation, changed: readonly string[]): number {
  if (changed.length === 0) return 0
  let touched = 0
  for (const file of changed) {
    if (observation.filesModified.includes(file)) touched += 1
    else if (observation.filesRead.includes(file)) touched += 0.5
  }
  // One file of many counts: a large change would otherwise be about nothing.
  return touched === 0 ? 0 : Math.max(0.3, touched / changed.length)
}

function worthOf(one: StoredObservation, material: BriefMaterial): number {
  const days = Math.max(0, material.now - one.at) / DAY_MS
  const recency = 2 ** (-days / HALF_LIFE_DAYS)
  const place = 0.5 * atHome(one, material) + fileOverlap(one, material.changed)
  // Age alone never outweighs being about what is changed now.
  return WORTH[one.observation.type] * (0.25 + recency) * (0.5 + place)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
