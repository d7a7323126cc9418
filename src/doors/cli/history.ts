import { Command } from 'commander'
import { entryLines } from './index-entry-lines.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { projectPhrases } from './project-phrases.ts'
import { cleanLine } from './terminal-text.ts'
import { examples, given, wholeNumber } from './usage.ts'
import { withProject } from './where-project.ts'

interface Options {
  readonly before?: number
  readonly after?: number
  readonly json?: true
}

export function historyCommand(): Command {
  return new Command('history')
    .description('list what agents did before and after something, oldest first')
    .argument('<around...>', 'an id as search gives it, or words to search for')
    .option('--before <count>', 'entries before it, up to 50 (default: 5)', wholeNumber)
    .option('--after <count>', 'entries after it, up to 50 (default: 5)', wholeNumber)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph history e~90ab…', 'what led to an observation, and what came of it'],
        ['engraph history token refresh --before 10 --after 0', 'what was done before the best hit'],
      ),
    )
    .action(history)
}

async function history(words: readonly string[], { before, after, json }: Options, command: Command): Promise<void> {
  const around = words.join(' ')
  const nothing = { anchor: null, entries: [] }
  await withProject(command, { create: false, nothing, json: json === true }, async (memory) => {
    const found = await memory.history({ around, ...given({ before, after }) })
    if (json) printJson(found)
    else if (found.entries.length === 0) remark(cleanLine(projectPhrases().nothingAround(around)))
    else printLines(entryLines(found.entries))
    process.exitCode = found.entries.length > 0 ? EXIT.ok : EXIT.nothingFound
  })
}
