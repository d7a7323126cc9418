import { Command } from 'commander'
import { entryLines } from './index-entry-lines.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { projectPhrases } from './project-phrases.ts'
import { cleanLine } from './terminal-text.ts'
import { examples } from './usage.ts'
import { withProject } from './where-project.ts'
import { whyLines } from './why-lines.ts'

interface Options {
  readonly json?: true
}

export function whyCommand(): Command {
  return new Command('why')
    .description('say why a search gives an observation: routes, ranks, words, the path through the graph')
    .argument('<id>', 'as search gives it')
    .argument('<query...>', 'the words that were searched for')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph why e~90ab… refresh JWT', 'how these words lead to that observation']))
    .action(why)
}

async function why(id: string, words: readonly string[], { json }: Options, command: Command): Promise<void> {
  const query = words.join(' ')
  const nothing = { id, query, hit: null, records: [] }
  await withProject(command, { create: false, nothing, json: json === true }, async (memory) => {
    const { hit, records } = await memory.why(query, id)
    const say = projectPhrases()
    if (json) printJson({ id, query, hit, records })
    else if (hit === null || hit.why === null) remark(cleanLine(say.notFoundBy(id, query)))
    else {
      const { formatPath } = await import('../../engraph.ts')
      const item = { node: id, relevance: hit.relevance, why: hit.why }
      const lines = whyLines(item, { nodes: new Map(), formatPath })
      printLines([cleanLine(say.relevanceOf(id, query)), ...entryLines([hit]), ...lines])
    }
    process.exitCode = hit === null ? EXIT.nothingFound : EXIT.ok
  })
}
