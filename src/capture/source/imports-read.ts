import { extensionOf } from './source-language.ts'

/** Of languages whose imports are read; those of all others give names alone. A test holds it to `languages.ts`. */
const EXTENSIONS: ReadonlySet<string> = new Set('.ts .mts .cts .tsx .js .mjs .cjs .jsx .vue .svelte'.split(' '))

/**
 * Whether the imports of a file of that name are read, by its extension alone, so that a hook which loads no language
 * can tell. Where they are not, nobody knows what depends on it.
 */
export function areImportsRead(path: string): boolean {
  return EXTENSIONS.has(extensionOf(path))
}
