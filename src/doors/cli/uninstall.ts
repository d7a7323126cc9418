import type { Command } from 'commander'
import type { HostName } from '../../host/install.ts'
import { hostCommand, run } from './install.ts'
import { examples } from './usage.ts'

export function uninstallCommand(): Command {
  return hostCommand('uninstall')
    .description("take Engraph out of a coding agent's configuration; what it remembered stays")
    .addHelpText(
      'after',
      examples(
        ['engraph uninstall claude-code', 'everywhere: its own configuration and that of single projects'],
        ['engraph uninstall codex --scope project', 'from the project of this folder alone'],
      ),
    )
    .action((host: HostName, options, command: Command) => run(host, options, { command, verb: 'uninstall' }))
}
