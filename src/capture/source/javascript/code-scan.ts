import { countWords, type Identifiers, rankedIdentifiers } from '../identifiers.ts'

export interface TextSpan {
  readonly start: number
  readonly end: number
}

export interface CodeScan extends Identifiers {
  /** By local name of a namespace: the members used, and `*` where it is used as a whole as well. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>
}

/** Strings in quotes are bounded: text full of escaped quotes would be read again from each of them otherwise. */
const TOKEN = /"(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'|[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/gu

const KEYWORDS: ReadonlySet<string> = new Set(
  `as async await break case catch class const continue debugger declare default delete do else enum export extends false
   finally for from function get if implements import in instanceof interface keyof let namespace new null of private
   protected public readonly return satisfies set static string super switch this throw true try type typeof undefined var
   void while with yield any boolean never number object unknown`.split(/\s+/u),
)

/**
 * The identifiers of a text, words in comments and strings among them, and which members of namespaces its code uses.
 * Text in templates and between tags counts as code: names stand there as well.
 */
export function scanCode(text: string, { comments, declarations, namespaces }: ScanOptions): CodeScan {
  const found = new Map<string, number>()
  const members = new Map([...namespaces].map((name) => [name, new Set<string>()]))
  const token = new RegExp(TOKEN)
  let comment = 0
  let declaration = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const at = match.index
    while (comment < comments.length && comments[comment]!.end <= at) comment++
    if (comment < comments.length && comments[comment]!.start <= at) {
      countWords(found, text.slice(at, comments[comment]!.end), KEYWORDS)
      token.lastIndex = comments[comment]!.end
      continue
    }
    const name = match[0]
    if (name[0] === '"' || name[0] === "'") countWords(found, name, KEYWORDS)
    if (name[0] === '"' || name[0] === "'" || KEYWORDS.has(name)) continue
    found.set(name, (found.get(name) ?? 0) + 1)
    const used = members.get(name)
    if (used === undefined || isMember(text, at)) continue
    while (declaration < declarations.length && declarations[declaration]!.end <= at) declaration++
    if (declaration < declarations.length && declarations[declaration]!.start <= at) continue
    used.add(memberAfter(text, at + name.length))
  }
  return { ...rankedIdentifiers(found), members }
}

export interface ScanOptions {
  /** In their order. */
  readonly comments: readonly TextSpan[]
  /** Where the name of a namespace is no use of it, in their order. */
  readonly declarations: readonly TextSpan[]
  readonly namespaces: ReadonlySet<string>
}

/** Whether what begins there is a member of something else, and not spread. */
function isMember(text: string, at: number): boolean {
  return text[at - 1] === '.' && text[at - 2] !== '.'
}

function memberAfter(text: string, at: number): string {
  return /^\s{0,100}\??\.\s{0,100}([A-Za-z_$][\w$]{0,100})/u.exec(text.slice(at, at + 310))?.[1] ?? '*'
}
