declare module 'stopword' {
  export const deu: string[]
  export const eng: string[]
  export const fra: string[]
  export const ita: string[]
  export const nld: string[]
  export const por: string[]
  export const spa: string[]
  export const swe: string[]
  export const zho: string[]
}

declare module 'wink-porter2-stemmer' {
  export default function stem(word: string): string
}

declare module 'opencc-js/dict/*' {
  const pairs: string
  export default pairs
}

declare module 'js-tiktoken/ranks/*?table' {
  /** The vocabulary, as `layOutBytePairs` lays it out. */
  export const table: Uint8Array
  /** What splits a text into the pieces that are encoded apart. */
  export const pattern: string
}

declare module '*?program' {
  /** The body of a function of `fs` and `path` that returns what the module exports: see `build/program-plugin.ts`. */
  export function program(): string
}
