import { InvalidArgumentError } from 'commander'

/** Examples below the help of a command, each with what it is for. */
export function examples(...lines: readonly (readonly [command: string, purpose: string])[]): string {
  const shown = lines.map(([command, purpose]) => `  $ ${command}\n      ${purpose}`)
  return `\nExamples:\n${shown.join('\n')}`
}

/** Reads a count: a whole number from 1 on. */
export function positiveInteger(value: string): number {
  if (!/^[1-9]\d{0,9}$/u.test(value)) throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return Number(value)
}

/** Reads a number of things of which there may be none. */
export function wholeNumber(value: string): number {
  if (!/^\d{1,10}$/u.test(value)) throw new InvalidArgumentError('It must be a whole number from 0 on.')
  return Number(value)
}

/** Gathers an option that may be given several times. */
export function gathered(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}

/** Options that were not given, left out instead of passed on as `undefined`. */
export function given<T extends object>(options: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const kept = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [Key in keyof T]?: Exclude<T[Key], undefined> }
}
