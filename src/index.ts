export type { AuditSelector, AuditStats } from './audit-log.ts'
export type { Delivery, GivenMessage, Problem } from './capture/delivery.ts'
export type { Forgotten } from './capture/forget.ts'
export type { Remembered } from './capture/messages.ts'
export type { EmbeddingState } from './embedding.ts'
export type { ForgetSelector, OpenOptions, TimelineQuery } from './engraph.ts'
export { Engraph, EngraphHome, formatPath } from './engraph.ts'
export type { Edge, EdgeFamily, EdgeKind, EdgeState } from './graph/edges.ts'
export type { ErrorCode } from './graph/errors.ts'
export { EngraphError } from './graph/errors.ts'
export type { GraphNode, Layer, NodeId, NodeKind } from './graph/nodes.ts'
export type { Certainty, Provenance } from './graph/provenance.ts'
export type { Purpose, Space, SpaceId } from './graph/space.ts'
export type { Instant, TextSpan, TimeSpan } from './graph/spans.ts'
export type { GivenTime } from './graph/times.ts'
export type { Check, HomeOptions, PlacedSpace } from './home.ts'
export type { AuditEntry } from './ports/audit.ts'
export type { Clock } from './ports/clock.ts'
export type { Embedder, EmbedderIdentity, EmbedOptions } from './ports/embedder.ts'
export type { NamedTime, Neighbour, SpaceStats } from './ports/graph-store.ts'
export type { MeaningReport, MeaningState } from './ports/meaning.ts'
export type { Reranker } from './ports/reranker.ts'
export type { HttpRerankerOptions } from './providers/http/http-reranker.ts'
export { openHttpReranker } from './providers/http/http-reranker.ts'
export type { OllamaEmbedderOptions } from './providers/http/ollama-embedder.ts'
export { openOllamaEmbedder } from './providers/http/ollama-embedder.ts'
export type { OpenAiEmbedderOptions } from './providers/http/openai-embedder.ts'
export { openOpenAiEmbedder } from './providers/http/openai-embedder.ts'
export type { LocalEmbedder, LocalEmbedderOptions } from './providers/local/local-embedder.ts'
export { openLocalEmbedder } from './providers/local/local-embedder.ts'
export type { AuditMode } from './recall/audit.ts'
export type { RankingOverrides } from './recall/config.ts'
export type { Found } from './recall/find.ts'
export type { AnswerKind, QueryType, QuestionConstraints, Scope } from './recall/question/question.ts'
export type {
  Grain,
  RankedList,
  Recalled,
  RecalledItem,
  RecallOptions,
  RecallOutcome,
  RecallPlan,
  Route,
  RouteReport,
  RouteState,
  TimelineEntry,
  Why,
} from './recall/recalled.ts'
export type { Level } from './recall/render.ts'
export type { Shown } from './recall/shown.ts'
export type { WalkCut, Walked, WalkedNode, WalkOptions, WalkStep } from './recall/walked.ts'
