import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How many of the secrets stand in a file of a folder, in any letter case: an index keeps words in small letters. */
export function secretsOnDisk(folder: string, secrets: readonly string[]): number {
  const found = new Set<string>()
  for (const path of filesOf(folder)) {
    // Every byte is one character, so that a database reads like text; secrets are plain ASCII.
    const content = readFileSync(path, 'latin1').toLowerCase()
    for (const secret of secrets) if (content.includes(secret.toLowerCase())) found.add(secret)
  }
  return found.size
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
}
