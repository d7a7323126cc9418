import { cutText } from './sentences.ts'
import type { Change } from './tools/step.ts'

/** A line before and after; `null` where one of both is not there. */
export interface LineChange {
  readonly path: string
  readonly old: string | null
  readonly fresh: string | null
}

/** Of a longer stretch only so many lines of each side are compared. */
const LINES_MAX = 200
/** A side of an edit is shown so long, with the changed part in it. */
const SIDE_MAX = 120

/** The lines that differ, each beside the one that took its place. Indentation does not count. */
export function lineChanges({ path, old, fresh }: Change): readonly LineChange[] {
  const [before, after] = [linesOf(old), linesOf(fresh)]
  const changes: LineChange[] = []
  for (const [gone, come] of hunksOf(before, after)) {
    for (const [from, to] of paired(gone, come)) changes.push({ path, old: from, fresh: to })
  }
  return changes
}

function linesOf(text: string): string[] {
  return text
    .split('\n', LINES_MAX)
    .map((line) => line.slice(0, 2_000).replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '' && /[\p{L}\p{N}]/u.test(line))
}

type Hunk = readonly [readonly string[], readonly string[]]

/** By the longest common subsequence of lines; both sides are short. */
function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const [rows, columns] = [before.length, after.length]
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      lengths[i]![j] =
        before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  const hunks: Hunk[] = []
  let [i, j, gone, come]: [number, number, string[], string[]] = [0, 0, [], []]
  while (i < rows || j < columns) {
    if (i < rows && j < columns && before[i] === after[j]) {
      if (gone.length + come.length > 0) hunks.push([gone, come])
      ;[gone, come] = [[], []]
      i++
      j++
    } else if (j >= columns || (i < rows && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) gone.push(before[i++]!)
    else come.push(after[j++]!)
  }
  if (gone.length + come.length > 0) hunks.push([gone, come])
  return hunks
}

function paired(
  gone: readonly string[],
  come: readonly string[],
): readonly (readonly [string | null, string | null])[] {
  if (gone.length === come.length) return gone.map((line, i) => [line, come[i]!] as const)
  const pairs: (readonly [string | null, string | null])[] = []
  let next = 0
  for (const [i, line] of gone.entries()) {
    // So many lines of the other side must stay for those that follow, if there are enough.
    const last = Math.max(next, come.length - (gone.length - i))
    let [best, likeness] = [-1, 0.15]
    for (let j = next; j <= Math.min(last, come.length - 1); j++) {
      const own = likenessOf(line, come[j]!)
      if (own > likeness) [best, likeness] = [j, own]
    }
    if (best < 0) pairs.push([line, null])
    else {
      while (next < best) pairs.push([null, come[next++]!])
      pairs.push([line, come[best]!])
      next = best + 1
    }
  }
  while (next < come.length) pairs.push([null, come[next++]!])
  return pairs
}

function likenessOf(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared / Math.max(1, one.size + other.size - shared)
}

function wordsOf(line: string): Set<string> {
  return new Set(line.match(/[\p{L}\p{N}_]+/gu) ?? [])
}

/** `old -> fresh`, `+ fresh` or `- old`; of long lines what differs, with a little around it. */
export function changeText({ old, fresh }: LineChange, sideMax: number = SIDE_MAX): string {
  if (old === null) return `+ ${cutText(tidied(fresh ?? ''), sideMax * 2)}`
  if (fresh === null) return `- ${cutText(tidied(old), sideMax * 2)}`
  const [from, to] = around(tidied(old), tidied(fresh), sideMax)
  return `${from} -> ${to}`
}

function tidied(line: string): string {
  return line.replace(/\s{0,4}[,;]$/u, '')
}

