/** One event whose hook is timed, with what the host would hand over at each call. */
export interface TimedPayload {
  readonly event: string
  payload(call: number): Readonly<Record<string, unknown>>
}

/** An output of ordinary size. */
const OUTPUT = 'ok 1 - the token is renewed\n'.repeat(120)
const PROMPTS = [
  'Why does the refresh of the session token fail after a restart?',
  '令牌刷新失败后为什么没有重试？',
  'Add a timeout to the retry of the mailer queue.',
  'Which index does the search of the catalog use, and what does its migration cost?',
]

/** A repository whose code and history are known. */
export interface KnownCode {
  readonly folder: string
  /** Relative to the folder, one for each call; a session is told of a file once. */
  readonly files: readonly string[]
}

/** All events that hosts are asked to tell, each with payloads that differ from call to call. */
export function timedEvents(folder: string, seed: number, code: KnownCode | null): readonly TimedPayload[] {
  const common = (event: string, cwd = folder) => ({
    session_id: `timed-${seed}`,
    transcript_path: `${cwd}/timed.jsonl`,
    cwd,
    hook_event_name: event,
  })
  const event = (name: string, fields: (call: number) => object): TimedPayload => ({
    event: name,
    payload: (call) => ({ ...common(name), prompt_id: `timed-${name}-${call}`, ...fields(call) }),
  })
  const use = (call: number) => ({
    tool_name: 'Bash',
    tool_input: { command: `npm test -- ${call}`, description: 'run the tests' },
    tool_use_id: `toolu_timed_${call}`,
  })
  const editOf = ({ folder, files }: KnownCode, call: number) => ({
    ...common('PreToolUse', folder),
    tool_name: 'Edit',
    tool_input: { file_path: `${folder}/${files[call % files.length]}`, old_string: 'total', new_string: 'sum' },
    tool_use_id: `toolu_edit_${call}`,
  })
  return [
    event('SessionStart', () => ({ source: 'startup' })),
    event('UserPromptSubmit', (call) => ({ prompt: PROMPTS[call % PROMPTS.length] })),
    code === null ? event('PreToolUse', use) : { event: 'PreToolUse', payload: (call) => editOf(code, call) },
    event('PostToolUse', (call) => ({
      ...use(call),
      tool_response: { stdout: OUTPUT, stderr: '', interrupted: false },
    })),
    event('PostToolUseFailure', (call) => ({
      ...use(call),
      tool_use_id: `toolu_failed_${call}`,
      error: `Exit code 1\n${OUTPUT}`,
    })),
    event('PreCompact', () => ({ trigger: 'auto', custom_instructions: '' })),
    event('PostCompact', (call) => ({ trigger: 'auto', compact_summary: `The work so far, ${call}.` })),
    event('SubagentStop', (call) => ({
      agent_id: `agent${call}`,
      agent_type: 'explorer',
      last_assistant_message: `Found ${call}.`,
    })),
    event('Stop', (call) => ({ stop_hook_active: false, last_assistant_message: `Done ${call}.` })),
    event('SessionEnd', () => ({ reason: 'other' })),
  ]
}
