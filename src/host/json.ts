import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { type Wording, wording } from '../graph/wording.ts'

/*
 * Edits of a JSON file that somebody else owns, comments and trailing commas included. An edit inserts, replaces or cuts
 * out exactly one value with its comma and leaves every other byte as it was; a formatter would not.
 */

export type JsonPath = readonly (string | number)[]

/** Reads a text; an empty one counts as `{}`. Refuses what does not parse, with the place. */
export function readJson(text: string): { readonly root: Node } | { readonly refused: Wording } {
  const errors: ParseError[] = []
  const root = parseTree(startOf(text), errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined) {
    const before = text.slice(0, error.offset).split('\n')
    const reason = printParseErrorCode(error.error)
    return {
      refused: wording`it is no valid JSON: line ${before.length}, column ${before.at(-1)!.length + 1}: ${reason}`,
    }
  }
  if (root?.type !== 'object') return { refused: wording`it holds no JSON object` }
  return { root }
}

/** The value at a path; `undefined` where there is none. */
export function valueAt(text: string, path: JsonPath): unknown {
  const node = nodeAt(text, path)
  // The parser's objects have no prototype, so they would equal no other.
  return node && structuredClone(getNodeValue(node))
}

/** Appends to the list at a path. What is missing on the way is made. */
export function appended(text: string, path: JsonPath, value: unknown): string {
  return inserted(startOf(text), [...path, 0], value)
}

/** Sets what is at a path. What is missing on the way is made; a property keeps its place. */
export function replaced(text: string, path: JsonPath, value: unknown): string {
  const node = nodeAt(text, path)
  if (!node) return inserted(startOf(text), path, value)
  const { offset, length } = node
  const shown = shownValue(value, { unit: unitOf(text), indent: indentAt(text, offset), eol: eolOf(text) })
  return text.slice(0, offset) + shown + text.slice(offset + length)
}

/** Cuts out what is at a path, and its comma, and the line where nothing else stood on it. */
export function removed(text: string, path: JsonPath): string {
  const found = nodeAt(text, path)
  if (!found) return text
  const node = found.parent?.type === 'property' ? found.parent : found
  const container = node.parent!
  const children = container.children!
  const index = children.indexOf(node)
  const end = node.offset + node.length
  const after = commaIn(text, end, children[index + 1]?.offset ?? endOf(container) - 1)
  if (after !== null) return collapsed(cutOut(text, { start: node.offset, end, comma: after }), path)
  const previous = children[index - 1]
  if (previous === undefined) return collapsed(cutOut(text, { start: node.offset, end, comma: null }), path)
  const before = commaIn(text, previous.offset + previous.length, node.offset)!
  const isOneLine = !text.slice(before, node.offset).includes('\n')
  if (isOneLine) return text.slice(0, before) + text.slice(end)
  const rest = cutOut(text, { start: node.offset, end, comma: null })
  return rest.slice(0, before) + rest.slice(before + 1)
}

function startOf(text: string): string {
  return text.trim() === '' ? '{}\n' : text
}

function nodeAt(text: string, path: JsonPath): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true })
  return root && findNodeAtLocation(root, [...path])
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

/** Inserts at the end of the deepest list or object on the way; a number in the path stands for the end of a list. */
function inserted(text: string, path: JsonPath, value: unknown): string {
  let depth = path.length - 1
  let container = nodeAt(text, path.slice(0, depth))
  while (container === undefined) container = nodeAt(text, path.slice(0, --depth))
  const nested = path
    .slice(depth + 1)
    .reduceRight<unknown>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value)
  const key = path[depth]!
  return withChild(text, container, typeof key === 'number' ? { value: nested } : { key, value: nested })
}

interface Child {
  readonly key?: string
  readonly value: unknown
}

