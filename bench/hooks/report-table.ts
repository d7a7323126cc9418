import type { HooksReport } from './run.ts'

/** The report for people. */
export function hooksTable({ node, events, run, machine, commit, ...figures }: HooksReport): string {
  const rows = [
    ['event', 'p50 ms', 'p95 ms', 'ratio'],
    ['empty node', node.p50Ms.toFixed(1), '', '1.00'],
    ...Object.entries(events).map(([event, { p50Ms, p95Ms, ratio }]) => {
      return [event, p50Ms.toFixed(1), p95Ms.toFixed(1), ratio.toFixed(2)]
    }),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  )
  const { lost, duplicated, processesLeft, modelCalls, secretsOnDisk, additionalContextMaxChars } = figures
  return [
    ...lines,
    '',
    `${run.hooks} hooks, ${run.hooksKilled} killed; ${run.drainersRun} readers of the journal, ${run.drainersKilled} killed; ${run.acknowledged} acknowledged, ${run.records} records`,
    `lost ${lost}, duplicated ${duplicated}, processes left ${processesLeft ?? 'unknown'}, model calls ${modelCalls}, secrets on disk ${secretsOnDisk} of ${run.secrets}, longest context ${additionalContextMaxChars} characters`,
    `SessionStart and UserPromptSubmit at ${run.observations} observations, PreToolUse at ${run.files} files; ${run.pairs} pairs each; seed ${run.seed}; commit ${commit ?? 'unknown'}; ${machine.cpu}, ${machine.cores} cores, node ${machine.node}`,
    ...run.faults.map((fault) => `fault: ${fault}`),
  ].join('\n')
}
