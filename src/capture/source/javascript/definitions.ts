import type { DefinitionKind, SourceDefinition } from '../../../graph/source-graph.ts'
import { type Lines, lineAt } from '../lines.ts'

/** More are data. */
const DEFINITIONS_MAX = 2_000

/** What begins its line: a statement at the top of a file as everybody writes it. */
const TOP =
  /^(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?(function|class|interface|type|enum|const[ \t]+enum|namespace|module|const|let|var)(?:[ \t]*\*)?[ \t]+([A-Za-z_$][\w$]*)/gmu

/** `exports.name = …`, `name.member = function …`, as before there were classes and modules. */
const ASSIGNED =
  /^(?:([A-Za-z_$][\w$]{0,80})\.){1,3}([A-Za-z_$][\w$]{0,80})[ \t]*=[ \t]*(async\b|function\b|class\b)?/gmu

const METHOD =
  /^[ \t]{1,8}(?:(?:public|private|protected|static|override|async|get|set|abstract)[ \t]+)*[*#]?([A-Za-z_$][\w$]*)[ \t]*(?:<[^<>\n]{0,200}>)?\([^\n]*\{[ \t]*$/gmu

const NO_METHODS: ReadonlySet<string> = new Set(
  'if for while switch catch function return with constructor super do else try await typeof describe it test'.split(
    ' ',
  ),
)

const KINDS: Readonly<Record<string, DefinitionKind>> = {
  function: 'function',
  class: 'class',
  interface: 'type',
  type: 'type',
  enum: 'type',
  namespace: 'module',
  module: 'module',
}

export interface ExportedName {
  readonly name: string
  /** The name by which the file itself knows it. */
  readonly local: string
  readonly at: number
}

/** What a file defines, found by the shape of its lines, with what the parser says it exports. */
export function definitionsOf(text: string, lines: Lines, exported: readonly ExportedName[]): SourceDefinition[] {
  const found = new Map<string, SourceDefinition>()
  const exportedLocals = new Set(exported.flatMap(({ name, local }) => [name, local]))
  const add = (name: string, kind: DefinitionKind, at: number, isExported = exportedLocals.has(name)) => {
    if (found.has(name) || found.size >= DEFINITIONS_MAX) return
    found.set(name, { name, kind, isExported, line: lineAt(lines, at) })
  }
  for (const match of text.matchAll(TOP)) {
    add(match[2]!, KINDS[match[1]!] ?? (match[1]!.endsWith('enum') ? 'type' : 'constant'), match.index)
  }
  for (const match of text.matchAll(ASSIGNED)) {
    if (match[1] === 'exports') add(match[2]!, match[3] === undefined ? 'constant' : 'function', match.index, true)
    else if (match[3] !== undefined) add(match[2]!, 'method', match.index)
  }
  for (const match of text.matchAll(METHOD)) {
    if (!NO_METHODS.has(match[1]!)) add(match[1]!, 'method', match.index, false)
  }
  for (const { name, at } of exported) add(name, 'constant', at, true)
  return [...found.values()].sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : 1))
}
