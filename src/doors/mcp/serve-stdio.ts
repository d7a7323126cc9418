import { type StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { messageOf } from '../../graph/errors.ts'
import type { ProjectMemory } from '../../project/project-memory.ts'
import { MemoryOfProject } from './memory-of-project.ts'
import { memoryServers, type ServerIdentity } from './memory-server.ts'
import { patientWire } from './patient-wire.ts'

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
  const wire = patientWire(process.stdin, process.stdout)
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
  const isDebugged = Boolean(process.env['ENGRAPH_DEBUG'])
  const detail = isDebugged && problem instanceof Error ? `\n${problem.stack ?? ''}` : ''
  // What a schema refuses is told in pages.
  const [first = '', ...more] = messageOf(problem).split('\n')
  const message = isDebugged ? messageOf(problem) : firstOf(first, more.length > 0)
  process.stderr.write(`engraph mcp: ${message}${detail}\n`)
}

const COMPLAINT_LENGTH_MAX = 300

function firstOf(line: string, isCut: boolean): string {
  const isLong = isCut || line.length > COMPLAINT_LENGTH_MAX || /^[[{]\s*$/u.test(line)
  if (!isLong) return line
  const told = /^[[{]/u.test(line)
    ? 'a message that is not as the protocol has it'
    : line.slice(0, COMPLAINT_LENGTH_MAX)
  return `${told} (ENGRAPH_DEBUG=1 says more)`
}
