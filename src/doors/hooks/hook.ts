import { runHook } from './run-hook.ts'

/** The folder of the bundle. It is built as CommonJS: the loader of modules costs a tenth of an empty process. */
declare const __dirname: string

// The whole program `dist/hook.cjs`. It ends by itself, or with the deadline of its answer; its exit status is always 0.
void runHook(process.argv[2] ?? null, { programs: __dirname })
