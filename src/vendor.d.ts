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
