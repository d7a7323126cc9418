import type { Change, ChangedFile } from '../graph/changes.ts'
import type { SourceEdge } from '../graph/source-graph.ts'
import type { SpaceId } from '../graph/space.ts'
import type { Instant } from '../graph/spans.ts'

/** A work tree whose code or history was read. Several share a space; each has rows of its own. */
export interface CodeTree {
  readonly root: string
  /** Grows with every write. */
  readonly version: number
  /** When it was last read or asked about. */
  readonly usedAt: Instant
  /** Of the source graph, as text; `null` until it was read. */
  readonly header: string | null
  readonly readAt: Instant | null
  /** The commit that was checked out when the code was read; `null` where there was none. */
  readonly sourceCommit: string | null
  readonly history: HistoryMark
}

export interface HistoryMark {
  readonly state: 'read' | 'shallow' | 'none' | 'failed' | 'unread'
  /** The commit up to which it was read. */
  readonly head: string | null
  /** All that were read; those before `firstNumber` were given up. */
  readonly commits: number
  readonly firstNumber: number
  /** How many are kept; `null` until it was read. */
  readonly commitsMax: number | null
  /** Whether there are older ones that were not asked for. */
  readonly isCut: boolean
  /** Of the last commit. */
  readonly lastAt: Instant | null
}

/** How a file looked when it was read. */
export interface FileLook {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
}

export interface CodeFile extends FileLook {
  /** By which those that stand beside it are found. */
  readonly folder: string
  readonly stem: string
  readonly hash: string
  /** What was read in it, as text. */
  readonly row: string
}

/** An import as it is kept: by the files of one work tree. */
export type CodeImport = SourceEdge

export interface ImportRows {
  readonly of: readonly CodeImport[]
  /** A bound left some out. */
  readonly isCut: boolean
}

export interface CodeChange {
  readonly id: string
  readonly at: Instant
  readonly weight: number
  /** Names of today, sorted. */
  readonly files: readonly string[]
  /** How many source files it had, those that are gone included. */
  readonly size: number
  /** How many commits that say something came after it. */
  readonly ago: number
}

export interface StoredActivity {
  readonly changes: number
  readonly lastAt: Instant
  /** Commits that say something since the last one of the file. */
  readonly ago: number
}

/** The files that a session changed, as its observations say. */
export interface SessionChange {
  readonly session: string
  readonly at: Instant
  readonly files: readonly string[]
}

/**
 * The code and the history of work trees, in rows that can be read for one file. All of it can be read again from the
 * work tree; nothing of it comes from records, but `sessionChanges`, which reads what is observed of them.
 */
export interface CodeStore {
  tree(space: SpaceId, root: string): Promise<CodeTree | null>
  /** Those used last first. */
  trees(space: SpaceId): Promise<readonly CodeTree[]>
  /** Every file with its row, by path. */
  files(space: SpaceId, root: string): Promise<readonly CodeFile[]>
  /** How files looked: all, or those that are asked for and there. */
  looks(space: SpaceId, root: string, paths?: readonly string[]): Promise<readonly FileLook[]>
  /** Paths of the same folder or the same stem, the file's own among them, at most `limit` of each. */
  besides(
    space: SpaceId,
    root: string,
    file: { readonly folder: string; readonly stem: string },
    limit: number,
  ): Promise<readonly string[]>
  /** Imports of files, or by files, by path; at most `limit` in all. */
  imports(space: SpaceId, root: string, query: ImportsQuery): Promise<ImportRows>
  /** Changes that touched each file, latest first. */
  changesOf(
    space: SpaceId,
    root: string,
    files: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly CodeChange[]>>
  /** All commits as they were read, oldest first. */
  changes(space: SpaceId, root: string): Promise<readonly Change[]>
  activity(space: SpaceId, root: string, files: readonly string[]): Promise<ReadonlyMap<string, StoredActivity>>
  /** Sessions that changed something, those that touched one of the files if given; newest first, subagents in one with their own. */
  sessionChanges(space: SpaceId, query: SessionChangesQuery): Promise<readonly SessionChange[]>
  /** What was worked out for a file, as text; `null` where nothing was. */
  advice(space: SpaceId, root: string, path: string): Promise<string | null>
  /** Files with the version of the tree at which their advice was worked out. */
  advised(space: SpaceId, root: string): Promise<ReadonlyMap<string, number>>
  /** Edges of the graph that come from here and hold. */
  counts(space: SpaceId): Promise<{ readonly dependsOn: number; readonly coChanges: number }>
}

export interface ImportsQuery {
  readonly files: readonly string[]
  /** `of`: who imports the files; `by`: what they import. */
  readonly direction: 'of' | 'by'
  readonly limit: number
}

export interface SessionChangesQuery {
  readonly files?: readonly string[]
  readonly limit: number
}

export interface SourceWrite {
  /** The version that the reading began with, 0 for a tree that is new. */
  readonly ifVersion: number
  readonly at: Instant
  readonly header: string
  readonly commit: string | null
  /** Files that are new or differ. */
  readonly files: readonly CodeFile[]
  readonly removed: readonly string[]
  /** All imports of the files whose imports differ; what is not there any more goes. */
  readonly imports: ReadonlyMap<string, readonly CodeImport[]>
}

/** A commit with its source files by their numbers; none where it says nothing of them. */
export interface NumberedChange {
  readonly number: number
  readonly id: string
  readonly at: Instant
  readonly weight: number
  readonly size: number
  readonly faded: number
  readonly files: readonly number[]
  readonly changed: readonly ChangedFile[]
}

export interface HistoryWrite {
  readonly ifVersion: number
  readonly at: Instant
  readonly mark: HistoryMark
  /** Whether what was known before goes. */
  readonly isWhole: boolean
  /** Today's names of files that are new or have another one; `null` for those that are gone. */
  readonly names: readonly (readonly [number: number, path: string | null])[]
  readonly changes: readonly NumberedChange[]
}

export interface PastFile {
  readonly number: number
  readonly path: string
}

/** A look at a work tree that found nothing to write. */
export interface SourceSeen {
  readonly version: number
  readonly at: Instant
  readonly commit: string | null
}

/** What one transaction may do with them. */
export interface CodeWriter {
  tree(root: string): Promise<CodeTree | null>
  /** Also puts the `DEPENDS_ON` edges of the graph right. Answers false, and writes nothing, when another one wrote meanwhile. */
  putSource(root: string, source: SourceWrite): Promise<boolean>
  /** Notes that the rows of this version were found to be as the code is, at a time and a commit. */
  confirmSource(root: string, seen: SourceSeen): Promise<void>
  /** Files of the past that are there today. */
  pastFiles(root: string): Promise<readonly PastFile[]>
  /** Also puts the `CO_CHANGES` edges of the graph right. As `putSource`. */
  putHistory(root: string, history: HistoryWrite): Promise<boolean>
  /** Keeps what was worked out for files at a version of the tree, by path; that of files which are gone goes. */
  putAdvice(root: string, version: number, advice: ReadonlyMap<string, string>): Promise<void>
  /** Removes a tree with what no other one supports in the graph. */
  removeTree(root: string): Promise<void>
}
