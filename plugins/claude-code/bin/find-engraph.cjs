const { existsSync, readFileSync, realpathSync, statSync } = require('node:fs')
const { delimiter, dirname, join } = require('node:path')

const FOLDERS_MAX = 200
/** A command that a package manager made as a script instead of a link is shorter than this. */
const SCRIPT_BYTES_MAX = 8_192

/**
 * The path of a file of the engraph package, such as `cli.js`; `null` where the package is not installed. Looked for
 * without starting a process: among the plugin's own dependencies, around the plugin, and behind the command `engraph`.
 */
exports.findEngraph = (file) => {
  const root = join(__dirname, '..')
  for (const dist of [join(root, 'node_modules/engraph/dist'), join(root, '../../dist')]) {
    if (existsSync(join(dist, file)) && isEngraph(dist)) return join(dist, file)
  }
  for (const folder of (process.env.PATH ?? '').split(delimiter).slice(0, FOLDERS_MAX)) {
    if (folder === '') continue
    const dist = distBehind(folder)
    if (dist !== null && existsSync(join(dist, file)) && isEngraph(dist)) return join(dist, file)
  }
  return null
}

function distBehind(folder) {
  const command = join(folder, 'engraph')
  const stat = statSync(command, { throwIfNoEntry: false })
  if (!stat?.isFile()) return null
  const real = realpathSync(command)
  if (real.endsWith('cli.js')) return dirname(real)
  if (stat.size > SCRIPT_BYTES_MAX) return null
  const [, path] = /"?\$basedir\/([^"\s]*engraph\/dist)\/cli\.js/u.exec(readFileSync(real, 'utf8')) ?? []
  return path === undefined ? null : join(dirname(real), path)
}

function isEngraph(dist) {
  const manifest = join(dist, '../package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'engraph'
}
