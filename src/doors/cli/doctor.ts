import { Command } from 'commander'
import { EXIT, printJson, printLines } from './output.ts'
import { cleanLine, colours } from './terminal-text.ts'
import { examples } from './usage.ts'
import { withHome } from './where.ts'

interface Options {
  readonly json?: true
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check the runtime, the data directory and every database')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph doctor', 'all spaces of the data directory; the exit status is 1 when a check is red'],
        ['engraph doctor --file memory.db', 'one database file'],
      ),
    )
    .action(doctor)
}

async function doctor(options: Options, command: Command): Promise<void> {
  await withHome(command, async (home) => {
    const { checks } = await home.doctor()
    const isWell = checks.every(({ isOk }) => isOk)
    if (options.json) printJson({ location: home.location, isOk: isWell, checks })
    else {
      printLines(
        checks.map(({ name, isOk, detail }) => {
          const mark = isOk ? colours.green('✓') : colours.red('✗')
          return `${mark} ${cleanLine(name)}: ${cleanLine(detail)}`
        }),
      )
    }
    process.exitCode = isWell ? EXIT.ok : EXIT.failure
  })
}
