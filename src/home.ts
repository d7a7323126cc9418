import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import envPaths from 'env-paths'
import { copyRecords, type SpaceOf } from './capture/copy.ts'
import { EngraphError } from './graph/errors.ts'
import type { Purpose, Space, SpaceId } from './graph/space.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { GraphStore } from './ports/graph-store.ts'
import { type Catalogue, type CatalogueEntry, openCatalogue } from './store/sqlite/catalogue.ts'
import { translated } from './store/sqlite/open.ts'
import { BUSY_TIMEOUT_MS_DEFAULT, openSqliteStore } from './store/sqlite/sqlite-store.ts'

export interface HomeOptions {
  /** The data directory. Default: `ENGRAPH_HOME`, else the platform's own. */
  readonly home?: string
  /** A single database file instead of a data directory. */
  readonly path?: string
  /** How long a writer waits for another process, in ms. Default 30,000. */
  readonly busyTimeoutMs?: number
  readonly clock?: Clock
}

export interface PlacedSpace {
  readonly space: Space
  readonly file: string
}

export interface Check {
  readonly name: string
  readonly isOk: boolean
  readonly detail: string
}

export interface OpenedSpace {
  readonly store: GraphStore
  readonly space: Space
}

/** The data directory: what is given, else `ENGRAPH_HOME`, else the platform's own. */
export function homeDirectory(given?: string): string {
  return resolve(given || process.env['ENGRAPH_HOME'] || envPaths('engraph', { suffix: '' }).data)
}

/**
 * All spaces of a data directory, one file each, or of a single file. Opening makes nothing: the directory comes with
 * the first space.
 */
export class EngraphHome {
  /** The data directory or the file. */
  readonly location: string
  readonly #isFile: boolean
  readonly #busyTimeoutMs: number
  readonly #clock: Clock
  #catalogue: Catalogue | null = null

  private constructor({ home, path, busyTimeoutMs = BUSY_TIMEOUT_MS_DEFAULT, clock = systemClock }: HomeOptions) {
    this.#isFile = path !== undefined
    this.location = path === undefined ? homeDirectory(home) : path === ':memory:' ? path : resolve(path)
    this.#busyTimeoutMs = busyTimeoutMs
    this.#clock = clock
  }

  static async open(options: HomeOptions = {}): Promise<EngraphHome> {
    return new EngraphHome(options)
  }

