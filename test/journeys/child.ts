import { type ChildProcess, spawn } from 'node:child_process'

/** How a process ended, and what it said until then. */
export interface Ended {
  readonly lines: readonly string[]
  readonly stderr: string
  readonly status: number | null
}

export type OnLine = (line: string, child: ChildProcess) => void

const children = new Set<ChildProcess>()

/** Runs a module as a process of its own; `onLine` may kill it. */
export function runModule(script: string, args: readonly string[], onLine?: OnLine): Promise<Ended> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const lines: string[] = []
  let [rest, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop()!
    for (const line of parts) {
      lines.push(line)
      onLine?.(line, child)
    }
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      children.delete(child)
      resolve({ lines, stderr, status })
    })
  })
}

/** For the end of a test: nothing is left behind. */
export function killChildren(): void {
  for (const child of children) child.kill('SIGKILL')
}
