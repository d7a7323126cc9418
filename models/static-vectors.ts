import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cached } from '../build/build-cache.ts'
import { EngraphError } from '../src/graph/errors.ts'
import { BUILT_IN_MODEL } from '../src/providers/local/built-in-model.ts'
import { readModelFolder } from '../src/providers/local/model-folder.ts'
import { openSentenceModel } from '../src/providers/local/sentence-model.ts'
import { FREQUENCY_SMOOTHING, hanKey, STATIC_FILE } from '../src/providers/static/static-vectors.ts'
import { type GlossTable, readGlossTable } from '../src/text/gloss/gloss-table.ts'
import { stemWord } from '../src/text/stem.ts'
import type { ModelBuild } from './minilm.ts'
import { principalAxes, project } from './principal-axes.ts'
import { technicalWords } from './technical-words.ts'
import { wordFile } from './word-file.ts'

/** Grows when the same sources would give other bytes. */
const VERSION = 3
const DIMENSIONS = 256
/** Common words; axes of all words would tell apart the names of chemicals. */
const AXES_WORDS_MAX = 8000
/** Words of glosses that the model's vocabulary lacks come along if they stand in this many. */
const GLOSSES_MIN = 2
/** Chinese words, most common first, that have vectors of their own: what the model makes of all their senses together. */
const HAN_WORDS_MAX = 16_000
/** Places are two bytes. */
const TEXTS_MAX = 65_535
/** Words are short: more of them fit into one pass than sentences do. */
const BATCH_MAX = 64

const TERMS = `
Vectors of words, computed with all-MiniLM-L6-v2 (Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0).
`

/** Writes the vectors of words; needs the model and the glosses in `models/` of the same folder, else `missing`. */
export async function buildStaticVectors({ outFolder, nodeModules }: ModelBuild): Promise<'built' | 'missing'> {
  const modelFolder = join(outFolder, BUILT_IN_MODEL.folder)
  const glossPath = join(outFolder, 'models/gloss.bin')
  if (![join(modelFolder, 'model.onnx'), glossPath].every((path) => existsSync(path))) return 'missing'
  const glosses = readFileSync(glossPath)
  const tokenizer = readFileSync(join(modelFolder, 'tokenizer.json'))
  const { vocabulary, pieces } = readVocabulary(JSON.parse(tokenizer.toString()))
  const table = readGlossTable(glosses)!
  const words = [...new Set([...vocabulary, ...technicalWords(), ...glossWords(table)])]
  const han = hanWords(table)
  const madeOf = [`${VERSION}`, BUILT_IN_MODEL.weightsSha256, [...words, ...pieces].join(' '), glosses]
  try {
    const { bytes } = await cached({ nodeModules, name: 'static', madeOf }, async () => {
      const senses = han.map((id) => table.senses(id).join('; '))
      const vectors = await embedAll(modelFolder, [...words, ...pieces.map((piece) => piece.slice(2)), ...senses])
      return staticFile({ words, pieces, han, vectors }, glosses)
    })
    writeFileSync(join(outFolder, 'models', STATIC_FILE), bytes)
  } catch (error) {
    // A machine that has no engine for the model builds what needs none.
    if (error instanceof EngraphError && error.code === 'model-unavailable') return 'missing'
    throw error
  }
  return 'built'
}

interface Vocabulary {
  /** Most common first, as the model's authors counted. */
  readonly vocabulary: readonly string[]
  /** What goes on a word, with its `##`. */
  readonly pieces: readonly string[]
}

function readVocabulary({ model }: { readonly model: { readonly vocab: Record<string, number> } }): Vocabulary {
  const tokens = Object.entries(model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([token]) => token)
  return {
    vocabulary: tokens.filter((token) => /^[a-z]{2,}$/u.test(token)),
    pieces: tokens.filter((token) => /^##[a-z]+$/u.test(token)),
  }
}

/** Words of the glosses, most common first. */
function glossWords(table: GlossTable): string[] {
  const counts = new Map<string, number>()
  for (let id = 0; id < table.size; id++) {
    for (const word of table
      .senses(id)
      .join(' ')
      .toLowerCase()
      .match(/[a-z]{3,}/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const frequent = [...counts].filter(([, count]) => count >= GLOSSES_MIN)
  frequent.sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
  return frequent.map(([word]) => word)
}

/** The numbers of the most common Chinese words that have a gloss. */
function hanWords(table: GlossTable): number[] {
  const counted = Array.from({ length: table.size }, (_, id) => ({ id, logCount: table.logCount(id) }))
  const glossed = counted.filter(({ id }) => table.senses(id).length > 0)
  glossed.sort((a, b) => b.logCount - a.logCount || a.id - b.id)
  return glossed.slice(0, HAN_WORDS_MAX).map(({ id }) => id)
}

async function embedAll(modelFolder: string, texts: readonly string[]): Promise<Float32Array[]> {
  if (texts.length > TEXTS_MAX) throw new Error(`${texts.length} words are more than the table can hold.`)
  const model = await openSentenceModel({ ...(await readModelFolder(modelFolder)), batchMax: BATCH_MAX })
  try {
    return await model.embed(texts)
  } finally {
    await model.close()
  }
}

interface Embedded {
  readonly words: readonly string[]
  readonly pieces: readonly string[]
  /** Numbers of Chinese words in the table of glosses. */
  readonly han: readonly number[]
  /** Of the three lists, one behind the other. */
  readonly vectors: readonly Float32Array[]
}

function staticFile({ words, pieces, han, vectors }: Embedded, glossBytes: Uint8Array): Uint8Array {
  const projection = principalAxes(vectors.slice(0, AXES_WORDS_MAX), DIMENSIONS)
  const places = new Map<string, number>()
  for (const [i, word] of [...words, ...pieces, ...han.map(hanKey)].entries()) places.set(word, i)
  // A term of the index is a stem, often no word: it has the vector of the most common word with it.
  for (const [i, word] of words.entries()) {
    const stem = stemWord(word, 'en')
    if (!places.has(stem)) places.set(stem, i)
  }
  return wordFile(
    {
      places,
      vectors: vectors.map((vector) => project(projection, vector)),
      weights: vectors.map((_, i) => FREQUENCY_SMOOTHING / (FREQUENCY_SMOOTHING + share(i, words.length))),
    },
    TERMS,
    glossBytes,
  )
}

/** The share of a text that the word of a rank makes up, by the law of Zipf and Mandelbrot; pieces are rare. */
function share(rank: number, ranks: number): number {
  return 1 / (11 * (Math.min(rank, ranks) + 3.7))
}
