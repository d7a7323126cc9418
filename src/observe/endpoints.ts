import type { NodeId } from '../graph/nodes.ts'
import type { EventReading } from './event-reading.ts'

/** An endpoint that an event speaks of, changes or calls: `POST /api/v1/orders`, or a path alone. */
export interface NamedEndpoint {
  readonly text: string
  readonly record: NodeId
  /** Whether an edit puts it in. */
  readonly isNew: boolean
}

const ENDPOINTS_MAX = 8
const TEXT_MAX = 20_000
const PATH = String.raw`\/[\w\-./:{}<>*~%@$[\]]{0,160}`
const METHOD = new RegExp(
  String.raw`\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s{1,3}(?:https?:\/\/[^\s/"'\x60]{1,100})?(${PATH})`,
  'gu',
)
/** `app.post('/x'`, `r.Get("/x"`, `@GetMapping("/x")`, `Route::put('/x'`; a receiver or an `@` stands before it. */
const ROUTE = new RegExp(
  String.raw`(?:[.@:]|\b(?:axios|fetch)\.)(get|post|put|patch|delete|head|options)(?:Mapping)?\(\s{0,4}(?:value\s?=\s?|path\s?=\s?)?["'\x60](${PATH})["'\x60]`,
  'giu',
)
const ANY_ROUTE = new RegExp(
  String.raw`(?:\b(?:HandleFunc|Handle|route|Route|path|re_path|RequestMapping|websocket|mount|use)\(|@\w+\.route\(|@(?:Path|RequestMapping)\()\s{0,4}r?["'\x60](?:(GET|POST|PUT|PATCH|DELETE)\s)?(${PATH})["'\x60]`,
  'gu',
)
/** A path that looks like one of an interface, wherever it stands in a sentence. */
const BARE =
  /(?:^|[\s`'"(（，。：:、])(\/(?:api|v\d{1,2}|graphql|rest|rpc|auth|internal|webhooks?|oauth2?)(?:\/[\w\-.:{}]{1,60}){0,8}\/?)(?=$|[\s`'")）,，。;；:：、?!的]|\p{Script=Han})/gu
const FILE_END = /\.(?:ts|tsx|js|jsx|py|go|rs|java|rb|php|md|json|ya?ml|html|css|sql|sh|toml|txt)$/iu

export function endpointsOf({ prompts, replies, steps }: EventReading): readonly NamedEndpoint[] {
  const found = new Map<string, NamedEndpoint>()
  const add = (method: string | undefined, path: string, record: NodeId, isNew: boolean) => {
    const tidy = path.replace(/[.:,]+$/u, '')
    if (tidy === '/' || tidy.startsWith('//') || FILE_END.test(tidy)) return
    const text = method ? `${method.toUpperCase()} ${tidy}` : tidy
    const known = found.get(text)
    if (!known || (isNew && !known.isNew)) found.set(text, { text, record, isNew: isNew || (known?.isNew ?? false) })
  }
  for (const { text, record } of [...prompts, ...replies]) {
    const bounded = text.slice(0, TEXT_MAX)
    for (const [, method, path] of bounded.matchAll(METHOD)) add(method, path!, record, false)
    for (const [, path] of bounded.matchAll(BARE)) add(undefined, path!, record, false)
  }
  for (const { changes, command, record } of steps) {
    for (const { old, fresh } of changes) {
      // What stands before and after is the surroundings of a change.
      const before = new Set(routesIn(old.slice(0, TEXT_MAX)).map(({ method, path }) => `${method} ${path}`))
      for (const { method, path } of routesIn(fresh.slice(0, TEXT_MAX))) {
        if (!before.has(`${method} ${path}`)) add(method, path, record, true)
      }
    }
    for (const { words } of command?.commands ?? []) {
      const called = calledBy(words)
      if (called) add(called.method, called.path, record, false)
    }
  }
  return withoutRepeats([...found.values()]).slice(0, ENDPOINTS_MAX)
}

interface Route {
  readonly method: string | undefined
  readonly path: string
}

function routesIn(code: string): Route[] {
  const routes: Route[] = []
  for (const pattern of [METHOD, ROUTE, ANY_ROUTE]) {
    for (const [, method, path] of code.matchAll(pattern)) routes.push({ method, path: path! })
  }
  return routes
}

/** `curl -X POST http://localhost:3000/api/login -d …` */
function calledBy(words: readonly string[]): Route | null {
  if (!/^(?:curl|wget|http|https|xh)$/u.test(words[0] ?? '')) return null
  const url = words.slice(1).find((word) => /^(?:https?:\/\/|localhost|127\.0\.0\.1|:\d)/u.test(word))
  const path = url && /^(?:https?:\/\/)?[^/\s]{0,200}(\/[^\s?#"']{0,200})/u.exec(url)?.[1]
  if (!path) return null
  const flag = words.findIndex((word) => word === '-X' || word === '--request')
  const stated =
    flag >= 0
      ? words[flag + 1]
      : words.find((word) => /^(?:-X)?(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/u.test(word))?.replace('-X', '')
  const sends = words.some((word) => /^(?:-d|--data(?:-\w+)?|--json|-F|--form)$/u.test(word))
  return { method: stated ?? (sends ? 'POST' : 'GET'), path }
}

/** A bare path that also stands with its method says nothing more. */
function withoutRepeats(endpoints: readonly NamedEndpoint[]): NamedEndpoint[] {
  const full = new Set(
    endpoints.filter(({ text }) => !text.startsWith('/')).map(({ text }) => text.replace(/^\S+ /u, '')),
  )
  return endpoints.filter(({ text }) => !text.startsWith('/') || !full.has(text))
}
