import type { EcmaScriptModule, ParserOptions, StaticImport } from 'oxc-parser'
import type { SourceImport, SourceReexport } from '../../../graph/source-graph.ts'
import { lineAt, linesOf } from '../lines.ts'
import type { ParsedSource } from '../source-language.ts'
import { scanCode, type TextSpan } from './code-scan.ts'
import { commentImports } from './comment-imports.ts'
import { definitionsOf, type ExportedName } from './definitions.ts'
import { namesOfDynamicImport } from './dynamic-names.ts'
import type { Oxc } from './oxc.ts'
import type { PendingImport } from './pending-import.ts'
import { readTree, type TreeReading } from './read-tree.ts'

type Language = NonNullable<ParserOptions['lang']>
type Parser = NonNullable<Oxc['parse']>
type Parsed = ReturnType<Parser>

/**
 * Reads one module. The record of its imports and exports comes from the parser without the tree, which costs four times
 * as much; only what stands nowhere else (`require`, mocks, types by `import()`) is looked for in the tree.
 */
export function parseModule(parse: Parser, text: string, language: Language): ParsedSource {
  const { parsed, isParsed } = parsedAs(parse, text, language)
  const record = parsed.module
  const lines = linesOf(text)
  const tree = needsTree(text, record) ? readTree(parsed.program, text, record.hasModuleSyntax) : NOTHING
  const imports: PendingImport[] = [
    ...record.staticImports.map((statement) => fromStatement(statement, lineAt(lines, statement.start))),
    ...reexporting(record).map(({ names, at, specifier }): PendingImport => {
      return { specifier, kind: 'reexport', names, line: lineAt(lines, at) }
    }),
    ...record.dynamicImports.map((found) => {
      const line = lineAt(lines, found.start)
      return fromDynamic(text, { ...found, line })
    }),
    ...tagRuntime(text, parsed.comments, language),
    ...commentImports(text, { comments: parsed.comments, lines, hasTypes: language === 'js' || language === 'jsx' }),
    ...tree.imports.map(({ at, ...found }) => ({ ...found, line: lineAt(lines, at) })),
  ]
  const locals = imports.flatMap((found) => found.locals ?? [])
  const scan = scanCode(text, {
    comments: parsed.comments,
    declarations: [...record.staticImports, ...locals].sort((a, b) => a.start - b.start),
    namespaces: new Set(locals.map(({ name }) => name)),
  })
  const exported: ExportedName[] = [...exportedNames(record), ...tree.exported]
  return {
    isParsed,
    definitions: definitionsOf(text, lines, exported),
    imports: imports.map((found) => settled(found, scan.members)).sort((a, b) => a.line - b.line),
    reexports: [...reexportsOf(record), ...tree.reexports],
    identifiers: scan.identifiers,
    counts: scan.counts,
  }
}

const NOTHING: TreeReading = { imports: [], reexports: [], exported: [] }

/** Other readings of a text that the first one refuses, such as types in a `.js` file. */
const OTHERWISE: Readonly<Record<Language, readonly Language[]>> = {
  js: ['tsx', 'ts'],
  jsx: ['tsx', 'ts'],
  ts: ['tsx'],
  tsx: ['ts'],
  dts: ['ts'],
}

function parsedAs(parse: Parser, text: string, language: Language): { parsed: Parsed; isParsed: boolean } {
  const first = parse(`module.${language}`, text, { lang: language })
  if (!hasFailed(first)) return { parsed: first, isParsed: true }
  for (const lang of OTHERWISE[language]) {
    const other = parse(`module.${lang}`, text, { lang })
    if (!hasFailed(other)) return { parsed: other, isParsed: true }
  }
  return { parsed: first, isParsed: false }
}

/** The parser goes on after many errors, such as a `return` outside of functions; when it gives up, nothing is left. */
function hasFailed({ errors, program }: Parsed): boolean {
  return errors.some(({ severity }) => severity === 'Error') && program.body.length === 0
}

