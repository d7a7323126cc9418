import { EngraphError } from '../graph/errors.ts'
import { wording } from '../graph/wording.ts'
import { readServiceUrl } from './http/endpoint.ts'
import { OLLAMA_URL } from './http/ollama-embedder.ts'

/** Which embedder a user chose. Keys are no part of it, so that it can be printed. */
export type EmbedderChoice =
  /** The model that comes along. */
  | { readonly kind: 'builtin' }
  /** Vectors of words, without an engine. */
  | { readonly kind: 'static' }
  /** No vectors: words alone. */
  | { readonly kind: 'words' }
  | { readonly kind: 'ollama'; readonly model: string; readonly url: string }
  | { readonly kind: 'openai'; readonly model: string; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string }
  /** `remoteHost` is where it is downloaded from, if not from the library's own place. */
  | { readonly kind: 'transformers'; readonly model: string; readonly remoteHost: string | null }

export type RerankerChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'http'; readonly model: string; readonly url: string }
  | { readonly kind: 'tei'; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'transformers'; readonly model: string; readonly remoteHost: string | null }

/** What a user set; empty counts as not set. */
export interface GivenChoice {
  /** Such as `ollama:bge-m3`. */
  readonly choice?: string | undefined
  readonly url?: string | undefined
  /** Only asked whether there is one. */
  readonly key?: string | undefined
}

const OPENAI_URL = 'https://api.openai.com/v1'
const CHOICE_LENGTH_MAX = 1_000

const EMBEDDERS = 'builtin, static, words, ollama:<model>, openai:<model>, folder:<path>, transformers:<model>'
const RERANKERS = 'none, http:<model>, tei, folder:<path>, transformers:<model>'

/** Reads `ENGRAPH_EMBEDDER` and its address; `invalid-options` says what is wrong. Not set means `builtin`. */
export function readEmbedderChoice(given: GivenChoice): EmbedderChoice {
  const { text, kind, rest, url } = parts(given)
  if (text === '') {
    if (url !== '') throw unnamed('ENGRAPH_EMBEDDER', wording`Name the model as well: ENGRAPH_EMBEDDER=openai:<model>.`)
    return { kind: 'builtin' }
  }
  switch (kind) {
    case 'builtin':
    case 'static':
    case 'words':
      if (rest !== null) throw superfluous('ENGRAPH_EMBEDDER', kind)
      return { kind }
    case 'ollama':
      return { kind, model: needed('ENGRAPH_EMBEDDER', kind, rest), url: addressOf(url || OLLAMA_URL) }
    case 'openai': {
      const model = needed('ENGRAPH_EMBEDDER', kind, rest)
      if (url === '' && (given.key ?? '').trim() === '') {
        throw new EngraphError('invalid-options', 'openai:<model> needs ENGRAPH_EMBEDDER_URL, or a key for OpenAI.', {
          hint: 'A service that speaks its protocol is at an address such as https://models.example/v1.',
        })
      }
      return { kind, model, url: addressOf(url || OPENAI_URL) }
    }
    case 'folder':
      return { kind, path: needed('ENGRAPH_EMBEDDER', kind, rest) }
    case 'transformers':
      return { kind, model: needed('ENGRAPH_EMBEDDER', kind, rest), remoteHost: url === '' ? null : addressOf(url) }
    default:
      throw unknown('ENGRAPH_EMBEDDER', text, EMBEDDERS)
  }
}

/** Reads `ENGRAPH_RERANKER` and its address. Not set means `none`. */
export function readRerankerChoice(given: GivenChoice): RerankerChoice {
  const { text, kind, rest, url } = parts(given)
  if (text === '') {
    if (url !== '') throw unnamed('ENGRAPH_RERANKER', wording`Name the model as well: ENGRAPH_RERANKER=http:<model>.`)
    return { kind: 'none' }
  }
  switch (kind) {
    case 'none':
      if (rest !== null) throw superfluous('ENGRAPH_RERANKER', kind)
      return { kind }
    case 'tei':
      if (rest !== null) throw superfluous('ENGRAPH_RERANKER', kind)
      return { kind, url: addressNeeded(kind, url) }
    case 'http':
    case 'https': {
      // An address where a model belongs.
      if (rest?.startsWith('//'))
        throw unnamed('ENGRAPH_RERANKER', wording`An address belongs in ENGRAPH_RERANKER_URL.`)
      if (kind === 'https') throw unknown('ENGRAPH_RERANKER', text, RERANKERS)
      return { kind, model: needed('ENGRAPH_RERANKER', kind, rest), url: addressNeeded(kind, url) }
    }
    case 'folder':
      return { kind, path: needed('ENGRAPH_RERANKER', kind, rest) }
    case 'transformers':
      return { kind, model: needed('ENGRAPH_RERANKER', kind, rest), remoteHost: url === '' ? null : addressOf(url) }
    default:
      throw unknown('ENGRAPH_RERANKER', text, RERANKERS)
  }
}

/** The word before the first colon, and what follows it: models and paths hold colons themselves. */
function parts({ choice = '', url = '' }: GivenChoice) {
  const text = choice.trim()
  if (text.length > CHOICE_LENGTH_MAX || /\p{Cc}/u.test(text)) {
    throw new EngraphError('invalid-options', 'The choice of a model is one line of at most 1,000 characters.')
  }
  const colon = text.indexOf(':')
  return {
    text,
    kind: (colon < 0 ? text : text.slice(0, colon)).trim().toLowerCase(),
    rest: colon < 0 ? null : text.slice(colon + 1).trim(),
    url: url.trim(),
  }
}

function needed(variable: string, kind: string, rest: string | null): string {
  if (rest !== null && rest !== '') return rest
  const what = kind === 'folder' ? wording`a path` : wording`a model`
  throw new EngraphError('invalid-options', wording`${variable}=${kind} needs ${what} after a colon.`, {
    hint: wording`Such as ${EXAMPLES[kind] ?? `${kind}:<model>`}.`,
  })
}

const EXAMPLES: Readonly<Record<string, string>> = {
  ollama: 'ollama:bge-m3',
  openai: 'openai:text-embedding-3-small',
  folder: 'folder:models/multilingual-e5-small',
  transformers: 'transformers:Xenova/multilingual-e5-small',
  http: 'http:bge-reranker-v2-m3',
}

function addressOf(url: string): string {
  return readServiceUrl(url).href
}

function addressNeeded(kind: string, url: string): string {
  if (url !== '') return addressOf(url)
  throw new EngraphError('invalid-options', wording`ENGRAPH_RERANKER=${kind} needs ENGRAPH_RERANKER_URL.`)
}

function superfluous(variable: string, kind: string): EngraphError {
  return new EngraphError('invalid-options', wording`${variable}=${kind} takes nothing after it.`)
}

function unnamed(variable: string, hint: ReturnType<typeof wording>): EngraphError {
  return new EngraphError('invalid-options', wording`${variable} names no model.`, { hint })
}

function unknown(variable: string, text: string, choices: string): EngraphError {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return new EngraphError('invalid-options', wording`${variable}=${shown} is not known.`, {
    hint: wording`There are ${choices}.`,
  })
}
