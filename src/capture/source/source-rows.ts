import type {
  ResolvedImport,
  SkippedFile,
  SourceBasis,
  SourceCoverage,
  SourceDefinition,
  SourceFile,
  SourceGraph,
  SourceReexport,
} from '../../graph/source-graph.ts'
import { derivedOf } from './gather.ts'

/** A graph as text, a row for each file, so that a store writes only those that changed. */
export interface SourceRows {
  readonly header: string
  readonly files: readonly SourceRow[]
}

export interface SourceRow {
  readonly path: string
  /** Of the content; the row also changes when an import leads elsewhere. */
  readonly hash: string
  readonly row: string
}

interface Header {
  readonly version: number
  readonly basis: SourceBasis
  readonly coverage: SourceCoverage
  readonly skipped: readonly SkippedFile[]
}

const VERSION = 1
/** What rows lack that were written before it was told. */
const NO_PROBLEMS: Pick<SourceCoverage, 'unreadable'> = { unreadable: [] }

type Cells = readonly [
  language: string,
  look: readonly [size: number, mtimeMs: number, ctimeMs: number],
  isParsed: 0 | 1,
  definitions: readonly (readonly [string, SourceDefinition['kind'], 0 | 1, number])[],
  imports: readonly (readonly [string, string, readonly string[], number, 0 | 1, string, string | null])[],
  reexports: readonly (readonly [string, string, string])[],
  // No identifier holds a space.
  identifiers: string,
  counts: readonly number[],
]

export function toRows({ basis, coverage, skipped, files }: SourceGraph): SourceRows {
  const header: Header = { version: VERSION, basis, coverage, skipped }
  return { header: JSON.stringify(header), files: [...files.values()].map(toRow) }
}

/** One file. The same file gives the same text, so that rows can be compared. */
export function toRow(file: SourceFile): SourceRow {
  const cells: Cells = [
    file.language,
    [file.size, file.mtimeMs, file.ctimeMs],
    file.isParsed ? 1 : 0,
    file.definitions.map(({ name, kind, isExported, line }) => [name, kind, isExported ? 1 : 0, line]),
    file.imports.map(({ specifier, kind, names, line, isComputed, outcome, target }) => [
      ...([specifier, kind, names, line] as const),
      ...([isComputed ? 1 : 0, outcome, target] as const),
    ]),
    file.reexports.map(({ name, imported, specifier }) => [name, imported, specifier]),
    file.identifiers.join(' '),
    file.counts,
  ]
  return { path: file.path, hash: file.hash, row: JSON.stringify(cells) }
}

/** `null` where they were written by another version. A damaged row is left out, and its file is read again. */
export function fromRows({ header, files }: SourceRows): SourceGraph | null {
  const read = parsed(header) as Partial<Header> | null
  if (read?.version !== VERSION || read.basis === undefined || read.coverage === undefined) return null
  const found = files.flatMap((row) => fromRow(row) ?? [])
  const byPath = new Map(
    found.sort((a, b) => (a.path < b.path ? -1 : 1)).map((file): [string, SourceFile] => [file.path, file]),
  )
  return {
    ...derivedOf(byPath),
    skipped: read.skipped ?? [],
    coverage: { ...NO_PROBLEMS, ...read.coverage },
    basis: read.basis,
  }
}

export function fromRow({ path, hash, row }: SourceRow): SourceFile | null {
  const cells = parsed(row)
  if (!isCells(cells)) return null
  const [language, [size, mtimeMs, ctimeMs], isParsed, definitions, imports, reexports, identifiers, counts] = cells
  return {
    ...{ path, language, size, mtimeMs, ctimeMs, hash, isParsed: isParsed === 1 },
    definitions: definitions.map(([name, kind, isExported, line]) => ({
      name,
      kind,
      isExported: isExported === 1,
      line,
    })),
    imports: imports.map(
      ([specifier, kind, names, line, isComputed, outcome, target]) =>
        ({
          ...{ specifier, kind, names, line, ...(isComputed === 1 ? { isComputed: true } : {}) },
          ...{ outcome, target },
        }) as ResolvedImport,
    ),
    reexports: reexports.map(([name, imported, specifier]): SourceReexport => ({ name, imported, specifier })),
    identifiers: identifiers === '' ? [] : identifiers.split(' '),
    counts,
  }
}

function isCells(value: unknown): value is Cells {
  const cells: readonly unknown[] = Array.isArray(value) ? value : []
  const isNamed = typeof cells[0] === 'string' && typeof cells[6] === 'string'
  return cells.length === 8 && isNamed && [1, 3, 4, 5, 7].every((at) => Array.isArray(cells[at]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // A row that was cut when a disk was full. What it held is in the files.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
