import type { DefinitionKind, SourceDefinition } from '../../../graph/source-graph.ts'
import { rankedIdentifiers } from '../identifiers.ts'
import { lineAt, linesOf } from '../lines.ts'
import type { ParsedSource, SourceLanguage } from '../source-language.ts'
import { FAMILIES, type FamilyName } from './families.ts'

const DEFINITIONS_MAX = 2_000

/** A language of which only names are known: what it defines, by the shape of its lines, and which words its code uses. */
export function lightLanguage(name: FamilyName): SourceLanguage {
  return {
    name,
    extensions: FAMILIES[name].extensions,
    parse: (text) => parseByPatterns(name, text),
    resolver: null,
  }
}

export function parseByPatterns(family: FamilyName, text: string): ParsedSource {
  return {
    isParsed: false,
    definitions: definitionsOf(family, text),
    imports: [],
    reexports: [],
    ...rankedIdentifiers(wordsOf(family, text)),
  }
}

const KINDS: readonly (readonly [RegExp, DefinitionKind])[] = [
  [/^(?:def|defp|func|function|fn|fun|sub)$/u, 'function'],
  [/^(?:class|object|actor)$/u, 'class'],
  [/^(?:interface|type|struct|enum|trait|record|union|protocol|typedef|typealias|annotation)$/u, 'type'],
  [/^(?:const|let|var|val|static)$/u, 'constant'],
  [/^(?:module|mod|namespace|package|defmodule)$/u, 'module'],
]

function definitionsOf(family: FamilyName, text: string): SourceDefinition[] {
  const { definitions, isExported } = FAMILIES[family]
  const lines = linesOf(text)
  const found = new Map<string, SourceDefinition>()
  for (const pattern of definitions) {
    for (const match of text.matchAll(pattern)) {
      const { word = '', name = '' } = match.groups ?? {}
      if (name === '' || found.has(name) || found.size >= DEFINITIONS_MAX) continue
      const kind = KINDS.find(([words]) => words.test(word))?.[1] ?? 'method'
      const isNamedOutside = isExported(name, match[0])
      found.set(name, { name, kind, isExported: isNamedOutside, line: lineAt(lines, match.index) })
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : 1))
}

/** Words that begin with a letter, those in comments and strings among them. */
function wordsOf(family: FamilyName, text: string): Map<string, number> {
  const { keywords } = FAMILIES[family]
  const found = new Map<string, number>()
  for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]{0,200}/gu)) {
    if (!keywords.has(word)) found.set(word, (found.get(word) ?? 0) + 1)
  }
  return found
}
