/**
 * What most calls of a hook need not: to redact and to cut, to say what went wrong. To compile that takes as long as all that
 * every call does, so it is compiled only when it is asked for.
 */
export { lineOfActivity } from '../../capture/journal-entry.ts'
export { saidKey } from '../../capture/said-key.ts'
export { spareHome } from './hook-home.ts'
export { failuresOnce, type HookFailure, logFailure } from './hook-log.ts'
export { ownedFolder } from './journal-writer.ts'
export { parseCut } from './parse-cut.ts'
