import { type Random, seededRandom } from '../scale/random.ts'

/** One call of a hook, as a host would make it. */
export interface MadeUpHook {
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  /** A word that stands in this payload alone, by which its record is known; `null` where it becomes none. */
  readonly marker: string | null
}

export interface Storm {
  readonly hooks: readonly MadeUpHook[]
  /** What must stand in no file afterwards. */
  readonly secrets: readonly string[]
}

export interface StormOptions {
  readonly seed: number
  /** The folder that the agents stand in. */
  readonly folder: string
}

const TURNS_PER_SESSION = 4
const TOOLS_PER_TURN_MAX = 6
/** One in so many is delivered twice: hosts that read the settings of another do that. */
const TWICE_ONE_IN = 30

/** Hooks of several sessions in their order, with secrets in what was typed, run, read and said. */
export function madeUpStorm(count: number, { seed, folder }: StormOptions): Storm {
  const random = seededRandom(seed)
  const secrets: string[] = []
  const hooks: MadeUpHook[] = []
  for (let session = 0; hooks.length < count; session++) {
    hooks.push(...sessionHooks({ random, folder, secrets, session: `bench-${seed}-${session}` }))
  }
  return { hooks: hooks.slice(0, count), secrets }
}

interface Making {
  readonly random: Random
  readonly folder: string
  readonly secrets: string[]
  readonly session: string
}

function sessionHooks(making: Making): readonly MadeUpHook[] {
  const { random, folder, session } = making
  const common = { session_id: session, transcript_path: `${folder}/${session}.jsonl`, cwd: folder }
  const hook = (event: string, fields: object, marker: string | null): MadeUpHook => ({
    event,
    payload: { ...common, hook_event_name: event, ...fields },
    marker,
  })
  const hooks: MadeUpHook[] = [hook('SessionStart', { source: 'startup' }, null)]
  for (let turn = 0; turn < TURNS_PER_SESSION; turn++) {
    const mark = (step: string) => `mark${session.replaceAll('-', 'x')}x${turn}x${step}`
    const prompt = { prompt_id: `prompt-${session}-${turn}` }
    const asked = `${mark('prompt')} ${random.pick(REQUESTS)} ${secretSentence(making)}`
    hooks.push(hook('UserPromptSubmit', { ...prompt, prompt: asked }, mark('prompt')))
    const tools = 1 + random.below(TOOLS_PER_TURN_MAX)
    for (let step = 0; step < tools; step++) {
      const marker = mark(`tool${step}`)
      const { name, ...call } = toolCall(making, marker)
      const subagent = random.below(8) === 0 ? { agent_id: `agent${turn}`, agent_type: 'explorer' } : {}
      const use = { ...prompt, ...subagent, tool_name: name, tool_input: call.input, tool_use_id: `toolu_${marker}` }
      hooks.push(hook('PreToolUse', use, null))
      const end = call.error === null ? { tool_response: call.response } : { error: call.error, is_interrupt: false }
      const event = call.error === null ? 'PostToolUse' : 'PostToolUseFailure'
      const after = hook(event, { ...use, ...end, duration_ms: random.below(900) }, marker)
      hooks.push(after, ...(random.below(TWICE_ONE_IN) === 0 ? [after] : []))
    }
    const said = { stop_hook_active: false, last_assistant_message: `${mark('reply')} Done: ${random.pick(REQUESTS)}` }
    hooks.push(hook('Stop', { ...prompt, ...said }, mark('reply')))
  }
  const summary = `mark${session.replaceAll('-', 'x')}xcompact The work so far.`
  hooks.push(hook('PreCompact', { trigger: 'auto', custom_instructions: '' }, null))
  hooks.push(hook('PostCompact', { trigger: 'auto', compact_summary: summary }, summary.split(' ')[0]!))
  hooks.push(hook('SessionEnd', { reason: 'other' }, null))
  return hooks
}

interface Made {
  readonly name: string
  readonly input: object
  readonly response: unknown
  readonly error: string | null
}

function toolCall(making: Making, marker: string): Made {
  const { random, folder } = making
  const file = `${folder}/src/${random.pick(FILES)}`
  switch (random.below(4)) {
    case 0:
      return {
        name: 'Edit',
        input: { file_path: file, old_string: `ttl = ${random.below(90)}`, new_string: `ttl = ${marker}` },
        response: { filePath: file, structuredPatch: [], userModified: false },
        error: null,
      }
    case 1:
      return {
        name: 'Read',
        input: { file_path: file },
        response: { type: 'text', file: { filePath: file, content: `// ${marker}\n${secretSentence(making)}\n` } },
        error: null,
      }
    case 2:
      return {
        name: 'Bash',
        input: { command: `npm test -- ${marker}`, description: 'run the tests' },
        response: null,
        error: `Exit code 1\n1 test failed: ${marker}\n${secretSentence(making)}`,
      }
    default:
      return {
        name: 'Bash',
        input: { command: `deploy --release ${marker}`, description: 'deploy' },
        response: { stdout: `deployed\n${secretSentence(making)}`, stderr: '', interrupted: false },
        error: null,
      }
  }
}

const REQUESTS = [
  'Please let the refresh of the JWT survive a restart.',
  'Why is the checkout slow?',
  '请修复登录模块的令牌刷新问题。',
  'Move the payment callback to its own module.',
  '把部署改到周五，并更新文档。',
  'Add a test for the retry of the queue.',
]
const FILES = ['auth/token.ts', 'payments/callback.ts', 'queue/retry.ts', 'login.ts', 'checkout/price.ts']

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Something that must never be written, as it occurs: in a header, a file of settings, a command, between marks. */
function secretSentence({ random, secrets }: Making): string {
  const letters = (length: number, from = LETTERS) => Array.from({ length }, () => random.pick([...from])).join('')
  const keep = (secret: string) => {
    secrets.push(secret)
    return secret
  }
  switch (random.below(6)) {
    case 0:
      return `AWS_ACCESS_KEY_ID=${keep(`AKIA${letters(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`)}`
    case 1:
      return `the token is ${keep(`ghp_${letters(36)}`)}`
    case 2:
      return `Authorization: Bearer ${keep(letters(40))}`
    case 3:
      return `<private>${keep(`only for me ${letters(12)}`)}</private>`
    case 4:
      return `DATABASE_PASSWORD=${keep(letters(24))}`
    default:
      return `-----BEGIN PRIVATE KEY-----\n${keep(letters(64))}\n${keep(letters(64))}\n-----END PRIVATE KEY-----`
  }
}
