import { Command } from 'commander'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { projectPhrases } from './project-phrases.ts'
import { cleanLine } from './terminal-text.ts'
import { examples } from './usage.ts'
import { withHome } from './where.ts'

interface Options {
  readonly worker?: true
  readonly json?: true
}

export function drainCommand(): Command {
  return new Command('drain')
    .description('read what hooks wrote down into the memory of its projects, and distil it')
    .option('--worker', 'one at a time, silent, two minutes at most: as hooks start it when a session ends')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph drain', 'everybody who reads does this by itself; here it is done whole'],
        ['engraph drain --json | jq .waiting', 'lines that wait still'],
      ),
    )
    .action(drain)
}

async function drain(options: Options, command: Command): Promise<void> {
  await withHome(command, async (home) => {
    const { drainAsWorker, drainHome } = await import('../../project/journal/drain-home.ts')
    if (options.worker) {
      await drainAsWorker(home, `${process.pid}-${crypto.randomUUID()}`)
      return
    }
    const { records, observations, waiting, problems } = await drainHome(home)
    if (options.json) printJson({ records, observations, waiting, problems })
    else {
      printLines([projectPhrases().drained(records, observations)])
      for (const problem of problems) remark(`  ${cleanLine(problem)}`)
    }
    process.exitCode = waiting > 0 || problems.length > 0 ? EXIT.partial : EXIT.ok
  })
}