const TREE_ONLY =
  /\brequire\b|\bexports\b|\b(?:vi|vitest|jest|mock)\s{0,20}\.\s{0,20}\w*(?:[mM]ock|Actual|module)\w*\s{0,20}[(<]|\b(?:proxyquire|rewire)\b|\bdeclare\s{1,20}module\b|\bnew\s{1,20}URL\s{0,20}\(/u

/** Whether the text has what the record of the module leaves out. */
function needsTree(text: string, { dynamicImports }: EcmaScriptModule): boolean {
  if (TREE_ONLY.test(text)) return true
  let calls = 0
  for (const _ of text.matchAll(/\bimport\s{0,20}\(/gu)) calls++
  return calls > dynamicImports.length
}

function fromStatement({ moduleRequest, entries }: StaticImport, line: number): PendingImport {
  const names: string[] = []
  const locals: (typeof entries)[number]['localName'][] = []
  for (const { importName, localName } of entries) {
    if (importName.kind === 'NamespaceObject') locals.push(localName)
    else names.push(importName.kind === 'Default' ? 'default' : importName.name!)
  }
  const kind = entries.length > 0 && entries.every(({ isType }) => isType) ? 'type' : 'import'
  return {
    ...{ specifier: moduleRequest.value, kind, names, line },
    locals: locals.map(({ value, start, end }) => ({ name: value, start, end })),
  }
}

function fromDynamic(
  text: string,
  { start, end, moduleRequest, line }: EcmaScriptModule['dynamicImports'][number] & { readonly line: number },
): PendingImport {
  const written = text.slice(moduleRequest.start, moduleRequest.end)
  const literal = /^(["'`])([^"'`\\$\n]{1,1000})\1$/u.exec(written)?.[2]
  if (literal === undefined)
    return { specifier: written.slice(0, 80), kind: 'dynamic', names: [], line, isComputed: true }
  return { specifier: literal, kind: 'dynamic', names: namesOfDynamicImport(text, start, end), line }
}

/** Tags are calls of a runtime; a comment at the top may say whose. What the compiler imports then is written nowhere. */
function tagRuntime(text: string, comments: readonly TextSpan[], language: Language): PendingImport[] {
  if (language !== 'tsx' && language !== 'jsx') return []
  for (const { start, end } of comments.slice(0, 20)) {
    const source = /@jsxImportSource\s{1,20}([^\s*]{1,500})/u.exec(text.slice(start, Math.min(end, start + 2_000)))?.[1]
    if (source === undefined) continue
    const specifier = `${source.replace(/\/+$/u, '')}/jsx-runtime`
    return [{ specifier, kind: 'import', names: ['Fragment', 'jsx', 'jsxs'], line: 1 }]
  }
  return []
}

interface Reexporting {
  readonly specifier: string
  readonly names: string[]
  readonly at: number
}

/** Statements `export … from …`. */
function reexporting({ staticExports }: EcmaScriptModule): Reexporting[] {
  return staticExports.flatMap(({ entries, start }) => {
    const specifier = entries.find(({ moduleRequest }) => moduleRequest !== null)?.moduleRequest?.value
    if (specifier === undefined) return []
    return [{ specifier, at: start, names: entries.map(({ importName }) => importName.name ?? '*') }]
  })
}

function reexportsOf({ staticImports, staticExports }: EcmaScriptModule): SourceReexport[] {
  const imported = new Map(
    staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName, localName }) => {
        const name = { Default: 'default', NamespaceObject: '*', Name: importName.name! }[importName.kind]
        return [localName.value, { imported: name, specifier: moduleRequest.value }]
      }),
    ),
  )
  return staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, exportName, localName }) => {
      const name = exportName.kind === 'Default' ? 'default' : (exportName.name ?? '*')
      if (moduleRequest !== null) return [{ name, imported: importName.name ?? '*', specifier: moduleRequest.value }]
      const source = localName.name === null ? undefined : imported.get(localName.name)
      return source === undefined ? [] : [{ name, ...source }]
    }),
  )
}

function exportedNames({ staticExports }: EcmaScriptModule): ExportedName[] {
  return staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName, localName, start }) => {
      if (moduleRequest !== null) return []
      const name = exportName.kind === 'Default' ? 'default' : exportName.name
      return name === null ? [] : [{ name, local: localName.name ?? name, at: start }]
    }),
  )
}

function settled(pending: PendingImport, members: ReadonlyMap<string, ReadonlySet<string>>): SourceImport {
  const { locals = [], bound: _, ...found } = pending
  const names = new Set([...found.names, ...locals.flatMap(({ name }) => [...(members.get(name) ?? [])])])
  return { ...found, names: [...names].sort() }
}
