import { Command, Option } from 'commander'
import { OBSERVATION_TYPES, type ObservationType } from '../../graph/observation.ts'
import { wording } from '../../graph/wording.ts'
import { EXIT, printJson, printLines } from './output.ts'
import { projectPhrases } from './project-phrases.ts'
import { stdinText } from './stdin-text.ts'
import { examples, gathered, given } from './usage.ts'
import { withProject } from './where-project.ts'

interface Options {
  readonly title?: string
  readonly type?: ObservationType
  readonly concept?: readonly string[]
  readonly path?: readonly string[]
  readonly json?: true
}

export function noteCommand(): Command {
  return new Command('note')
    .description('remember a note about the project of this folder: a decision, a pitfall')
    .argument('<text...>', 'the note, or "-" to read it from stdin')
    .option('--title <title>', 'its title (default: its first words)')
    .addOption(new Option('--type <type>', 'what it is (default: discovery)').choices(OBSERVATION_TYPES))
    .option('--concept <name>', 'a subject of it; may be given several times', gathered)
    .option('--path <path>', 'a file that it is about; may be given several times', gathered)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        ['engraph note "We keep sessions in Redis: cookies were too large." --type decision', 'a decision'],
        ['engraph note 部署前必须先迁移数据库 --concept deploy', 'in Chinese'],
        ['git log -1 --format=%B | engraph note - --type change', 'from another program'],
      ),
    )
    .action(note)
}

async function note(words: readonly string[], options: Options, command: Command): Promise<void> {
  const { title, type, concept: concepts, path: files, json } = options
  const text =
    words.length === 1 && words[0] === '-' ? await stdinText(wording`The note is longer than 1 MiB.`) : words.join(' ')
  await withProject(command, { create: true, nothing: {}, json: json === true }, async (memory) => {
    const { id, isNew } = await memory.remember({ text, ...given({ title, type, concepts, files }) })
    if (json) printJson({ id, isNew })
    else printLines([isNew ? projectPhrases().noted(id) : projectPhrases().known(id)])
    process.exitCode = EXIT.ok
  })
}
