import { Command } from 'commander'
import * as hookRest from '../hooks/hook-rest.ts'
import { runHook } from '../hooks/run-hook.ts'
import { examples } from './usage.ts'

export function hookCommand(): Command {
  return (
    new Command('hook')
      .description('what a coding agent calls at each step: keeps one step, read as JSON from standard input')
      .argument('[event]', 'the event, where the payload does not name it')
      .addHelpText(
        'after',
        examples(
          ['engraph hook PostToolUse < payload.json', 'keep a tool call'],
          ['engraph hook SessionStart < payload.json | jq .hookSpecificOutput', 'what a new session is told'],
        ),
      )
      // The bundle of the command line lies beside the other programs.
      .action((event: string | undefined) =>
        runHook(event ?? null, { programs: import.meta.dirname, rest: () => hookRest }),
      )
  )
}
