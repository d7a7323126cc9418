import { type SessionLines, sessionLines } from './session-lines.ts'

/** A session of so many tool calls, always the same for a seed: a service with many modules, read, changed, tested, mended. */
export interface LongSession {
  readonly lines: readonly string[]
  readonly toolCalls: number
  readonly prompts: number
  /** What each task changed, in order: its module, old and new value. */
  readonly tasks: readonly Task[]
}

interface Task {
  readonly module: string
  readonly kind: 'fix' | 'add' | 'ask' | 'tune'
  readonly from: number
  readonly to: number
}

const ROOT = '/home/u/platform'
const MODULES = [
  'billing',
  'inventory',
  'shipping',
  'refund',
  'coupon',
  'search',
  'upload',
  'webhook',
  'session',
  'report',
]

export function longSession({ toolCalls, seed }: { readonly toolCalls: number; readonly seed: number }): LongSession {
  const random = seeded(seed)
  const session = sessionLines({
    session: `long-${seed}`,
    cwd: ROOT,
    branch: 'main',
    start: '2026-11-24T06:00:00.000Z',
  })
  const tasks: Task[] = []
  let count = 0
  const counted = countedTools(session, () => count++)
  while (count < toolCalls) {
    const module = MODULES[Math.floor(random() * MODULES.length)]!
    const from = 100 + Math.floor(random() * 800)
    const task: Task = { module, kind: pick(['fix', 'add', 'ask', 'tune'], random()), from, to: from + 7 }
    tasks.push(task)
    work(counted, task, { reads: 2 + Math.floor(random() * 24), left: toolCalls - count })
  }
  return { lines: session.lines, toolCalls: count, prompts: tasks.length, tasks }
}

function countedTools(session: SessionLines, note: () => void): SessionLines {
  const tool: SessionLines['tool'] = (...given) => {
    note()
    return session.tool(...given)
  }
  const counting = (name: 'bash' | 'read' | 'grep' | 'edit' | 'write') =>
    ((...given: readonly unknown[]) => {
      note()
      return (session[name] as (...all: readonly unknown[]) => SessionLines)(...given)
    }) as never
  return {
    ...session,
    tool,
    bash: counting('bash'),
    read: counting('read'),
    grep: counting('grep'),
    edit: counting('edit'),
    write: counting('write'),
  }
}

function work(
  session: SessionLines,
  task: Task,
  { reads, left }: { readonly reads: number; readonly left: number },
): void {
  const { module, kind, from, to } = task
  const file = `${ROOT}/src/${module}/${module}-service.ts`
  const asked = {
    fix: `The ${module} limit is wrong, please fix it: it should be ${to}`,
    add: `Add an endpoint that tells the limit of ${module}`,
    ask: `How does the ${module} service compute its limit?`,
    tune: `Raise the ${module} limit from ${from} to ${to}`,
  }[kind]
  session.prompt(asked)
  for (let i = 0; i < Math.min(reads, left); i++) {
    session.read(
      `${ROOT}/src/${module}/part-${i}.ts`,
      `export const part${i} = ${i}\n${'// what it does\n'.repeat(20)}`,
    )
  }
  if (left <= reads + 4) return
  if (kind === 'ask') {
    session.say(
      `The limit is computed in src/${module}/${module}-service.ts by limitOf, because each tenant has its own.`,
    )
    return
  }
  if (kind === 'add') {
    session.write(
      `${ROOT}/src/${module}/limit-route.ts`,
      `export const route = app.get('/api/${module}/limit', limitOf)\n`,
    )
  } else if (kind === 'fix') {
    session.bash(`npx vitest run test/${module}`, `AssertionError: expected ${from} to be ${to}\n 1 failed`, 1)
    session.edit(file, `const limit = ${from}`, `const limit = ${to}`)
  } else session.edit(file, `const limit = ${from}`, `const limit = ${to}`)
  session.bash(`npx vitest run test/${module}`, ' 3 passed')
  session.say(`Done: the tests of ${module} pass.`)
}

function pick<T>(items: readonly T[], at: number): T {
  return items[Math.floor(at * items.length)]!
}

/** Mulberry32: small, and the same everywhere. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