function withChild(text: string, container: Node, { key, value }: Child): string {
  const eol = eolOf(text)
  const unit = unitOf(text)
  const outer = indentAt(text, container.offset)
  const children = container.children ?? []
  const close = endOf(container) - 1
  const [first] = children
  const isOneLine = first !== undefined && !text.slice(container.offset, first.offset).includes('\n')
  const indent = first === undefined || isOneLine ? outer + unit : indentAt(text, first.offset)
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  const item = name + (isOneLine ? JSON.stringify(value) : shownValue(value, { unit, indent, eol }))
  const last = children.at(-1)
  if (last === undefined) {
    const comments = text.slice(container.offset + 1, close).trimEnd()
    return `${text.slice(0, container.offset + 1)}${comments}${eol}${indent}${item}${eol}${outer}${text.slice(close)}`
  }
  const end = endOf(last)
  const comma = commaIn(text, end, close)
  const from = comma === null ? end : comma + 1
  // A comment on the line of the last value belongs to that value.
  const [comment = ''] = /^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^*\r\n]*\*\/))*/u.exec(text.slice(from, close)) ?? []
  const gap = isOneLine && !comment.includes('//') ? ' ' : eol + indent
  const at = from + comment.length
  // Where the last value has a comma, the new one gets one too.
  const ending = comma === null ? '' : ','
  return `${text.slice(0, end)}${comma === null ? ',' : ''}${text.slice(end, at)}${gap}${item}${ending}${text.slice(at)}`
}

interface Cut {
  readonly start: number
  readonly end: number
  /** Where the comma behind it stands. */
  readonly comma: number | null
}

function cutOut(text: string, { start, end, comma }: Cut): string {
  const between = comma === null ? '' : text.slice(end, comma)
  // A comment between a value and its comma stays.
  const kept = between.trim() === '' ? '' : between
  const behind = comma === null ? end : comma + 1
  const lineStart = start - indentBefore(text, start)
  const isFirstOnLine = lineStart === 0 || text[lineStart - 1] === '\n'
  const [spaces = ''] = /^[ \t]*/u.exec(text.slice(behind)) ?? []
  const [lineEnd = ''] = /^\r?\n/u.exec(text.slice(behind + spaces.length)) ?? []
  if (kept === '' && isFirstOnLine && lineEnd !== '') {
    return text.slice(0, lineStart) + text.slice(behind + spaces.length + lineEnd.length)
  }
  return text.slice(0, start) + kept + text.slice(lineEnd === '' ? behind + spaces.length : behind)
}

/** A container in which nothing is left but white space becomes `{}` or `[]` again. */
function collapsed(text: string, path: JsonPath): string {
  const container = nodeAt(text, path.slice(0, -1))
  if (!container || (container.children ?? []).length > 0) return text
  const [open, close] = [container.offset + 1, endOf(container) - 1]
  return text.slice(open, close).trim() === '' ? text.slice(0, open) + text.slice(close) : text
}

/** Where a comma stands in a stretch that holds nothing else but white space and comments. */
function commaIn(text: string, from: number, to: number): number | null {
  let at = from
  while (at < to) {
    if (text[at] === ',') return at
    const isComment = text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*')
    if (!isComment) at++
    else {
      const close = text[at + 1] === '/' ? '\n' : '*/'
      const end = text.indexOf(close, at + 2)
      at = end < 0 ? to : end + close.length
    }
  }
  return null
}

interface Look {
  readonly unit: string
  readonly indent: string
  readonly eol: string
}

function shownValue(value: unknown, { unit, indent, eol }: Look): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent)
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** What one step to the right is in this file. */
function unitOf(text: string): string {
  return /\n([ \t]{1,8})\S/u.exec(text)?.[1] ?? '  '
}

/** The white space that the line of a place begins with. */
function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/u.exec(text.slice(lineStart, offset))![0]
}

function indentBefore(text: string, offset: number): number {
  return /[ \t]*$/u.exec(text.slice(Math.max(0, offset - 200), offset))![0].length
}
