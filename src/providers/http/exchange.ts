import { type Wording, wording } from '../../graph/wording.ts'
import type { Endpoint } from './endpoint.ts'

/** How one request ended. What the caller called off is thrown instead. */
export type Exchanged =
  | { readonly kind: 'answered'; readonly json: unknown }
  /** It may go well another time; after `waitMs`, where the service said so. */
  | { readonly kind: 'passing'; readonly reason: Wording; readonly waitMs?: number }
  /** The service wants less at once, or a shorter text. */
  | { readonly kind: 'too-large'; readonly reason: Wording }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: Wording }

export interface ExchangeOptions {
  readonly signal: AbortSignal
  readonly responseBytesMax: number
  /** The wall clock, for a `Retry-After` that names a date. */
  readonly now: () => number
}

const REDIRECTS_MAX = 3
const ERROR_BYTES_MAX = 64 * 1024
const PASSING = new Set([429, 502, 503, 504])

/** One request and its whole answer, within bounds. Without a body it only reads. */
export async function exchange(
  endpoint: Endpoint,
  path: string,
  body: unknown,
  options: ExchangeOptions,
): Promise<Exchanged> {
  const { signal, responseBytesMax } = options
  try {
    const sent = await send(endpoint, endpoint.urlOf(path), body, signal)
    if ('kind' in sent) return sent
    if (!sent.ok) return await readRefusal(endpoint, sent, options)
    const type = sent.headers.get('content-type')
    if (type !== null && !/json/iu.test(type)) {
      await sent.body?.cancel()
      return {
        kind: 'refused',
        status: sent.status,
        reason: wording`it answered ${endpoint.tell(type)} instead of JSON`,
      }
    }
    const text = await readText(sent, responseBytesMax)
    if (text === null) {
      return {
        kind: 'refused',
        status: sent.status,
        reason: wording`its answer has more than ${responseBytesMax} bytes`,
      }
    }
    const json = parse(text)
    // A connection that ends early and says nothing of it leaves half a text.
    return json === undefined ? { kind: 'passing', reason: wording`its answer is no JSON` } : { kind: 'answered', json }
  } catch (error) {
    signal.throwIfAborted()
    return { kind: 'passing', reason: wording`the connection failed (${codeOf(error)})` }
  }
}

/**
 * Follows a redirect only within the service: texts and key are meant for it alone. A redirect that would turn the
 * request into another one is named instead.
 */
async function send(
  endpoint: Endpoint,
  first: URL,
  body: unknown,
  signal: AbortSignal,
): Promise<Response | Extract<Exchanged, { kind: 'refused' }>> {
  const given = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }
  let url = first
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await fetch(url, { ...given, headers: endpoint.headers(), redirect: 'manual', signal })
    const { status } = response
    if (status < 300 || status >= 400) return response
    await response.body?.cancel()
    const location = response.headers.get('location') ?? ''
    const target = URL.canParse(location, url.href) ? new URL(location, url) : null
    const stays = target?.origin === url.origin
    if (target === null || !stays || (body !== undefined && status !== 307 && status !== 308)) {
      const place = target === null ? '?' : endpoint.tell(stays ? target.pathname : target.host)
      return { kind: 'refused', status, reason: wording`it redirects to ${place} (${status}), which is not followed` }
    }
    url = target
  }
  return { kind: 'refused', status: 310, reason: wording`it redirects more than ${REDIRECTS_MAX} times` }
}

async function readRefusal(endpoint: Endpoint, response: Response, { now }: ExchangeOptions): Promise<Exchanged> {
  const { status } = response
  const text = (await readText(response, ERROR_BYTES_MAX)) ?? ''
  const said = saidBy(parse(text))
  if (status === 413 || ((status === 400 || status === 422 || status === 500) && speaksOfLength(said))) {
    return { kind: 'too-large', reason: answered(status, endpoint.tell(said)) }
  }
  // What is said of a key often repeats it.
  if (status === 401 || status === 403) {
    return { kind: 'refused', status, reason: wording`it refuses the key (${status})` }
  }
  const reason = answered(status, endpoint.tell(said))
  if (!PASSING.has(status)) return { kind: 'refused', status, reason }
  const waitMs = readRetryAfter(response.headers.get('retry-after'), now())
  return { kind: 'passing', reason, ...(waitMs === null ? {} : { waitMs }) }
}

function answered(status: number, told: string): Wording {
  return told === '' ? wording`it answered ${status}` : wording`it answered ${status}: ${told}`
}

/** Seconds or a date, as milliseconds from now. */
function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null
  const text = value.trim()
  const ms = /^\d{1,9}(?:\.\d{1,9})?$/u.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

/** The sentence of an error, where services put it; never the rest, which may repeat what was sent. */
function saidBy(json: unknown): string {
  const { error, message, detail } = asObject(json)
  const inner = asObject(error)
  const first = asObject(Array.isArray(detail) ? detail[0] : detail)
  const said = [inner['message'], error, message, detail, first['msg'], first['message']]
  return said.find((text) => typeof text === 'string') ?? ''
}

/** Services name no common code for it, so their words count: of OpenAI, TEI, vLLM, llama.cpp, Ollama, DashScope, Zhipu. */
function speaksOfLength(said: string): boolean {
  return /too (?:long|large|many)|\blength\b|batch size|context (?:size|window)|exceed|less than|larger than|at most \d|maximum (?:of )?\d|超过|超出|过长|过大|过多|上限/iu.test(
    said.slice(0, 2_000),
  )
}

/** The text of an answer, or `null` where it is longer than allowed; then nothing more of it is read. */
async function readText(response: Response, bytesMax: number): Promise<string | null> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    // Leaving the loop ends the connection.
    if (bytes > bytesMax) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks, bytes))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The error would repeat a part of the text.
    return undefined
  }
}

/** The code of the failure alone: what the platform says beside it may hold addresses and what was received. */
function codeOf(error: unknown): string {
  const { cause, code, name } = error as { readonly cause?: unknown; readonly code?: unknown; readonly name?: unknown }
  const inner = cause as { readonly code?: unknown; readonly message?: unknown } | undefined
  const known = [inner?.code, code, name].find((value) => typeof value === 'string' && /^[A-Za-z_]{1,60}$/u.test(value))
  return (known as string | undefined) ?? 'unknown'
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
