import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import { withoutSecrets } from './secrets.ts'

export interface EndpointOptions {
  /** Where the service is, such as `https://models.example/v1`; a query is kept. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. It never shows in an error, nor when the endpoint is printed. */
  readonly key?: string
  /** Sent with every request, such as `api-key`; their values are treated as keys. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A service, and how it is addressed. Keys are held by its functions, so that printing it shows none. */
export interface Endpoint {
  /** Name and port of the service, for messages. */
  readonly host: string
  urlOf(path: string): URL
  headers(): Record<string, string>
  /** What the service said, without anything that may be a key. */
  tell(text: string): string
}

const URL_LENGTH_MAX = 2_048
const KEY_LENGTH_MAX = 8_192
const HEADERS_MAX = 32

/** What an endpoint is given, checked; `invalid-options` says what is wrong, and repeats neither address nor key. */
export function readEndpoint({ url, key, headers }: EndpointOptions): Endpoint {
  const base = readServiceUrl(url)
  const bearer = readSecret(key)
  const own = Object.entries(headers ?? {})
  if (own.length > HEADERS_MAX) {
    throw new EngraphError('invalid-options', wording`A service is sent at most ${HEADERS_MAX} headers.`)
  }
  const sent: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (bearer !== null) sent['authorization'] = `Bearer ${bearer}`
  for (const [name, value] of own) {
    const read = readSecret(value)
    if (!/^[A-Za-z0-9-]{1,100}$/u.test(name) || read === null) {
      throw new EngraphError('invalid-options', 'A header is a name of letters, digits and hyphens, with a value.')
    }
    sent[name.toLowerCase()] = read
  }
  const secrets = [...(bearer === null ? [] : [bearer]), ...own.map(([, value]) => value.trim())]
  // Some services take their key in the query.
  for (const value of base.searchParams.values()) secrets.push(value)
  return {
    host: base.host,
    urlOf: (path) => below(base, path),
    headers: () => ({ ...sent }),
    tell: (text) => withoutSecrets(text, secrets),
  }
}

/** An address that can be asked. */
export function readServiceUrl(given: unknown): URL {
  const text = typeof given === 'string' ? given.trim() : ''
  const url = text.length <= URL_LENGTH_MAX && URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new EngraphError('invalid-options', 'The address of a model service must begin with http:// or https://.', {
      hint: 'Such as https://models.example/v1.',
    })
  }
  if (url.username !== '' || url.password !== '') {
    throw new EngraphError('invalid-options', 'The address of a model service must hold no name and no password.', {
      hint: 'Give the key by itself.',
    })
  }
  return url
}

/** A key as a header can carry it: a file or a shell often leaves a line end behind it. */
function readSecret(given: unknown): string | null {
  const secret = typeof given === 'string' ? given.trim() : (given ?? '')
  if (secret === '') return null
  // The platform's own error for such a header would repeat the key.
  if (typeof secret !== 'string' || secret.length > KEY_LENGTH_MAX || !/^[\x20-\x7e]+$/u.test(secret)) {
    throw new EngraphError('invalid-options', 'The key of a model service holds what no header can carry.', {
      hint: 'Copy it again; it is one line of Latin letters, digits and signs.',
    })
  }
  return secret
}

/** The address of one call. Who gave the full address of that call means the same. */
function below(base: URL, path: string): URL {
  const url = new URL(base)
  let end = url.pathname.length
  while (end > 0 && url.pathname[end - 1] === '/') end--
  const folder = url.pathname.slice(0, end)
  url.pathname = folder.endsWith(path) ? folder : `${folder}${path}`
  url.hash = ''
  return url
}
