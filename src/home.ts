import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { copyRecords, type SpaceOf } from './capture/copy.ts'
import { EngraphError } from './graph/errors.ts'
import { name, oneOf, requireGiven } from './graph/given.ts'
import { PURPOSES, type Purpose, type Space, type SpaceId } from './graph/space.ts'
import { inEnglish, shellWord, type Wording, wording } from './graph/wording.ts'
import {
  HomeDirectory,
  type ListedSpace,
  type Located,
  makeDirectory,
  type OpenedSpace,
  removeFiles,
} from './home-directory.ts'
import { type Check, type CheckWorded, checkInEnglish, diagnose } from './home-doctor.ts'
import { type HomeOptions, type HomePlace, homeDirectory, readHomeOptions } from './home-options.ts'
import { copyUntilStill, ROUNDS_MAX, stillWritten } from './home-transfer.ts'
import { refuseTooManyWords } from './home-words.ts'
import { diagnoseModels } from './model-doctor.ts'
import type { GraphStore } from './ports/graph-store.ts'
import { stateOfFile } from './store/sqlite/space-files.ts'

export type { OpenedSpace } from './home-directory.ts'
export type { Check } from './home-doctor.ts'
export type { HomeOptions } from './home-options.ts'

/** A space and the file it is in. */
export interface PlacedSpace {
  readonly file: string
  /** `null` when it cannot be read. */
  readonly space: Space | null
  /** Why not, in a sentence that names it. */
  readonly problem: string | null
}

/**
 * All spaces of a data directory, one file each, or of a single file. Opening makes nothing: the directory comes with
 * the first space. After `close`, every call is the error `store-closed`.
 */
export class EngraphHome {
  /** The data directory or the file. */
  readonly location: string
  readonly #place: HomePlace
  readonly #directory: HomeDirectory
  #isClosed = false

  private constructor(place: HomePlace) {
    this.location = place.location
    this.#place = place
    this.#directory = new HomeDirectory(place)
  }

