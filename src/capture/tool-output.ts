import type { Json, JsonObject } from '../graph/nodes.ts'

/** Tools that change files: their response repeats the whole file, before and after. */
const CHANGES_FILES = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'Update', 'apply_patch']
/** What stands in the input already, or is the file as it was. */
const ECHOES = [
  'originalFile',
  'original_file',
  'content',
  'oldString',
  'newString',
  'edits',
  'old_string',
  'new_string',
]
/** Commands whose output is memory already. */
const OWN_COMMAND =
  /^\s*(?:npx\s+(?:-\S+\s+)*)?engraph\s+(?:recall|search|history|timeline|get|records|show|walk|why)\b/u

/** What is worth keeping of a tool's response: not what its input says, and not what memory said itself. */
export function keptOutput(tool: string, input: JsonObject, response: Json): Json {
  const { command } = input
  if (typeof command === 'string' && command.includes('engraph') && OWN_COMMAND.test(command)) return null
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return response
  if (!CHANGES_FILES.includes(tool)) return response
  return Object.fromEntries(Object.entries(response as JsonObject).filter(([field]) => !ECHOES.includes(field)))
}
