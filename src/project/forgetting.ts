import { type Forgotten, forgetMessages } from '../capture/forget.ts'
import { EngraphError } from '../graph/errors.ts'
import { type Check, readGiven, text, time, yesOrNo } from '../graph/given.ts'
import type { NodeId } from '../graph/nodes.ts'
import { type GivenTime, requireInstant } from '../graph/times.ts'
import { inEnglish, wording } from '../graph/wording.ts'
import type { EngraphHome } from '../home.ts'
import { isOfSession } from '../recall/brief/rank.ts'
import { cleanName, cleanText } from '../text/clean.ts'
import { forgetInJournals } from './journal/journal-forgetting.ts'
import { listOfIds } from './queries.ts'
import { type ReadingParts, recordsOf } from './reading.ts'

/** What to forget; several conditions must all hold. Records are forgotten; what was derived of them goes with them. */
export interface ProjectForgetSelector {
  /** Of observations, facts or records. */
  readonly ids?: readonly NodeId[]
  /** With those of its subagents. */
  readonly session?: string
  /** Records that hold every one of its words. */
  readonly query?: string
  readonly since?: GivenTime
  readonly until?: GivenTime
}

export interface ProjectForgotten extends Forgotten {
  /** Files of the journal that still hold what was forgotten, and why. */
  readonly problems: readonly string[]
}

const CHECKS: Readonly<Record<keyof ProjectForgetSelector, Check>> = {
  ids: listOfIds,
  session: text(),
  query: text(),
  since: time,
  until: time,
}

export async function forgetInProject(
  parts: ReadingParts & { readonly home: EngraphHome },
  selector: ProjectForgetSelector,
  { at, dryRun }: { readonly at: number; readonly dryRun: boolean },
): Promise<ProjectForgotten> {
  const { store, space, home } = parts
  const { ids, session, query = null, since, until } = readGiven<ProjectForgetSelector>(selector, 'A selector', CHECKS)
  if (ids !== undefined) await refuseSummaries(parts, ids)
  const byId = ids === undefined ? null : (await recordsOf(parts, ids.map(cleanText))).flatMap(({ records }) => records)
  const bySession = session === undefined ? null : await recordsOfSession(parts, cleanName(session))
  const request = {
    session: null,
    ids: byId && bySession ? byId.filter((id) => bySession.includes(id)) : (byId ?? bySession),
    query,
    span: {
      from: since === undefined ? null : requireInstant(since, 'since'),
      to: until === undefined ? null : requireInstant(until, 'until'),
    },
  }
  const forgotten = await forgetMessages(store, space.id, request, { at, isDryRun: dryRun })
  const problems = dryRun ? [] : forgetInJournals(home, forgotten.ids).map(inEnglish)
  return { ...forgotten, problems }
}

/** A summary is made of a whole session, and made again as long as that is there. */
async function refuseSummaries({ store, space }: ReadingParts, ids: readonly NodeId[]): Promise<void> {
  const summary = (await store.nodes(space.id, ids.map(cleanText))).find(({ kind }) => kind === 'summary')
  if (summary === undefined) return
  throw new EngraphError(
    'invalid-options',
    wording`${summary.id} is the summary of a session and made of its records. Forget the session (${summary.session ?? ''}), or observations of it.`,
  )
}

async function recordsOfSession({ store, space }: ReadingParts, session: string): Promise<readonly NodeId[]> {
  const known = (await store.observations.sessions(space.id)).map((one) => one.session)
  const names = new Set([session, ...known.filter((name) => isOfSession(name, session))])
  const records: NodeId[] = []
  for (const name of names) records.push(...(await store.sessionMessages(space.id, name)))
  return records
}

export function readForgetOptions(given: { readonly dryRun?: boolean } | undefined): boolean {
  return readGiven<{ readonly dryRun?: boolean }>(given, 'The options of forget', { dryRun: yesOrNo }).dryRun ?? false
}
