import { BARE_FILE, FILE_NAME, ROOT_FOLDER } from './file-names.ts'

/*
 * What one run of ASCII without spaces is: a path, an endpoint, an identifier, a version, a ticket. Patterns are anchored and
 * their repetitions bounded or unambiguous, so that none takes more than linear time.
 */

/** Longer runs are data (base64, minified code) and name nothing. */
export const LITERAL_LENGTH_MAX = 160

export interface Literal {
  readonly node: 'entity' | 'file' | 'endpoint'
  readonly kind: 'identifier' | 'person' | 'concept' | 'product'
  readonly isTechnical: boolean
  /** Shorter than the run: `src/a.ts:12` is about `src/a.ts`. */
  readonly length?: number
}

const identifier: Literal = { node: 'entity', kind: 'identifier', isTechnical: true }
const plainIdentifier: Literal = { node: 'entity', kind: 'identifier', isTechnical: false }

const EMAIL = /^[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,12}$/iu
const HANDLE = /^@[A-Za-z_][\w.-]{0,38}$/u
const PACKAGE = /^@[a-z\d-]{1,40}\/[a-z\d.-]{1,60}$/u
const TICKET = /^(?:[A-Z][A-Z\d]{1,9}-\d{1,6}|(?:[\w.-]{1,40}\/[\w.-]{1,60})?#\d{1,7})$/u
const HASHTAG = /^#(?!(?:include|define|ifdef|ifndef|if|endif|pragma|region|[\da-f]{3}|[\da-f]{6})$)[A-Za-z]\w{1,38}$/u
const LINE_SUFFIX = /:\d{1,6}(?::\d{1,6})?$/u

/** What a run is; `none` where it is surely no name, undefined where a reader of words may know. */
export function literalOf(run: string, next: string): Literal | 'none' | undefined {
  if (run.includes('@')) {
    if (EMAIL.test(run)) return plainIdentifier
    if (HANDLE.test(run)) return { node: 'entity', kind: 'person', isTechnical: false }
    if (PACKAGE.test(run)) return identifier
  }
  if (run.includes('#')) {
    if (TICKET.test(run)) return identifier
    if (HASHTAG.test(run)) return { node: 'entity', kind: 'concept', isTechnical: false }
  }
  const path = run.replace(LINE_SUFFIX, '').replace(/[?#].*$/u, '')
  const node = nodeOfPath(path)
  if (node) return { node, kind: 'concept', isTechnical: true, length: path.length }
  if (/[/\\#@]/u.test(run)) return undefined
  return identifierOf(run, next)
}

const WINDOWS_PATH = /^[A-Za-z]:[\\/](?:[\w.@~ -]{1,100}[\\/]){0,20}[\w.@~-]{1,100}$/u
const PATH = /^[\\/]?[\w.@+~{}:-]{1,100}(?:[\\/][\w.@+~{}:-]{1,100}){0,30}[\\/]?$/u
const API_PATH =
  /^\/(?:api|v\d+|rest|rpc|graphql|oauth2?|auth|admin|webhooks?)(?:\/|$)|^\/.*(?:\/:[A-Za-z]|\{[a-zA-Z_])/u
const PLAIN_ENDPOINT = /^\/[a-z][\w-]{1,40}(?:\/[a-z:{][\w{}-]{0,40}){1,8}\/?$/u
const SYSTEM_ROOT = /^\/(?:etc|var|usr|home|tmp|opt|root|bin|dev|proc|srv|mnt|Users|data|sys|lib|app|workspace)\//u

/** Which node a path is, by its ending and its first folder; undefined where it is none. */
export function nodeOfPath(path: string): 'file' | 'endpoint' | undefined {
  if (path.length > LITERAL_LENGTH_MAX || path.length < 4) return undefined
  if (BARE_FILE.test(path)) return 'file'
  if (!/[\\/]/u.test(path)) {
    return path.includes('.') && FILE_NAME.test(path) && !/^[.\d]+[a-z\d]+$/u.test(path) ? 'file' : undefined
  }
  if (path.includes('//') || !/[a-z]/iu.test(path)) return undefined
  if (WINDOWS_PATH.test(path)) return 'file'
  if (!PATH.test(path)) return undefined
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  if (path.startsWith('/')) {
    if (SYSTEM_ROOT.test(path)) return 'file'
    if (API_PATH.test(path)) return 'endpoint'
    if (FILE_NAME.test(name)) return 'file'
    return PLAIN_ENDPOINT.test(path) ? 'endpoint' : undefined
  }
  if (FILE_NAME.test(name) || BARE_FILE.test(name)) return 'file'
  return ROOT_FOLDER.test(path) || /^(?:\.{1,2}|~)[\\/]\w/u.test(path) ? 'file' : undefined
}

const VERSION =
  /^v\d{1,4}(?:\.\d{1,5}){0,3}(?:-[\w.]{1,20})?$|^(?!(?:19|20)\d\d\.)\d{1,4}\.\d{1,5}\.\d{1,5}(?:-[\w.]{1,20})?$/u
const HOST =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|localhost)(?::\d{2,5})?$|^(?:[a-z\d-]{1,63}\.){1,5}(?:com|org|net|io|cn|dev|app|edu|gov|co)(?::\d{2,5})?$/u
const DOTTED = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+$/u
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu
const HASH = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,40}$/u
const SNAKE = /^_{0,2}(?:[A-Za-z][A-Za-z\d]*|\d+[A-Za-z][A-Za-z\d]*)(?:_+[A-Za-z\d]+)+_{0,2}$/u
const KEBAB_DIGIT = /^[a-z][a-z\d]{0,30}(?:-[a-z\d]{1,30}){0,4}-[a-z]*\d[a-z\d]*(?:[-.][a-z\d]{1,20}){0,4}$/u
const HUMPS =
  /^[a-z]+\d*(?:[A-Z][a-z\d]*)+$|^[A-Z][a-z\d]+(?:[A-Z][a-z\d]*)+$|^[A-Z]{2,}[a-z][a-z\d]+(?:[A-Z][a-z\d]*)*$/u
/** MacArthur, McKay, DeLuca: names of people, not of classes. */
const NAME_WITH_HUMP = /^(?:Mc|Mac|De|Di|La|Le|Van|Fitz|O)[A-Z][a-z]+$/u
const CODE_ID = /^(?:E\d{3,6}|[A-Z]{2,5}\d{4,20}[A-Z]?|[A-Z]{1,5}\d{1,4}[A-Za-z]{0,2})$/u
const ORDINARY_CODE = /^(?:Q[1-4]|H[12]|P[0-5]|[A-Z]\d|AM|PM|COVID19)$/u
const ERRNO = /^E(?:CONN|NOENT|ACCES|PERM|ADDR|TIMEDOUT|PIPE|EXIST|BUSY|HOST|AGAIN|NOTFOUND|MFILE|INVAL|NOSPC)[A-Z]*$/u
const NAMED_VERSION = /^[A-Z][a-z]{2,20}\d{1,4}[a-z]?$/u
const ORDINARY_KEBAB =
  /^(?:top|mid|pre|post|number|grade|level|under|over|age|plus|non|sub|year|day|week|chapter|part|page)-/u

function identifierOf(run: string, next: string): Literal | 'none' | undefined {
  if (run.includes(':')) return HOST.test(run) || /^\w+(?:::\w+)+$/u.test(run) ? identifier : undefined
  if (VERSION.test(run) || UUID.test(run) || HASH.test(run)) return identifier
  if (run.includes('.')) {
    if (HOST.test(run)) return identifier
    if (DOTTED.test(run)) return dotted(run, next)
    return undefined
  }
  if (run.includes('_')) return SNAKE.test(run) ? identifier : undefined
  if (run.includes('-')) {
    if (TICKET.test(run)) return identifier
    return KEBAB_DIGIT.test(run) && !ORDINARY_KEBAB.test(run) ? identifier : undefined
  }
  if (HUMPS.test(run)) return NAME_WITH_HUMP.test(run) ? undefined : humped(run)
  if (ERRNO.test(run)) return identifier
  if (CODE_ID.test(run)) return ORDINARY_CODE.test(run) ? 'none' : identifier
  return NAMED_VERSION.test(run) ? { node: 'entity', kind: 'product', isTechnical: false } : undefined
}

/** `APIs` is a plural, `PhD` and `WiFi` are words. */
function humped(run: string): Literal | undefined {
  if (/^[A-Z]{2,6}s$/u.test(run)) return undefined
  return /^(?:PhD|OKay|LoL|DVDs|eMail)$/u.test(run) ? undefined : identifier
}

/** `fs.promises.readFile` and `os.path(` are names; "done.Then" lacks a space. */
function dotted(run: string, next: string): Literal | undefined {
  const parts = run.split('.')
  // e.g., a.m., U.S.A.
  if (parts.every((part) => part.length < 2)) return undefined
  if (next === '(') return identifier
  if (parts.slice(1).some((part) => /^[A-Z][a-z]+$/u.test(part)) && !/[_\d]|[a-z][A-Z]/u.test(run)) return undefined
  if (parts.length > 2) return identifier
  return /_|[a-z][A-Z]/u.test(run) ? identifier : undefined
}
