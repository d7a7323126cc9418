import { gitPlace } from '../capture/git-place.ts'
import type { ActivityPlace } from '../graph/activity.ts'
import { HomeDirectory, type OpenedSpace } from '../home-directory.ts'
import { type HomeOptions, readHomeOptions } from '../home-options.ts'
import { folderAlias } from './project-space.ts'

export interface FoundProject {
  readonly place: ActivityPlace
  /** The caller closes its store. */
  readonly opened: OpenedSpace
}

/**
 * The memory of the project that a folder is in, found by the folder's own name in the catalogue: no process is started,
 * and nothing is made. `null` where it is not known by that name, though it may be by another.
 */
export async function findProject(folder: string, options: HomeOptions): Promise<FoundProject | null> {
  const place = gitPlace(folder)
  const directory = new HomeDirectory(readHomeOptions(options))
  try {
    const located = await directory.locate(folderAlias(place))
    if (located.kind === 'lost') throw directory.lost(folderAlias(place), located.entry)
    return located.kind === 'open' ? { place, opened: located.opened } : null
  } finally {
    directory.close()
  }
}
