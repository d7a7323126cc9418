import type { JsonObject } from '../graph/nodes.ts'

/** Fields of tools that name the file they work on. */
export const PATH_FIELDS = ['file_path', 'filePath', 'path', 'notebook_path', 'filename', 'file'] as const

/** The file that a tool works on, as its input names it. */
export function fileOf(input: JsonObject): string | null {
  for (const field of PATH_FIELDS) if (typeof input[field] === 'string') return input[field]
  return null
}
