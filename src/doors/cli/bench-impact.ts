import { Command } from 'commander'
import { impactTable } from '../../../bench/impact/report-table.ts'
import { runImpactBench } from '../../../bench/impact/run.ts'
import { printJson, printLines } from './output.ts'
import { progressBar } from './progress.ts'
import { cleanText } from './terminal-text.ts'
import { examples, positiveInteger } from './usage.ts'

interface ImpactFlags {
  readonly commits: number
  readonly history: boolean
  readonly json?: boolean
}

const COMMITS = 300

/** `engraph bench impact`: whether what a commit changed would have been named before it. */
export function impactBenchCommand(): Command {
  return new Command('impact')
    .description('ask, for every file of the last commits, which others change with it, and compare with the commit')
    .argument('<repo>', 'a folder in a git repository with its whole history; it is only read')
    .option('--commits <n>', 'the last so many commits of 2 to 10 source files', positiveInteger, COMMITS)
    .option('--no-history', 'as on the first day: code and names alone')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph bench impact . --commits 50', 'a quick look at the repository you stand in'],
        ['engraph bench impact ~/code/hono --json', 'Recall@5, Recall@10, MRR of each arm, and the curve of advice'],
      ),
    )
    .action(async (repository: string, { commits, history, json }: ImpactFlags) => {
      const bar = progressBar()
      const report = await runImpactBench(repository, {
        commitsMax: commits,
        hasHistory: history,
        onProgress: (done, total) => bar.show(done / total, `${done}/${total}`),
      }).finally(() => bar.clear())
      if (json) printJson(report)
      else printLines([cleanText(impactTable(report))])
    })
}