  /** `invalid-options` names an option that cannot be used, or does not exist. */
  static async open(options?: HomeOptions): Promise<EngraphHome> {
    return new EngraphHome(readHomeOptions(options))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#directory.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /**
   * Opens the space that an alias leads to; the caller closes its store. `space-unknown` when there is none,
   * `store-damaged` when there was one.
   *
   * @internal For the facade; applications use `Engraph.open`.
   */
  async openSpace(alias: string): Promise<OpenedSpace> {
    this.#refuseClosed()
    requireGiven(alias, wording`The space`, name)
    return this.#opened(alias, await this.#directory.locate(alias))
  }

  /**
   * Opens the space that an alias leads to, or makes it. One that was made before and is lost is `store-damaged`.
   *
   * @internal For the facade; applications use `Engraph.open`.
   */
  async ensureSpace(alias: string, purpose: Purpose): Promise<OpenedSpace> {
    this.#refuseClosed()
    requireGiven(alias, wording`The space`, name)
    requireGiven(purpose, wording`The purpose`, oneOf(...PURPOSES))
    return this.#opened(alias, await this.#directory.ensure(alias, purpose))
  }

  /** All spaces. In a data directory, one that cannot be read is listed with its problem. */
  async spaces(): Promise<readonly PlacedSpace[]> {
    const listed = await this.spacesWorded()
    return listed.map(({ problem, ...placed }) => ({ ...placed, problem: problem && inEnglish(problem) }))
  }

  /**
   * The same, with problems that can be said in another language.
   *
   * @internal For doors.
   */
  async spacesWorded(): Promise<readonly ListedSpace[]> {
    this.#refuseClosed()
    return this.#directory.list()
  }

  /** Lets another name lead to a space. `space-conflict` when that leads elsewhere already. */
  async alias(aliasOrId: string, newAlias: string): Promise<Space> {
    requireGiven(newAlias, wording`The new name`, name)
    return this.#using(aliasOrId, async ({ store, space }) => {
      // The directory decides first: it is what all spaces share.
      this.#directory.catalogue()?.addAlias(space.id, newAlias)
      await store.addAlias(space.id, newAlias)
      return (await store.findSpace(space.id))!
    })
  }

  /**
   * Remembers all records of one space in another, which takes over its aliases, and removes the first. `store-locked`
   * when other processes keep writing to it; `invalid-input`, before anything is done, when both have too many words
   * that mean the same.
   */
  async merge(from: string, into: string): Promise<{ readonly remembered: number }> {
    requireGiven(into, wording`The space to merge into`, name)
    return this.#using(from, (source) =>
      this.#using(into, async (target) => {
        const { id, aliases } = source.space
        if (id === target.space.id) {
          throw new EngraphError('space-conflict', wording`"${from}" and "${into}" are the same space.`)
        }
        await refuseTooManyWords({ ...source, name: from }, { ...target, name: into })
        const isOneFile = isSameFile(source.store.location, target.store.location)
        const heir = isOneFile ? { heir: target.space.id } : {}
        const catalogue = this.#directory.catalogue()
        let remembered = 0
        for (let round = 0; round < ROUNDS_MAX; round++) {
          const copied = await copyUntilStill(spaceOf(source), spaceOf(target), this.#place.clock.now())
          remembered += copied.remembered
          if (!isOneFile) for (const alias of aliases) await target.store.addAlias(target.space.id, alias)
          // Whoever asks for it from now on gets the other one; whoever has it open may still write to it.
          catalogue?.handOver(id, target.space.id)
          catalogue?.mark(id, { isMade: false })
          if (!(await source.store.removeSpace(id, { ifVersion: copied.version, ...heir }))) continue
          catalogue?.remove(id)
          await this.#clearFile(source)
          return { remembered }
        }
        throw stillWritten(
          spaceOf(source),
          wording`Nothing is lost. When it is done, \`engraph space merge ${id} ${shellWord(into)}\` takes over the rest.`,
        )
      }),
    )
  }

  /**
   * Moves a space into another database file, which is made if need be. `store-locked` when other processes keep
   * writing to it.
   */
  async move(aliasOrId: string, file: string): Promise<Space> {
    requireGiven(file, wording`The file`, filePath)
    return this.#using(aliasOrId, async (source) => {
      const path = resolve(file)
      if (isSameFile(path, source.store.location)) {
        throw new EngraphError('space-conflict', wording`The space "${aliasOrId}" is in ${path} already.`)
      }
      makeDirectory(dirname(path))
      const store = this.#directory.openStore(path)
      try {
        return await this.#moveInto(store, source)
      } finally {
        await store.close()
      }
    })
  }

  async #moveInto(store: GraphStore, source: OpenedSpace): Promise<Space> {
    const { id, purpose, createdAt, aliases } = source.space
    for (const alias of aliases) await refuseTaken(store, alias, id)
    const space = await store.ensureSpace({ alias: aliases[0] ?? id, purpose, at: createdAt, id })
    for (const alias of aliases) await store.addAlias(space.id, alias)
    const target = { store, space: space.id }
    const enter = (file: string) => this.#directory.catalogue()?.move(id, this.#directory.nameOf(file))
    const at = this.#place.clock.now()
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const { version } = await copyUntilStill(spaceOf(source), target, at)
      enter(store.location)
      if (await source.store.removeSpace(id, { ifVersion: version })) {
        await this.#clearFile(source)
        return (await store.findSpace(space.id))!
      }
      enter(source.store.location)
    }
    // Some may have opened the new file in one of those moments.
    await copyRecords(target, spaceOf(source), at)
    throw stillWritten(spaceOf(source))
  }

  /** Removes a space with everything in it; of one whose file is lost, the names. */
  async remove(aliasOrId: string): Promise<void> {
    this.#refuseClosed()
    requireGiven(aliasOrId, wording`The space`, name)
    const catalogue = this.#directory.catalogue()
    const located = await this.#directory.locate(aliasOrId)
    if (located.kind === 'lost') {
      const { space } = located.entry
      const file = this.#directory.fileOf(located.entry)
      if (stateOfFile(file) === 'empty') removeFiles(file)
      catalogue?.mark(space, { isMade: false })
      catalogue?.remove(space)
      return
    }
    const opened = this.#opened(aliasOrId, located)
    const { store, space } = opened
    try {
      for (let attempt = 0; attempt < ROUNDS_MAX; attempt++) {
        // From now on, whoever finds half of it must not take it for damaged.
        catalogue?.mark(space.id, { isMade: false })
        if (await store.findSpace(space.id)) await store.removeSpace(space.id)
        // Not when another process made it anew in between.
        if (!catalogue || catalogue.remove(space.id)) return await this.#clearFile(opened)
      }
      throw stillWritten(spaceOf(opened))
    } finally {
      await store.close()
    }
  }

  /** The data directory; `null` for a single file, which has no journal. */
  get directory(): string | null {
    return this.#place.isFile ? null : this.location
  }

  /**
   * Takes or renews something that one process at a time may do, for so long; false while another one has it. What is
   * not renewed, as by a process that was killed, ends by itself. With 0 ms it is given back.
   *
   * @internal For workers.
   */
  lease(task: string, holder: string, { ms }: { readonly ms: number }): boolean {
    this.#refuseClosed()
    const now = this.#place.clock.now()
    // Given back is free for all, also for who looked at the clock a moment before.
    const until = ms > 0 ? now + ms : 0
    return this.#directory.ensureCatalogue()?.lease(task, holder, { now, until }) ?? true
  }

  /** Looks at everything that must work, and says what does not. */
  async doctor(): Promise<{ readonly checks: readonly Check[] }> {
    return { checks: (await this.doctorWorded()).map(checkInEnglish) }
  }

  /**
   * The same, as findings that can be said in another language.
   *
   * @internal For doors.
   */
  async doctorWorded(): Promise<readonly CheckWorded[]> {
    this.#refuseClosed()
    const { isFile, location } = this.#place
    const ofFiles = await diagnose(this.#place, this.#directory)
    return [...ofFiles, ...(await diagnoseModels(join(isFile ? homeDirectory() : location, 'models')))]
  }

  #opened(alias: string, located: Located): OpenedSpace {
    switch (located.kind) {
      case 'open':
        return located.opened
      case 'lost':
        throw this.#directory.lost(alias, located.entry)
      case 'unknown':
        throw new EngraphError('space-unknown', wording`There is no space "${alias}" in ${this.location}.`, {
          hint: 'It is made when something is first remembered in it. `engraph space list` shows what there is.',
        })
      default:
        return located satisfies never
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

  /** Leaves no byte of a removed space; a file of its own goes whole. */
  async #clearFile({ store, space }: OpenedSpace): Promise<void> {
    const isAlone = (await store.spaces()).every(({ id }) => id === space.id)
    if (isAlone && !this.#place.isFile) {
      await store.close()
      removeFiles(store.location)
    } else await store.purge()
  }

  #refuseClosed(): void {
    if (this.#isClosed)
      throw new EngraphError('store-closed', wording`${this.location} was closed; open it again to use it.`)
  }
}

function spaceOf({ store, space }: OpenedSpace): SpaceOf {
  return { store, space: space.id }
}

/** Also by way of a link: a space that is moved into its own file would be removed from it. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return resolve(one) === resolve(other) || (a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino)
}

function filePath(value: unknown): Wording | null {
  const isPath = typeof value === 'string' && value.trim() !== '' && !value.includes('\0') && value !== ':memory:'
  return isPath ? null : wording`the path of a database file`
}

async function refuseTaken(store: GraphStore, alias: string, id: SpaceId): Promise<void> {
  const holder = await store.findSpace(alias)
  if (holder && holder.id !== id) {
    throw new EngraphError('space-conflict', wording`In ${store.location}, "${alias}" already leads to another space.`)
  }
}
