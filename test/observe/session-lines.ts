/**
 * Writes what an agent did as lines of a Claude Code transcript, in the shapes that were recorded from version 2.1.332: with the
 * bookkeeping between them, results beside their structured form, and several lines of one API message.
 */
export interface SessionLines {
  prompt(text: string): SessionLines
  say(text: string): SessionLines
  /** A tool call with what came back; ids count from 1. */
  tool(name: string, input: object, result: ToolResult): SessionLines
  bash(command: string, output: string, exitCode?: number): SessionLines
  read(path: string, content: string): SessionLines
  grep(pattern: string, filenames: readonly string[], content?: string): SessionLines
  edit(path: string, oldString: string, newString: string): SessionLines
  write(path: string, content: string): SessionLines
  line(line: object): SessionLines
  readonly lines: readonly string[]
}

export interface ToolResult {
  readonly text: string
  readonly structured?: unknown
  readonly isError?: boolean
}

export interface SessionOptions {
  readonly session: string
  readonly cwd: string
  readonly branch: string
  readonly start: string
  /** A subagent's own file. */
  readonly agent?: string
}

export function sessionLines({ session, cwd, branch, start, agent }: SessionOptions): SessionLines {
  const lines: string[] = []
  let clock = Date.parse(start)
  let count = 0
  let parent: string | null = null
  let promptId = ''
  let prompts = 0
  const label = agent ?? session.slice(0, 8)
  const id = (prefix: string) => `${prefix}${label}_${String(++count).padStart(4, '0')}`
  const push = (line: object) => lines.push(JSON.stringify(line))
  const tick = (ms: number) => {
    clock += ms
    return new Date(clock).toISOString()
  }
  const common = () => ({
    timestamp: tick(1400),
    userType: 'external',
    entrypoint: 'cli',
    cwd,
    sessionId: session,
    version: '2.1.332',
    gitBranch: branch,
    ...(agent && { agentId: agent }),
  })
  const chained = (line: object) => {
    const uuid = id('uuid-')
    push({ parentUuid: parent, isSidechain: agent !== undefined, ...line, uuid, ...common() })
    parent = uuid
  }
  const assistant = (message: string, content: object, stop: string) =>
    chained({
      message: { id: message, type: 'message', role: 'assistant', content: [content], model: 'm', stop_reason: stop },
      type: 'assistant',
      madeBy: 'model',
    })
  const self: SessionLines = {
    lines,
    prompt(text) {
      tick(20_000)
      promptId = id('prompt-')
      push({ type: 'queue-operation', operation: 'enqueue', sessionId: session, content: text })
      chained({
        promptId,
        type: 'user',
        message: { role: 'user', content: text },
        permissionMode: 'default',
        turnPosition: { promptIndex: prompts++ },
      })
      chained({ type: 'attachment', attachment: { type: 'date', date: '2026-11-20' } })
      return self
    },
    say(text) {
      assistant(id('msg_'), { type: 'text', text }, 'end_turn')
      push({ type: 'last-prompt', lastPrompt: 'x', sessionId: session })
      return self
    },
    tool(name, input, { text, structured, isError }) {
      const tool = id('toolu_')
      assistant(id('msg_'), { type: 'tool_use', id: tool, name, input }, 'tool_use')
      push({ type: 'tools-used', tools: [name], sessionId: session })
      chained({
        promptId,
        type: 'user',
        message: {
          role: 'user',
          content: [{ tool_use_id: tool, type: 'tool_result', content: text, ...(isError && { is_error: true }) }],
        },
        toolUseResult: isError ? `Error: ${text}` : (structured ?? text),
      })
      return self
    },
    bash(command, output, exitCode = 0) {
      if (exitCode !== 0) {
        return self.tool('Bash', { command }, { text: `Exit code ${exitCode}\n${output}`, isError: true })
      }
      const structured = { stdout: output, stderr: '', interrupted: false, isImage: false }
      return self.tool('Bash', { command }, { text: output, structured })
    },
    read(path, content) {
      const numbered = content.split('\n').map((line, i) => `${String(i + 1).padStart(6)}→${line}`)
      const file = { filePath: path, content, numLines: numbered.length, startLine: 1, totalLines: numbered.length }
      const structured = { type: 'text', file }
      return self.tool('Read', { file_path: path }, { text: numbered.join('\n'), structured })
    },
    grep(pattern, filenames, content) {
      const mode = content === undefined ? 'files_with_matches' : 'content'
      const structured = { mode, filenames, numFiles: filenames.length, ...(content !== undefined && { content }) }
      const text = content ?? [`Found ${filenames.length} files`, ...filenames].join('\n')
      return self.tool('Grep', { pattern, output_mode: mode }, { text, structured })
    },
    edit(path, oldString, newString) {
      const input = { file_path: path, old_string: oldString, new_string: newString, replace_all: false }
      const [old, fresh] = [oldString.split('\n'), newString.split('\n')]
      const patch = {
        oldStart: 10,
        oldLines: old.length,
        newStart: 10,
        newLines: fresh.length,
        lines: [...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)],
      }
      const structured = { filePath: path, oldString, newString, structuredPatch: [patch], userModified: false }
      return self.tool('Edit', input, { text: `The file ${path} has been updated successfully.`, structured })
    },
    write(path, content) {
      const structured = { type: 'create', filePath: path, content, structuredPatch: [], originalFile: null }
      return self.tool(
        'Write',
        { file_path: path, content },
        { text: `File created successfully at: ${path}`, structured },
      )
    },
    line(line) {
      chained(line)
      return self
    },
  }
  return self
}
