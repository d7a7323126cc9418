import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { systemReason, type Wording, type WordingValue, wording } from '../graph/wording.ts'
import type { CheckWorded } from '../home-doctor.ts'
import { CLAUDE_CODE_EVENTS, claudeCodeFolder, hooksDisabledIn } from './claude-code.ts'
import { CODEX_EVENTS } from './codex.ts'
import { type HostEntries, type HostFile, readHostFile } from './file.ts'
import { HOST_NAMES, type HostName, type HostSetting, hostFiles } from './install.ts'
import { valueAt } from './json.ts'
import { readManifest } from './manifest.ts'
import { type HostPrograms, ownPrograms } from './programs.ts'
import { testHook, testServer } from './self-test.ts'

export interface HostDoctorOptions {
  readonly home: string
  readonly programs?: HostPrograms
  readonly environment?: NodeJS.ProcessEnv
  readonly now?: number
}

const EVENTS: Readonly<Record<HostName, readonly string[]>> = {
  'claude-code': CLAUDE_CODE_EVENTS.map(([event]) => event),
  codex: CODEX_EVENTS,
}
/** A failure of a hook that is older than this is history. */
const FAILURE_MS_MAX = 24 * 60 * 60_000
const LOG_LINE_CHARACTERS_MAX = 300
const JOURNAL_FILES_MAX = 10_000

/**
 * Follows the chain from a coding agent to its memory: the configuration names the hooks, Node and the bundle are where
 * it says, a hook writes to the journal, the MCP server answers.
 */
export async function diagnoseHosts(options: HostDoctorOptions): Promise<readonly CheckWorded[]> {
  const { home, environment = process.env, programs = ownPrograms(environment), now = Date.now() } = options
  const found = HOST_NAMES.map((host) => checkHost({ home, host, programs, environment }))
  const checks = found.flatMap((ofHost) => ofHost.checks)
  if (found.every(({ isInstalled }) => !isInstalled)) {
    const detail = wording`none remembers by itself; \`engraph install claude-code\` or \`engraph install codex\` changes that`
    return [...checks, { name: wording`coding agents`, isOk: true, detail }]
  }
  return [
    ...checks,
    { name: wording`hook`, ...(await testHook(programs)) },
    checkJournal(join(home, 'journal')),
    checkLog(join(home, 'logs/hooks.log'), now),
    { name: wording`MCP server`, ...(await testServer(programs)) },
  ]
}

interface Examined {
  readonly isInstalled: boolean
  readonly checks: readonly CheckWorded[]
}

function checkHost(setting: HostSetting): Examined {
  const { home, host } = setting
  const projects = [null, ...new Set(readManifest(home, host).files.flatMap((file) => file.projects))]
  const looked = [...new Set(projects)].map((project) => {
    const files = hostFiles(setting, project)
    return { project, isFirst: project === null, entries: files.map((file) => ({ file, entries: entriesOf(file) })) }
  })
  const hasPlugin = host === 'claude-code' && isPluginEnabled(setting.environment)
  const used = looked.filter(
    ({ isFirst, entries }) => !isFirst || entries.some(({ entries }) => 'refused' in entries || isUsed(entries)),
  )
  const checks = used.map(({ project, entries }) => {
    const name = project === null ? wording`agent ${host}` : wording`agent ${host} in ${project}`
    const problems = [
      ...entries.flatMap(({ file, entries }) => problemsOf(file, entries, setting)),
      ...disabledIn(setting, project),
    ]
    const [problem] = problems
    if (problem !== undefined) return { name, isOk: false, detail: problem }
    const hooks = entries.reduce((count, { entries }) => count + ('refused' in entries ? 0 : entries.hooks.length), 0)
    const detail = hasPlugin
      ? wording`hooks: ${hooks}, and those of the plugin besides, which is enabled too; \`engraph uninstall claude-code\` leaves the plugin's alone`
      : wording`hooks: ${hooks}, with the MCP server`
    return { name, isOk: true, detail }
  })
  const [disabled] = disabledIn(setting, null)
  const detail = disabled ?? wording`by its plugin`
  const ofPlugin = { name: wording`agent ${host}`, isOk: disabled === undefined, detail }
  if (checks.length === 0 && hasPlugin) return { isInstalled: true, checks: [ofPlugin] }
  return { isInstalled: checks.length > 0, checks }
}

