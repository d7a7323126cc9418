import { Command } from 'commander'
import { type EmbeddingState, embedRest, leftOf, stateAsJson } from './embedding.ts'
import { EXIT, type ExitStatus, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine } from './terminal-text.ts'
import { examples, positiveInteger } from './usage.ts'
import { withMemory } from './where.ts'

interface Options {
  readonly seconds?: number
  readonly json?: true
}

export function embedCommand(): Command {
  return new Command('embed')
    .description('make the vectors that are missing, so that all of a space is found by meaning')
    .option(
      '--seconds <count>',
      'stop after so long; the rest waits for the next time (default: no bound)',
      positiveInteger,
    )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
"engraph remember" does the same behind what it stores, for 20 s; an application does it while it runs. ENGRAPH_EMBEDDER
chooses what makes the vectors; after another choice they are made anew, and what is there goes on serving meanwhile.
${examples(
  ['engraph embed', 'until everything has its vector; Ctrl-C stops, and keeps what was made'],
  ['engraph embed --space alice --seconds 300', 'one space, for five minutes'],
  ['ENGRAPH_EMBEDDER=ollama:bge-m3 engraph embed', 'by another model'],
)}`,
    )
    .action(embed)
}

async function embed(options: Options, command: Command): Promise<void> {
  await withMemory(command, { create: false }, async (memory) => {
    const state = await embedRest(memory, { secondsMax: options.seconds ?? null })
    if (options.json) printJson({ space: memory.space, ...stateAsJson(state) })
    else tell(state)
    process.exitCode = exitOf(state)
  })
}

function tell(state: EmbeddingState): void {
  const say = phrases()
  const { done, last, embedder, problem } = state
  const left = leftOf(state)
  if (embedder === null) {
    remark(state.state === 'off' ? say.embedOff : cleanLine(say.embedUnavailable(problem ?? '')))
    return
  }
  printLines([cleanLine(last === 0 ? say.nothingToEmbed(embedder) : say.embedded(done, last, embedder))])
  if (problem !== null) remark(cleanLine(say.embedProblem(problem)))
  if (left > 0) remark(say.embedLeft(left))
}

function exitOf(state: EmbeddingState): ExitStatus {
  if (state.state === 'unavailable') return EXIT.failure
  if (leftOf(state) === 0) return EXIT.ok
  return state.problem === null ? EXIT.partial : EXIT.failure
}
