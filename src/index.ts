export type { Delivery, GivenMessage, Problem } from './capture/delivery.ts'
export type { Forgotten } from './capture/forget.ts'
export type { Remembered } from './capture/messages.ts'
export type { ForgetSelector, OpenOptions, Shown, TimelineQuery } from './engraph.ts'
export { Engraph, EngraphHome } from './engraph.ts'
export type { Edge, EdgeFamily, EdgeKind, EdgeState } from './graph/edges.ts'
export type { ErrorCode } from './graph/errors.ts'
export { EngraphError } from './graph/errors.ts'
export type { GraphNode, Layer, NodeId, NodeKind } from './graph/nodes.ts'
export type { Certainty, Provenance } from './graph/provenance.ts'
export type { Purpose, Space, SpaceId } from './graph/space.ts'
export type { Instant, TextSpan, TimeSpan } from './graph/spans.ts'
export type { GivenTime } from './graph/times.ts'
export type { Check, HomeOptions, PlacedSpace } from './home.ts'
export type { Clock } from './ports/clock.ts'
export type { Neighbour, SpaceStats } from './ports/graph-store.ts'
export type { RankingOverrides } from './recall/config.ts'
export type {
  Grain,
  Recalled,
  RecalledItem,
  RecallOptions,
  RecallOutcome,
  RecallPlan,
  Route,
  TimelineEntry,
  Why,
} from './recall/recalled.ts'
