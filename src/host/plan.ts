import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type WordingValue, wording } from '../graph/wording.ts'
import { type HostEdit, type HostFile, hashOf, readHostFile } from './file.ts'
import { type InstalledFile, readBackup, readManifest } from './manifest.ts'

/** What becomes of one file of a host, before anything is done. */
export interface HostPlan {
  /** `restored`: byte for byte as it was; `cut`: others changed it too, so only what is Engraph's goes. */
  readonly change: 'none' | 'made' | 'changed' | 'restored' | 'removed' | 'cut'
  readonly current: Buffer | null
  /** `null`: no file. */
  readonly bytes: Buffer | null
  /** What is to be remembered of it; `null`: nothing any more; `undefined`: what is remembered stays. */
  readonly entry: InstalledFile | null | undefined
  /** What it would be without Engraph, to be kept. */
  readonly backup: Buffer | null
}

export type Planned = HostPlan | { readonly refused: WordingValue }

/** Which file, of whom, and for which project. */
export interface Planning {
  readonly home: string
  readonly host: string
  readonly project: string | null
  readonly file: HostFile
  /** The same file as other projects see it. */
  fileFor(project: string | null): HostFile | undefined
}

export function planPut(planning: Planning): Planned {
  const { file, project } = planning
  const current = readHostFile(file.path)
  const edit = edited(current, (text) => file.put(text))
  if ('refused' in edit) return edit
  const bytes = current !== null && edit.bytes.equals(current) ? current : edit.bytes
  const entry = entryOf(planning)
  const isKnown = entry?.after === hashOf(bytes) && entry.projects.includes(project)
  if (bytes === current && isKnown) return { change: 'none', current, bytes, entry: undefined, backup: null }
  const backup = withoutEngraph(planning, current)
  return {
    change: bytes === current ? 'none' : current === null ? 'made' : 'changed',
    current,
    bytes,
    entry: {
      path: file.path,
      projects: [...new Set([...(entry?.projects ?? []), project])],
      before: backup && hashOf(backup),
      after: hashOf(bytes),
      isFolderMade: entry?.isFolderMade ?? isFolderOwn(planning),
    },
    backup,
  }
}

export function planTake(planning: Planning): Planned {
  const { file, project } = planning
  const current = readHostFile(file.path)
  const entry = entryOf(planning)
  const others = (entry?.projects ?? []).filter((other) => other !== project)
  if (current === null) return { change: 'none', current, bytes: null, entry: null, backup: null }
  if (others.length === 0 && entry?.after === hashOf(current)) {
    if (entry.before === null) return { change: 'removed', current, bytes: null, entry: null, backup: null }
    const bytes = readBackup(planning.home, planning.host, entry.before)
    if (bytes !== null) {
      return { change: bytes.equals(current) ? 'none' : 'restored', current, bytes, entry: null, backup: null }
    }
  }
  const edit = edited(current, (text) => file.take(text, originalOf(planning)))
  // What cannot be read, and never was edited, holds nothing of Engraph.
  if ('refused' in edit)
    return entry ? edit : { change: 'none', current, bytes: current, entry: undefined, backup: null }
  const { bytes } = edit
  if (others.length > 0) {
    const backup = withoutEngraph(planning, current)
    const kept = { ...entry!, projects: others, before: backup && hashOf(backup), after: hashOf(bytes) }
    return { change: bytes.equals(current) ? 'none' : 'cut', current, bytes, entry: kept, backup }
  }
  if (bytes.equals(current)) return { change: 'none', current, bytes, entry: null, backup: null }
  if (entry?.before === null && isNothing(bytes))
    return { change: 'removed', current, bytes: null, entry: null, backup: null }
  return { change: 'cut', current, bytes, entry: null, backup: null }
}

/** Whether the folder of a file is there because of Engraph alone. */
function isFolderOwn({ home, host, file }: Planning): boolean {
  const folder = dirname(file.path)
  const others = readManifest(home, host).files.filter(({ path }) => dirname(path) === folder)
  return !existsSync(folder) || others.some(({ isFolderMade }) => isFolderMade)
}

function entryOf({ home, host, file }: Planning): InstalledFile | undefined {
  return readManifest(home, host).files.find(({ path }) => path === file.path)
}

/**
 * What a file would be without Engraph: what was kept, as long as nobody else wrote to it since; else what is left when
 * the entries are taken out of what is there now. `null`: no file.
 */
function withoutEngraph(planning: Planning, current: Buffer | null): Buffer | null {
  if (current === null) return null
  const { home, host, file, project, fileFor } = planning
  const entry = entryOf(planning)
  if (entry?.after === hashOf(current)) {
    const kept = entry.before === null ? null : readBackup(home, host, entry.before)
    if (entry.before === null || kept !== null) return kept
  }
  let bytes = current
  for (const other of new Set([project, ...(entry?.projects ?? [])])) {
    const seen = other === project ? file : fileFor(other)
    const edit = seen && edited(bytes, (text) => seen.take(text, originalOf(planning)))
    if (edit && !('refused' in edit)) bytes = edit.bytes
  }
  return entry?.before === null && isNothing(bytes) ? null : bytes
}

function originalOf(planning: Planning): string | null {
  const before = entryOf(planning)?.before
  return before ? (readBackup(planning.home, planning.host, before)?.toString('utf8') ?? null) : null
}

/** Only white space, or an object with nothing in it. */
function isNothing(bytes: Buffer): boolean {
  return /^\s*(?:\{\s*\}\s*)?$/u.test(bytes.toString('utf8'))
}

const BOM = '\uFEFF'

/** An edit of bytes. A byte order mark is no part of the text, and stays. */
function edited(
  current: Buffer | null,
  edit: (text: string) => HostEdit,
): { readonly bytes: Buffer } | { readonly refused: WordingValue } {
  const whole = (current ?? Buffer.alloc(0)).toString('utf8')
  if (current !== null && !Buffer.from(whole).equals(current)) return { refused: wording`it is no valid UTF-8` }
  const mark = whole.startsWith(BOM) ? BOM : ''
  const done = edit(whole.slice(mark.length))
  return 'refused' in done ? done : { bytes: Buffer.from(mark + done.text) }
}