  async close(): Promise<void> {
    this.#catalogue?.close()
    this.#catalogue = null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** Opens the space that an alias leads to; the caller closes its store. `space-unknown` when there is none. */
  async openSpace(alias: string): Promise<OpenedSpace> {
    const entry = this.#isFile ? null : this.#existingCatalogue()?.find(alias)
    const file = this.#isFile ? this.location : entry ? this.#fileOf(entry) : null
    if (file === null || (file !== ':memory:' && !existsSync(file))) throw unknownSpace(alias, this.location)
    const store = this.#openStore(file)
    const space = await store.findSpace(entry?.space ?? alias)
    if (space) return { store, space }
    await store.close()
    throw unknownSpace(alias, this.location)
  }

  /** Opens the space that an alias leads to, or makes it. */
  async ensureSpace(alias: string, purpose: Purpose): Promise<OpenedSpace> {
    if (this.#isFile) {
      if (this.location !== ':memory:') makeDirectory(dirname(this.location))
      const store = this.#openStore(this.location)
      return this.#ensureIn(store, { alias, purpose, at: this.#clock.now() })
    }
    makeDirectory(join(this.location, 'spaces'))
    const entry = this.#openedCatalogue().enter(alias, () => {
      const space = crypto.randomUUID()
      return { space, file: join('spaces', `${space}.db`) }
    })
    const store = this.#openStore(this.#fileOf(entry))
    const known = await store.findSpace(entry.space)
    if (known) return { store, space: known }
    return this.#ensureIn(store, { alias, purpose, at: this.#clock.now(), id: entry.space })
  }

  async spaces(): Promise<readonly PlacedSpace[]> {
    const placed: PlacedSpace[] = []
    for (const file of this.#files()) {
      const store = this.#openStore(file)
      try {
        for (const space of await store.spaces()) placed.push({ space, file })
      } finally {
        await store.close()
      }
    }
    return placed
  }

  /** Lets another name lead to a space. `space-conflict` when that leads elsewhere already. */
  async alias(aliasOrId: string, newAlias: string): Promise<Space> {
    return this.#using(aliasOrId, async ({ store, space }) => {
      // The directory decides first: it is what all spaces share.
      this.#existingCatalogue()?.addAlias(space.id, newAlias)
      await store.addAlias(space.id, newAlias)
      return (await store.findSpace(space.id))!
    })
  }

  /** Remembers all records of one space in another, which takes over its aliases, and removes the first. */
  async merge(from: string, into: string): Promise<{ readonly remembered: number }> {
    return this.#using(from, (source) =>
      this.#using(into, async (target) => {
        if (source.space.id === target.space.id) {
          throw new EngraphError('space-conflict', `"${from}" and "${into}" are the same space.`)
        }
        const copied = await copyRecords(spaceOf(source), spaceOf(target), this.#clock.now())
        await this.#takeOut(source, target.space.id)
        for (const alias of source.space.aliases) await target.store.addAlias(target.space.id, alias)
        return copied
      }),
    )
  }

  /** Moves a space into another database file, which is made if need be. */
  async move(aliasOrId: string, file: string): Promise<Space> {
    return this.#using(aliasOrId, async (source) => {
      const path = resolve(file)
      if (path === resolve(source.store.location)) {
        throw new EngraphError('space-conflict', `The space "${aliasOrId}" is in ${path} already.`)
      }
      makeDirectory(dirname(path))
      const { id, purpose, createdAt, aliases } = source.space
      const store = this.#openStore(path)
      try {
        for (const alias of aliases) await refuseTaken(store, alias, id)
        const space = await store.ensureSpace({ alias: aliases[0] ?? id, purpose, at: createdAt, id })
        for (const alias of aliases) await store.addAlias(space.id, alias)
        await copyRecords(spaceOf(source), { store, space: space.id }, this.#clock.now())
        if (!this.#isFile) this.#openedCatalogue().move(id, this.#relative(path))
        await this.#takeOut(source, null, { keepEntry: true })
        return (await store.findSpace(space.id))!
      } finally {
        await store.close()
      }
    })
  }

  /** Removes a space with everything in it. */
  async remove(aliasOrId: string): Promise<void> {
    await this.#using(aliasOrId, (source) => this.#takeOut(source, null))
  }

  /** Looks at everything that must work, and says what does not. */
  async doctor(): Promise<{ readonly checks: readonly Check[] }> {
    const checks: Check[] = [{ name: 'node', isOk: true, detail: process.version }]
    const isThere = this.location === ':memory:' || existsSync(this.location)
    checks.push({
      name: this.#isFile ? 'file' : 'data directory',
      isOk: true,
      detail: isThere ? this.location : `${this.location} (not made yet)`,
    })
    if (!isThere) return { checks }
    if (process.platform !== 'win32' && this.location !== ':memory:') {
      const mode = statSync(this.location).mode & 0o077
      const detail = mode === 0 ? 'nobody else can read it' : 'others can read it; chmod go-rwx would change that'
      checks.push({ name: 'permissions', isOk: mode === 0, detail })
    }
    try {
      for (const file of this.#files()) checks.push(await this.#checkFile(file))
    } catch (error) {
      checks.push({ name: 'catalogue', isOk: false, detail: (error as Error).message })
    }
    return { checks }
  }

  async #checkFile(file: string): Promise<Check> {
    const name = `database ${this.#isFile ? file : this.#relative(file)}`
    try {
      const store = this.#openStore(file)
      try {
        const damages = await store.integrity()
        const spaces = await store.spaces()
        const names = spaces.map(({ aliases, id }) => aliases[0] ?? id).join(', ')
        const detail =
          damages.length === 0 ? `whole, by ${store.driver}; spaces: ${names || 'none'}` : damages.join('; ')
        return { name, isOk: damages.length === 0, detail }
      } finally {
        await store.close()
      }
    } catch (error) {
      return { name, isOk: false, detail: (error as Error).message }
    }
  }

  async #using<T>(aliasOrId: string, work: (opened: OpenedSpace) => Promise<T>): Promise<T> {
    const opened = await this.openSpace(aliasOrId)
    try {
      return await work(opened)
    } finally {
      await opened.store.close()
    }
  }

  async #ensureIn(store: GraphStore, wanted: Parameters<GraphStore['ensureSpace']>[0]): Promise<OpenedSpace> {
    try {
      return { store, space: await store.ensureSpace(wanted) }
    } catch (error) {
      await store.close()
      throw error
    }
  }

  async #takeOut(
    { store, space }: OpenedSpace,
    heir: string | null,
    { keepEntry = false }: { readonly keepEntry?: boolean } = {},
  ): Promise<void> {
    await store.removeSpace(space.id)
    const isEmpty = (await store.spaces()).length === 0
    if (isEmpty && !this.#isFile) {
      await store.close()
      for (const ending of ['', '-wal', '-shm']) rmSync(`${store.location}${ending}`, { force: true })
    } else await store.purge()
    if (!keepEntry) this.#existingCatalogue()?.remove(space.id, heir)
  }

  #openStore(file: string): GraphStore {
    return openSqliteStore(file, { busyTimeoutMs: this.#busyTimeoutMs })
  }

  #files(): readonly string[] {
    if (this.#isFile) return this.location === ':memory:' || existsSync(this.location) ? [this.location] : []
    const entries = this.#existingCatalogue()?.entries() ?? []
    return [...new Set(entries.map((entry) => this.#fileOf(entry)))].filter((file) => existsSync(file))
  }

  #existingCatalogue(): Catalogue | null {
    if (this.#isFile || !existsSync(join(this.location, 'catalogue.db'))) return null
    return this.#openedCatalogue()
  }

  #openedCatalogue(): Catalogue {
    this.#catalogue ??= openCatalogue(this.location, { busyTimeoutMs: this.#busyTimeoutMs })
    return this.#catalogue
  }

  #fileOf({ file }: CatalogueEntry): string {
    return isAbsolute(file) ? file : join(this.location, file)
  }

  /** Files within the directory are entered relative to it, so that it can be moved. */
  #relative(file: string): string {
    const path = relative(this.location, file)
    return path.startsWith('..') ? file : path
  }
}

function spaceOf({ store, space }: OpenedSpace): SpaceOf {
  return { store, space: space.id }
}

/** Only the owner may look into what Engraph makes. */
function makeDirectory(path: string): void {
  translated(path, () => mkdirSync(path, { recursive: true, mode: 0o700 }))
}

async function refuseTaken(store: GraphStore, alias: string, id: SpaceId): Promise<void> {
  const holder = await store.findSpace(alias)
  if (holder && holder.id !== id) {
    throw new EngraphError('space-conflict', `In ${store.location}, "${alias}" already leads to another space.`)
  }
}

function unknownSpace(alias: string, location: string): EngraphError {
  return new EngraphError('space-unknown', `There is no space "${alias}" in ${location}.`, {
    hint: 'It is made when something is first remembered in it. `engraph space list` shows what there is.',
  })
}
