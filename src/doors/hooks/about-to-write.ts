/** Tools that change files, of all hosts that call before a tool. */
const EDITS = /^(?:Edit|Write|MultiEdit|NotebookEdit|apply_patch|edit|write|replace|write_file|edit_file)$/u
const SHELLS = /^(?:Bash|bash|shell|local_shell|exec_command|run_shell_command)$/u
/** What in a command plainly writes a file: most do not, and need no answer. Which files, others read. */
const WRITES =
  /\*\*\* Begin Patch|(?:^|[^&\d>-])>{1,2}\|?\s{0,4}[\w./~"'$-]|\b(?:sed|gsed|perl)\b[^\n]{0,200}\s-\w{0,8}i|\b(?:tee|mv|cp|rm|touch|truncate|patch|git\s{1,4}(?:mv|rm))\s/u
const COMMAND_LENGTH_MAX = 20_000

/** Whether a tool call that is about to happen may change files, told from its name and its command alone. */
export function mayWriteFiles(tool: unknown, input: unknown): boolean {
  if (typeof tool !== 'string') return false
  if (EDITS.test(tool)) return true
  if (!SHELLS.test(tool) || typeof input !== 'object' || input === null) return false
  const { command, cmd } = input as Readonly<Record<string, unknown>>
  const given = command ?? cmd
  const text = Array.isArray(given) ? given.join(' ') : given
  return typeof text === 'string' && WRITES.test(text.slice(0, COMMAND_LENGTH_MAX))
}
