import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import type { CaughtUp } from '../../project/answers.ts'
import type { ProjectMemory } from '../../project/project-memory.ts'
import { EXIT, printJson, remark } from './output.ts'
import { projectPhrases } from './project-phrases.ts'
import { cleanLine } from './terminal-text.ts'
import { given } from './usage.ts'

interface Where {
  readonly space?: string
  readonly file?: string
  readonly home?: string
}

export interface ProjectOpening {
  /** Only then may the space of the project be made. */
  readonly create: boolean
  /** What `--json` prints where there is no memory yet. */
  readonly nothing: object
  readonly json: boolean
}

/** How long a command waits for what hooks wrote and nobody has read yet. */
const CATCH_UP_MS_MAX = 3_000

/**
 * Opens the memory of the project in the current folder, or the space that the options name; reads what the hooks
 * wrote; does the work. Where nothing is remembered yet, it says so.
 */
export async function withProject(
  command: Command,
  { create, nothing, json }: ProjectOpening,
  work: (memory: ProjectMemory) => Promise<void>,
): Promise<void> {
  const memory = await openProject(command, { create })
  if (memory === null) {
    const named = spaceNamed(command)
    // A mistyped name must not pass for an empty memory.
    if (named !== undefined) throw new EngraphError('space-unknown', wording`There is no space ${named}.`)
    if (json) printJson(nothing)
    else remark(cleanLine(projectPhrases().noMemory(process.cwd())))
    process.exitCode = EXIT.nothingFound
    return
  }
  try {
    tellWaiting(await memory.catchUp({ deadlineMs: CATCH_UP_MS_MAX }))
    await work(memory)
  } finally {
    await memory.close()
  }
}

/** `null` where nothing is remembered of the project, and nothing may be made. */
export async function openProject(
  command: Command,
  { create, folder = process.cwd() }: { readonly create: boolean; readonly folder?: string },
): Promise<ProjectMemory | null> {
  const { ProjectMemory } = await import('../../project/project-memory.ts')
  const { file, home } = command.optsWithGlobals<Where>()
  const named = spaceNamed(command)
  if (file !== undefined) refuseOtherFiles(file)
  const open = () => ProjectMemory.open({ folder, create, ...given({ space: named, path: file, home }) })
  const memory = await open()
  if (memory !== null || file !== undefined) return memory
  // The first hooks of a project wrote only into the journal; whoever reads that makes the space.
  await readJournal(home)
  return open()
}

function spaceNamed(command: Command): string | undefined {
  return command.optsWithGlobals<Where>().space ?? (process.env['ENGRAPH_SPACE'] || undefined)
}

const SQLITE = Buffer.from('SQLite format 3\0')

/** People who ask about a file of their project may take `--file` for it; a database without its head is left to SQLite. */
function refuseOtherFiles(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size === 0) return
  const head = Buffer.alloc(SQLITE.length)
  const open = openSync(path, 'r')
  try {
    readSync(open, head, 0, head.length, 0)
  } finally {
    closeSync(open)
  }
  // Of a damaged database the text is no text.
  if (head.equals(SQLITE) || head.subarray(0, Math.min(found.size, head.length)).includes(0)) return
  throw new EngraphError('invalid-options', wording`The file ${path} is no database.`, {
    hint: wording`\`--file\` names the database of the memory; \`--path\` names a file of the project.`,
  })
}

async function readJournal(home: string | undefined): Promise<void> {
  const { EngraphHome } = await import('../../engraph.ts')
  const { catchUpProject } = await import('../../project/catching-up.ts')
  const opened = await EngraphHome.open(given({ home }))
  try {
    await catchUpProject({ home: opened, project: null }, { deadlineMs: CATCH_UP_MS_MAX })
  } finally {
    await opened.close()
  }
}

function tellWaiting({ waiting, problems }: CaughtUp): void {
  if (waiting > 0) remark(projectPhrases().waiting(waiting))
  for (const problem of problems) remark(cleanLine(problem))
}
