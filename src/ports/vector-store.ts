import type { SpaceId } from '../graph/space.ts'
import type { QuantisedRows } from './vector-index.ts'

/** How far the vectors of one embedder have come in a space. Units are numbered from 1. */
export interface VectorProgress {
  /** The last unit that has a vector; those before it have theirs too. */
  readonly done: number
  /** The last unit that there is. */
  readonly last: number
}

/** A passage that is to be embedded; `null` where it was forgotten. */
export interface UnitText {
  readonly text: string
  readonly speaker: string | null
}

/** The vectors of the units after `after`, one row each. */
export interface VectorRun extends QuantisedRows {
  readonly after: number
}

export interface StoredEmbedder {
  /** An `identityKey`. */
  readonly identity: string
  readonly done: number
}

/**
 * The vectors of the units of a space, apart for each identity of an embedder, which are named by their `identityKey`.
 *
 * **Contract:** they grow from the first unit on, without gaps. What was forgotten has zeros, also where it was forgotten
 * while its vector was being made. The version of the space stays.
 */
export interface VectorStore {
  progress(space: SpaceId, identity: string): Promise<VectorProgress>
  /** What the units after `after` say, in order, `limit` at most. */
  texts(space: SpaceId, after: number, limit: number): Promise<readonly (UnitText | null)[]>
  /** Answers false, and puts nothing, when the vectors do not end at `after` any more. */
  append(space: SpaceId, identity: string, dimensions: number, run: VectorRun): Promise<boolean>
  /** The vectors of the units after `after`, or of a few before it too. */
  read(space: SpaceId, identity: string, after: number): Promise<readonly VectorRun[]>
  embedders(space: SpaceId): Promise<readonly StoredEmbedder[]>
  /** Removes the vectors of an identity. */
  drop(space: SpaceId, identity: string): Promise<void>
}
