import { isDeepStrictEqual } from 'node:util'
import { parse, stringify, TomlError } from 'smol-toml'
import { type Wording, wording } from '../graph/wording.ts'

/*
 * Edits of one table in a TOML file that somebody else owns. The file is read by a parser and edited as text, so that
 * every other byte stays; the parser then judges whether the edit did what it should and nothing else.
 */

export type TomlTable = Readonly<Record<string, unknown>>
export type TomlPath = readonly [table: string, name: string]
export type TomlEdit = { readonly text: string } | { readonly refused: Wording }

/** Reads a text; refuses what does not parse, with the place. */
export function readToml(text: string): { readonly root: TomlTable } | { readonly refused: Wording } {
  try {
    return { root: parse(text.replace(/^\uFEFF/u, '')) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason = ''] = error.message.replace(/^Invalid TOML document: /u, '').split('\n')
    return { refused: wording`it is no valid TOML: line ${error.line}, column ${error.column}: ${reason}` }
  }
}

/** The table `[first.second]`; `undefined` where there is none. */
export function tableAt(root: TomlTable, [first, second]: TomlPath): unknown {
  const outer = root[first]
  return isTable(outer) ? outer[second] : undefined
}

/** Gives a table these values; others that it has stay. Where there is none yet, it comes at the end of the file. */
export function withTable(text: string, path: TomlPath, values: TomlTable): TomlEdit {
  const read = readToml(text)
  if ('refused' in read) return read
  const before = tableAt(read.root, path)
  const wanted = { ...(isTable(before) ? before : {}), ...values }
  if (isDeepStrictEqual(before, wanted)) return { text }
  const edited = before === undefined ? tableAppended(text, path, values) : tableChanged(text, path, values)
  return judged(edited, { before: read.root, path, wanted })
}

/** Cuts out a table with the tables below it. */
export function withoutTable(text: string, path: TomlPath): TomlEdit {
  const read = readToml(text)
  if ('refused' in read) return read
  if (tableAt(read.root, path) === undefined) return { text }
  const lines = linesOf(text)
  const cut = linesOfTable(lines, path, { isWithChildren: true })
  if (cut === null) return { refused: elsewhere(path) }
  // The empty line that set it apart goes with it.
  const start = cut.start > 0 && lines[cut.start - 1]!.trim() === '' ? cut.start - 1 : cut.start
  const edited = [...lines.slice(0, start), ...lines.slice(cut.end)].join('')
  return judged(edited, { before: read.root, path, wanted: undefined })
}

function tableAppended(text: string, path: TomlPath, values: TomlTable): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
  const lines = [`[${path.join('.')}]`, ...Object.entries(values).map(lineOf), '']
  return text + gap + lines.join(eol)
}

function tableChanged(text: string, path: TomlPath, values: TomlTable): string | null {
  const lines = linesOf(text)
  const cut = linesOfTable(lines, path, { isWithChildren: false })
  if (cut === null) return null
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const changed = lines.slice(cut.start, cut.end)
  for (const entry of Object.entries(values)) {
    const index = changed.findIndex((line) => line.trimStart().replace(/[\s=].*$/su, '') === entry[0])
    if (index < 0) changed.splice(1, 0, lineOf(entry) + eol)
    else changed[index] = lineOf(entry) + eol
  }
  return [...lines.slice(0, cut.start), ...changed, ...lines.slice(cut.end)].join('')
}

interface Intent {
  readonly before: TomlTable
  readonly path: TomlPath
  readonly wanted: unknown
}

/** Nothing but the one table may read differently afterwards. */
function judged(text: string | null, { before, path, wanted }: Intent): TomlEdit {
  const after = text === null ? null : readToml(text)
  if (text === null || after === null || 'refused' in after) return { refused: elsewhere(path) }
  const isRight =
    isDeepStrictEqual(plain(tableAt(after.root, path)), plain(wanted)) &&
    isDeepStrictEqual(plain(others(after.root, path)), plain(others(before, path)))
  return isRight ? { text } : { refused: elsewhere(path) }
}

function elsewhere(path: TomlPath): Wording {
  return wording`its \`${path.join('.')}\` is written in a form that cannot be edited safely`
}

/** Without prototypes, which a parser may leave out. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : structuredClone(JSON.parse(JSON.stringify(value)))
}

function others(root: TomlTable, [first, second]: TomlPath): TomlTable {
  const outer = root[first]
  if (!isTable(outer)) return root
  const { [second]: _, ...kept } = outer
  const { [first]: __, ...rest } = root
  return Object.keys(kept).length === 0 ? rest : { ...rest, [first]: kept }
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** From the header to the last line that belongs to the table; comments before the next header are that one's. */
function linesOfTable(
  lines: readonly string[],
  path: TomlPath,
  { isWithChildren }: { readonly isWithChildren: boolean },
): Stretch | null {
  const name = path.join('.')
  const start = lines.findIndex((line) => headerOf(line) === name)
  if (start < 0) return null
  let next = start + 1
  while (next < lines.length) {
    const header = headerOf(lines[next]!)
    if (header !== null && !(isWithChildren && header.startsWith(`${name}.`))) break
    next++
  }
  let end = next
  while (end > start + 1 && /^(?:#.*)?$/u.test(lines[end - 1]!.trim())) end--
  return { start, end }
}

/** `a.b` of a line `[a.b]`; quotes around simple names make no difference. */
function headerOf(line: string): string | null {
  const [, name] = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/u.exec(line.trimEnd()) ?? []
  return name === undefined ? null : name.replace(/["'\s]/gu, '')
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? []
}

function lineOf([key, value]: readonly [string, unknown]): string {
  return stringify({ [key]: value }).trim()
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
