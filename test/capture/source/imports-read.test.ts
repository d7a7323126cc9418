import { expect, test } from 'vitest'
import { areImportsRead } from '../../../src/capture/source/imports-read.ts'
import { loadOxc } from '../../../src/capture/source/javascript/oxc.ts'
import { languagesByExtension } from '../../../src/capture/source/languages.ts'

test('imports are said to be read of exactly the languages that have a resolver', async () => {
  const languages = languagesByExtension(await loadOxc())
  const said = [...languages].map(([extension]) => [extension, areImportsRead(`folder/file${extension}`)])
  expect(said).toEqual([...languages].map(([extension, { resolver }]) => [extension, resolver !== null]))
  expect(['a.TS', 'ts', 'a.ts/b', 'a.md', ''].map(areImportsRead)).toEqual([true, false, false, false, false])
})
