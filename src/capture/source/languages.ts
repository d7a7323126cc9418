import { javascript } from './javascript/javascript.ts'
import type { Oxc } from './javascript/oxc.ts'
import { FAMILIES, type FamilyName } from './light/families.ts'
import { lightLanguage } from './light/light-language.ts'
import type { SourceLanguage } from './source-language.ts'

/** Every language that is read, by extension. One whose imports are read comes before those of which names are known. */
export function languagesByExtension(oxc: Oxc): ReadonlyMap<string, SourceLanguage> {
  const light = (Object.keys(FAMILIES) as FamilyName[]).map(lightLanguage)
  const languages = [...light, javascript(oxc)]
  return new Map(languages.flatMap((language) => language.extensions.map((extension) => [extension, language])))
}
