import { spawn } from 'node:child_process'
import type { Project } from '../mcp/run-mcp.ts'
import { CLI, outcomeOf, type Run } from './run-engraph.ts'

/** Runs `engraph` in the folder of a project. */
export function engraphIn(
  { folder, env }: Project,
  args: readonly string[],
  options: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, env: { ...env, ...options.env } })
  return outcomeOf(child, options)
}
