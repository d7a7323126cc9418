import type { parseSync } from 'oxc-parser'
import type { ResolverFactory } from 'oxc-resolver'

/** The native parts that read JavaScript and TypeScript. Either may be missing on a machine that they are not made for. */
export interface Oxc {
  readonly parse: typeof parseSync | null
  readonly Resolver: typeof ResolverFactory | null
  /** Names of the packages that could not be loaded. */
  readonly missing: readonly string[]
}

let loaded: Promise<Oxc> | undefined

/** Loads both once; a package that cannot be loaded is named, and what needs it does without. */
export function loadOxc(): Promise<Oxc> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Oxc> {
  const [parser, resolver] = await Promise.allSettled([import('oxc-parser'), import('oxc-resolver')])
  return {
    parse: parser.status === 'fulfilled' ? parser.value.parseSync : null,
    Resolver: resolver.status === 'fulfilled' ? resolver.value.ResolverFactory : null,
    missing: [
      ...(parser.status === 'rejected' ? ['oxc-parser'] : []),
      ...(resolver.status === 'rejected' ? ['oxc-resolver'] : []),
    ],
  }
}
