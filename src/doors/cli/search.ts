import { Command, Option } from 'commander'
import { OBSERVATION_TYPES, type ObservationType } from '../../graph/observation.ts'
import { entryLines } from './index-entry-lines.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { projectPhrases } from './project-phrases.ts'
import { cleanLine, colours } from './terminal-text.ts'
import { examples, given, positiveInteger } from './usage.ts'
import { withProject } from './where-project.ts'

interface Options {
  readonly type?: ObservationType
  readonly path?: string
  readonly concept?: string
  readonly session?: string
  readonly branch?: string
  readonly since?: string
  readonly until?: string
  readonly limit?: number
  readonly json?: true
}

export function searchCommand(): Command {
  return new Command('search')
    .description('search what agents did in the project of this folder: fixes, decisions, failures, findings')
    .argument('[words...]', 'words in any order; without them, the newest')
    .addOption(new Option('--type <type>', 'only observations of this type').choices(OBSERVATION_TYPES))
    .option('--path <path>', 'only what read or changed this file or folder')
    .option('--concept <name>', 'only what is about this subject')
    .option('--session <name>', 'only this session, with its subagents')
    .option('--branch <name>', 'only what was done on this branch')
    .option('--since <time>', 'from then on (ISO 8601)')
    .option('--until <time>', 'before then (ISO 8601)')
    .option('--limit <count>', 'entries at most, up to 100 (default: 20)', positiveInteger)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph search refresh JWT', 'whatever the order of the words'],
        ['engraph search --type decision --since 2026-05-01', 'what was decided since May'],
        ['engraph search 令牌 --path src/auth', 'in Chinese, about one folder'],
      ),
    )
    .action(search)
}

const NOTHING = { outcome: 'nothing-found', entries: [], tokens: 0, waiting: [] }

async function search(words: readonly string[], options: Options, command: Command): Promise<void> {
  const { type, path, concept, session, branch, since, until, limit } = options
  const query = words.length === 0 ? undefined : words.join(' ')
  await withProject(command, { create: false, nothing: NOTHING, json: options.json === true }, async (memory) => {
    const result = await memory.search(
      given({ query, type, file: path, concept, session, branch, since, until, limit }),
    )
    const { outcome, entries, waiting } = result
    const say = projectPhrases()
    if (options.json) printJson(result)
    else {
      if (entries.length > 0) printLines(entryLines(entries))
      else remark(outcome === 'incomplete' ? say.incomplete : say.nothingFound)
      if (waiting.length > 0) printLines([say.waitingTexts, ...waiting.map((text) => `  ${cleanLine(text)}`)])
      if (entries.length > 0) {
        const tokens = entries.reduce((sum, entry) => sum + entry.tokens, 0)
        remark(colours.dim(`${say.tokens(tokens)}. ${say.readWhole}`))
      }
    }
    process.exitCode = entries.length > 0 || waiting.length > 0 ? EXIT.ok : EXIT.nothingFound
  })
}
