import { type Command, Option } from 'commander'
import type { AuditMode, Engraph, EngraphHome } from '../../engraph.ts'
import type { Purpose, Space } from '../../graph/space.ts'
import { SPACE_DEFAULT } from './hints.ts'
import { given } from './usage.ts'

interface Where {
  readonly space?: string
  readonly file?: string
  readonly home?: string
}

/** The options that every command understands: which space, in which file or data directory. */
export function whereOptions(): readonly Option[] {
  return [
    new Option('--space <name>', `the space: alias or id (default: ENGRAPH_SPACE, else "${SPACE_DEFAULT}")`),
    new Option('--file <path>', 'one database file instead of the data directory').conflicts('home'),
    new Option('--home <dir>', "the data directory (default: ENGRAPH_HOME, else the platform's)"),
  ]
}

export interface Opening {
  /** Only then may a space, a file or a directory be made. */
  readonly create: boolean
  /** What a space that is made now is for. */
  readonly purpose?: Purpose | undefined
  /** Which embedder, whatever ENGRAPH_EMBEDDER says. */
  readonly embedder?: string | undefined
}

/**
 * Opens the space that the options name, does the work, and closes it. The facade is loaded here and not at the top:
 * `engraph --help` needs no database driver.
 */
export async function withMemory<T>(
  command: Command,
  { create, purpose, embedder }: Opening,
  work: (memory: Engraph) => Promise<T>,
): Promise<T> {
  const { Engraph } = await import('../../engraph.ts')
  const { space, file, home } = command.optsWithGlobals<Where>()
  const name = space ?? (process.env['ENGRAPH_SPACE'] || SPACE_DEFAULT)
  const audit = process.env['ENGRAPH_AUDIT'] || undefined
  const memory = await Engraph.open({
    ...given({ path: file, home, purpose, embedder, audit: audit as AuditMode | undefined }),
    space: name,
    create,
  })
  return closing(memory, work)
}

/** Opens all spaces of the data directory, or of the file, that the options name. */
export async function withHome<T>(command: Command, work: (home: EngraphHome) => Promise<T>): Promise<T> {
  const { EngraphHome } = await import('../../engraph.ts')
  const { file, home } = command.optsWithGlobals<Where>()
  return closing(await EngraphHome.open(given({ path: file, home })), work)
}

/** Closes after the work. When that failed, its error is the one to tell, also if closing fails too. */
async function closing<Opened extends { close(): Promise<void> }, T>(
  opened: Opened,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  let done: T
  try {
    done = await work(opened)
  } catch (error) {
    await Promise.allSettled([opened.close()])
    throw error
  }
  await opened.close()
  return done
}

/** What people call a space. */
export function nameOf(space: Space): string {
  return space.aliases[0] ?? space.id
}
