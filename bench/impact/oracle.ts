import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'
import { readSourceGraph } from '../../src/capture/source/read-source-graph.ts'
import type { SourceGraph } from '../../src/graph/source-graph.ts'

export interface OracleReport {
  readonly edges: number
  readonly expected: number
  readonly precision: number
  readonly recall: number
  /** Edges that TypeScript does not know, `from -> to`. */
  readonly surplus: readonly string[]
  /** Edges that only TypeScript knows. */
  readonly lacking: readonly string[]
}

/**
 * Compares the edges of a repository with those of TypeScript's own program. Only what a file imports by itself is
 * compared: re-exports that were followed are ours, and so are mocks, which no program loads.
 */
export async function compareWithTypeScript(root: string): Promise<OracleReport> {
  const graph = await readSourceGraph(root)
  const files = [...graph.files.keys()].filter((path) => /\.[cm]?[jt]sx?$/u.test(path))
  const own = ownEdges(graph, new Set(files))
  const expected = programEdges(root, files)
  const common = [...own].filter((edge) => expected.has(edge)).length
  return {
    edges: own.size,
    expected: expected.size,
    precision: common / Math.max(1, own.size),
    recall: common / Math.max(1, expected.size),
    surplus: [...own].filter((edge) => !expected.has(edge)).sort(),
    lacking: [...expected].filter((edge) => !own.has(edge)).sort(),
  }
}

function ownEdges({ edges }: SourceGraph, files: ReadonlySet<string>): Set<string> {
  const direct = edges.filter(({ through, kind, to }) => through === null && kind !== 'mock' && files.has(to))
  return new Set(direct.map(({ from, to }) => `${from} -> ${to}`))
}

/** A program for each configuration, with the files that are nearest to it. */
function programEdges(root: string, files: readonly string[]): Set<string> {
  const listed = new Set(files)
  const groups = new Map<string, string[]>()
  for (const file of files) {
    const configuration = nearestConfiguration(root, file)
    groups.set(configuration, [...(groups.get(configuration) ?? []), file])
  }
  const found = new Set<string>()
  for (const [configuration, group] of groups) {
    const program = ts.createProgram({
      rootNames: group.map((file) => join(root, file)),
      options: {
        ...optionsOf(configuration),
        allowJs: true,
        noEmit: true,
        skipLibCheck: true,
        types: [],
        traceResolution: false,
      },
    })
    for (const file of group) {
      const source = program.getSourceFile(join(root, file))
      if (source === undefined) continue
      for (const target of targetsOf(program, source)) {
        const to = relative(root, target).split(sep).join('/')
        if (listed.has(to) && to !== file) found.add(`${file} -> ${to}`)
      }
    }
  }
  return found
}

/** Parts of a program that TypeScript keeps for its own tools. */
interface ProgramParts {
  readonly getResolvedModuleFromModuleSpecifier: (
    specifier: ts.StringLiteralLike,
    source: ts.SourceFile,
  ) => { readonly resolvedModule?: { readonly resolvedFileName: string } } | undefined
}

interface SourceParts {
  readonly imports?: readonly ts.StringLiteralLike[]
  readonly moduleAugmentations?: readonly ts.Node[]
}

function targetsOf(program: ts.Program, source: ts.SourceFile): string[] {
  const parts = source as unknown as SourceParts
  const extended = (parts.moduleAugmentations ?? []).filter(ts.isStringLiteralLike)
  return [...(parts.imports ?? []), ...extended].flatMap((specifier) => {
    const found = (program as unknown as ProgramParts).getResolvedModuleFromModuleSpecifier(specifier, source)
    return found?.resolvedModule?.resolvedFileName ?? []
  })
}

function nearestConfiguration(root: string, file: string): string {
  for (let folder = dirname(join(root, file)); folder.length >= root.length; folder = dirname(folder)) {
    const path = join(folder, 'tsconfig.json')
    if (existsSync(path)) return path
  }
  return ''
}

function optionsOf(configuration: string): ts.CompilerOptions {
  const fallback = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
  if (configuration === '') return fallback
  const { config } = ts.readConfigFile(configuration, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configuration))
  // Old settings find fewer files than the programs that run the code.
  return options.moduleResolution === undefined ? { ...fallback, ...options } : options
}

if (process.argv[1]?.includes('oracle')) {
  const report = await compareWithTypeScript(resolve(process.argv[2] ?? '.'))
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
}
