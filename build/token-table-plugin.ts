import { layOutBytePairs } from '../src/text/byte-pairs.ts'
import { cached } from './build-cache.ts'

/** What is imported for a vocabulary, and what it then is called. */
const IMPORTED = /^js-tiktoken\/ranks\/(\w+)\?table$/u
const LOADED = /^\0token-table:(\w+)$/u
/** Grows when the same ranks would give another table. */
const VERSION = 1

export interface TokenTableOptions {
  readonly nodeModules: string
  /** Tables are put beside a bundle that is written; without one, they are read where they were made. */
  readonly isBundle: boolean
}

/**
 * Gives ranks of js-tiktoken, imported with `?table`, the meaning of a table that lies beside the bundle and is read as
 * it is. To take the package's own text of two megabytes apart would take longer than a hook has.
 */
export function tokenTablePlugin({ nodeModules, isBundle }: TokenTableOptions) {
  return {
    name: 'token-table',
    enforce: 'pre' as const,
    resolveId(source: string) {
      const name = IMPORTED.exec(source)?.[1]
      return name === undefined ? null : `\0token-table:${name}`
    },
    async load(this: EmittingContext, id: string) {
      const name = LOADED.exec(id)?.[1]
      if (name === undefined) return null
      const { default: ranks }: { default: Ranks } = await import(`js-tiktoken/ranks/${name}`)
      const file = { nodeModules, name: `tokens-${name}`, madeOf: [`${VERSION}`, ranks.bpe_ranks] }
      const { bytes, path } = await cached(file, () => layOutBytePairs(tokensOf(ranks)))
      if (isBundle) this.emitFile({ type: 'asset', fileName: `${name}.tokens`, source: bytes })
      const place = isBundle ? `new URL('./${name}.tokens', import.meta.url)` : JSON.stringify(path)
      return [
        `import { readFileSync } from 'node:fs'`,
        `export const pattern = ${JSON.stringify(ranks.pat_str)}`,
        `export const table = readFileSync(${place})`,
      ].join('\n')
    },
  }
}

interface Ranks {
  readonly pat_str: string
  /** Lines of a mark, the rank of the first token, and tokens in base64, with spaces between. */
  readonly bpe_ranks: string
}

interface EmittingContext {
  emitFile(file: { readonly type: 'asset'; readonly fileName: string; readonly source: Uint8Array }): string
}

function tokensOf({ bpe_ranks }: Ranks): readonly Uint8Array[] {
  const tokens: Uint8Array[] = []
  for (const line of bpe_ranks.split('\n')) {
    const [, first, ...listed] = line.split(' ')
    if (Number(first) !== tokens.length) throw new RangeError(`Ranks go on at ${first} after ${tokens.length} tokens.`)
    for (const token of listed) tokens.push(Buffer.from(token, 'base64'))
  }
  return tokens
}
