import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { examples } from './usage.ts'
import { openProject } from './where-project.ts'

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('serve the memory of the project to an agent, by the Model Context Protocol over stdin and stdout')
    .addHelpText(
      'after',
      `
The project is that of the folder in which the host starts it (CLAUDE_PROJECT_DIR where that is set), or the space that
--space or ENGRAPH_SPACE names. It ends when stdin ends.
${examples(
  ['claude mcp add engraph -- engraph mcp', 'for Claude Code; `engraph install` does it together with the hooks'],
  ['engraph mcp --space repo:github.com/acme/shop', 'always the same space, whatever the folder'],
)}`,
    )
    .action(async (_: object, command: Command) => {
      const { serveMcp } = await import('../mcp/serve-stdio.ts')
      const folder = process.env['CLAUDE_PROJECT_DIR'] || process.cwd()
      await serveMcp({
        version: versionOfPackage(),
        open: ({ mayCreate }) => openProject(command, { create: mayCreate, folder }),
      })
    })
}

function versionOfPackage(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
