import { readFile } from 'node:fs/promises'

/**
 * Gives an imported `.wat` file the meaning of its bytes as WebAssembly, for the build as for the tests: what runs is
 * what the readable text says, and nothing that was generated is kept in the repository.
 */
export function watPlugin() {
  return {
    name: 'wat-as-bytes',
    async load(id: string) {
      if (!id.endsWith('.wat')) return null
      const bytes = await compile(id, await readFile(id, 'utf8'))
      const base64 = Buffer.from(bytes).toString('base64')
      const code = `export default Uint8Array.from(atob('${base64}'), (letter) => letter.charCodeAt(0))`
      return { code, moduleType: 'js' as const }
    },
  }
}

const FEATURES = { simd: true, threads: true } as const

async function compile(name: string, text: string): Promise<Uint8Array> {
  const { default: wabt } = await import('wabt')
  const module = (await wabt()).parseWat(name, text, FEATURES)
  try {
    // It takes the features as well, which its types do not know.
    ;(module.validate as (features: typeof FEATURES) => void).call(module, FEATURES)
    return module.toBinary({}).buffer
  } finally {
    module.destroy()
  }
}
