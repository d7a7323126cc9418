import type { StoredObservation } from '../../graph/observation.ts'
import type { SpaceId } from '../../graph/space.ts'
import { DAY_MS, type Instant } from '../../graph/spans.ts'
import { wordsOf } from '../../impact/file-names.ts'
import { sentencesOf } from '../../observe/sentences.ts'
import { isWarning } from '../../observe/statements.ts'
import type { GraphStore } from '../../ports/graph-store.ts'
import { preview } from '../../text/clean.ts'
import type { AboutFile, RecentSession, RecentSessions } from './answers.ts'

/** What sessions did with some files, and what they learned about them. */
export interface AboutFiles {
  readonly sessions: RecentSessions
  readonly knowledge: readonly AboutFile[]
}

export interface AboutQuery {
  readonly store: GraphStore
  readonly space: SpaceId
  readonly files: readonly string[]
  readonly now: Instant
  /** The session that asks. */
  readonly session?: string | undefined
}

const RECENT_MS = 30 * DAY_MS
/** Observations of one file that are looked at, the newest. */
const OBSERVATIONS_MAX = 150
/** Files that are looked for; of more, nobody reads the answer file by file. */
const FILES_MAX = 20
const SESSIONS_SHOWN_MAX = 8
const FILES_SHOWN_MAX = 5
const KNOWLEDGE_MAX = 8
/** UTF-16 code units. */
const TEXT_LENGTH_MAX = 240

export async function aboutFiles({ store, space, files, now, session }: AboutQuery): Promise<AboutFiles> {
  const found: Found[] = []
  for (const file of files.slice(0, FILES_MAX)) {
    const query = { file, order: 'newest-first', limit: OBSERVATIONS_MAX } as const
    for (const stored of await store.observations.find(space, query)) {
      const { filesModified, filesRead } = stored.observation
      // Paths are found by their ends, and other folders may hold one that ends alike.
      const isChange = filesModified.includes(file)
      if (isChange || filesRead.includes(file)) found.push({ file, stored, isChange })
    }
  }
  return { sessions: recentSessions(found, { now, session }), knowledge: knowledgeOf(found) }
}

interface Found {
  readonly file: string
  readonly stored: StoredObservation
  readonly isChange: boolean
}

/** A subagent's session is part of the one that started it. */
function rootOf(session: string): string {
  return session.split('/')[0]!
}

function recentSessions(
  found: readonly Found[],
  { now, session: asking }: Pick<AboutQuery, 'now' | 'session'>,
): RecentSessions {
  const bySession = new Map<string, Found[]>()
  for (const one of found) {
    const session = rootOf(one.stored.session)
    if (one.stored.until < now - RECENT_MS || session === asking) continue
    bySession.set(session, [...(bySession.get(session) ?? []), one])
  }
  const sessionsWith = new Map<string, number>()
  for (const all of bySession.values()) {
    for (const concept of conceptsOf(all).keys()) sessionsWith.set(concept, (sessionsWith.get(concept) ?? 0) + 1)
  }
  const of = [...bySession].map(([session, all]): RecentSession => {
    const changed = all.filter(({ isChange }) => isChange)
    const files = [...new Set((changed.length > 0 ? changed : all).map(({ file }) => file))].slice(0, FILES_SHOWN_MAX)
    const at = Math.max(...all.map(({ stored }) => stored.until))
    return { session, subject: subjectOf(all, sessionsWith), at, isChange: changed.length > 0, files }
  })
  of.sort((a, b) => Number(b.isChange) - Number(a.isChange) || b.at - a.at || (a.session < b.session ? -1 : 1))
  return { count: of.length, of: of.slice(0, SESSIONS_SHOWN_MAX) }
}

function conceptsOf(found: readonly Found[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const event of new Map(found.map(({ stored }) => [stored.event, stored])).values()) {
    for (const concept of event.observation.concepts) counts.set(concept, (counts.get(concept) ?? 0) + 1)
  }
  return counts
}

/** What it was about and the others were not, beside what the file is called already. */
function subjectOf(found: readonly Found[], sessionsWith: ReadonlyMap<string, number>): string {
  const ofPath = new Set(found.flatMap(({ file }) => wordsOf(file)))
  const [best] = [...conceptsOf(found)]
    .filter(([concept]) => !ofPath.has(concept))
    .map(([concept, count]) => ({ concept, worth: count / (sessionsWith.get(concept) ?? 1) }))
    // Of equals the first stays first: an observation names what it is about most before the rest.
    .sort((a, b) => b.worth - a.worth)
  return best?.concept ?? preview(found[0]!.stored.observation.title, TEXT_LENGTH_MAX)
}

const ORDER: readonly AboutFile['kind'][] = ['pitfall', 'decision', 'unfinished']

/** Each kind newest first; of one observation the first kind that it is. */
function knowledgeOf(found: readonly Found[]): readonly AboutFile[] {
  const known = new Map<string, AboutFile>()
  for (const { file, stored } of found) {
    const kind = kindOf(stored, found)
    if (kind === null || known.has(stored.event)) continue
    const { event: id, session, until: at, observation } = stored
    known.set(id, { kind, id, at, session, text: tellingText(stored, kind), file, language: observation.language })
  }
  return [...known.values()]
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.at - a.at || (a.id < b.id ? -1 : 1))
    .slice(0, KNOWLEDGE_MAX)
}

function kindOf({ at, observation }: StoredObservation, found: readonly Found[]): AboutFile['kind'] | null {
  if (observation.knowledge.includes('gotcha')) return 'pitfall'
  if (observation.type === 'decision') return 'decision'
  // What was begun anew and finished later is unfinished no more.
  const isMended = () =>
    found.some(({ stored, isChange }) => isChange && stored.at > at && !stored.observation.isUnfinished)
  return observation.isUnfinished && !isMended() ? 'unfinished' : null
}

/** The sentence that says it. */
function tellingText({ observation: { facts, narrative, title } }: StoredObservation, kind: AboutFile['kind']): string {
  const texts = [...facts.map(({ text }) => text), ...sentencesOf(narrative)]
  const said =
    kind === 'pitfall'
      ? texts.find(isWarning)
      : kind === 'decision'
        ? facts.find((fact) => fact.kind === 'decision')?.text
        : facts.find((fact) => fact.kind === 'error')?.text
  return preview((said ?? title).replace(/\s+/gu, ' ').trim(), TEXT_LENGTH_MAX)
}
