import { spawn } from 'node:child_process'
import type { Project } from '../mcp/run-mcp.ts'
import { CLI, type Run } from './run-engraph.ts'

/** Runs `engraph` in the folder of a project. */
export function engraphIn(
  { folder, env }: Project,
  args: readonly string[],
  options: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, env: { ...env, ...options.env } })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(options.stdin ?? '')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
}
