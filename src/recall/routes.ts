import type { MeaningState } from '../ports/meaning.ts'
import { TEXT_VERSION_WITH_THINGS } from '../text/text-version.ts'
import type { RecallConfig } from './config.ts'
import type { Recalled, RecallOutcome, Route, RouteReport, RouteState } from './recalled.ts'

export type RouteStates = Readonly<Record<Route, RouteState>>

export interface RouteConditions {
  /** What the deadline left out. */
  readonly late: readonly string[]
  /** Of the space, when its first record was remembered. */
  readonly textVersion: number
  readonly routes: RecallConfig['routes']
}

/** In which state each route was asked. Whoever is told that nothing was found must be able to rely on it. */
export function statesOf({ late, textVersion, routes }: RouteConditions): RouteStates {
  const isStructuralLate = late.includes('structural')
  const structural = isStructuralLate ? 'late' : textVersion < TEXT_VERSION_WITH_THINGS ? 'partial' : 'ready'
  return {
    semantic: routes.semantic === 0 ? 'off' : late.some((part) => part !== 'structural') ? 'late' : 'ready',
    structural: routes.structural === 0 ? 'off' : structural,
  }
}

/** How the recall ended. */
export function outcomeOf({
  found,
  asked,
  states,
  meaning,
}: {
  /** Items. */
  readonly found: number
  /** Terms that were searched for. */
  readonly asked: number
  readonly states: RouteStates
  readonly meaning: MeaningState
}): RecallOutcome {
  if (found > 0) return 'found'
  if (asked === 0) return 'nothing-asked'
  // What has no vector yet, or was not compared in time, may still be what is asked for.
  if (meaning === 'loading' || meaning === 'late' || meaning === 'partial') return 'incomplete'
  // Words alone find nothing more at the grains that are scored last: only things lead to messages without them.
  return states.structural === 'late' || states.structural === 'partial' ? 'incomplete' : 'nothing-found'
}

export function reportsOf(states: RouteStates, items: Recalled['items']): Readonly<Record<Route, RouteReport>> {
  const reportOf = (route: Route): RouteReport => ({
    state: states[route],
    found: items.filter(({ why }) => why.routes.includes(route)).length,
  })
  return { semantic: reportOf('semantic'), structural: reportOf('structural') }
}
