import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { ActivityPlace } from '../graph/activity.ts'

/** Relative to the top of the work tree with `/`, of the file itself and not of a link to it; as given where it lies outside. */
export function pathInTree(file: string, { folder, root }: Pick<ActivityPlace, 'folder' | 'root'>): string {
  const absolute = resolve(folder, file)
  return insideOf(root, realOf(absolute)) ?? insideOf(root, absolute) ?? file
}

function insideOf(root: string, absolute: string): string | null {
  const path = relative(root, absolute)
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return null
  return path.split(sep).join('/')
}

/** Whether a path, as `pathInTree` gives it, lies below the top of the work tree. */
export function isInTree(path: string): boolean {
  return !/^(?:\/|\.\.?(?:\/|$)|[A-Za-z]:)/u.test(path)
}

/** Temporary folders and homes are often reached through links. A file that is not there yet has a folder that is. */
function realOf(absolute: string): string {
  for (let at = absolute.length; at > 0; at = absolute.lastIndexOf(sep, at - 1)) {
    try {
      return realpathSync.native(absolute.slice(0, at)) + absolute.slice(at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
    }
  }
  return absolute
}
