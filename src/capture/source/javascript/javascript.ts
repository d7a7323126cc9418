import { rankedIdentifiers } from '../identifiers.ts'
import { parseByPatterns } from '../light/light-language.ts'
import { extensionOf, type ParsedSource, type SourceLanguage } from '../source-language.ts'
import { componentScript } from './component-script.ts'
import type { Oxc } from './oxc.ts'
import { parseModule } from './parse-module.ts'
import { isWithinParserLimits } from './parser-limits.ts'
import { specifierResolver } from './resolve-specifier.ts'

const LANGUAGES = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  // Many a `.js` file holds tags; nothing else is read differently for allowing them.
  '.js': 'jsx',
  '.mjs': 'jsx',
  '.cjs': 'jsx',
  '.jsx': 'jsx',
} as const

/** JavaScript and TypeScript, and the scripts in components. Without the parser their names are found by patterns. */
export function javascript(oxc: Oxc): SourceLanguage {
  return {
    name: 'javascript',
    extensions: [...Object.keys(LANGUAGES), '.vue', '.svelte'],
    parse: (text, path) => {
      if (oxc.parse === null || !isWithinParserLimits(text)) return parseByPatterns('javascript', text)
      return parse(oxc.parse, text, path)
    },
    resolver: (tree) => specifierResolver(tree, oxc.Resolver),
  }
}

function parse(parser: NonNullable<Oxc['parse']>, text: string, path: string): ParsedSource {
  const extension = extensionOf(path)
  if (extension === '.vue' || extension === '.svelte') return parseComponent(parser, text)
  if (/\.d\.[cm]?ts$/u.test(path)) return parseModule(parser, text, 'dts')
  return parseModule(parser, text, LANGUAGES[extension as keyof typeof LANGUAGES] ?? 'jsx')
}

function parseComponent(parser: NonNullable<Oxc['parse']>, component: string): ParsedSource {
  const script = componentScript(component)
  const parsed = parseModule(parser, script.text, script.language)
  const markup = parseByPatterns('markup', script.markup)
  const found = new Map(parsed.identifiers.map((name, at) => [name, parsed.counts[at]!]))
  for (const [at, name] of markup.identifiers.entries()) found.set(name, (found.get(name) ?? 0) + markup.counts[at]!)
  return { ...parsed, ...rankedIdentifiers(found) }
}
