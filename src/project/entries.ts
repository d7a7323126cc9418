import type { NodeId } from '../graph/nodes.ts'
import type { StoredObservation, StoredSummary } from '../graph/observation.ts'
import { summaryText } from '../recall/brief/brief.ts'
import { summaryTitle } from '../recall/brief/index-line.ts'
import type { TokenCounter } from '../text/tokens.ts'
import type { IndexEntry } from './answers.ts'

/** An observation as a line of an index. */
export function entryOf(stored: StoredObservation, factId: NodeId | null = null): IndexEntry {
  const { event, at, session, branch, tokens, factIds, observation } = stored
  const place = factId === null ? -1 : factIds.indexOf(factId)
  const fact = observation.facts[place]
  return {
    id: event,
    at,
    type: observation.type,
    title: observation.title,
    session,
    branch,
    tokens,
    isUnfinished: observation.isUnfinished,
    fact: fact && factId !== null ? { id: factId, text: fact.text } : null,
  }
}

/** The summary of a session as such a line. */
export function summaryEntryOf(stored: StoredSummary, counter: TokenCounter): IndexEntry {
  const { id, at, session, branch, isEnded, summary } = stored
  return {
    id,
    at,
    type: 'summary',
    title: summaryTitle(summary),
    session,
    branch,
    tokens: counter.count(summaryText(stored)),
    isUnfinished: !isEnded || summary.nextSteps.length > 0,
    fact: null,
  }
}
