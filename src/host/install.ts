import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { shellWord, systemReason, type Wording, type WordingValue, wording } from '../graph/wording.ts'
import { homeDirectory } from '../home-options.ts'
import { claudeCodeFiles, type HostTarget, hooksDisabledIn } from './claude-code.ts'
import { codexFiles } from './codex.ts'
import { type HostFile, hashOf, removeEmptyFolder, swapFile } from './file.ts'
import { backupPath, changeManifest, clearBackups, type InstalledFile, keepBackup, readManifest } from './manifest.ts'
import { type HostPlan, type Planned, type Planning, planPut, planTake } from './plan.ts'
import { type HostPrograms, ownPrograms } from './programs.ts'

/** The agents whose configuration can be edited. */
export const HOST_NAMES = ['claude-code', 'codex'] as const
export type HostName = (typeof HOST_NAMES)[number]

export interface HostOptions {
  /** The data directory, which remembers what was done. */
  readonly home: string
  /** A folder of the one project that it is for; without one, it is for all projects of the user. */
  readonly project?: string
  /** Says what would be done, and does nothing. */
  readonly isDryRun?: boolean
  readonly programs?: HostPrograms
  readonly environment?: NodeJS.ProcessEnv
}

export interface HostChange {
  readonly path: string
  readonly holds: HostFile['holds']
  readonly change: HostPlan['change']
  /** Where the file as it was before is kept. */
  readonly backup: string | null
}

export interface HostProblem {
  readonly path: string
  readonly reason: WordingValue
}

export interface HostReport {
  readonly host: HostName
  readonly isDryRun: boolean
  readonly changes: readonly HostChange[]
  /** Files that cannot be edited. When that is known beforehand, none is. */
  readonly problems: readonly HostProblem[]
  /** What the user should know. */
  readonly notes: readonly Wording[]
}

/** Another program may write to the same file again and again. */
const ROUNDS_MAX = 5
const FILES_OF_HOST: Readonly<Record<HostName, (target: HostTarget) => readonly HostFile[]>> = {
  'claude-code': claudeCodeFiles,
  codex: codexFiles,
}

/** Puts hooks and the MCP server into the configuration of a host. A second time there is nothing to do. */
export function installHost(host: HostName, options: HostOptions): HostReport {
  const setting = settingOf(host, options)
  const missing = [setting.programs.hook, setting.programs.cli].find((program) => !existsSync(program))
  if (missing !== undefined) {
    const problems = [{ path: missing, reason: wording`this part of Engraph is missing; install it anew` }]
    return { host, isDryRun: setting.isDryRun, changes: [], problems, notes: [] }
  }
  const report = carryOut(setting, planningsOf(setting, [setting.project]), planPut)
  return report.problems.length > 0 ? report : { ...report, notes: notesOf(setting, report) }
}

/**
 * Takes out what `installHost` put in: byte for byte where nobody else wrote to the file since. Without a project, it
 * goes from all projects that it was put into as well.
 */
export function uninstallHost(host: HostName, options: HostOptions): HostReport {
  const setting = settingOf(host, options)
  const remembered = readManifest(setting.home, host).files.flatMap(({ projects }) => projects)
  const projects = setting.project === null ? [...new Set([null, ...remembered])] : [setting.project]
  const report = carryOut(setting, planningsOf(setting, projects), planTake)
  if (!setting.isDryRun && report.problems.length === 0) clearBackups(setting.home, host)
  return report
}

export interface HostSetting {
  readonly home: string
  readonly host: HostName
  readonly programs: HostPrograms
  readonly environment: NodeJS.ProcessEnv
}

/** The files of a host, as all projects of the user or one of them see them. */
export function hostFiles(
  { home, host, programs, environment }: HostSetting,
  project: string | null,
): readonly HostFile[] {
  const known = new Set([...readManifest(home, host).programs, programs.hook, programs.cli])
  return FILES_OF_HOST[host]({ programs, known, environment, project })
}

interface Setting extends HostSetting {
  readonly project: string | null
  readonly isDryRun: boolean
}

function settingOf(host: HostName, options: HostOptions): Setting {
  const { home, project, isDryRun = false, environment = process.env, programs = ownPrograms(environment) } = options
  return { host, home, project: project === undefined ? null : topOf(project), isDryRun, programs, environment }
}

/** The top of the work tree, as hosts look for their project files; the folder itself where there is none. */
function topOf(folder: string): string {
  const real = existsSync(folder) ? realpathSync(folder) : resolve(folder)
  for (let above = real; above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return above
  }
  return real
}

function planningsOf(setting: Setting, projects: readonly (string | null)[]): readonly Planning[] {
  const { home, host } = setting
  return projects.flatMap((project) =>
    hostFiles(setting, project).map((file) => ({
      home,
      host,
      project,
      file,
      fileFor: (other: string | null) => hostFiles(setting, other).find(({ path }) => path === file.path),
    })),
  )
}

