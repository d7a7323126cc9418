/** Paths that a link gives to listed files, with the paths that the files have themselves. */
export type Links = ReadonlyMap<string, string>

/** Of folders that are linked many times, only so many paths are known. */
const LINKED_MAX = 20_000

/** What links lead to, file by file: a linked folder gives a second path to every file below it. */
export function linksTo(
  paths: readonly string[],
  found: readonly { readonly path: string; readonly target: { readonly path: string; readonly isFolder: boolean } }[],
): Links {
  const listed = new Set(paths)
  const links = new Map<string, string>()
  for (const { path, target } of found) {
    if (!target.isFolder) {
      if (listed.has(target.path)) links.set(path, target.path)
      continue
    }
    const prefix = target.path === '' ? '' : `${target.path}/`
    // A folder that is linked from inside of itself has no end.
    if (path.startsWith(prefix)) continue
    for (const one of paths) {
      if (links.size >= LINKED_MAX) return links
      if (one.startsWith(prefix)) links.set(`${path}/${one.slice(prefix.length)}`, one)
    }
  }
  return links
}
