import type { ActivityPlace } from '../graph/activity.ts'
import type { EngraphHome, OpenedSpace } from '../home.ts'
import { belongsTo, folderAlias, openProjectSpace, type ProjectSpaceOptions } from './project-space.ts'

/** Spaces that stay open at a time. */
const OPEN_MAX = 16

/** The spaces of several places, each opened once and closed together. */
export class ProjectSpaces {
  readonly #home: EngraphHome
  readonly #options: Pick<ProjectSpaceOptions, 'gitMsMax' | 'signal'>
  readonly #opened = new Map<string, OpenedSpace>()

  constructor(home: EngraphHome, options: Pick<ProjectSpaceOptions, 'gitMsMax' | 'signal'> = {}) {
    this.#home = home
    this.#options = options
  }

  /** Places with the same key are of the same space. */
  static keyOf(place: ActivityPlace, first: ActivityPlace | null): string {
    return folderAlias(belongsTo(place, first))
  }

  /** The space of a place, made on first use; `null` where git had no time to name it. `first`: where its session began. */
  async of(place: ActivityPlace, first: ActivityPlace | null): Promise<OpenedSpace | null> {
    const key = ProjectSpaces.keyOf(place, first)
    const known = this.#opened.get(key)
    if (known) return known
    for (const [oldest, { store }] of this.#opened) {
      if (this.#opened.size < OPEN_MAX) break
      this.#opened.delete(oldest)
      await store.close()
    }
    const opened = await openProjectSpace(this.#home, place, { first, create: true, ...this.#options })
    if (opened) this.#opened.set(key, opened)
    return opened
  }

  async close(): Promise<void> {
    for (const { store } of this.#opened.values()) await store.close()
    this.#opened.clear()
  }
}
