import { Command } from 'commander'
import { hooksTable } from '../../../bench/hooks/report-table.ts'
import { runHooksBench } from '../../../bench/hooks/run.ts'
import { printJson, printLines } from './output.ts'
import { progressBar } from './progress.ts'
import { cleanText } from './terminal-text.ts'
import { examples, positiveInteger, wholeNumber } from './usage.ts'

interface HooksFlags {
  readonly hooks: number
  readonly observations: number
  readonly files: number
  readonly seed: number
  readonly json?: boolean
}

/** `engraph bench hooks`: whether hooks keep what they acknowledge, leave nothing behind, and cost little. */
export function hooksBenchCommand(): Command {
  return new Command('hooks')
    .description('play hooks of made-up sessions, kill some, and count what was lost; measure what each costs')
    .option('--hooks <n>', 'hooks to play, up to 5000', positiveInteger, 1_000)
    .option('--observations <n>', 'observations in memory while hooks are timed', positiveInteger, 10_000)
    .option(
      '--files <n>',
      'files of the repository in which one is about to be edited; 0 for none',
      wholeNumber,
      10_000,
    )
    .option('--seed <n>', 'which sessions, and when somebody is killed', wholeNumber, 1)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph bench hooks', 'a table'],
        ['engraph bench hooks --hooks 200 --observations 500 --files 0 --json | jq .lost', 'a quick look'],
      ),
    )
    .action(async ({ hooks, observations, files, seed, json }: HooksFlags) => {
      const bar = progressBar()
      const report = await runHooksBench({
        hooks: Math.min(hooks, HOOKS_MAX),
        observations,
        files,
        seed,
        // The program that runs now.
        cli: process.argv[1] ?? '',
        onProgress: (share, label) => bar.show(share, label),
      }).finally(() => bar.clear())
      if (json) printJson(report)
      else printLines([cleanText(hooksTable(report))])
    })
}

const HOOKS_MAX = 5_000
