import { Command } from 'commander'
import type { GotRecord } from '../../project/answers.ts'
import { rawText } from '../mcp/raw-text.ts'
import { recordsBehind } from '../mcp/records-behind.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { projectPhrases } from './project-phrases.ts'
import { cleanLine, colours, indent, minuteOf } from './terminal-text.ts'
import { examples } from './usage.ts'
import { withProject } from './where-project.ts'

interface Options {
  readonly json?: true
}

export function recordsCommand(): Command {
  return new Command('records')
    .description('read raw records: prompts, tool calls with what they gave, replies')
    .argument('<ids...>', 'ids of records, facts or observations')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph records u~41d7…', 'the tool call that a fact was read from']))
    .action(records)
}

async function records(ids: readonly string[], { json }: Options, command: Command): Promise<void> {
  const nothing = { records: [], unknown: ids }
  await withProject(command, { create: false, nothing, json: json === true }, async (memory) => {
    const { records: found, unknown } = await recordsBehind(memory, [...new Set(ids)])
    if (json) printJson({ records: found, unknown })
    else {
      if (found.length > 0) printLines(found.flatMap((record) => [...linesOf(record), '']).slice(0, -1))
      if (unknown.length > 0) remark(cleanLine(projectPhrases().unknownIds(unknown.join(', '))))
    }
    process.exitCode = found.length > 0 ? EXIT.ok : EXIT.nothingFound
  })
}

function linesOf({ id, activity }: GotRecord): readonly string[] {
  const name = activity.kind === 'tool' ? `${activity.tool} (${activity.outcome})` : activity.kind
  const heading = `${minuteOf(activity.at)}  ${colours.cyan(cleanLine(name))}  ${colours.dim(`[${cleanLine(id)}]`)}`
  return [heading, indent(rawText(activity), '  ')]
}
