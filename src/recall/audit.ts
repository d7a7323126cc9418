import { sha256 } from '@noble/hashes/sha2.js'
import type { Json, JsonObject } from '../graph/nodes.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'
import { AUDIT_ITEMS_MAX, type AuditEntry } from '../ports/audit.ts'
import { cleanName } from '../text/clean.ts'
import type { Recalled, RecallOptions } from './recalled.ts'

/** What is logged of a recall: nothing, what tells nothing of its words, or the words too. */
export const AUDIT_MODES = ['off', 'hash', 'text'] as const
export type AuditMode = (typeof AUDIT_MODES)[number]

export interface Asked {
  readonly space: SpaceId
  readonly question: string
  readonly options: RecallOptions | undefined
  readonly at: Instant
  readonly mode: Exclude<AuditMode, 'off'>
}

/** Characters of a question that are kept. */
const QUESTION_LENGTH_MAX = 2000

export function auditEntryOf(recalled: Recalled, { space, question, options, at, mode }: Asked): AuditEntry {
  const cleaned = cleanName(question).replace(/\s+/gu, ' ')
  const { outcome, items, plan, late, tookMs } = recalled
  const { routes, timings } = recalled as { readonly routes?: unknown; readonly timings?: unknown }
  return {
    at,
    questionHash: questionHash(space, cleaned),
    question: mode === 'text' ? cleaned.slice(0, QUESTION_LENGTH_MAX).toWellFormed() : null,
    outcome,
    plan: mode === 'text' ? (bounded(plan) as JsonObject) : withoutWords(plan),
    routes: routesOf(routes) ?? countRoutes(items),
    items: items.slice(0, AUDIT_ITEMS_MAX).map(({ node }) => node),
    itemCount: items.length,
    late: late.slice(0, LIST_MAX),
    limit: options?.limit ?? null,
    budgetTokens: options?.budgetTokens ?? null,
    deadlineMs: options?.deadlineMs ?? null,
    tookMs,
    timings: numbersOf(timings),
  }
}

const HASH_BYTES = 8

/** The space's id makes the same question another hash elsewhere: no list of likely questions fits several spaces. */
function questionHash(space: SpaceId, question: string): string {
  const bytes = sha256(new TextEncoder().encode(`${space.length}:${space}${question}`)).subarray(0, HASH_BYTES)
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex
}

/** Bounds of a logged plan. */
const DEPTH_MAX = 3
const LIST_MAX = 50
const TEXT_LENGTH_MAX = 200

/** Fields of a plan whose values are words of ours and none of the question. */
const OWN_WORDS: ReadonlySet<string> = new Set(['type', 'scope', 'relations'])
const OWN_WORD = /^[A-Za-z][A-Za-z_-]{0,39}$/u

/** A plan without the words of the question: of a list remains how long it is, of a text nothing. */
function withoutWords(plan: object, depth = 0): JsonObject {
  const kept: Record<string, Json> = {}
  for (const [field, value] of Object.entries(plan)) {
    if (OWN_WORDS.has(field) && isOwn(value)) kept[field] = bounded(value)
    else if (Array.isArray(value)) kept[field] = value.length
    else if (value === null || typeof value === 'boolean') kept[field] = value
    else if (typeof value === 'number') kept[field] = bounded(value)
    else if (typeof value === 'object' && depth < DEPTH_MAX) kept[field] = withoutWords(value, depth + 1)
  }
  return kept
}

function isOwn(value: unknown): boolean {
  const words = Array.isArray(value) ? value : [value]
  return words.every((word) => typeof word === 'string' && OWN_WORD.test(word))
}

/** A value as JSON of bounded size. */
function bounded(value: unknown, depth = 0): Json {
  switch (typeof value) {
    case 'string':
      return value.slice(0, TEXT_LENGTH_MAX).toWellFormed()
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'boolean':
      return value
    case 'object': {
      if (value === null || depth >= DEPTH_MAX) return null
      if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((one) => bounded(one, depth + 1))
      const entries = Object.entries(value).slice(0, LIST_MAX)
      return Object.fromEntries(entries.map(([field, one]) => [field, bounded(one, depth + 1)]))
    }
    default:
      return null
  }
}

function countRoutes(items: Recalled['items']): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { why } of items) for (const route of why.routes) counts[route] = (counts[route] ?? 0) + 1
  return counts
}

/** How much each route found, as the recall says itself: a number by name, or an object with `found`. */
function routesOf(routes: unknown): Record<string, number> | null {
  if (typeof routes !== 'object' || routes === null) return null
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(routes)
    ? routes.map((one) => [String(one?.route), one])
    : Object.entries(routes)
  return numbersOf(Object.fromEntries(entries.map(([name, one]) => [name, (one as { found?: unknown })?.found ?? one])))
}

function numbersOf(given: unknown): Record<string, number> {
  if (typeof given !== 'object' || given === null) return {}
  const numbers = Object.entries(given).filter(([, value]) => typeof value === 'number' && Number.isFinite(value))
  return Object.fromEntries(numbers.slice(0, LIST_MAX)) as Record<string, number>
}
