import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { EngraphError } from './graph/errors.ts'
import type { Space } from './graph/space.ts'
import { inEnglish, shellWord, type Wording, type WordingValue, wording } from './graph/wording.ts'
import { byFile } from './home-directory.ts'
import type { HomePlace } from './home-options.ts'
import { modelOfKey } from './ports/embedder.ts'
import type { GraphStore } from './ports/graph-store.ts'
import type { Catalogue, CatalogueEntry } from './store/sqlite/catalogue.ts'
import { listSpaceFiles, stateOfFile } from './store/sqlite/space-files.ts'
import { TEXT_VERSION_WITH_THINGS } from './text/text-version.ts'

export interface Check {
  readonly name: string
  readonly isOk: boolean
  readonly detail: string
}

/** The same, before it is said in a language. */
export interface CheckWorded {
  readonly name: Wording
  readonly isOk: boolean
  readonly detail: WordingValue
}

export function checkInEnglish({ name, isOk, detail }: CheckWorded): Check {
  return { name: inEnglish(name), isOk, detail: inEnglish(detail) }
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
): Promise<readonly CheckWorded[]> {
  const isThere = location === ':memory:' || existsSync(location)
  const checks: CheckWorded[] = [
    { name: wording`node`, isOk: true, detail: process.version },
    {
      name: isFile ? wording`file` : wording`data directory`,
      isOk: true,
      detail: isThere ? location : wording`${location} (not made yet)`,
    },
  ]
  if (!isThere) return checks
  if (process.platform !== 'win32' && location !== ':memory:') {
    const isPrivate = (statSync(location).mode & 0o077) === 0
    const detail = isPrivate
      ? wording`nobody else can read it`
      : wording`others can read it; \`chmod go-rwx ${shellWord(location)}\` would change that`
    checks.push({ name: wording`permissions`, isOk: isPrivate, detail })
  }
  const rest = isFile ? [await checkFile(patient, location, describe)] : await checkDirectory(location, patient)
  return [...checks, ...rest]
}

