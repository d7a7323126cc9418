import { readClaudeCode } from './claude-code.ts'
import { readCodex } from './codex.ts'
import type { Transcript, TranscriptOptions } from './transcript.ts'

/** So many lines are looked at to tell the host. */
const LOOKED_AT_MAX = 50

/** Reads a session file of any known host, told by the shape of its lines. */
export function readTranscript(lines: readonly string[], options: TranscriptOptions = {}): Transcript {
  return isOfCodex(lines) ? readCodex(lines, options) : readClaudeCode(lines, options)
}

function isOfCodex(lines: readonly string[]): boolean {
  for (const line of lines.slice(0, LOOKED_AT_MAX)) {
    const head = line.slice(0, 400)
    if (/"type"\s*:\s*"(?:session_meta|response_item|turn_context|event_msg)"/u.test(head)) return true
    if (/"record_type"\s*:/u.test(head)) return true
    if (/"(?:sessionId|parentUuid|isSidechain)"\s*:/u.test(head)) return false
  }
  return false
}
