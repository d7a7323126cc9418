import type { ToolUse } from '../../graph/activity.ts'
import type { JsonObject } from '../../graph/nodes.ts'
import { resolvePath } from '../paths.ts'
import { asObject, listOf, textOf } from './given-values.ts'
import { readPatch } from './patch.ts'
import type { Change, StepParts } from './step.ts'

const PATH_KEYS = [
  'file_path',
  'path',
  'notebook_path',
  'filePath',
  'filename',
  'target_file',
  'absolute_path',
  'AbsolutePath',
  'file',
] as const
const OLD_KEYS = ['old_string', 'oldString', 'old_str', 'old_text', 'oldText', 'search', 'old'] as const
const FRESH_KEYS = [
  'new_string',
  'newString',
  'new_str',
  'new_text',
  'newText',
  'replace',
  'replacement',
  'new',
] as const
/** Of a file that was written over, so much is compared. */
const CONTENT_MAX = 200_000

function pathsOf(activity: ToolUse): string[] {
  const one = textOf(activity.input, ...PATH_KEYS)
  const many = listOf(activity.input['paths'] ?? activity.input['files'] ?? null).map((entry) =>
    typeof entry === 'string' ? entry : (textOf(asObject(entry), ...PATH_KEYS) ?? ''),
  )
  return [...(one === null ? [] : [one]), ...many]
    .filter((path) => path !== '')
    .map((path) => resolvePath(activity.place.folder, path.replace(/^file:\/\//u, '')))
}

export function readRead(activity: ToolUse): StepParts {
  return { kind: 'read', read: pathsOf(activity) }
}

export function readSearch(activity: ToolUse): StepParts {
  const about = textOf(activity.input, 'pattern', 'query', 'regex', 'glob', 'glob_pattern', 'search_term', 'q') ?? ''
  return { kind: 'search', about }
}

/** One replacement, or a list of them, or what the result says was changed. */
export function readEdit(activity: ToolUse): StepParts {
  const { input, place } = activity
  const patch = textOf(input, 'command', 'input', 'patch', 'diff')
  if (patch !== null && /^\*\*\* |^\+\+\+ /mu.test(patch)) return readPatch(patch, place.folder)
  const [path] = pathsOf(activity)
  if (path === undefined) return { kind: 'edit' }
  const edits = [input, ...listOf(input['edits'] ?? input['changes'] ?? null).map((edit) => asObject(edit))]
  const changes: Change[] = []
  for (const edit of edits) {
    const [old, fresh] = [textOf(edit, ...OLD_KEYS), textOf(edit, ...FRESH_KEYS)]
    if (old !== null || fresh !== null) changes.push({ path, old: old ?? '', fresh: fresh ?? '' })
  }
  const source = textOf(input, 'new_source', 'content', 'file_text', 'code_edit', 'insert_text')
  if (changes.length === 0 && source !== null) changes.push({ path, old: '', fresh: source })
  if (changes.length === 0) changes.push(...patched(path, asObject(activity.output)))
  return { kind: 'edit', modified: [path], changes }
}

/** A file that was there is changed, another one is new. */
export function readWrite(activity: ToolUse): StepParts {
  const { input } = activity
  const result = asObject(activity.output)
  const [path] = pathsOf(activity)
  if (path === undefined) return { kind: 'write' }
  const content = textOf(input, 'content', 'contents', 'file_text', 'text', 'code', 'CodeContent') ?? ''
  const original = textOf(result, 'originalFile')
  const isChanged = original !== null || textOf(result, 'type') === 'update' || textOf(input, 'mode') === 'append'
  const hunks = patched(path, result)
  if (isChanged && hunks.length > 0) return { kind: 'edit', modified: [path], changes: hunks }
  const change = { path, old: (original ?? '').slice(0, CONTENT_MAX), fresh: content.slice(0, CONTENT_MAX) }
  return isChanged
    ? { kind: 'edit', modified: [path], changes: [change] }
    : { kind: 'write', made: [path], changes: [change] }
}

/** `str_replace_based_edit_tool` and its kind: one tool, with a command that says what it does. */
export function readEditor(activity: ToolUse): StepParts {
  switch (textOf(activity.input, 'command')) {
    case 'view':
      return readRead(activity)
    case 'create':
      return readWrite(activity)
    default:
      return readEdit(activity)
  }
}

function patched(path: string, result: JsonObject | null): Change[] {
  const changes: Change[] = []
  for (const value of listOf(result?.['structuredPatch'] ?? null)) {
    let [old, fresh]: [string[], string[]] = [[], []]
    const end = () => {
      if (old.length + fresh.length > 0) changes.push({ path, old: old.join('\n'), fresh: fresh.join('\n') })
      ;[old, fresh] = [[], []]
    }
    for (const line of listOf(asObject(value)?.['lines'] ?? null)) {
      if (typeof line !== 'string') continue
      if (line.startsWith('-')) old.push(line.slice(1))
      else if (line.startsWith('+')) fresh.push(line.slice(1))
      else end()
    }
    end()
  }
  return changes
}
