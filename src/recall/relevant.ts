import type { Handle, PostingList, UnitTable } from '../ports/graph-store.ts'
import type { PromptTerm } from './prompt-terms.ts'
import { largest } from './top.ts'

/*
 * What a prompt has strongly to do with, by its words alone and in milliseconds: no model, no grains, no graph. Documents
 * are the events of the index, an observation with its facts. Whoever is told of something unasked must not be told of
 * what merely sounds alike, so a document counts only when it holds much of what is rare in the prompt:
 *
 *   prompt      why does the refresh of the JWT fail after a restart
 *   terms       refresh 3.1 · jwt 4.0 · fail (common) · restart 4.6
 *   document    "JWT refresh token lost on restart"  -> 11.7 of 12.9: told
 *   document    "Restart script for the demo"        ->  4.6 of 12.9: not told
 */

/** How much of what a prompt says must be found, and how. */
export interface RelevanceBounds {
  /** The share of the prompt's weight that a document must hold, 0..1. */
  readonly shareMin: number
  /** Rare terms of a document, unless it holds an identifier. */
  readonly rareTermsMin: number
  /** A term is rare that stands in no more than this share of the documents, 0..1 … */
  readonly rareShareMax: number
  /** … or in no more documents than this, while there are few. */
  readonly rareDocumentsMax: number
  /** The same for identifiers: much is done about one file, and all of it is about that file. */
  readonly identifierShareMax: number
  readonly identifierDocumentsMax: number
  /** Weights beyond this many of the rarest are not asked for: a long prompt says much that is not its subject. */
  readonly weightTermsMax: number
}

export const RELEVANCE_BOUNDS: RelevanceBounds = {
  shareMin: 0.45,
  rareTermsMin: 2,
  rareShareMax: 0.02,
  rareDocumentsMax: 4,
  identifierShareMax: 0.04,
  identifierDocumentsMax: 12,
  weightTermsMax: 6,
}

export interface Relevant {
  /** The first message of the document. */
  readonly message: Handle
  /** 0..1: how much of the prompt's weight it holds. */
  readonly share: number
  /** Terms of the prompt in it. */
  readonly terms: readonly string[]
  /** By message of the document, how much of the prompt's weight that message alone holds, 0..1. */
  readonly byMessage: ReadonlyMap<Handle, number>
}

export interface RelevantOptions {
  readonly limit: number
  /** Whether a session is left out: what it said itself it needs not be told. */
  readonly isLeftOut: (session: string) => boolean
  readonly bounds?: RelevanceBounds
}

/** The documents that a prompt has strongly to do with, the most relevant first. */
export function relevantDocuments(
  terms: readonly PromptTerm[],
  { postings, units }: { readonly postings: ReadonlyMap<string, PostingList>; readonly units: UnitTable },
  { limit, isLeftOut, bounds = RELEVANCE_BOUNDS }: RelevantOptions,
): readonly Relevant[] {
  const documents = documentsOf(units)
  if (documents.count === 0) return []
  const read = terms.map((term) => weigh(term, postings.get(term.term), documents, bounds))
  const asked = read
    .map(({ weight }) => weight)
    .sort((a, b) => b - a)
    .slice(0, bounds.weightTermsMax)
    .reduce((sum, weight) => sum + weight, 0)
  if (asked === 0) return []

  const held = new Float64Array(documents.count)
  const ranked = new Float64Array(documents.count)
  const rare = new Uint16Array(documents.count)
  const named = new Uint8Array(documents.count)
  for (const { counts, weight, isRare, isIdentifier } of read) {
    for (const [document, count] of counts) {
      held[document] = held[document]! + weight
      ranked[document] =
        ranked[document]! + weight * saturated(count, documents.length[document]! / documents.meanLength)
      if (isRare) rare[document] = rare[document]! + 1
      if (isRare && isIdentifier) named[document] = 1
    }
  }
  const isStrong = (document: number) =>
    held[document]! >= bounds.shareMin * asked &&
    (named[document] === 1 || rare[document]! >= bounds.rareTermsMin) &&
    !isLeftOut(documents.sessionOf(document))
  const top = largest(ranked, limit, (a, b) => b - a, isStrong)
  return top.map((document) => ({
    message: documents.firstMessage[document]!,
    share: Math.min(1, held[document]! / asked),
    terms: read.filter(({ counts }) => counts.has(document)).map(({ term }) => term),
    byMessage: sharesByMessage(document, read, { documents, units, asked }),
  }))
}

