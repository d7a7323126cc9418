import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Space } from './graph/space.ts'
import type { HomePlace } from './home-options.ts'
import type { GraphStore } from './ports/graph-store.ts'
import type { Catalogue, CatalogueEntry } from './store/sqlite/catalogue.ts'
import { listSpaceFiles, stateOfFile } from './store/sqlite/space-files.ts'
import { TEXT_VERSION_WITH_THINGS } from './text/tokenise.ts'

export interface Check {
  readonly name: string
  readonly isOk: boolean
  readonly detail: string
}

/** The files of a home, as the doctor looks at them. */
export interface Patient {
  /** `null` when there is none, and nothing to make it from. */
  catalogue(): Catalogue | null
  /** The whole path of a file of the catalogue. */
  fileOf(entry: CatalogueEntry): string
  /** What a file is called in the catalogue. */
  nameOf(file: string): string
  openStore(file: string): GraphStore
}

/** Looks at everything that must work, and says what does not. Each file is closed before the next is opened. */
export async function diagnose(
  { location, isFile }: Pick<HomePlace, 'location' | 'isFile'>,
  patient: Patient,
): Promise<readonly Check[]> {
  const isThere = location === ':memory:' || existsSync(location)
  const checks: Check[] = [
    { name: 'node', isOk: true, detail: process.version },
    {
      name: isFile ? 'file' : 'data directory',
      isOk: true,
      detail: isThere ? location : `${location} (not made yet)`,
    },
  ]
  if (!isThere) return checks
  if (process.platform !== 'win32' && location !== ':memory:') {
    const isPrivate = (statSync(location).mode & 0o077) === 0
    const detail = isPrivate ? 'nobody else can read it' : 'others can read it; chmod go-rwx would change that'
    checks.push({ name: 'permissions', isOk: isPrivate, detail })
  }
  const rest = isFile ? [await checkFile(patient, location, describe)] : await checkDirectory(location, patient)
  return [...checks, ...rest]
}

async function checkDirectory(home: string, patient: Patient): Promise<readonly Check[]> {
  const checks: Check[] = []
  let files: readonly string[] = []
  let known: ReadonlyMap<string, readonly CatalogueEntry[]> | null = null
  try {
    // The files first: a space is entered before its file is made, so none that another process makes now is an orphan.
    files = listSpaceFiles(home).map((file) => join(home, file))
    const entries = patient.catalogue()?.entries() ?? []
    known = byFile(entries, (entry) => patient.fileOf(entry))
    checks.push({ name: 'catalogue', isOk: true, detail: `spaces: ${entries.length}` })
  } catch (error) {
    const hint = 'Once catalogue.db is moved away, it is made again from what the files in spaces/ hold.'
    checks.push({ name: 'catalogue', isOk: false, detail: `${(error as Error).message} ${hint}` })
  }
  for (const [file, entries] of known ?? []) {
    const check = await checkEntered(patient, file, entries)
    if (check) checks.push(check)
  }
  for (const file of files) {
    if (known?.has(file)) continue
    const check = known === null ? await checkFile(patient, file, describe) : await checkOrphan(patient, file)
    if (stateOfFile(file) !== 'missing') checks.push(check)
  }
  return checks
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

/** A file that the catalogue names; `null` when it need not be there yet. */
async function checkEntered(patient: Patient, file: string, entries: readonly CatalogueEntry[]): Promise<Check | null> {
  const made = entries.filter(({ isMade }) => isMade)
  const state = stateOfFile(file)
  if (state === 'there') {
    return checkFile(patient, file, (spaces, driver) => {
      const lost = made.filter(({ space }) => !spaces.some(({ id }) => id === space))
      return lost.length === 0 ? describe(spaces, driver) : { failure: `it does not hold ${called(patient, lost)}` }
    })
  }
  if (made.length === 0) return null
  return { name: nameOf(patient, file), isOk: false, detail: `it is ${state}; it held ${called(patient, made)}` }
}

async function checkOrphan(patient: Patient, file: string): Promise<Check> {
  const failure = 'no space of the catalogue leads to it'
  if (stateOfFile(file) === 'empty') {
    return { name: nameOf(patient, file), isOk: false, detail: `${failure}, and it is empty` }
  }
  return checkFile(patient, file, (spaces) => {
    return { failure: `${failure}; it holds: ${namesOf(spaces)}. \`--file\` opens it` }
  })
}

type Finding = { readonly detail: string } | { readonly failure: string }

async function checkFile(
  patient: Patient,
  file: string,
  judge: (spaces: readonly Space[], driver: string) => Finding,
): Promise<Check> {
  const name = nameOf(patient, file)
  try {
    const store = patient.openStore(file)
    try {
      const damages = await store.integrity()
      if (damages.length > 0) return { name, isOk: false, detail: damages.join('; ') }
      const finding = judge(await store.spaces(), store.driver)
      return 'failure' in finding
        ? { name, isOk: false, detail: finding.failure }
        : { name, isOk: true, detail: finding.detail }
    } finally {
      await store.close()
      // Between two turns of the event loop, libsql gives back the descriptors of what was closed.
      await setImmediate()
    }
  } catch (error) {
    return { name, isOk: false, detail: (error as Error).message }
  }
}

function describe(spaces: readonly Space[], driver: string): Finding {
  const old = spaces.filter(({ textVersion }) => textVersion < TEXT_VERSION_WITH_THINGS)
  return { detail: `whole, by ${driver}; spaces: ${namesOf(spaces)}${old.length === 0 ? '' : `; ${remedyOf(old)}`}` }
}

/** Such a space is well, and answers by words; what is moved is read anew, by the rules of today. */
function remedyOf(old: readonly Space[]): string {
  const name = old[0]!.aliases[0] ?? old[0]!.id
  return (
    `an older version remembered ${namesOf(old)}: what it read has no things and times to be found by, until ` +
    `\`engraph space move "${name}" <new file>\` reads it anew`
  )
}

function namesOf(spaces: readonly Space[]): string {
  return spaces.map(({ aliases, id }) => aliases[0] ?? id).join(', ') || 'none'
}

function nameOf(patient: Patient, file: string): string {
  return `database ${patient.nameOf(file)}`
}

function called(patient: Patient, entries: readonly CatalogueEntry[]): string {
  const names = entries.map(({ space }) => patient.catalogue()?.aliasesOf(space)[0] ?? space)
  return `${names.length === 1 ? 'the space' : 'the spaces'} ${names.map((alias) => `"${alias}"`).join(', ')}`
}
