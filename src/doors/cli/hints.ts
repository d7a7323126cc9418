import { shellWord } from '../../graph/wording.ts'

/** Where the command looked, as its options said it; what the environment says holds for the next command too. */
export interface GivenPlace {
  readonly space?: string | undefined
  readonly file?: string | undefined
  readonly home?: string | undefined
}

let given: GivenPlace = {}

/** Told once the options are read, and before anything is said that could name a command. */
export function tellHintsWhere(place: GivenPlace): void {
  given = place
}

/** Commands that are not about one space. */
const OF_ALL_SPACES: ReadonlySet<string> = new Set(['space', 'doctor', 'bench', 'install', 'uninstall'])
export const SPACE_DEFAULT = 'default'

/**
 * A text whose commands can be copied as they stand: each `engraph …` between backticks gets the options that say where
 * this command looked, unless it names another place itself, and `<space>` is the space that it looked into.
 */
export function inContext(text: string, place: GivenPlace = given): string {
  return text.replace(/`engraph (\w+)([^`]*)`/gu, (_, verb: string, rest: string) => {
    const space = place.space ?? (process.env['ENGRAPH_SPACE'] || SPACE_DEFAULT)
    const command = `engraph ${verb}${rest.replaceAll('<space>', () => shellWord(space))}`
    const names = (option: string) => rest.includes(` ${option} `)
    const where = [
      ...(place.space === undefined || OF_ALL_SPACES.has(verb) || names('--space') ? [] : ['--space', place.space]),
      ...(names('--file') || names('--home')
        ? []
        : place.file !== undefined
          ? ['--file', place.file]
          : place.home !== undefined
            ? ['--home', place.home]
            : []),
    ]
    return `\`${[command, ...where.map(shellWord)].join(' ')}\``
  })
}
