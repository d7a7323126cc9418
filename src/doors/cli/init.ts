import { Command } from 'commander'
import type { CodeRead } from '../../project/impact/answers.ts'
import { type ImpactPhrases, impactPhrases } from './impact-phrases.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { progressBar } from './progress.ts'
import { cleanLine } from './terminal-text.ts'
import { examples, positiveInteger } from './usage.ts'
import { openProject } from './where-project.ts'

interface Options {
  readonly commits: number
  readonly json?: true
}

const COMMITS_DEFAULT = 10_000
/** Imports that lead nowhere, as they are listed. */
const SHOWN_MAX = 8

export function initCommand(): Command {
  return new Command('init')
    .description('read the code and the git history of the project of this folder, so that impact is known at once')
    .option('--commits <count>', 'commits of the history that are read', positiveInteger, COMMITS_DEFAULT)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph init', 'once for a project; later, every command reads what changed'],
        ['engraph init --commits 1000', 'where the history is very long'],
      ),
    )
    .action(init)
}

async function init({ commits, json }: Options, command: Command): Promise<void> {
  const memory = await openProject(command, { create: true })
  // With leave to make it, there is one.
  if (memory === null) return
  const say = impactPhrases()
  const bar = progressBar()
  try {
    const read = await memory.readCode({
      commitsMax: commits,
      onProgress: ({ part, done, total }) => {
        if (part === 'code' || part === 'ranking') bar.show(total ? done / total : null, say[part])
        else bar.show(null, part === 'history' ? say.readingHistory(done) : say.writing)
      },
    })
    bar.clear()
    if (json) printJson(read)
    else {
      printLines(linesOf(read, say))
      for (const problem of read.problems) remark(`  ${cleanLine(problem)}`)
    }
    if (read.problems.length > 0) process.exitCode = EXIT.partial
  } finally {
    bar.clear()
    await memory.close()
  }
}

function linesOf(read: CodeRead, say: ImpactPhrases): readonly string[] {
  const { changedFiles, removedFiles, newCommits, coverage, dependsOn, coChanges, tookMs } = read
  const isSame = changedFiles + removedFiles + newCommits === 0
  const { files, parsed, namesOnly, imports, resolved, external, unresolved, skipped, examples, unreadable, history } =
    coverage
  return [
    isSame ? say.nothingNew : say.read(changedFiles, removedFiles, newCommits),
    say.files(files, parsed, namesOnly),
    say.imports(imports, resolved, external),
    ...(unresolved === 0 ? [] : [say.unresolved(unresolved)]),
    ...examples
      .slice(0, SHOWN_MAX)
      .map(({ from, line, specifier }) => `  ${cleanLine(`${from}:${line}  ${specifier}`)}`),
    ...(unreadable.length === 0 ? [] : [cleanLine(say.unreadable(unreadable))]),
    ...(skipped === 0 ? [] : [say.skipped(skipped)]),
    say.history[history.state](history.commits),
    say.edges(dependsOn, coChanges),
    say.took(tookMs),
  ]
}
