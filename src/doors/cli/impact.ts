import { Command } from 'commander'
import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import { impactLines } from './impact-lines.ts'
import { impactPhrases } from './impact-phrases.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { examples, given, positiveInteger } from './usage.ts'
import { withProject } from './where-project.ts'

interface Options {
  readonly staged?: true
  readonly diff?: string
  readonly hops?: number
  readonly json?: true
}

export function impactCommand(): Command {
  return new Command('impact')
    .description('say what else may have to change when files change, and what was learned about them')
    .argument('[files...]', 'files that change')
    .option('--staged', 'the files that are staged for the next commit')
    .option('--diff <revision>', 'the files that differ from a revision')
    .option('--hops <count>', 'imports between a file and what depends on it, up to 10 (default: 3)', positiveInteger)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph impact src/auth/token.ts', 'before an edit'],
        ['engraph impact --staged', 'before a commit: what may have been forgotten'],
        ['engraph impact --diff main --json | jq .usually', 'of a whole branch, for a program'],
      ),
    )
    .action(impact)
}

/** A first reading takes longer than what changed since. */
const CATCH_UP_MS_MAX = 60_000

async function impact(named: readonly string[], options: Options, command: Command): Promise<void> {
  const say = impactPhrases()
  const { filesOfDiff } = await import('../../project/impact/diff.ts')
  const { emptyImpact } = await import('../../project/impact/empty-answer.ts')
  const { staged = false, diff, hops, json } = options
  const changed =
    staged || diff !== undefined ? await filesOfDiff(process.cwd(), given({ staged, revision: diff })) : []
  const files = [...named, ...changed]
  if (files.length === 0) {
    if (!staged && diff === undefined) throw new EngraphError('invalid-input', wording`Say which files change.`)
    if (json) printJson(emptyImpact(process.cwd()))
    else remark(say.nothingChanged)
    process.exitCode = EXIT.nothingFound
    return
  }
  const nothing = emptyImpact(process.cwd())
  await withProject(command, { create: true, nothing, json: json === true }, async (memory) => {
    const answer = await memory.impact({ files, deadlineMs: CATCH_UP_MS_MAX, ...given({ hops }) })
    if (json) printJson(answer)
    else printLines(impactLines(answer, say, Date.now()))
    const { dependents, usually, tests, sessions, knowledge } = answer
    const found = dependents.reduce((sum, { count }) => sum + count, 0) + usually.length + tests.length
    if (found + sessions.count + knowledge.length === 0) process.exitCode = EXIT.nothingFound
  })
}
