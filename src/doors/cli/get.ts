import { Command } from 'commander'
import { observationLines } from './observation-lines.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { projectPhrases } from './project-phrases.ts'
import { cleanLine } from './terminal-text.ts'
import { examples } from './usage.ts'
import { withProject } from './where-project.ts'

interface Options {
  readonly json?: true
}

export function getCommand(): Command {
  return new Command('get')
    .description('read observations and summaries whole: narrative, facts, files')
    .argument('<ids...>', 'ids as search and history give them; that of a fact gives its observation')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph get e~90ab… e~12cd…', 'two observations that search listed']))
    .action(get)
}

async function get(ids: readonly string[], { json }: Options, command: Command): Promise<void> {
  const nothing = { items: [], unknown: ids }
  await withProject(command, { create: false, nothing, json: json === true }, async (memory) => {
    const got = await memory.get(ids)
    const unknown = ids.filter((_, index) => (got[index] ?? null) === null)
    const items = got.filter((item) => item !== null)
    if (json) printJson({ items, unknown })
    else {
      if (items.length > 0) printLines(items.flatMap((item) => [...observationLines(item), '']).slice(0, -1))
      if (unknown.length > 0) remark(cleanLine(projectPhrases().unknownIds(unknown.join(', '))))
    }
    process.exitCode = items.length > 0 ? EXIT.ok : EXIT.nothingFound
  })
}
