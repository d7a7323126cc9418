import { Command } from 'commander'
import type { EngraphHome } from '../../engraph.ts'
import { EXIT, printJson, printLines } from './output.ts'
import { type Language, languageOf } from './phrases.ts'
import { said } from './said.ts'
import { cleanLine, colours } from './terminal-text.ts'
import { examples } from './usage.ts'
import { withHome } from './where.ts'

interface Options {
  readonly json?: true
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'check the runtime, the data directory, every database, and the chain from coding agents to their memory',
    )
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
    const checks = [...(await home.doctorWorded()), ...(await hostChecks(home.location, command))]
    const isWell = checks.every(({ isOk }) => isOk)
    if (options.json)
      printJson({ location: home.location, isOk: isWell, checks: checks.map((check) => spoken(check, 'english')) })
    else {
      printLines(
        checks.map((check) => {
          const { name, isOk, detail } = spoken(check)
          const mark = isOk ? colours.green('✓') : colours.red('✗')
          return `${mark} ${cleanLine(name)}: ${cleanLine(detail)}`
        }),
      )
    }
    process.exitCode = isWell ? EXIT.ok : EXIT.failure
  })
}

/** Of coding agents, which write to a data directory and never to a single file. */
async function hostChecks(home: string, command: Command): Promise<readonly CheckWorded[]> {
  if (command.optsWithGlobals<{ readonly file?: string }>().file !== undefined) return []
  const { diagnoseHosts } = await import('../../host/doctor.ts')
  return diagnoseHosts({ home })
}

type CheckWorded = Awaited<ReturnType<EngraphHome['doctorWorded']>>[number]

function spoken({ name, isOk, detail }: CheckWorded, language: Language = languageOf()) {
  return { name: said(name, language), isOk, detail: said(detail, language) }
}
