import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import type ts from 'typescript'
import { EngraphError } from '../../src/graph/errors.ts'

export type TypeScript = typeof ts

export interface LoadOptions {
  /** The file beside which TypeScript is looked for. Default: this one. */
  readonly beside?: string
}

/** TypeScript is no part of what is installed: whoever uses it has it, and it is larger than all the rest. */
export function loadTypeScript({ beside = import.meta.url }: LoadOptions = {}): TypeScript {
  let loaded: Partial<TypeScript>
  try {
    loaded = createRequire(beside)('typescript') as Partial<TypeScript>
  } catch (cause) {
    throw missing('TypeScript is not installed, with whose program imports are compared.', cause)
  }
  if (typeof loaded.createProgram !== 'function') {
    throw missing('The TypeScript that is installed has no program to compare with.')
  }
  return loaded as TypeScript
}

function missing(message: string, cause?: unknown): EngraphError {
  const hint = 'Run where engraph is installed, with -g where it was installed so: npm install typescript@5'
  return new EngraphError('not-found', message, { hint, ...(cause === undefined ? {} : { cause }) })
}

/** The imports between some files, `from -> to`: a program for each configuration, with the files that are nearest to it. */
export function programEdges(typescript: TypeScript, root: string, files: readonly string[]): Set<string> {
  const listed = new Set(files)
  const groups = new Map<string, string[]>()
  for (const file of files) {
    const configuration = nearestConfiguration(root, file)
    const group = groups.get(configuration)
    if (group === undefined) groups.set(configuration, [file])
    else group.push(file)
  }
  const found = new Set<string>()
  for (const [configuration, group] of groups) {
    const fixed = { allowJs: true, noEmit: true, skipLibCheck: true, types: [], traceResolution: false }
    const program = typescript.createProgram({
      rootNames: group.map((file) => join(root, file)),
      options: { ...optionsOf(typescript, configuration), ...fixed },
    })
    for (const file of group) {
      const source = program.getSourceFile(join(root, file))
      if (source === undefined) continue
      for (const target of targetsOf(typescript, program, source)) {
        const to = relative(root, target).split(sep).join('/')
        if (listed.has(to) && to !== file) found.add(`${file} -> ${to}`)
      }
    }
  }
  return found
}

/** Parts of a program that TypeScript keeps for its own tools. */
interface ProgramParts {
  readonly getResolvedModuleFromModuleSpecifier?: (
    specifier: ts.StringLiteralLike,
    source: ts.SourceFile,
  ) => { readonly resolvedModule?: { readonly resolvedFileName: string } } | undefined
}

interface SourceParts {
  readonly imports?: readonly ts.StringLiteralLike[]
  readonly moduleAugmentations?: readonly ts.Node[]
}

function targetsOf(typescript: TypeScript, program: ts.Program, source: ts.SourceFile): string[] {
  const parts = source as unknown as SourceParts
  const extended = (parts.moduleAugmentations ?? []).filter(typescript.isStringLiteralLike)
  return [...(parts.imports ?? []), ...extended].flatMap((specifier) => {
    const { getResolvedModuleFromModuleSpecifier: resolved } = program as unknown as ProgramParts
    if (resolved === undefined) throw missing(`TypeScript ${typescript.version} does not say where imports lead.`)
    return resolved(specifier, source)?.resolvedModule?.resolvedFileName ?? []
  })
}

function nearestConfiguration(root: string, file: string): string {
  for (let folder = dirname(join(root, file)); folder.length >= root.length; folder = dirname(folder)) {
    const path = join(folder, 'tsconfig.json')
    if (existsSync(path)) return path
  }
  return ''
}

function optionsOf(typescript: TypeScript, configuration: string): ts.CompilerOptions {
  const { ModuleKind, ModuleResolutionKind, sys } = typescript
  const fallback = { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler }
  if (configuration === '') return fallback
  const { config } = typescript.readConfigFile(configuration, sys.readFile)
  const { options } = typescript.parseJsonConfigFileContent(config, sys, dirname(configuration))
  // Old settings find fewer files than the programs that run the code.
  return options.moduleResolution === undefined ? { ...fallback, ...options } : options
}
