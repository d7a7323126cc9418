import { Command } from 'commander'
import type { Engraph } from '../../engraph.ts'
import { EngraphError } from '../../graph/errors.ts'
import { confirm } from './confirm.ts'
import { EXIT, type ExitStatus, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine, minuteOf, preview } from './terminal-text.ts'
import { examples, gathered, given } from './usage.ts'
import { withMemory } from './where.ts'
import { withProject } from './where-project.ts'

type Forgotten = Awaited<ReturnType<Engraph['forget']>>

interface Options {
  readonly session?: string
  readonly id?: readonly string[]
  readonly query?: string
  readonly since?: string
  readonly until?: string
  readonly project?: true
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
}

export function forgetCommand(): Command {
  return new Command('forget')
    .description('remove messages for good, with everything that was derived from them')
    .option('--session <name>', 'those of this session')
    .option('--id <id>', 'this one; may be given several times', gathered)
    .option('--query <words>', 'those that hold all these words')
    .option('--since <time>', 'those from then on (ISO 8601)')
    .option('--until <time>', 'those before then (ISO 8601)')
    .option('--project', 'in the project of this folder; --id may then be an observation or a fact')
    .option('--dry-run', 'only show what would go')
    .option('--yes', 'do not ask')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Several options narrow each other. What was forgotten does not come back when the same messages are given again.
${examples(
  ['engraph forget --session s1 --dry-run', 'look first'],
  ['engraph forget --query "credit card" --until 2026-01-01 --yes', 'old messages that hold both words'],
  ['engraph forget --id m~6f1c… --id m~77d0…', 'two messages, after a question on the terminal'],
  ['engraph forget --project --id e~90ab…', 'what an agent did, with the records that tell of it'],
  ['engraph forget --project --id e~90ab…', 'what an agent did, with the records that tell of it'],
)}`,
    )
    .action(forget)
}

async function forget(options: Options, command: Command): Promise<void> {
  const { session, id: ids, query, since, until } = options
  const selector = given({ session, ids, query, since, until })
  if (Object.keys(selector).length === 0) {
    const hint = 'Give --session, --id, --query, --since or --until.'
    throw new EngraphError('invalid-input', 'Nothing says what to forget.', { hint })
  }
  const run = async (memory: Forgetting): Promise<void> => {
    const look = () => memory.forget(selector, { dryRun: true })
    const act = () => memory.forget(selector)
    const { forgotten, status } = options.yes && !options.dryRun ? await done(act) : await decide(look, act, options)
    if (options.json) printJson({ space: memory.space, ...summaryOf(forgotten) })
    else if (!forgotten.isDryRun && forgotten.ids.length > 0) printLines([phrases().forgot(forgotten.ids.length)])
    if (forgotten.ids.length === 0) remark(phrases().nothingToForget)
    else if (!forgotten.isDryRun && !forgotten.isPurged) remark(phrases().notPurged)
    process.exitCode = forgotten.ids.length === 0 ? EXIT.nothingFound : status
  }
  if (options.project) {
    const nothing = summaryOf({ isDryRun: options.dryRun === true, isPurged: false, ids: [], nodes: [] })
    await withProject(command, { create: false, nothing, json: options.json === true }, run)
  } else await withMemory(command, { create: false }, run)
}

type Forgetting = Pick<Engraph, 'space' | 'forget'>

interface Decision {
  readonly forgotten: Forgotten
  readonly status: ExitStatus
}

type Forget = () => ReturnType<Engraph['forget']>

async function done(act: Forget): Promise<Decision> {
  return { forgotten: await act(), status: EXIT.ok }
}

/** Shows what would go, and goes on only when a person at a terminal says so. */
async function decide(look: Forget, act: Forget, { dryRun, json }: Options): Promise<Decision> {
  const forgotten = await look()
  const count = forgotten.ids.length
  if (!json && count > 0) printLines(doomedLines(forgotten))
  if (dryRun || count === 0) return { forgotten, status: EXIT.ok }
  switch (await confirm(phrases().confirmForget(count))) {
    case 'yes':
      return await done(act)
    case 'no':
      remark(phrases().nothingForgotten)
      return { forgotten, status: EXIT.failure }
    case 'nobody-to-ask':
      remark(phrases().needsYes)
      return { forgotten, status: EXIT.usage }
  }
}

const SHOWN_MAX = 20
const PREVIEW_CHARACTERS = 100

function doomedLines({ ids, nodes }: Forgotten): readonly string[] {
  const shown = nodes.slice(0, SHOWN_MAX)
  const lines = shown.map(({ at, speaker, text, id }) => {
    const label = speaker === null ? '' : `${cleanLine(speaker)}: `
    return `  ${minuteOf(at)}  ${label}${preview(text, PREVIEW_CHARACTERS)}  [${cleanLine(id)}]`
  })
  const rest = ids.length - shown.length
  return [phrases().wouldForget(ids.length), ...lines, ...(rest > 0 ? [`  ${phrases().andMore(rest)}`] : [])]
}

function summaryOf({ isDryRun, isPurged, ids, nodes }: Forgotten): object {
  return { isDryRun, isPurged, count: ids.length, ids, nodes }
}
