import type { Instant } from './spans.ts'

/** Nodes that hold what happened, by grain. `CONTAINS` goes from a higher layer down. */
export const LAYER_KINDS = ['message', 'event', 'topic', 'project'] as const
/** Nodes that records are about, and what is distilled from them. */
export const THING_KINDS = ['entity', 'file', 'module', 'feature', 'endpoint', 'community', 'summary', 'fact'] as const
/** Things that records call by a name, and that can be asked for by it. */
export const NAMED_KINDS = ['entity', 'file', 'endpoint'] as const
export const NODE_KINDS = [...LAYER_KINDS, ...THING_KINDS] as const

export type LayerKind = (typeof LAYER_KINDS)[number]
export type ThingKind = (typeof THING_KINDS)[number]
export type NodeKind = LayerKind | ThingKind

/** 0 is the record itself, 3 the long-running undertaking. */
export type Layer = 0 | 1 | 2 | 3

/** What an `entity` is; `concept` where nothing narrower is known. */
export const ENTITY_KINDS = [
  'person',
  'service',
  'tool',
  'place',
  'product',
  'organisation',
  'concept',
  'identifier',
  'quantity',
] as const
export type EntityKind = (typeof ENTITY_KINDS)[number]

/** What an `endpoint` connects through. */
export const ENDPOINT_KINDS = ['http', 'env', 'queue', 'table'] as const
export type EndpointKind = (typeof ENDPOINT_KINDS)[number]

export type NodeId = string

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** `Array.isArray` alone does not tell a list that is read only from an object. */
export function isJsonList(json: Json): json is readonly Json[] {
  return Array.isArray(json)
}

/** One node. Its id is unique in its space. */
export interface GraphNode {
  readonly id: NodeId
  readonly kind: NodeKind
  /** When it happened (layers) or was first known (things); `null` where time has no meaning. */
  readonly at: Instant | null
  readonly session: string | null
  /** Who said it, for a message. */
  readonly speaker: string | null
  /** The verbatim text of a message; a short label for every other kind. */
  readonly text: string
  /** What is particular to the kind. */
  readonly body: JsonObject
}

export function layerOf(kind: NodeKind): Layer | null {
  const layer = LAYER_KINDS.indexOf(kind as LayerKind)
  return layer < 0 ? null : (layer as Layer)
}
