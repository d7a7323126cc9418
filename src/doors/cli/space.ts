import { Command } from 'commander'
import type { Space } from '../../graph/space.ts'
import { confirm } from './confirm.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { said } from './said.ts'
import { cleanLine, colours, minuteOf } from './terminal-text.ts'
import { examples } from './usage.ts'
import { nameOf, withHome } from './where.ts'

interface Options {
  readonly json?: true
}

interface Confirmed extends Options {
  readonly yes?: true
}

export function spaceCommand(): Command {
  const command = new Command('space')
    .description('list, name, merge, move and remove spaces')
    .addHelpText(
      'after',
      examples(
        ['engraph space list', 'all spaces of the data directory'],
        ['engraph space alias default work', 'another name for a space'],
      ),
    )
  command
    .command('list')
    .description('list all spaces')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph space list --json | jq -r ".spaces[].aliases[0]"', 'their names']))
    .action(list)
  command
    .command('alias')
    .description('give a space another name')
    .argument('<space>', 'alias or id')
    .argument('<alias>', 'the new name')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph space alias default work', '"work" leads to the space "default" too']))
    .action(alias)
  command
    .command('merge')
    .description('put all messages of one space into another, and remove the first')
    .argument('<from>', 'alias or id of the space that goes')
    .argument('<into>', 'alias or id of the space that stays')
    .option('--yes', 'do not ask')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph space merge old-laptop work --yes', '"work" then holds both']))
    .action(merge)
  command
    .command('move')
    .description('move a space into another database file')
    .argument('<space>', 'alias or id')
    .argument('<file>', 'the database file, made if it does not exist')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph space move work /mnt/team/memory.db', 'then: --file /mnt/team/memory.db']))
    .action(move)
  command
    .command('remove')
    .description('remove a space for good, with everything in it')
    .argument('<space>', 'alias or id')
    .option('--yes', 'do not ask')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph space remove trial --yes', 'without a question on the terminal']))
    .action(remove)
  return command
}

async function list(options: Options, command: Command): Promise<void> {
  await withHome(command, async (home) => {
    const placed = await home.spacesWorded()
    const spaces = placed.flatMap(({ space, file }) => (space ? [{ ...space, file }] : []))
    const problems = placed.flatMap(({ problem, file }) => (problem === null ? [] : [{ file, problem }]))
    if (options.json)
      printJson({
        location: home.location,
        spaces,
        problems: problems.map((one) => ({ ...one, problem: said(one.problem, 'english') })),
      })
    else if (placed.length === 0) remark(phrases().noSpaces)
    else if (spaces.length > 0) printLines(spaces.map(spaceLine))
    for (const { problem } of problems) remark(`${colours.red('✗')} ${cleanLine(said(problem))}`)
    if (problems.length > 0) process.exitCode = EXIT.failure
  })
}

function spaceLine({ id, aliases, purpose, createdAt, file }: Space & { readonly file: string }): string {
  const names = aliases.map(cleanLine).join(', ') || id
  const detail = `${id}  ${minuteOf(createdAt)}  ${cleanLine(file)}`
  return `${colours.bold(names)}  ${purpose}  ${colours.dim(detail)}`
}

async function alias(space: string, newAlias: string, options: Options, command: Command): Promise<void> {
  await withHome(command, async (home) => {
    const named = await home.alias(space, newAlias)
    if (options.json) printJson({ space: named })
    else printLines([cleanLine(phrases().aliasAdded(newAlias, nameOf(named)))])
  })
}

async function merge(from: string, into: string, options: Confirmed, command: Command): Promise<void> {
  const say = phrases()
  const wording = { question: say.confirmMerge(from, into), no: say.nothingMerged, needsYes: say.mergingNeedsYes }
  if (!(await isConfirmed(wording, options))) return
  await withHome(command, async (home) => {
    const { remembered } = await home.merge(from, into)
    if (options.json) printJson({ from, into, remembered })
    else printLines([cleanLine(phrases().merged(remembered, from, into))])
  })
}

async function move(space: string, file: string, options: Options, command: Command): Promise<void> {
  await withHome(command, async (home) => {
    const moved = await home.move(space, file)
    if (options.json) printJson({ space: moved, file })
    else printLines([cleanLine(phrases().moved(nameOf(moved), file))])
  })
}

async function remove(space: string, options: Confirmed, command: Command): Promise<void> {
  const say = phrases()
  const wording = { question: say.confirmRemove(space), no: say.nothingRemoved, needsYes: say.removingNeedsYes }
  if (!(await isConfirmed(wording, options))) return
  await withHome(command, async (home) => {
    await home.remove(space)
    if (options.json) printJson({ removed: space })
    else printLines([cleanLine(phrases().removed(space))])
  })
}

interface Wording {
  readonly question: string
  readonly no: string
  readonly needsYes: string
}

/** Asks before what cannot be undone; without a yes it tells so, and sets the exit status. */
async function isConfirmed({ question, no, needsYes }: Wording, { yes, json }: Confirmed): Promise<boolean> {
  const answer = yes ? 'yes' : await confirm(`${cleanLine(question)} `)
  if (answer === 'yes') return true
  const message = answer === 'no' ? no : needsYes
  remark(message)
  if (json) printJson({ error: { code: answer === 'no' ? 'declined' : 'usage', message } })
  process.exitCode = answer === 'no' ? EXIT.failure : EXIT.usage
  return false
}
