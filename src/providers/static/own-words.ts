import type { WordVectors } from '../../ports/related-words.ts'
import type { GlossTable } from '../../text/gloss/gloss-table.ts'
import { late } from '../../text/late.ts'
import { modelsFolder } from '../models-folder.ts'
import { loadGlosses, loadWordVectors } from './static-vectors.ts'

/*
 * The tables of words that come along, read once for all spaces and uses of a process. What is missing is not looked for
 * again.
 */

const glosses = late(() => ({ table: inModels(loadGlosses) }))
const words = late(() => ({ vectors: inModels((folder) => loadWordVectors(folder, ownGlosses)) }))

export function ownGlosses(): GlossTable | undefined {
  return glosses().table
}

export function ownWordVectors(): WordVectors | undefined {
  return words().vectors
}

function inModels<Table>(load: (folder: string) => Table | undefined): Table | undefined {
  const folder = modelsFolder()
  return folder === null ? undefined : load(folder)
}
