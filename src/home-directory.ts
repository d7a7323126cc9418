import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { EngraphError } from './graph/errors.ts'
import type { Purpose, Space, SpaceId } from './graph/space.ts'
import { shellWord, type Wording, wording } from './graph/wording.ts'
import type { HomePlace } from './home-options.ts'
import type { GraphStore } from './ports/graph-store.ts'
import { type Catalogue, type CatalogueEntry, openCatalogue } from './store/sqlite/catalogue.ts'
import { translated } from './store/sqlite/open.ts'
import { listSpaceFiles, SPACES_FOLDER, stateOfFile } from './store/sqlite/space-files.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'

/** A space and the file it is in, or why it cannot be read. */
export interface ListedSpace {
  readonly file: string
  readonly space: Space | null
  readonly problem: Wording | null
}

export interface OpenedSpace {
  readonly store: GraphStore
  readonly space: Space
}

/** What a name leads to. Lost: the space was made, and its file does not hold it any more. */
export type Located =
  | { readonly kind: 'open'; readonly opened: OpenedSpace }
  | { readonly kind: 'lost'; readonly entry: CatalogueEntry }
  | { readonly kind: 'unknown' }

/** Times that a name is followed anew when other processes move or remove the space meanwhile. */
const ATTEMPTS_MAX = 5

/**
 * Finds, makes and lists spaces in the files of a data directory, by its catalogue, or in a single file. A file that
 * should be there and is not is never made anew: SQLite would, and nobody would learn that what it held is gone.
 */
export class HomeDirectory {
  readonly #place: HomePlace
  #catalogue: Catalogue | null = null

  constructor(place: HomePlace) {
    this.#place = place
  }

  close(): void {
    this.#catalogue?.close()
    this.#catalogue = null
  }

  async locate(aliasOrId: string): Promise<Located> {
    const { isFile, location } = this.#place
    if (isFile) {
      const isThere = location === ':memory:' || existsSync(location)
      const opened = isThere ? await findIn(this.openStore(location), aliasOrId) : null
      return opened ? { kind: 'open', opened } : { kind: 'unknown' }
    }
    let entry = this.catalogue()?.find(aliasOrId) ?? null
    for (let attempt = 0; entry !== null; attempt++) {
      const file = this.fileOf(entry)
      const opened = stateOfFile(file) === 'there' ? await findIn(this.openStore(file), entry.space) : null
      if (opened) return { kind: 'open', opened }
      // Not there: unless the catalogue changed meanwhile, it is not made yet, or it was lost.
      const now: CatalogueEntry | null = this.#openedCatalogue().find(aliasOrId)
      if (attempt === ATTEMPTS_MAX || isSameEntry(entry, now)) {
        return entry.isMade ? { kind: 'lost', entry } : { kind: 'unknown' }
      }
      entry = now
    }
    return { kind: 'unknown' }
  }

  /** Makes the space unless it was made before. */
  async ensure(alias: string, purpose: Purpose): Promise<Located> {
    const { isFile, location, clock } = this.#place
    const wanted = { alias, purpose, at: clock.now() }
    if (isFile) {
      if (location !== ':memory:') makeDirectory(dirname(location))
      return { kind: 'open', opened: await ensureIn(this.openStore(location), wanted) }
    }
    makeDirectory(join(location, SPACES_FOLDER))
    const catalogue = this.#openedCatalogue()
    for (let attempt = 0; ; attempt++) {
      const entry = catalogue.enter(alias, () => {
        const space = crypto.randomUUID()
        return { space, file: join(SPACES_FOLDER, `${space}.db`) }
      })
      if (!entry.isMade) {
        const opened = await ensureIn(this.openStore(this.fileOf(entry)), { ...wanted, id: entry.space })
        if (await closingOnError(opened.store, () => catalogue.mark(entry.space, { isMade: true }))) {
          return { kind: 'open', opened }
        }
        // Another process removed the space just now, and will remove the file.
        await opened.store.close()
        if (attempt < ATTEMPTS_MAX) continue
      }
      const located = await this.locate(alias)
      // Unknown after all when another process removed it just now.
      if (located.kind !== 'unknown' || attempt === ATTEMPTS_MAX) return located
    }
  }

