const { pathToFileURL } = require('node:url')
const { findEngraph } = require('./find-engraph.cjs')

const cli = findEngraph('cli.js')
if (cli === null) {
  process.stderr.write('The Engraph plugin finds no engraph program. To install it: npm install -g engraph\n')
  process.exitCode = 1
} else {
  process.argv.splice(1, process.argv.length - 1, cli, 'mcp')
  import(pathToFileURL(cli).href)
}
