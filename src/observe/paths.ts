/** Paths as hosts give them, of both kinds of systems, without asking the file system. */

const PATH_LENGTH_MAX = 400

/** A path from the folder that the agent stood in, with `/`, without `.` and `..`. */
export function resolvePath(folder: string, path: string): string {
  const given = slashed(path)
  return tidy(isAbsolute(given) ? given : `${slashed(folder)}/${given}`)
}

/** Relative to the top of the work tree; as it is where it lies outside. */
export function relativePath(root: string, path: string): string {
  const top = tidy(slashed(root))
  const own = tidy(slashed(path))
  if (top === '' || top === '/') return own
  if (own === top) return '.'
  return own.startsWith(`${top}/`) ? own.slice(top.length + 1) : own
}

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:\//u.test(path)
}

/** Whether a word of a command line can be a file: no flag, no variable, no pattern, no address. */
export function isPath(word: string): boolean {
  if (word === '' || word.length > PATH_LENGTH_MAX || word.startsWith('-')) return false
  return !/[\n$`*?"'<>|;(){}=]|:\/\//u.test(word) && !word.startsWith('/dev/')
}

/** Whether its last part has an ending, or is one of the files that have none. */
export function looksLikeFile(path: string): boolean {
  const name = path.split('/').at(-1) ?? ''
  return (
    /\.[A-Za-z][A-Za-z\d_-]{0,15}$/u.test(name) ||
    /^(?:Makefile|Dockerfile|Gemfile|Rakefile|Procfile|LICENSE|README|CHANGELOG|Jenkinsfile|Vagrantfile|Caddyfile|justfile|go\.mod|\.[a-z][\w.-]*)$/u.test(
      name,
    )
  )
}

function slashed(path: string): string {
  return /^[A-Za-z]:\\|\\\w/u.test(path) && !path.includes('/') ? path.replaceAll('\\', '/') : path
}

function tidy(path: string): string {
  if (!/\/\.{0,2}(?:\/|$)|^\.\.?(?:\/|$)/u.test(path)) return path
  const isRooted = path.startsWith('/')
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '..' || !isRooted) parts.push(part)
  }
  return (isRooted ? '/' : '') + parts.join('/')
}

/** The name of a file without the folders before it. */
export function fileName(path: string): string {
  return path.split('/').at(-1) ?? path
}

const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|cypress)\/|(?:^|\/)(?:test_[^/]{1,100}|conftest)\.py$|[._-](?:test|spec|cy)\.[a-z]{1,5}$|_test\.(?:go|py|dart|exs)$|(?:Tests?|IT|Spec)\.(?:java|kt|cs|scala|swift|php)$|_spec\.rb$|_test\.rb$/u
const SOURCE_FILE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|pyi|go|rs|java|kts?|scala|clj|cs|fs|rb|php|swift|m|mm|c|cc|cpp|h|hpp|zig|ex|exs|erl|hs|ml|lua|dart|jl|pl|r|sql|sh|bash|ps1|tf|proto|graphql|sol|css|scss|less|html|hbs|ejs|wat)$/iu

export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path)
}

export function isSourceFile(path: string): boolean {
  return SOURCE_FILE.test(path) && !isTestFile(path)
}
