import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Installed {
  /** Holds `node_modules`. */
  readonly folder: string
  remove(): void
}

const INSTALL_MS_MAX = 600_000

/**
 * Installs packages into a folder of their own, without their scripts. Gives the reason instead where that is not
 * possible, such as without a registry: a journey is skipped then, and says so.
 */
export function installPackages(packages: readonly string[]): Installed | string {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-agents-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel', 'error']
  const run = spawnSync('npm', ['install', ...flags, ...packages], {
    cwd: folder,
    encoding: 'utf8',
    timeout: INSTALL_MS_MAX,
  })
  if (run.status === 0) return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
  rmSync(folder, { recursive: true, force: true })
  const reason = run.error?.message ?? run.stderr.trim().split('\n')[0] ?? 'unknown'
  return `npm install ${packages.join(' ')} failed: ${reason}`
}
