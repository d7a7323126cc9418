import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { EngraphError } from '../../graph/errors.ts'
import {
  type ConfigurationFile,
  SKIPPED_MAX,
  type SkippedFile,
  type SourceFile,
  type SourceGraph,
} from '../../graph/source-graph.ts'
import { wording } from '../../graph/wording.ts'
import { blobHash, isFolder, isSameFile, type Link, type Look, lookAt, lookAtLink, readText } from './file-state.ts'
import { gatherSource } from './gather.ts'
import { checkConfigurations, isConfiguration } from './javascript/configurations.ts'
import { loadOxc } from './javascript/oxc.ts'
import { languagesByExtension } from './languages.ts'
import { isGenerated, isLeftOut } from './left-out.ts'
import { linksTo } from './links.ts'
import { listFiles } from './list-files.ts'
import { resolveFiles } from './resolve-files.ts'
import { extensionOf, type SourceLanguage } from './source-language.ts'
import { sourceTree } from './source-tree.ts'

export interface ReadSourceOptions {
  /** An earlier reading of the same folder. What has not changed since is not read again. */
  readonly known?: SourceGraph | undefined
  readonly signal?: AbortSignal | undefined
  /** Called now and then, and at the end. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
}

export const FILE_BYTES_MAX = 1_000_000
/** Raised when reading or resolving changes, so that nobody keeps what an older one understood. */
export const READING = 3
/** The event loop gets its turn at least this often. */
const TURN_MS_MAX = 40

/**
 * Reads the source files of a folder: what they define, import and use. The same folder gives the same graph, whatever was
 * known before; an earlier reading only saves time.
 */
export async function readSourceGraph(root: string, options: ReadSourceOptions = {}): Promise<SourceGraph> {
  const reading = await newReading(resolve(root), options)
  const { known } = reading
  const files = await readFiles(reading)
  const links = linksTo(reading.paths, reading.links)
  const tree = sourceTree(reading.root, { ...reading, links })
  const { reached, unreadable } = checkConfigurations(
    tree,
    reading.configurations.map(({ path }) => path),
  )
  const configurations = withReached(reading, reached)
  const pathsHash = blobHash(Buffer.from(reading.paths.join('\0')))
  const basis = { readAtMs: reading.startedAtMs, pathsHash, configurations, engine: reading.engine }
  const isSameTree = known !== null && pathsHash === known.basis.pathsHash && isSameConfiguration(known, configurations)
  if (isSameTree && isSame(files, known.files) && isSameSkipped(reading)) {
    return { ...known, files, basis, skipped: reading.skipped.slice(0, SKIPPED_MAX) }
  }
  const resolved = await resolveFiles(files, {
    ...{ tree, links, languages: reading.languages },
    settled: isSameTree ? known.files : new Map(),
    turn: () => reading.turn(),
  })
  const hasImports = ({ path }: SourceFile) => reading.languages.get(extensionOf(path))?.resolver !== null
  return { ...gatherSource(resolved, { ...reading, unreadable, hasImports }), basis }
}

interface Reading {
  readonly root: string
  readonly paths: readonly string[]
  readonly isCut: boolean
  readonly known: SourceGraph | null
  readonly languages: ReadonlyMap<string, SourceLanguage>
  readonly missing: readonly string[]
  readonly engine: string
  readonly startedAtMs: number
  /** What the earlier reading skipped. */
  readonly passedOver: ReadonlyMap<string, SkippedFile>
  readonly skipped: SkippedFile[]
  readonly configurations: ConfigurationFile[]
  /** Links that lead to something in the folder. */
  readonly links: { readonly path: string; readonly target: NonNullable<Link['target']> }[]
  /** All links, as they look. */
  readonly linkFiles: ConfigurationFile[]
  /** Folders that are listed as such. */
  readonly repositories: Set<string>
  /** Lets others work, and says how many files were looked at. */
  readonly turn: (done?: number) => Promise<void>
}

async function newReading(root: string, { known, signal, onProgress }: ReadSourceOptions): Promise<Reading> {
  const isFolder = await stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new EngraphError('not-found', wording`There is no folder ${root}.`)
  const startedAtMs = Date.now()
  const oxc = await loadOxc()
  const { paths, isFromGit, isCut } = await listFiles(root, signal)
  const engine = [READING, ...oxc.missing].join(' ')
  const kept = paths.filter((path) => !isLeftOut(path, isFromGit))
  const usable = known?.basis.engine === engine ? known : null
  let turnAtMs = performance.now()
  return {
    root,
    paths: kept,
    isCut,
    known: usable,
    languages: languagesByExtension(oxc),
    missing: oxc.missing,
    engine,
    startedAtMs,
    passedOver: new Map(usable?.skipped.map((one) => [one.path, one])),
    skipped: [],
    configurations: [],
    links: [],
    linkFiles: [],
    repositories: new Set(),
    turn: async (done) => {
      const isLast = done === kept.length
      if (!isLast && performance.now() - turnAtMs < TURN_MS_MAX) return
      if (done !== undefined) onProgress?.({ done, total: kept.length })
      await new Promise((goOn) => setImmediate(goOn))
      turnAtMs = performance.now()
      signal?.throwIfAborted()
    },
  }
}

async function readFiles(reading: Reading): Promise<Map<string, SourceFile>> {
  const { root, paths, known, languages, configurations } = reading
  const files = new Map<string, SourceFile>()
  const vanished = moved(reading)
  const before = new Map(known?.basis.configurations.map((one) => [one.path, one]))
  for (const [at, path] of paths.entries()) {
    await reading.turn(at)
    const configures = isConfiguration(path)
    const extension = extensionOf(path)
    const language = languages.get(extension)
    // What has no extension may be a link to a folder, or another repository.
    if (!configures && language === undefined && extension !== '') continue
    const look = lookAt(root, path)
    if (look === null) noteOther(reading, path)
    if (look === null) continue
    if (configures) configurations.push(configurationOf(reading, path, look, before.get(path)))
    if (language === undefined) continue
    const file = fileOf(reading, { path, look, language, vanished })
    if (typeof file === 'string') reading.skipped.push({ path, reason: file, ...look })
    else files.set(path, file)
  }
  await reading.turn(paths.length)
  return files
}

/** A listed path that is no file: a link, or a folder that is a repository of its own. */
function noteOther({ root, links, linkFiles, repositories }: Reading, path: string): void {
  const link = lookAtLink(root, path)
  if (link === null) {
    if (isFolder(root, path)) repositories.add(path.replace(/\/$/u, ''))
    return
  }
  linkFiles.push({ path, ...link.look, hash: link.hash })
  if (link.target !== null) links.push({ path, target: link.target })
}

/** All that resolution rests on, by path: what is named so, what that leads to, and links. */
function withReached(reading: Reading, reached: readonly string[]): readonly ConfigurationFile[] {
  const { root, known, configurations, linkFiles } = reading
  const before = new Map(known?.basis.configurations.map((one) => [one.path, one]))
  const further = reached.flatMap((path) => {
    const look = lookAt(root, path)
    return look === null ? [] : [configurationOf(reading, path, look, before.get(path))]
  })
  return [...configurations, ...further, ...linkFiles].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Files that were known and are listed no more, by content: one of these may be found under another path. */
function moved({ known, paths }: Reading): ReadonlyMap<string, SourceFile> {
  if (known === null) return new Map()
  const listed = new Set(paths)
  const gone = [...known.files.values()].filter(({ path }) => !listed.has(path))
  return new Map(gone.map((file) => [contentKey(file.hash, file.path), file]))
}

/** The same content is read differently under another extension. */
function contentKey(hash: string, path: string): string {
  return `${hash} ${/(?:\.d)?\.[^./]+$/u.exec(path)?.[0] ?? ''}`
}

interface Candidate {
  readonly path: string
  readonly look: Look
  readonly language: SourceLanguage
  readonly vanished: ReadonlyMap<string, SourceFile>
}

function fileOf(reading: Reading, { path, look, language, vanished }: Candidate): SourceFile | SkippedFile['reason'] {
  const { root, known } = reading
  if (look.size > FILE_BYTES_MAX) return 'large'
  const before = known?.files.get(path)
  if (before !== undefined && isSameFile(before, look, known!.basis.readAtMs)) return before
  const passedOver = reading.passedOver.get(path)
  if (passedOver !== undefined && isSameFile(passedOver, look, known!.basis.readAtMs)) return passedOver.reason
  const read = readText(root, path)
  if (typeof read === 'string') return read
  const { hash, text } = read
  if (before?.hash === hash) return { ...before, ...look }
  const there = vanished.get(contentKey(hash, path))
  if (there !== undefined) return { ...there, ...look, path }
  if (isGenerated(text)) return 'generated'
  const { imports, ...parsed } = language.parse(text, path)
  const unresolved = imports.map((found) => ({ ...found, outcome: 'unresolved', target: null }) as const)
  return { path, language: language.name, ...look, hash, ...parsed, imports: unresolved }
}

function configurationOf(
  { root, known }: Reading,
  path: string,
  look: Look,
  before: ConfigurationFile | undefined,
): ConfigurationFile {
  if (before !== undefined && isSameFile(before, look, known!.basis.readAtMs)) return before
  const read = readText(root, path)
  return { path, ...look, hash: typeof read === 'string' ? read : read.hash }
}

function isSameConfiguration({ basis }: SourceGraph, configurations: readonly ConfigurationFile[]): boolean {
  const key = (all: readonly ConfigurationFile[]) => all.map(({ path, hash }) => `${path} ${hash}`).join('\n')
  return key(basis.configurations) === key(configurations)
}

function isSame(files: ReadonlyMap<string, SourceFile>, known: ReadonlyMap<string, SourceFile>): boolean {
  if (files.size !== known.size) return false
  for (const [path, { hash }] of files) if (known.get(path)?.hash !== hash) return false
  return true
}

function isSameSkipped({ known, skipped }: Reading): boolean {
  const key = (all: readonly SkippedFile[]) => all.map(({ path, reason }) => `${path} ${reason}`).join('\n')
  return known!.coverage.skipped === skipped.length && key(known!.skipped) === key(skipped.slice(0, SKIPPED_MAX))
}