  async list(): Promise<readonly ListedSpace[]> {
    const { isFile, location } = this.#place
    if (isFile) {
      const isThere = location === ':memory:' || existsSync(location)
      const spaces = isThere ? await this.#spacesIn(location) : []
      return spaces.map((space) => ({ file: location, space, problem: null }))
    }
    const placed: ListedSpace[] = []
    const known = this.catalogue()?.entries() ?? []
    for (const [file, entries] of byFile(known, (entry) => this.fileOf(entry))) {
      placed.push(...(await this.#listed(file, entries)))
      // Between two turns of the event loop, libsql gives back the descriptors of what was closed.
      await setImmediate()
    }
    return placed
  }

  lost(alias: string, entry: CatalogueEntry): EngraphError {
    const file = this.fileOf(entry)
    const state = stateOfFile(file)
    const message =
      state === 'there'
        ? wording`The file ${file} does not hold the space "${alias}" any more.`
        : state === 'empty'
          ? wording`The file ${file} of the space "${alias}" is empty.`
          : wording`The file ${file} of the space "${alias}" is missing.`
    return new EngraphError('store-damaged', message, {
      hint: wording`Restore the file from a backup. If there is none, \`engraph space remove ${shellWord(alias)}\` frees the name.`,
    })
  }

  openStore(file: string): GraphStore {
    return openSqliteStore(file, { busyTimeoutMs: this.#place.busyTimeoutMs })
  }

  /** `null` in a single file, and where there is neither a catalogue nor a file of a space to make it from. */
  catalogue(): Catalogue | null {
    const { isFile, location } = this.#place
    if (isFile) return null
    if (!existsSync(join(location, 'catalogue.db')) && listSpaceFiles(location).length === 0) return null
    return this.#openedCatalogue()
  }

  /** The same, made where there is none. */
  ensureCatalogue(): Catalogue | null {
    const { isFile, location } = this.#place
    if (isFile) return null
    makeDirectory(location)
    return this.#openedCatalogue()
  }

  fileOf({ file }: CatalogueEntry): string {
    return isAbsolute(file) ? file : join(this.#place.location, file)
  }

  /** What a file is called in the catalogue: files within the directory relative to it, so that it can be moved. */
  nameOf(file: string): string {
    if (this.#place.isFile) return file
    const path = relative(this.#place.location, file)
    return path.startsWith('..') ? file : path
  }

  async #listed(file: string, entries: readonly CatalogueEntry[]): Promise<ListedSpace[]> {
    const catalogue = this.#openedCatalogue()
    const unread = (entry: CatalogueEntry, error: EngraphError | null): ListedSpace[] => {
      // Not made yet, or moved or removed by another process since the catalogue was read.
      if ((error === null && !entry.isMade) || !isSameEntry(entry, catalogue.find(entry.space))) return []
      const alias = catalogue.aliasesOf(entry.space)[0] ?? entry.space
      const problem = error
        ? wording`The space "${alias}" cannot be read: ${error.wordings.message}`
        : this.lost(alias, entry).wordings.message
      return [{ file, space: null, problem }]
    }
    let spaces: readonly Space[] = []
    try {
      if (stateOfFile(file) === 'there') spaces = await this.#spacesIn(file)
    } catch (error) {
      if (!(error instanceof EngraphError)) throw error
      return entries.flatMap((entry) => unread(entry, error))
    }
    return entries.flatMap((entry) => {
      const space = spaces.find(({ id }) => id === entry.space)
      return space ? [{ file, space, problem: null }] : unread(entry, null)
    })
  }

  async #spacesIn(file: string): Promise<readonly Space[]> {
    const store = this.openStore(file)
    try {
      return await store.spaces()
    } finally {
      await store.close()
    }
  }

  #openedCatalogue(): Catalogue {
    const { location, busyTimeoutMs } = this.#place
    this.#catalogue ??= openCatalogue(location, { busyTimeoutMs })
    return this.#catalogue
  }
}

/** The space of a store, which is closed when it has none. */
async function findIn(store: GraphStore, aliasOrId: string): Promise<OpenedSpace | null> {
  const space = await closingOnError(store, () => store.findSpace(aliasOrId))
  if (space) return { store, space }
  await store.close()
  return null
}

interface WantedSpace {
  readonly alias: string
  readonly purpose: Purpose
  readonly at: number
  readonly id?: SpaceId
}

function ensureIn(store: GraphStore, wanted: WantedSpace): Promise<OpenedSpace> {
  return closingOnError(store, async () => {
    const known = wanted.id === undefined ? null : await store.findSpace(wanted.id)
    return { store, space: known ?? (await store.ensureSpace(wanted)) }
  })
}

async function closingOnError<T>(store: GraphStore, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await store.close()
    throw error
  }
}

function isSameEntry(one: CatalogueEntry, other: CatalogueEntry | null): boolean {
  return other !== null && one.space === other.space && one.file === other.file && one.isMade === other.isMade
}

/** Only the owner may look into what Engraph makes. */
export function makeDirectory(path: string): void {
  translated(path, () => mkdirSync(path, { recursive: true, mode: 0o700 }))
}

/** Removes a database with its log. */
export function removeFiles(path: string): void {
  for (const ending of ['', '-wal', '-shm']) translated(path, () => rmSync(`${path}${ending}`, { force: true }))
}

/** The entries of a catalogue by the path of their file, in order. */
export function byFile(
  entries: readonly CatalogueEntry[],
  fileOf: (entry: CatalogueEntry) => string,
): ReadonlyMap<string, readonly CatalogueEntry[]> {
  const grouped = new Map<string, CatalogueEntry[]>()
  for (const entry of entries) {
    const file = fileOf(entry)
    const others = grouped.get(file)
    if (others) others.push(entry)
    else grouped.set(file, [entry])
  }
  return grouped
}