function around(old: string, fresh: string, sideMax: number): readonly [string, string] {
  if (old.length <= sideMax && fresh.length <= sideMax) return [old, fresh]
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  const room = Math.min(old.length, fresh.length) - start
  while (end < room && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++
  // Whole words, and some of what stands before.
  const from = wordStart(old, Math.max(0, start - Math.floor(sideMax / 4)))
  const cut = (line: string) => {
    const to = wordEnd(line, Math.min(line.length, Math.max(line.length - end + 6, from + 20)))
    return `${from > 0 ? '…' : ''}${cutText(line.slice(from, to), sideMax)}`
  }
  return [cut(old), cut(fresh)]
}

function wordEnd(line: string, at: number): number {
  let end = at
  while (end < line.length && end - at < 30 && /[\p{L}\p{N}_]/u.test(line[end]!)) end++
  return end
}

function wordStart(line: string, at: number): number {
  let start = at
  while (start > 0 && at - start < 30 && /[\p{L}\p{N}_]/u.test(line[start - 1]!)) start--
  return start
}

const MANIFEST =
  /(?:^|\/)(?:package(?:-lock)?\.json|requirements[^/]{0,40}\.txt|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|Cargo\.toml|go\.mod|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|composer\.json|pubspec\.yaml|mix\.exs|Dockerfile[^/]{0,40}|[^/]{0,60}\.(?:csproj|ya?ml|tf|nix|gemspec)|\.tool-versions|\.nvmrc|\.node-version|\.python-version|deno\.json|Chart\.yaml|environment\.yml)$/u
const VERSION =
  /(?<![\w.])[v^~>=<!]{0,3}\s?(\d{1,5}(?:\.\d{1,6}){1,3}(?:[-+.]?(?:alpha|beta|rc|pre|dev|next|canary|slim|alpine|bookworm)[\w.-]{0,30})?|(?<=[:@]v?)\d{1,3}(?=-(?:alpine|slim|bookworm)|\s*$|["']?\s*$))(?![\w.]*\/)/u

/** `zod 3.22.4 -> 4.0.1` where a line of a manifest names another version than before. */
export function versionChange({ path, old, fresh }: LineChange): string | null {
  if (!MANIFEST.test(path) || (old === null && fresh === null)) return null
  // Files of settings hold other numbers too.
  if (
    /\.(?:ya?ml|tf|nix)$/u.test(path) &&
    !/\b(?:image|uses|version|tag|rev|ref|source)\b|@v?\d/iu.test(fresh ?? old ?? '')
  )
    return null
  const [from, to] = [versionIn(old), versionIn(fresh)]
  const name = from?.name || to?.name
  if (!name || (from && to && from.version === to.version)) return null
  // A line that became another one names another thing.
  if (from && to && from.name !== to.name) return null
  if (old !== null && fresh !== null && (!from || !to)) return null
  if (from && to) return `${name} ${from.version} -> ${to.version}`
  return to ? `+ ${name} ${to.version}` : `- ${name} ${from!.version}`
}

function versionIn(line: string | null): { readonly name: string; readonly version: string } | null {
  if (line === null) return null
  const match = VERSION.exec(line)
  if (!match) return null
  const before = line.slice(0, match.index)
  const names = before.match(/[@\w][\w./@-]{0,100}/gu) ?? []
  const name = names
    .filter(
      (part) =>
        !/^(?:version|image|FROM|gem|uses|tag|implementation|testImplementation|api|rev|the|v|=+)$/iu.test(part),
    )
    .at(-1)
  return name ? { name: name.replace(/[@:/=-]+$/u, ''), version: match[1]! } : null
}

/** What new lines declare: functions, classes, types, tables, resources. */
export function declaredIn(text: string, countMax: number): readonly string[] {
  const names = new Set<string>()
  for (const match of text.slice(0, 60_000).matchAll(DECLARED)) {
    const name = match[1] ?? match[2] ?? match[3]
    if (name && name.length > 1) names.add(name)
    if (names.size >= countMax) break
  }
  return [...names]
}

const DECLARED =
  /^[ \t]{0,8}(?:(?:export|public|private|protected|static|async|abstract|default|pub(?:\(crate\))?|final|override|internal|open|data|sealed|partial)\s{1,4}){0,5}(?:(?:function\*?|class|interface|enum|struct|trait|type|def|fn|fun|module|record|namespace|protocol|object)\s{1,4}([A-Za-z_$][\w$]{0,80})|func\s{1,4}(?:\([^)\n]{0,80}\)\s{0,4})?([A-Za-z_]\w{0,80})|const\s{1,4}([A-Za-z_$][\w$]{0,80})\s{0,4}(?:[:=][^=\n]{0,120})?(?:=>|function))/gmu