interface Documents {
  readonly count: number
  /** By unit; -1 for what was forgotten. */
  readonly ofUnit: Int32Array
  readonly firstMessage: Uint32Array
  /** Terms, by document. */
  readonly length: Float64Array
  readonly meanLength: number
  sessionOf(document: number): string
}

/** The messages of one event are one document; one without an event is one of its own. */
function documentsOf({ count, message, event, session, length, sessions }: UnitTable): Documents {
  let last = 0
  for (let unit = 1; unit < count; unit++) last = Math.max(last, event[unit]! || message[unit]!)
  // Handles of events and of messages are of one kind, so a message without an event has a name of its own.
  const known = new Int32Array(last + 1).fill(-1)
  const ofUnit = new Int32Array(count).fill(-1)
  const firstMessage = new Uint32Array(count)
  const references = new Uint32Array(count)
  const lengths = new Float64Array(count)
  let documents = 0
  let total = 0
  for (let unit = 1; unit < count; unit++) {
    const handle = message[unit]!
    if (handle === 0) continue
    const name = event[unit]! || handle
    let document = known[name]!
    if (document < 0) {
      document = documents++
      known[name] = document
      firstMessage[document] = handle
      references[document] = session[unit]!
    }
    ofUnit[unit] = document
    lengths[document] = lengths[document]! + length[unit]!
    total += length[unit]!
  }
  return {
    count: documents,
    ofUnit,
    firstMessage: firstMessage.subarray(0, documents),
    length: lengths.subarray(0, documents),
    meanLength: Math.max(1, total / Math.max(1, documents)),
    sessionOf: (document) => sessions.get(references[document]!) ?? '',
  }
}

interface WeighedTerm extends PromptTerm {
  readonly weight: number
  readonly isRare: boolean
  /** By document. */
  readonly counts: ReadonlyMap<number, number>
  readonly list: PostingList | undefined
}

function weigh(
  term: PromptTerm,
  list: PostingList | undefined,
  documents: Documents,
  bounds: RelevanceBounds,
): WeighedTerm {
  const counts = new Map<number, number>()
  if (list) {
    for (let i = 0; i < list.units.length; i++) {
      const document = documents.ofUnit[list.units[i]!] ?? -1
      if (document >= 0) counts.set(document, (counts.get(document) ?? 0) + list.counts[i]!)
    }
  }
  const total = documents.count
  // Robertson and Spärck Jones, smoothed so that it stays positive.
  const rarity = Math.log(1 + (total - counts.size + 0.5) / (counts.size + 0.5))
  const { rareDocumentsMax, rareShareMax, identifierDocumentsMax, identifierShareMax } = bounds
  const few = term.isIdentifier
    ? Math.max(identifierDocumentsMax, identifierShareMax * total)
    : Math.max(rareDocumentsMax, rareShareMax * total)
  const isFew = counts.size <= few
  const isUnknownPair = counts.size === 0 && HAN_START.test(term.term)
  return {
    ...term,
    weight: rarity * (term.isCommon ? COMMON_WEIGHT : isUnknownPair ? UNKNOWN_HAN_WEIGHT : 1),
    isRare: isFew && counts.size > 0 && !term.isCommon,
    counts,
    list,
  }
}

/** Okapi BM25's saturation, with its usual numbers. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.75

function saturated(count: number, relativeLength: number): number {
  return (count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * relativeLength))
}

/** Which message of a document says it: the whole, or one of its facts. */
function sharesByMessage(
  document: number,
  read: readonly WeighedTerm[],
  { documents, units, asked }: { readonly documents: Documents; readonly units: UnitTable; readonly asked: number },
): ReadonlyMap<Handle, number> {
  const shares = new Map<Handle, number>()
  for (const { list, counts, weight } of read) {
    if (!list || !counts.has(document)) continue
    const seen = new Set<Handle>()
    for (const unit of list.units) {
      if (documents.ofUnit[unit] !== document) continue
      const handle = units.message[unit]!
      if (seen.has(handle)) continue
      seen.add(handle)
      shares.set(handle, (shares.get(handle) ?? 0) + weight / asked)
    }
  }
  return shares
}

/** What a common term weighs against another of the same rarity. */
const COMMON_WEIGHT = 0.25
/** A Han word is also looked up by the pairs it makes with its neighbours, and an unknown one has three of them. */
const UNKNOWN_HAN_WEIGHT = 1 / 3
const HAN_START = /^[\u3400-\u9fff]/u
