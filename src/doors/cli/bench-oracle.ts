import { Command } from 'commander'
import { compareWithTypeScript, oracleLines } from '../../../bench/impact/oracle.ts'
import { printJson, printLines } from './output.ts'
import { cleanText } from './terminal-text.ts'
import { examples } from './usage.ts'

interface OracleFlags {
  readonly json?: boolean
}

/** `engraph bench oracle`: whether the imports that are read are those that TypeScript finds. */
export function oracleBenchCommand(): Command {
  return new Command('oracle')
    .description("compare the imports between files with those of TypeScript's own program, which has to be installed")
    .argument('<repo>', 'a folder with TypeScript or JavaScript; it is only read')
    .option('--json', 'print one JSON object, with every edge that only one of both has')
    .addHelpText('after', examples(['engraph bench oracle ~/code/hono', 'precision and recall, and what differs']))
    .action(async (repository: string, { json }: OracleFlags) => {
      const report = await compareWithTypeScript(repository)
      if (json) printJson(report)
      else printLines(oracleLines(report).map(cleanText))
    })
}
