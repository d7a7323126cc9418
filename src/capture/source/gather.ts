import {
  SKIPPED_MAX,
  type SkippedFile,
  type SourceCoverage,
  type SourceFile,
  type SourceGraph,
  UNREADABLE_MAX,
  UNRESOLVED_MAX,
  type UnresolvedImport,
} from '../../graph/source-graph.ts'
import { linkSource } from './link.ts'

export interface Gathering {
  readonly skipped: readonly SkippedFile[]
  /** Whether the list of files was cut. */
  readonly isCut: boolean
  readonly missing: readonly string[]
  readonly unreadable: readonly string[]
  /** Whether the imports of a file are read. */
  readonly hasImports: (file: SourceFile) => boolean
}

/** What the files give together: edges, what stayed open, and how much was covered. */
export function gatherSource(
  files: ReadonlyMap<string, SourceFile>,
  { skipped, isCut, missing, unreadable, hasImports }: Gathering,
): Omit<SourceGraph, 'basis'> {
  const counts = { files: 0, parsed: 0, namesOnly: 0, imports: 0, resolved: 0, external: 0, unresolved: 0 }
  for (const file of files.values()) {
    if (hasImports(file)) counts.files++
    else counts.namesOnly++
    if (file.isParsed) counts.parsed++
    for (const { outcome } of file.imports) {
      counts.imports++
      counts[outcome === 'file' ? 'resolved' : outcome]++
    }
  }
  const isRead = counts.parsed === counts.files && skipped.every(({ reason }) => reason === 'generated')
  // Of code in other languages alone, no import was read that the word could be about.
  const isAnyRead = counts.files > 0 || counts.namesOnly === 0
  const isResolvable = missing.length === 0 && unreadable.length === 0
  const isComplete = isRead && isAnyRead && isResolvable && counts.unresolved === 0 && !isCut
  const state = isComplete ? 'complete' : 'at-least'
  const problems = { missing, unreadable: unreadable.slice(0, UNREADABLE_MAX) }
  const coverage: SourceCoverage = { ...counts, skipped: skipped.length, state, ...problems }
  return { ...derivedOf(files), skipped: skipped.slice(0, SKIPPED_MAX), coverage }
}

/** The parts of a graph that follow from its files alone. */
export function derivedOf(files: ReadonlyMap<string, SourceFile>): Pick<SourceGraph, 'files' | 'edges' | 'unresolved'> {
  const unresolved: UnresolvedImport[] = []
  for (const { path, imports } of files.values()) {
    for (const { outcome, specifier, line, isComputed = false } of imports) {
      if (outcome !== 'unresolved' || unresolved.length >= UNRESOLVED_MAX) continue
      unresolved.push({ from: path, specifier, line, isComputed })
    }
  }
  return { files, edges: linkSource(files), unresolved }
}