/** Plans everything, does nothing unless all of it can be done, then writes file by file. */
function carryOut(setting: Setting, plannings: readonly Planning[], plan: (planning: Planning) => Planned): HostReport {
  const { host, isDryRun } = setting
  const problems: HostProblem[] = []
  const changes: HostChange[] = []
  for (const planning of plannings) {
    const planned = attempted(() => plan(planning))
    if ('refused' in planned) problems.push({ path: planning.file.path, reason: planned.refused })
    else changes.push(changeOf(planning, planned))
  }
  if (isDryRun || problems.length > 0)
    return { host, isDryRun, changes: problems.length > 0 ? [] : changes, problems, notes: [] }
  changes.length = 0
  const undone: (() => Planned)[] = []
  for (const planning of plannings) {
    const { path } = planning.file
    const before = readManifest(setting.home, host).files.find((file) => file.path === path) ?? null
    const done = written(setting, planning, plan)
    if (!('refused' in done)) {
      changes.push(changeOf(planning, done))
      undone.push(() => putBack(setting, planning, { done, before }))
      continue
    }
    problems.push({ path, reason: done.refused })
    // It was remembered before it could not be written; where even that is refused, nothing was.
    attempted(() => {
      remember(setting, path, before)
      return done
    })
    // Half of an agent's hooks and no server are worse than neither; what was taken out rather stays out.
    if (plan === planPut) return { host, isDryRun, ...restored(changes, problems, undone), notes: [] }
  }
  return { host, isDryRun, changes, problems, notes: [] }
}

/** Puts back what was written, the last first; what cannot be put back stays among the changes, and is told. */
function restored(
  changes: readonly HostChange[],
  problems: readonly HostProblem[],
  undone: readonly (() => Planned)[],
): Pick<HostReport, 'changes' | 'problems'> {
  const left: HostChange[] = []
  const told = [...problems]
  for (const [i, change] of [...changes.entries()].reverse()) {
    const put = attempted(undone[i]!)
    if (!('refused' in put)) continue
    told.push({ path: change.path, reason: put.refused })
    left.unshift(change)
  }
  return { changes: left, problems: told }
}

/** Makes a file what it was before it was written, unless another program wrote to it since. */
function putBack(
  setting: Setting,
  { file: { path } }: Planning,
  { done, before }: { readonly done: HostPlan; readonly before: InstalledFile | null },
): Planned {
  if (done.change !== 'none' && !swapFile(path, done.current, done.bytes)) {
    return { refused: wording`it was changed, and another program wrote to it before it could be put back` }
  }
  if (before === null && done.entry?.isFolderMade) removeEmptyFolder(dirname(path))
  remember(setting, path, before)
  return done
}

function remember({ home, host, programs }: Setting, path: string, entry: InstalledFile | null): void {
  changeManifest(home, host, (manifest) => ({
    programs: [...new Set([...manifest.programs, programs.hook, programs.cli])],
    files: [...manifest.files.filter((file) => file.path !== path), ...(entry ? [entry] : [])],
  }))
}

function changeOf({ home, host, file }: Planning, { change, backup }: HostPlan): HostChange {
  return { path: file.path, holds: file.holds, change, backup: backup && backupPath(home, host, hashOf(backup)) }
}

/** Plans with what the file holds now, and writes; anew when another program wrote in between. */
function written(setting: Setting, planning: Planning, plan: (planning: Planning) => Planned): Planned {
  const { home, host, file } = planning
  return attempted(() => {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const isFolderMade = readManifest(home, host).files.find(({ path }) => path === file.path)?.isFolderMade
      const next = plan(planning)
      if ('refused' in next) return next
      if (next.backup !== null) keepBackup(home, host, next.backup)
      // What is put in is remembered first, and what is taken out is forgotten last: both can be taken up again.
      if (next.entry) remember(setting, file.path, next.entry)
      if (next.change !== 'none' && !swapFile(file.path, next.bytes, next.current)) continue
      if (next.bytes === null && isFolderMade) removeEmptyFolder(dirname(file.path))
      if (next.entry === null) remember(setting, file.path, null)
      return next
    }
    return { refused: wording`another program keeps writing to it` }
  })
}

/** What the system refuses is a finding about the file. */
function attempted(work: () => Planned): Planned {
  try {
    return work()
  } catch (error) {
    return { refused: systemReason(error) }
  }
}

function notesOf(setting: Setting, { changes }: HostReport): readonly Wording[] {
  const { host, home, programs, environment } = setting
  const notes: Wording[] = []
  const disabled = host === 'claude-code' ? hooksDisabledIn(environment, setting.project) : null
  if (disabled !== null) {
    notes.push(wording`${disabled} switches all hooks off: take \`"disableAllHooks": true\` out of it`)
  }
  if (changes.every(({ change }) => change === 'none')) return notes
  notes.push(wording`Sessions that run already must be started anew.`)
  if (host === 'codex') notes.push(wording`Codex runs hooks only once you trust them: start it and enter /hooks.`)
  if (home !== homeDirectory(environment['ENGRAPH_HOME'] || undefined) || environment['ENGRAPH_HOME']) {
    notes.push(wording`The agent must be started with ENGRAPH_HOME=${shellWord(home)}, or its memory lies elsewhere.`)
  }
  if (/[\\/]_npx[\\/]/u.test(programs.hook)) {
    notes.push(
      wording`Engraph runs from a cache that may be emptied: \`npm install -g engraph\`, then \`engraph install ${host}\` again.`,
    )
  }
  return notes
}
