import { isPath, looksLikeFile, resolvePath } from '../paths.ts'
import type { RunCommand } from './command-line.ts'
import type { Change } from './step.ts'

/** Files that a command reads, writes, moves and removes, as absolute paths. */
export interface CommandFiles {
  readonly read: string[]
  readonly modified: string[]
  readonly made: string[]
  readonly removed: string[]
  readonly moved: { readonly from: string; readonly to: string }[]
  readonly changes: Change[]
}

const READERS: ReadonlySet<string> = new Set(
  'cat head tail less more bat nl wc jq yq xxd strings awk cut sort uniq diff od'.split(' '),
)
const SEARCHERS: ReadonlySet<string> = new Set('grep egrep fgrep rg ag ack'.split(' '))

export function filesOfCommand(command: RunCommand, files: CommandFiles): void {
  const { words, folder, writes } = command
  const [program = '', second = ''] = words
  const resolve = (path: string) => resolvePath(folder, path)
  for (const path of writes.filter(isPath)) {
    files.modified.push(resolve(path))
    if (command.given !== null && program === 'cat')
      files.changes.push({ path: resolve(path), old: '', fresh: command.given })
  }
  const own = words.slice(1).filter(isPath)
  if (READERS.has(program)) for (const path of own.filter(looksLikeFile)) files.read.push(resolve(path))
  else if (SEARCHERS.has(program)) for (const path of own.slice(1).filter(looksLikeFile)) files.read.push(resolve(path))
  else if (program === 'sed' || program === 'gsed') readSed(command, files)
  else if (program === 'perl' && words.some((word) => /^-\w*p?i/u.test(word))) readInPlace(command, files)
  else if (program === 'tee' || program === 'touch' || program === 'truncate') {
    for (const path of own) files.modified.push(resolve(path))
  } else if (program === 'mv') readMove(own, resolve, files)
  else if (program === 'cp') files.modified.push(...own.slice(-1).filter(looksLikeFile).map(resolve))
  else if (program === 'rm') files.removed.push(...own.map(resolve))
  else if (program === 'git' && second === 'mv') readMove(own.slice(1), resolve, files)
  else if (program === 'git' && second === 'rm') files.removed.push(...own.slice(1).map(resolve))
}

function readMove(own: readonly string[], resolve: (path: string) => string, files: CommandFiles): void {
  const to = own.at(-1)
  if (to === undefined || own.length < 2) return
  for (const from of own.slice(0, -1)) {
    const isFolder = own.length > 2 || to.endsWith('/') || (looksLikeFile(from) && !looksLikeFile(to))
    const target = isFolder ? `${to.replace(/\/$/u, '')}/${from.split('/').at(-1)}` : to
    files.moved.push({ from: resolve(from), to: resolve(target) })
  }
}

function readSed(command: RunCommand, files: CommandFiles): void {
  const { words, folder } = command
  if (words.some((word) => /^-[a-zA-Z]*i|^--in-place/u.test(word))) {
    readInPlace(command, files)
    return
  }
  const own = words.slice(1).filter((word) => !word.startsWith('-'))
  for (const path of own.slice(1)) if (isPath(path) && looksLikeFile(path)) files.read.push(resolvePath(folder, path))
}

/** `sed -i 's/old/new/g' files`: the expression says what changed, and the files are behind it. */
function readInPlace({ words, folder }: RunCommand, files: CommandFiles): void {
  const expressions = words.slice(1).filter((word) => SUBSTITUTION.test(word))
  const paths = words
    .slice(1)
    .filter((word) => isPath(word) && !SUBSTITUTION.test(word) && (looksLikeFile(word) || word.includes('/')))
  // Of a pattern it is not known which files it means, only what was changed in them.
  const patterns = words.slice(1).filter((word) => word.includes('*') && word.includes('/') && !SUBSTITUTION.test(word))
  for (const word of [...paths, ...patterns]) {
    const path = resolvePath(folder, word)
    if (!word.includes('*')) files.modified.push(path)
    for (const expression of expressions) {
      const [, , old = '', fresh = ''] = SUBSTITUTION.exec(expression) ?? []
      files.changes.push({ path, old: plain(old), fresh: plain(fresh) })
    }
  }
}

const SUBSTITUTION =
  /^(?:\d{0,9}[,\d$]{0,9})s([/|#@,!])((?:(?!\1)[^\\\n]|\\.){1,300})\1((?:(?!\1)[^\\\n]|\\.){0,300})\1?[a-z]{0,4}$/u

/** An expression without what only says where words end, and without escapes. */
function plain(expression: string): string {
  return expression.replace(/\\[bB<>]/gu, '').replace(/\\(.)/gu, '$1')
}
