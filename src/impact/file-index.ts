import { type FileName, fileName } from './file-names.ts'

/** More files beside one are a list of likes, of which being beside says nothing. */
const BESIDES_MAX = 150

/** Files by folder and by stem. */
export class FileIndex {
  readonly paths: readonly string[]
  readonly #paths: ReadonlySet<string>
  readonly #byFolder = new Map<string, string[]>()
  readonly #byStem = new Map<string, string[]>()

  constructor(paths: Iterable<string>) {
    this.paths = [...new Set(paths)].sort()
    this.#paths = new Set(this.paths)
    for (const path of this.paths) {
      const { folders, stem } = fileName(path)
      put(this.#byFolder, folders.join('/'), path)
      put(this.#byStem, stem, path)
    }
  }

  has(path: string): boolean {
    return this.#paths.has(path)
  }

  /** Files of the same folder or the same stem, without the file itself. */
  besides({ path, folders, stem }: FileName): readonly string[] {
    const folder = (this.#byFolder.get(folders.join('/')) ?? []).slice(0, BESIDES_MAX)
    const alike = stem === '' ? [] : (this.#byStem.get(stem) ?? []).slice(0, BESIDES_MAX)
    return [...new Set([...folder, ...alike])].filter((other) => other !== path)
  }

  inFolder({ folders }: FileName): number {
    return this.#byFolder.get(folders.join('/'))?.length ?? 0
  }
}

function put(groups: Map<string, string[]>, key: string, path: string): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [path])
  else group.push(path)
}