async function checkDirectory(home: string, patient: Patient): Promise<readonly CheckWorded[]> {
  const checks: CheckWorded[] = []
  let files: readonly string[] = []
  let known: ReadonlyMap<string, readonly CatalogueEntry[]> | null = null
  try {
    // The files first: a space is entered before its file is made, so none that another process makes now is an orphan.
    files = listSpaceFiles(home).map((file) => join(home, file))
    const entries = patient.catalogue()?.entries() ?? []
    known = byFile(entries, (entry) => patient.fileOf(entry))
    checks.push({ name: wording`catalogue`, isOk: true, detail: wording`spaces: ${entries.length}` })
  } catch (error) {
    const hint = wording`Once catalogue.db is moved away, it is made again from what the files in spaces/ hold.`
    checks.push({ name: wording`catalogue`, isOk: false, detail: wording`${messageOf(error)} ${hint}` })
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

/** A file that the catalogue names; `null` when it need not be there yet. */
async function checkEntered(
  patient: Patient,
  file: string,
  entries: readonly CatalogueEntry[],
): Promise<CheckWorded | null> {
  const made = entries.filter(({ isMade }) => isMade)
  const state = stateOfFile(file)
  if (state === 'there') {
    return checkFile(patient, file, (spaces, driver) => {
      const lost = made.filter(({ space }) => !spaces.some(({ id }) => id === space))
      return lost.length === 0
        ? describe(spaces, driver)
        : { failure: wording`it does not hold ${called(patient, lost)}` }
    })
  }
  if (made.length === 0) return null
  const held = called(patient, made)
  const detail = state === 'empty' ? wording`it is empty; it held ${held}` : wording`it is missing; it held ${held}`
  return { name: nameOf(patient, file), isOk: false, detail }
}

async function checkOrphan(patient: Patient, file: string): Promise<CheckWorded> {
  const failure = wording`no space of the catalogue leads to it`
  if (stateOfFile(file) === 'empty') {
    return { name: nameOf(patient, file), isOk: false, detail: wording`${failure}, and it is empty` }
  }
  return checkFile(patient, file, (spaces) => {
    const opening = wording`\`engraph space list --file ${shellWord(file)}\` opens it`
    return { failure: wording`${failure}; it holds: ${namesOf(spaces)}. ${opening}` }
  })
}

type Finding = { readonly detail: WordingValue } | { readonly failure: WordingValue }

async function checkFile(
  patient: Patient,
  file: string,
  judge: (spaces: readonly Space[], driver: string) => Finding,
): Promise<CheckWorded> {
  const name = nameOf(patient, file)
  try {
    const store = patient.openStore(file)
    try {
      const damages = await store.integrity()
      if (damages.length > 0) return { name, isOk: false, detail: damages.join('; ') }
      const spaces = await store.spaces()
      const finding = judge(spaces, store.driver)
      if ('failure' in finding) return { name, isOk: false, detail: finding.failure }
      const vectors = await vectorsIn(store, spaces)
      const detail = vectors === '' ? finding.detail : wording`${finding.detail}; vectors: ${vectors}`
      return { name, isOk: true, detail }
    } finally {
      await store.close()
      // Between two turns of the event loop, libsql gives back the descriptors of what was closed.
      await setImmediate()
    }
  } catch (error) {
    return { name, isOk: false, detail: messageOf(error) }
  }
}

function describe(spaces: readonly Space[], driver: string): Finding {
  const old = spaces.filter(({ textVersion }) => textVersion < TEXT_VERSION_WITH_THINGS)
  const whole = wording`whole, by ${driver}; spaces: ${namesOf(spaces)}`
  return { detail: old.length === 0 ? whole : wording`${whole}; ${remedyOf(old)}` }
}

/** Spaces of one file whose vectors are counted. */
const COUNTED_MAX = 100

/** By the model that made them, how many passages have a vector: `all-MiniLM-L6-v2 40 / 52`. */
async function vectorsIn({ vectors }: GraphStore, spaces: readonly Space[]): Promise<string> {
  const counts = new Map<string, { readonly model: string; done: number; last: number }>()
  for (const { id } of spaces.slice(0, COUNTED_MAX)) {
    for (const { identity, done } of await vectors.embedders(id)) {
      const { last } = await vectors.progress(id, identity)
      const count = counts.get(identity) ?? { model: modelOfKey(identity), done: 0, last: 0 }
      counts.set(identity, { ...count, done: count.done + done, last: count.last + last })
    }
  }
  return [...counts.values()].map(({ model, done, last }) => `${model} ${done} / ${last}`).join(', ')
}

/** Such a space is well, and answers by words; what is moved is read anew, by the rules of today. */
function remedyOf(old: readonly Space[]): Wording {
  const name = old[0]!.aliases[0] ?? old[0]!.id
  const command = wording`\`engraph space move ${shellWord(name)} ${shellWord(`${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}-new.db`)}\``
  return wording`an older version remembered ${namesOf(old)}: what it read has no things and times to be found by, until ${command} reads it anew`
}

function namesOf(spaces: readonly Space[]): WordingValue {
  return spaces.map(({ aliases, id }) => aliases[0] ?? id).join(', ') || wording`none`
}

function nameOf(patient: Patient, file: string): Wording {
  return wording`database ${patient.nameOf(file)}`
}

function called(patient: Patient, entries: readonly CatalogueEntry[]): Wording {
  const names = entries.map(({ space }) => patient.catalogue()?.aliasesOf(space)[0] ?? space)
  const listed = names.map((alias) => `"${alias}"`).join(', ')
  return names.length === 1 ? wording`the space ${listed}` : wording`the spaces ${listed}`
}

function messageOf(error: unknown): WordingValue {
  return error instanceof EngraphError ? error.wordings.message : (error as Error).message
}
