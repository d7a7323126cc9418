import { Command } from 'commander'
import { confirm } from './confirm.ts'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine, colours, minuteOf } from './terminal-text.ts'
import { examples } from './usage.ts'
import { nameOf, withHome } from './where.ts'

interface Options {
  readonly json?: true
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
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph space merge old-laptop work', '"work" then holds both']))
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
    const spaces = await home.spaces()
    if (options.json)
      printJson({ location: home.location, spaces: spaces.map(({ space, file }) => ({ ...space, file })) })
    else if (spaces.length === 0) remark(phrases().noSpaces)
    else {
      printLines(
        spaces.map(({ space, file }) => {
          const names = space.aliases.map(cleanLine).join(', ') || space.id
          const detail = `${space.id}  ${minuteOf(space.createdAt)}  ${cleanLine(file)}`
          return `${colours.bold(names)}  ${space.purpose}  ${colours.dim(detail)}`
        }),
      )
    }
  })
}

async function alias(space: string, newAlias: string, options: Options, command: Command): Promise<void> {
  await withHome(command, async (home) => {
    const named = await home.alias(space, newAlias)
    if (options.json) printJson({ space: named })
    else printLines([cleanLine(phrases().aliasAdded(newAlias, nameOf(named)))])
  })
}

async function merge(from: string, into: string, options: Options, command: Command): Promise<void> {
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

async function remove(space: string, options: Options & { readonly yes?: true }, command: Command): Promise<void> {
  await withHome(command, async (home) => {
    const answer = options.yes ? 'yes' : await confirm(`${cleanLine(phrases().confirmRemove(space))} `)
    if (answer !== 'yes') {
      remark(answer === 'no' ? phrases().nothingRemoved : phrases().removingNeedsYes)
      process.exitCode = answer === 'no' ? EXIT.failure : EXIT.usage
      return
    }
    await home.remove(space)
    if (options.json) printJson({ removed: space })
    else printLines([cleanLine(phrases().removed(space))])
  })
}
