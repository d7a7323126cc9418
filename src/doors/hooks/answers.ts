import { EngraphError } from '../../graph/errors.ts'
import type { JsonObject } from '../../graph/nodes.ts'
import type { HookAnswerOptions } from '../../project/hooks.ts'
import { mayWriteFiles } from './about-to-write.ts'

/**
 * What a hook prints: `hookSpecificOutput` with what is remembered, or `null` for nothing to say. Never a decision. Whoever
 * calls is a process that a host waits for, so the rest is loaded only where there may be something to say.
 */
export async function answer(payload: unknown, options: HookAnswerOptions): Promise<object | null> {
  if (typeof payload !== 'object' || payload === null) return null
  const fields = payload as Fields
  const event = eventOf(fields)
  const additionalContext = await contextFor(event, fields, options).catch(whileBusy)
  return additionalContext === null ? null : { hookSpecificOutput: { hookEventName: event, additionalContext } }
}

/** Where others write for as long as this may wait, there is no answer now; nothing has failed. */
function whileBusy(error: unknown): null {
  if (error instanceof EngraphError && error.code === 'store-locked') return null
  throw error
}

type Fields = Readonly<Record<string, unknown>>

/** Hosts write names in one of two ways, and some leave the event to the command line. */
function eventOf(fields: Fields): string {
  const named = textOf(fields, 'hook_event_name', 'hookEventName')
  if (named !== '') return named.charAt(0).toUpperCase() + named.slice(1)
  return textOf(fields, 'prompt') === '' ? (textOf(fields, 'source') === '' ? '' : 'SessionStart') : 'UserPromptSubmit'
}

async function contextFor(event: string, fields: Fields, options: HookAnswerOptions): Promise<string | null> {
  const session = textOf(fields, 'session_id', 'sessionId')
  const folder = textOf(fields, 'cwd', 'workspaceFolder') || process.cwd()
  switch (event) {
    case 'SessionStart': {
      const { contextOfSession } = await import('../../project/hooks.ts')
      return contextOfSession({ session, folder, source: textOf(fields, 'source') || 'startup' }, options)
    }
    case 'UserPromptSubmit': {
      const prompt = textOf(fields, 'prompt')
      if (prompt.trim() === '') return null
      const { contextOfPrompt } = await import('../../project/hooks.ts')
      return contextOfPrompt({ session, folder, prompt }, options)
    }
    case 'PreToolUse': {
      const tool = textOf(fields, 'tool_name', 'toolName')
      const given = fields['tool_input'] ?? fields['toolInput'] ?? null
      if (!mayWriteFiles(tool, given)) return null
      const { adviceBeforeEdit } = await import('../../project/advice.ts')
      const input = typeof given === 'object' && !Array.isArray(given) ? given : { input: given }
      return adviceBeforeEdit({ session, folder, tool, input: input as JsonObject }, options)
    }
    default:
      return null
  }
}

function textOf(fields: Fields, ...names: readonly string[]): string {
  const value = names.map((name) => fields[name]).find((one) => typeof one === 'string')
  return typeof value === 'string' ? value : ''
}
