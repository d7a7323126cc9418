import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { messageOf } from '../../graph/errors.ts'
import type { ProjectMemory } from '../../project-memory.ts'
import { MemoryOfProject } from './memory-of-project.ts'
import { memoryServers, type ServerIdentity } from './memory-server.ts'

export interface ServeOptions extends ServerIdentity {
  open(how: { readonly mayCreate: boolean }): Promise<ProjectMemory | null>
}

/** How long a server that should end may take to close its files. */
const CLOSE_MS_MAX = 3_000

/**
 * Serves the memory over standard input and output until the host closes them or asks the process to end. Standard
 * output belongs to the protocol; everything else is said on standard error.
 */
export async function serveMcp({ open, version }: ServeOptions): Promise<void> {
  // A dependency that greets on standard output would break the connection.
  console.log = console.error
  console.info = console.error
  const project = new MemoryOfProject({ open, onProblem: complain })
  const wire = new StdioServerTransport()
  const handle = serveStdio(memoryServers(project, { version }), { transport: wire, onerror: complain })
  await ended(wire)
  // Nothing may outlive the host, whatever it waits for.
  setTimeout(() => process.exit(), CLOSE_MS_MAX).unref()
  await handle.close()
  await project.close()
}

/** Waits for the end of the connection: standard input ends, standard output breaks, or a signal comes. */
function ended(wire: StdioServerTransport): Promise<void> {
  return new Promise((resolve) => {
    const before = wire.onclose
    wire.onclose = () => {
      before?.()
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

function complain(problem: unknown): void {
  const detail = process.env['ENGRAPH_DEBUG'] && problem instanceof Error ? `\n${problem.stack ?? ''}` : ''
  process.stderr.write(`engraph mcp: ${messageOf(problem)}${detail}\n`)
}
