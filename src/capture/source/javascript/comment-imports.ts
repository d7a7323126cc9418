import { type Lines, lineAt } from '../lines.ts'
import type { TextSpan } from './code-scan.ts'
import type { PendingImport } from './pending-import.ts'

/** Comments that a file has, and what of one is looked at. */
const COMMENTS_MAX = 2_000
const COMMENT_LENGTH_MAX = 20_000
const REFERENCE = /^\/\s{0,20}<reference\s{1,20}path\s{0,5}=\s{0,5}["']([^"'\n]{1,500})["']/u
/** In JSDoc only what stands in the braces of a tag is a type; the rest is prose and examples. */
const TAG = /@[a-z]{1,20}\s{0,20}\{[^\n@]{1,1000}/gu
const TYPE = /\bimport\s{0,5}\(\s{0,5}["']([^"'\n]{1,500})["']\s{0,5}\)(?:\s{0,5}\.\s{0,5}([\w$]{1,100}))?/gu
const IMPORT_TAG = /@import\s{1,20}([^"'@]{1,1000}?)\s{0,20}\bfrom\s{1,20}["']([^"'\n]{1,500})["']/gu

export interface CommentsGiven {
  readonly comments: readonly TextSpan[]
  readonly lines: Lines
  /** Whether types are written in comments, as in JavaScript. TypeScript reads none of them. */
  readonly hasTypes: boolean
}

/** What comments import: `/// <reference path="…" />`, and the types of JSDoc. */
export function commentImports(text: string, { comments, lines, hasTypes }: CommentsGiven): PendingImport[] {
  const mayRefer = text.includes('<reference')
  const mayType = hasTypes && /\bimport\s{0,5}\(|@import\b/u.test(text)
  if (!mayRefer && !mayType) return []
  return comments.slice(0, COMMENTS_MAX).flatMap(({ start, end }) => {
    const comment = text.slice(start + 2, Math.min(end, start + COMMENT_LENGTH_MAX))
    if (mayType && text.startsWith('/**', start)) return typesOf(comment, start + 2, lines)
    const path = mayRefer && text.startsWith('///', start) ? REFERENCE.exec(comment)?.[1] : undefined
    if (path === undefined) return []
    // A path without dots is a file beside this one, and no package.
    const specifier = /^(?:\.{1,2}\/|\/)/u.test(path) ? path : `./${path}`
    return [{ specifier, kind: 'import' as const, names: ['*'], line: lineAt(lines, start) }]
  })
}

function typesOf(comment: string, offset: number, lines: Lines): PendingImport[] {
  const found: PendingImport[] = []
  for (const tag of comment.matchAll(TAG)) {
    for (const { 1: specifier = '', 2: name = '*', index } of tag[0].matchAll(TYPE)) {
      found.push({ specifier, kind: 'type', names: [name], line: lineAt(lines, offset + tag.index + index) })
    }
  }
  for (const { 1: clause = '', 2: specifier = '', index } of comment.matchAll(IMPORT_TAG)) {
    found.push({ specifier, kind: 'type', names: namesOf(clause), line: lineAt(lines, offset + index) })
  }
  return found
}

/** Of `a, { b as c }` and `* as d`, as after `import`. */
function namesOf(clause: string): readonly string[] {
  const braces = /\{([^{}]*)\}/u.exec(clause)
  const named = (braces?.[1] ?? '').split(',').flatMap((part) => /[\w$]+/u.exec(part)?.[0] ?? [])
  const before = clause.slice(0, braces?.index ?? clause.length)
  if (before.includes('*')) return ['*']
  return /[\w$]/u.test(before) ? ['default', ...named] : named
}
