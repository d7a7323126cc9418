import { Command } from 'commander'
import type { ObservedTranscript } from '../../project/observe-transcript.ts'
import { observationLines } from './observation-lines.ts'
import { EXIT, printJson, printLines, remark, reportError } from './output.ts'
import { languageOf } from './phrases.ts'
import { said } from './said.ts'
import { cleanLine } from './terminal-text.ts'
import { examples } from './usage.ts'

interface Options {
  readonly json?: true
}

export function observeCommand(): Command {
  return new Command('observe')
    .description('read a session file of a coding agent and print what would be remembered of it; nothing is stored')
    .argument('<transcript>', 'a transcript of Claude Code or a rollout of Codex (.jsonl); - for standard input')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph observe ~/.claude/projects/-home-u-shop/5b1c0a52.jsonl', 'what one session came to'],
        ['engraph observe session.jsonl --json | jq .observations[].title', 'the same, for a program'],
      ),
    )
    .action(observe)
}

const SAYINGS = {
  english: { nothing: 'Nothing worth remembering was found.' },
  chinese: { nothing: '没有发现值得记住的内容。' },
} as const

async function observe(path: string, { json }: Options): Promise<void> {
  try {
    const { observeTranscript } = await import('../../project/observe-transcript.ts')
    const observed = await observeTranscript(path)
    if (json) printJson(jsonOf(observed))
    else print(observed)
    process.exitCode = observed.observations.length > 0 ? EXIT.ok : EXIT.nothingFound
  } catch (error) {
    process.exitCode = reportError(error, { json: json === true })
  }
}

/** One object: each observation with its place, and the summary of the session itself. */
function jsonOf({ host, session, records, observations, summaries, problems }: ObservedTranscript): object {
  const own = summaries.find((summary) => summary.session === session) ?? summaries[0]
  return {
    host,
    session,
    records,
    observations: observations.map(({ event, observation, factIds, ...place }) => ({
      id: event,
      ...place,
      ...observation,
      facts: observation.facts.map((fact, i) => ({ id: factIds[i], ...fact })),
    })),
    summary: own?.summary ?? null,
    problems: problems.map((problem) => said(problem, 'english')),
  }
}

function print({ observations, summaries, problems }: ObservedTranscript): void {
  const lines = [
    ...observations.flatMap((observation) => [...observationLines({ kind: 'observation', observation }), '']),
    ...summaries.flatMap((summary) => [...observationLines({ kind: 'summary', summary }), '']),
  ]
  if (lines.length > 0) printLines(lines.slice(0, -1))
  else remark(SAYINGS[languageOf()].nothing)
  for (const problem of problems) remark(cleanLine(said(problem)))
}
