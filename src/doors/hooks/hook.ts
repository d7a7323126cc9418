import type * as hookRest from './hook-rest.ts'
import { program } from './hook-rest.ts?program'
import { runHook } from './run-hook.ts'

/** The folder of the bundle. It is built as CommonJS: the loader of modules costs a tenth of an empty process. */
declare const __dirname: string

let loaded: typeof hookRest | undefined

/** What most calls need not lies in this file as a text, so that they do not wait for it to be compiled. */
function rest(): typeof hookRest {
  if (loaded === undefined) {
    const builtIn = process.getBuiltinModule
    const load = builtIn('node:vm').compileFunction(program(), ['fs', 'path'], { filename: 'hook-rest.js' })
    loaded = load(builtIn('node:fs'), builtIn('node:path')) as typeof hookRest
  }
  return loaded
}

// The whole program `dist/hook.cjs`. It ends by itself, or with the deadline of its answer; its exit status is always 0.
runHook(process.argv[2] ?? null, { programs: __dirname, rest }).catch(() => process.exit(0))
