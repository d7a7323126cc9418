/**
 * A remote of git by one name, however its address is written: without scheme, user, password, the scheme's own port,
 * query, `.git` and slashes at the end, its host in small letters. `null` where nothing is left.
 *
 *   git@GitHub.com:acme/web.git   https://github.com/acme/web/   →   github.com/acme/web
 *
 * A path of this machine stays one. The key of a key is the key, so names from older journals lead to it too.
 */
export function remoteKey(address: string): string | null {
  const url = URL_FORM.exec(address)
  if (url !== null) {
    const scheme = url[1]!.toLowerCase()
    if (scheme === 'file') return tidyEnd(url[3]!) || null
    const authority = url[2]!.replace(/^.*@/u, '').toLowerCase()
    const port = /:(\d{0,5})$/u.exec(authority)
    const host = port === null ? authority : authority.slice(0, port.index)
    if (host === '') return null
    const isUsual = port === null || port[1] === '' || port[1] === PORTS[scheme]
    // What listens elsewhere may be another server.
    return `${isUsual ? host : `${scheme}://${authority}`}${tidyPath(url[3]!.replace(/[?#].*$/u, ''))}`
  }
  const [, host, path] = HOST_AND_PATH.exec(address.replace(USER, '')) ?? []
  if (host !== undefined && path !== undefined) return `${host.toLowerCase()}${tidyPath(path)}`
  return tidyEnd(address) || null
}

/** The path of this machine that an address is, as it stands there; `null` for an address of the network. */
export function localRemote(address: string): string | null {
  const url = URL_FORM.exec(address)
  if (url !== null) return url[1]!.toLowerCase() === 'file' ? url[3]! : null
  return HOST_AND_PATH.test(address.replace(USER, '')) || address === '' ? null : address
}

/** How older versions wrote a key of the network: spaces bear those names still. */
export function olderRemoteKeys(key: string): readonly string[] {
  const at = key.indexOf('/')
  if (at < 1 || key.includes('://')) return []
  const schemes = ['https', 'ssh', 'http', 'git'].map((scheme) => `${scheme}://${key}`)
  return [...schemes, `${key.slice(0, at)}:${key.slice(at + 1)}`]
}

// Without the flags for other letters and lines: to compile them takes as long as to read a repository.
const URL_FORM = /^([A-Za-z][A-Za-z0-9+.-]{0,30}):\/\/([^/]*)(.*)$/s
const USER = /^[^/\\\s]*@/
/** `host:path`; a drive of Windows has one letter. */
const HOST_AND_PATH = /^(\[[^\]/\s]{1,60}\]|[^/\\\s:]{2,255}):(.*)$/s
const PORTS: Readonly<Record<string, string>> = {
  ssh: '22',
  'git+ssh': '22',
  'ssh+git': '22',
  https: '443',
  http: '80',
  git: '9418',
}

function tidyPath(path: string): string {
  let start = 0
  while (path[start] === '/') start++
  const rest = tidyEnd(path.slice(start))
  return rest === '' ? '' : `/${rest}`
}

function tidyEnd(path: string): string {
  return withoutSlashes(withoutSlashes(path).replace(/\.git$/u, ''))
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 0 && /[/\\]/u.test(path[end - 1]!)) end--
  return path.slice(0, end)
}
