import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Downloaded = { readonly folder: string } | { readonly missing: string }

const INSTALL_MS_MAX = 600_000

/**
 * Packages of others that a journey needs, such as `name@1.2.3`, in a folder that later runs find again. Where the
 * registry cannot be reached, it says so instead, and the journey is skipped with that reason. Install scripts do not run.
 */
export async function downloaded(packages: readonly string[]): Promise<Downloaded> {
  const folder = process.env['ENGRAPH_AGENTS_FOLDER'] || join(tmpdir(), 'engraph-agents')
  const missing = packages.filter((name) => !isThere(folder, name))
  if (missing.length === 0) return { folder }
  mkdirSync(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...missing]
  const problem = await new Promise<string | null>((resolve) => {
    const options = { cwd: folder, timeout: INSTALL_MS_MAX, shell: process.platform === 'win32' }
    execFile('npm', args, options, (error, _, stderr) => resolve(error && (stderr || error.message)))
  })
  return problem === null ? { folder } : { missing: `not downloaded: ${problem.trim().split('\n')[0]}` }
}

function isThere(folder: string, spec: string): boolean {
  const at = spec.lastIndexOf('@')
  const manifest = join(folder, 'node_modules', spec.slice(0, at), 'package.json')
  if (!existsSync(manifest)) return false
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version === spec.slice(at + 1)
}