/** Hooks that stand where they should do nothing while the agent is told to run none. */
function disabledIn({ host, environment }: HostSetting, project: string | null): readonly Wording[] {
  try {
    const path = host === 'claude-code' ? hooksDisabledIn(environment, project) : null
    return path === null ? [] : [wording`${path} switches all hooks off: take \`"disableAllHooks": true\` out of it`]
  } catch (error) {
    return [wording`its settings cannot be read: ${systemReason(error) as WordingValue}`]
  }
}

type Looked = HostEntries | { readonly refused: WordingValue }

function entriesOf(file: HostFile): Looked {
  try {
    return file.look(readHostFile(file.path)?.toString('utf8') ?? '')
  } catch (error) {
    return { refused: systemReason(error) }
  }
}

function isUsed({ hooks, server }: HostEntries): boolean {
  return hooks.length > 0 || server !== null
}

function problemsOf(file: HostFile, entries: Looked, { host, programs }: HostSetting): readonly Wording[] {
  const remedy = wording`\`engraph install ${host}\` mends it`
  if ('refused' in entries)
    return [wording`${file.path}: ${entries.refused}; mend that, then \`engraph install ${host}\``]
  if (file.holds === 'server') {
    if (entries.server === null) return [wording`${file.path} names no MCP server of Engraph; ${remedy}`]
    return problemOfStart({ ...entries.server, wanted: programs.cli }, file.path, remedy)
  }
  const missing = EVENTS[host].filter((event) => !entries.hooks.some((hook) => hook.event === event))
  if (missing.length > 0) return [wording`${file.path} has no hook for ${missing.join(', ')}; ${remedy}`]
  return entries.hooks
    .flatMap((hook) => problemOfStart({ ...hook, wanted: programs.hook }, file.path, remedy))
    .slice(0, 1)
}

interface Start {
  readonly node: string
  readonly program: string
  readonly wanted: string
}

function problemOfStart({ node, program, wanted }: Start, path: string, remedy: Wording): readonly Wording[] {
  const gone = [node, program].find((file) => !existsSync(file))
  if (gone !== undefined) return [wording`${path} starts ${gone}, which is not there any more; ${remedy}`]
  if (program !== wanted) return [wording`${path} starts another copy of Engraph, ${program}; ${remedy}`]
  return []
}

function isPluginEnabled(environment: NodeJS.ProcessEnv): boolean {
  const settings = readHostFile(join(claudeCodeFolder(environment), 'settings.json'))?.toString('utf8') ?? '{}'
  const enabled = valueAt(settings, ['enabledPlugins'])
  return Object.entries(enabled ?? {}).some(([name, value]) => name.startsWith('engraph@') && value === true)
}

function checkJournal(folder: string): CheckWorded {
  const name = wording`journal`
  try {
    const isMade = existsSync(folder)
    const nearest = isMade ? folder : existingAbove(folder)
    accessSync(nearest, constants.W_OK)
    if (!isMade) return { name, isOk: true, detail: wording`${folder} (not made yet)` }
    const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
    const bytes = files
      .slice(0, JOURNAL_FILES_MAX)
      .reduce((sum, file) => sum + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0), 0)
    return { name, isOk: true, detail: wording`can be written; sessions: ${files.length}, bytes: ${bytes}` }
  } catch (error) {
    return { name, isOk: false, detail: wording`cannot be written: ${systemReason(error) as WordingValue}` }
  }
}

function existingAbove(folder: string): string {
  return existsSync(folder) ? folder : existingAbove(dirname(folder))
}

function checkLog(path: string, now: number): CheckWorded {
  const name = wording`log of the hooks`
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat || stat.size === 0) return { name, isOk: true, detail: wording`no failures` }
  const last = readFileSync(path, 'utf8').trimEnd().split('\n').at(-1)!.slice(0, LOG_LINE_CHARACTERS_MAX)
  const isOld = now - stat.mtimeMs > FAILURE_MS_MAX
  return { name, isOk: isOld, detail: wording`the last failure: ${last} (${path})` }
}
