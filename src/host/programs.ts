import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a host starts, by paths that last. */
export interface HostPrograms {
  readonly node: string
  /** The bundle that a hook runs. */
  readonly hook: string
  /** The command line, whose `mcp` is the server. */
  readonly cli: string
}

/** The programs of this package. */
export function ownPrograms(environment: NodeJS.ProcessEnv = process.env): HostPrograms {
  const here = dirname(fileURLToPath(import.meta.url))
  // From its sources, Engraph runs what was built last.
  const folder = existsSync(join(here, 'cli.js')) ? here : join(here, '../../dist')
  return { node: lastingNode(environment), hook: join(folder, 'hook.cjs'), cli: join(folder, 'cli.js') }
}

/** Folders on a PATH that are looked at. */
const PATH_FOLDERS_MAX = 200

/**
 * The path of Node that outlives an upgrade. A package manager may keep each version in a folder of its own and lead to
 * the current one by a link on the PATH; a link that only this shell has is worth nothing tomorrow.
 */
function lastingNode({ PATH = '' }: NodeJS.ProcessEnv): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const links = PATH.split(delimiter)
    .slice(0, PATH_FOLDERS_MAX)
    .filter((folder) => folder !== '' && !/multishells?[\\/]/u.test(folder))
    .map((folder) => join(folder, name))
  return (
    links.find((link) => existsSync(link) && realpathSync(link) === realpathSync(process.execPath)) ?? process.execPath
  )
}

const PROGRAM_NAMES = { hook: /^hook\.c?js$/u, cli: /^cli\.js$/u }

/** Whether a path in a host's configuration is one of Engraph's programs, of this version or of another. */
export function isOwnProgram(path: string, kind: 'hook' | 'cli', known: ReadonlySet<string>): boolean {
  if (known.has(path)) return true
  const parts = path.split(/[\\/]/u)
  if (parts.at(-2) !== 'dist' || !PROGRAM_NAMES[kind].test(parts.at(-1)!)) return false
  return parts.at(-3) === 'engraph' || nameOfPackage(join(dirname(path), '../package.json')) === 'engraph'
}

function nameOfPackage(manifest: string): string | null {
  if (!existsSync(manifest)) return null
  const [, name] = /^\s*"name"\s*:\s*"([^"]*)"/mu.exec(readFileSync(manifest, 'utf8')) ?? []
  return name ?? null
}
