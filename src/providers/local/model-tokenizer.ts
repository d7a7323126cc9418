import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import { cutToCharacters } from '../http/batches.ts'

/** The tokens of a text as a model reads them, its own marks at both ends included. */
export interface ModelTokens {
  readonly ids: readonly number[]
  readonly tokens: readonly string[]
}

export interface ModelTokenizer {
  encode(text: string): ModelTokens
  /** Whether a token is a mark of the model, such as `[CLS]`. */
  isMark(id: number): boolean
}

/** A text longer than this per token is cut before its tokens are made; only then are all costs bounded. */
const CHARACTERS_PER_TOKEN_MAX = 24

export async function openModelTokenizer(file: string, tokensMax: number): Promise<ModelTokenizer> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(file, 'utf8')), {})
  const marks = new Set([...tokenizer.get_added_tokens_decoder()].flatMap(([id, { special }]) => (special ? [id] : [])))
  return {
    isMark: (id) => marks.has(id),
    encode(text) {
      const { ids, tokens } = tokenizer.encode(cutToCharacters(text, tokensMax * CHARACTERS_PER_TOKEN_MAX))
      if (ids.length <= tokensMax) return { ids, tokens }
      const isClosed = marks.has(ids.at(-1)!)
      const cut = <Item>(list: readonly Item[]): Item[] =>
        isClosed ? [...list.slice(0, tokensMax - 1), list.at(-1)!] : list.slice(0, tokensMax)
      return { ids: cut(ids), tokens: cut(tokens) }
    },
  }
}
