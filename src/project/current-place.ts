import { gitPlace } from '../capture/git-place.ts'
import type { ActivityPlace } from '../graph/activity.ts'

/** A place with what is checked out there now: whoever keeps a project open stays while others commit and change branches. */
export function currentPlace(place: ActivityPlace): ActivityPlace {
  const { branch, commit } = gitPlace(place.folder)
  return { ...place, branch, commit }
}
