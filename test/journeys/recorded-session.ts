import { readFileSync } from 'node:fs'

/** One call of a hook, as a host would have made it. */
export interface RecordedHook {
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

interface Block {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: object
  readonly tool_use_id?: string
  readonly content?: string
  readonly is_error?: boolean
}

interface Line {
  readonly type: string
  readonly promptId?: string
  readonly sessionId: string
  readonly message?: { readonly content: string | readonly Block[] }
  readonly toolUseResult?: unknown
}

/**
 * The hooks that the host would have called in a recorded session of `test/fixtures/sessions/`, had it been held in
 * `folder`: a start, prompts, tool calls that went well or failed, what was said last before it stopped, an end.
 */
export function recordedHooks(name: string, { folder }: { readonly folder: string }): readonly RecordedHook[] {
  const text = readFileSync(new URL(`../fixtures/sessions/${name}.jsonl`, import.meta.url), 'utf8')
  const recordedIn = /"cwd":"([^"]+)"/u.exec(text)![1]!
  const lines: Line[] = text
    .replaceAll(recordedIn, folder)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const hooks: RecordedHook[] = []
  const calls = new Map<string, Block>()
  let said: string | null = null
  let turn: object = {}
  const session = lines[0]!.sessionId
  const add = (event: string, fields: object) =>
    hooks.push({
      event,
      payload: { session_id: session, transcript_path: '', cwd: folder, ...turn, hook_event_name: event, ...fields },
    })
  const stop = () => {
    if (said !== null) add('Stop', { stop_hook_active: false, last_assistant_message: said })
    said = null
  }
  add('SessionStart', { source: 'startup' })
  for (const { type, promptId, message, toolUseResult } of lines) {
    const content = message?.content ?? []
    if (type === 'user' && typeof content === 'string') {
      stop()
      turn = { prompt_id: promptId, permission_mode: 'default' }
      add('UserPromptSubmit', { prompt: content })
      continue
    }
    for (const block of typeof content === 'string' ? [] : content) {
      if (block.type === 'text') said = block.text!
      if (block.type === 'tool_use') calls.set(block.id!, block)
      if (block.type !== 'tool_result') continue
      const { id, name: tool, input } = calls.get(block.tool_use_id!)!
      const call = { tool_name: tool, tool_input: input, tool_use_id: id, duration_ms: 20 }
      if (block.is_error) add('PostToolUseFailure', { ...call, error: block.content, is_interrupt: false })
      else add('PostToolUse', { ...call, tool_response: toolUseResult })
    }
  }
  stop()
  turn = {}
  add('SessionEnd', { reason: 'other' })
  return hooks
}
