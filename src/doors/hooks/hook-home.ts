import { join, resolve } from 'node:path'
import { shortHash } from '../../capture/short-hash.ts'

/**
 * The data directory, as the rest of Engraph finds it: `ENGRAPH_HOME`, else the platform's own. Told apart from there
 * because a hook has no time to load what that is made of; a test compares both.
 */
export function hookHome(environment: NodeJS.ProcessEnv = process.env): string {
  const given = environment['ENGRAPH_HOME']
  if (given) return resolved(given)
  if (process.platform === 'darwin') return join(userFolder(environment), 'Library', 'Application Support', 'engraph')
  if (process.platform === 'win32') {
    const local = environment['LOCALAPPDATA'] || join(userFolder(environment), 'AppData', 'Local')
    return join(local, 'engraph', 'Data')
  }
  return resolved(`${environment['XDG_DATA_HOME'] || `${userFolder(environment)}/.local/share`}/engraph`)
}

/** As `resolve` gives it, which takes long to compile: what is written out already stays as it is. */
function resolved(path: string): string {
  const isPlain = path.startsWith('/') && !path.endsWith('/') && UNPLAIN.every((part) => !`${path}/`.includes(part))
  return isPlain && process.platform !== 'win32' ? path : resolve(path)
}

const UNPLAIN = ['//', '/./', '/../']

function userFolder(environment: NodeJS.ProcessEnv): string {
  // The module is loaded only where the environment does not say: it costs a part of the time that a hook has.
  if (process.platform !== 'win32' && environment['HOME']) return environment['HOME']
  return process.getBuiltinModule('node:os').homedir()
}

/**
 * Where lines go while the data directory takes none: full, read-only, forbidden. Each data directory has its own, since
 * the lines of one are no business of another. The drain looks there too; a test compares both.
 */
export function spareHome(home: string): string {
  const os = process.getBuiltinModule('node:os')
  const user = process.getuid?.() ?? os.userInfo().username.replace(/[^\w-]/gu, '_')
  return join(os.tmpdir(), `engraph-${user}-${shortHash(home)}`)
}
