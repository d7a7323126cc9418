import { dirname, resolve } from 'node:path'
import { Rolldown } from 'tsdown'

const IMPORTED = /^(\..*\.ts)\?program$/u
const LOADED = /^\0program:(.*)$/su
/** What such a program may import, and the parameters that it gets it by. */
const BUILT_INS = { 'node:fs': 'fs', 'node:path': 'path' } as const

/**
 * Gives a module, imported with `?program`, the meaning of its text, with all that it imports: the body of a function of
 * `fs` and `path` that returns what the module exports. The text stands in a comment at the end of the bundle, a
 * CommonJS file, and is read from there: so it costs nothing until somebody asks for it, and it can neither be missing
 * nor be of another version than the file that it lies in.
 */
export function programPlugin() {
  let program: string | undefined
  return {
    name: 'program-as-text',
    resolveId(source: string, importer: string | undefined) {
      const path = IMPORTED.exec(source)?.[1]
      return path === undefined || importer === undefined ? null : `\0program:${resolve(dirname(importer), path)}`
    },
    async load(id: string) {
      const input = LOADED.exec(id)?.[1]
      if (input === undefined) return null
      program = await programOf(input)
      return [
        `import { readFileSync } from 'node:fs'`,
        'export function program() {',
        `  const text = readFileSync(__filename, 'utf8')`,
        `  return JSON.parse(text.slice(text.lastIndexOf('\\n//') + 3))`,
        '}',
      ].join('\n')
    },
    // Whoever makes the code small removes comments, and has done so by now.
    generateBundle(_: unknown, bundle: Record<string, { readonly type: string; code?: string }>) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = `${asciiOf(chunk.code ?? '')}\n//${asciiOf(JSON.stringify(program))}\n`
      }
    },
  }
}

async function programOf(input: string): Promise<string> {
  const { output } = await Rolldown.build({
    input,
    platform: 'node',
    external: Object.keys(BUILT_INS),
    write: false,
    output: { format: 'iife', name: 'program', globals: BUILT_INS, minify: true },
  })
  const [{ code }, ...others] = output
  if (others.length > 0) throw new Error(`${input} became more than one file.`)
  return `${code}\nreturn program`
}

/** A file without other characters is half as large in memory, and none of them ends a comment. */
function asciiOf(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
