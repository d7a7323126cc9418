import { Command } from 'commander'
import { EXIT, printJson, printLines, remark } from './output.ts'
import { phrases } from './phrases.ts'
import { cleanLine } from './terminal-text.ts'
import { examples } from './usage.ts'
import { withMemory } from './where.ts'

interface Options {
  readonly json?: true
}

export function aliasCommand(): Command {
  const command = new Command('alias')
    .description('list, add and remove words that mean the same in a space (not names of spaces: "space alias")')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph alias', 'all groups of words that mean the same'],
        ['engraph alias add auth 登录 login', 'a question with one of them finds messages with another'],
        ['engraph space alias default work', 'for comparison: another name for a space'],
      ),
    )
    .action(list)
  command
    .command('add')
    .description('put words into one group; groups that share a word become one')
    .argument('<words...>', 'two or more words that mean the same')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph alias add auth 登录 login', 'three words with one meaning']))
    .action(add)
  command
    .command('remove')
    .description('take a word out of its group')
    .argument('<word>', 'the word, in any case, simplified or traditional')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples(['engraph alias remove 登录', 'the others of its group still mean the same']))
    .action(remove)
  return command
}

async function list(options: Options, command: Command): Promise<void> {
  await withMemory(command, { create: false }, async (memory) => {
    const groups = await memory.aliases()
    if (options.json) printJson({ space: memory.space, groups })
    else if (groups.length === 0) remark(phrases().noWordAliases)
    else printLines(groups.map(groupLine))
  })
}

async function add(words: readonly string[], _options: Options, command: Command): Promise<void> {
  await withMemory(command, { create: false }, async (memory) => {
    const group = await memory.alias(words)
    if (isJson(command)) printJson({ space: memory.space, group })
    else printLines([phrases().wordAliasesAdded(groupLine(group))])
  })
}

async function remove(word: string, _options: Options, command: Command): Promise<void> {
  await withMemory(command, { create: false }, async (memory) => {
    const isRemoved = await memory.unalias(word)
    if (isJson(command)) printJson({ space: memory.space, word, isRemoved })
    else if (isRemoved) printLines([cleanLine(phrases().wordAliasRemoved(word))])
    else remark(cleanLine(phrases().noWordAlias(word)))
    process.exitCode = isRemoved ? EXIT.ok : EXIT.nothingFound
  })
}

/** `--json` may stand before or behind the verb, and both know it. */
function isJson(command: Command): boolean {
  return command.optsWithGlobals<Options>().json === true
}

function groupLine(group: readonly string[]): string {
  return group.map(cleanLine).join(' = ')
}
