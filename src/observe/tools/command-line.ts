import { type ParseEntry, parse } from 'shell-quote'
import { resolvePath } from '../paths.ts'
import { runnerOf } from './runners.ts'
import type { ShellCommand } from './step.ts'

/** A longer command line is read so far. */
export const COMMAND_LENGTH_MAX = 6_000
const COMMANDS_MAX = 40

/** A command with what is around it: where it runs, where its output goes. */
export interface RunCommand extends ShellCommand {
  readonly folder: string
  readonly writes: readonly string[]
  /** The text that is given to it with `<<`. */
  readonly given: string | null
}

interface Reading {
  words: string[]
  writes: string[]
  given: string | null
}

/** The commands of a line, in order, with `cd` followed. What cannot be read is left out. */
export function readCommandLine(line: string, folder: string): readonly RunCommand[] {
  const { text, bodies } = withoutHereDocuments(line.slice(0, COMMAND_LENGTH_MAX))
  const entries = parse(onOneLine(text), (key) => `$${key}`) as readonly ParseEntry[]
  const commands: RunCommand[] = []
  let reading: Reading = { words: [], writes: [], given: null }
  let place = folder
  const end = (operator: string) => {
    const words = withoutWrappers(reading.words)
    if (words[0] === 'cd' || words[0] === 'pushd') {
      if (words[1] && !words[1].startsWith('-') && !words[1].includes('$')) place = resolvePath(place, words[1])
    } else if (words.length > 0 && commands.length < COMMANDS_MAX) {
      const { writes, given } = reading
      // Of a pipe the last command alone is told of, and `|| true` hides everything.
      const isTold = operator !== '|' && operator !== '|&' && operator !== '||' && operator !== '&'
      commands.push({ words, runner: runnerOf(words), isTold, folder: place, writes, given })
    }
    reading = { words: [], writes: [], given: null }
  }
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!
    if (typeof entry === 'string') reading.words.push(entry)
    else if ('comment' in entry) continue
    else if (entry.op === 'glob') reading.words.push((entry as { readonly pattern: string }).pattern)
    else i = readOperator(reading, entry.op as string, entries, i, bodies, end)
  }
  end('')
  // What stands before `;` is followed by something whose exit code counts.
  return commands.map((command, i) =>
    i < commands.length - 1 && !isChained(text) ? { ...command, isTold: false } : command,
  )
}

function readOperator(
  reading: Reading,
  operator: string,
  entries: readonly ParseEntry[],
  at: number,
  bodies: string[],
  end: (operator: string) => void,
): number {
  const next = entries[at + 1]
  if (/^(?:>>?|&>>?|>\||>&)$/u.test(operator)) {
    if (/^\d$/u.test(reading.words.at(-1) ?? '')) reading.words.pop()
    if (typeof next !== 'string') return at
    if (!/^\d$|^-$/u.test(next) && !next.startsWith('/dev/')) reading.writes.push(next)
    return at + 1
  }
  if (operator === '<<' || operator === '<<-') {
    reading.given = bodies.shift() ?? ''
    return typeof next === 'string' ? at + 1 : at
  }
  if (operator === '<' || operator === '<<<') return typeof next === 'string' ? at + 1 : at
  end(operator)
  return at
}

/** Whether all commands of a line hang on one another, so that one exit code tells of each. */
function isChained(text: string): boolean {
  return !/[;\n]/u.test(text.replace(/'[^']*'|"[^"]*"/gu, ''))
}

const HERE = /<<-?[ \t]{0,4}(['"]?)([A-Za-z_]\w{0,40})\1/gu

/** Bodies of `<<EOF` apart, since they are no commands. */
function withoutHereDocuments(line: string): { readonly text: string; readonly bodies: string[] } {
  const bodies: string[] = []
  if (!line.includes('<<')) return { text: line, bodies }
  const kept: string[] = []
  const lines = line.split('\n')
  for (let i = 0; i < lines.length; i++) {
    kept.push(lines[i]!)
    for (const match of lines[i]!.matchAll(HERE)) {
      const body: string[] = []
      while (i + 1 < lines.length && lines[i + 1]!.trim() !== match[2]) body.push(lines[++i]!)
      i++
      bodies.push(body.join('\n'))
    }
  }
  return { text: kept.join('\n'), bodies }
}

/** Ends of lines outside of quotes as `;`, and continued lines joined. */
function onOneLine(text: string): string {
  if (!text.includes('\n')) return text
  let [joined, quote] = ['', '']
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (character === '\\' && quote !== "'") {
      joined += text[i + 1] === '\n' ? ' ' : character + (text[i + 1] ?? '')
      i++
    } else if (quote !== '') {
      if (character === quote) quote = ''
      joined += character
    } else if (character === "'" || character === '"') {
      quote = character
      joined += character
    } else joined += character === '\n' ? ' ; ' : character
  }
  return joined
}

const WRAPPERS: ReadonlySet<string> = new Set(
  `sudo time nice nohup command exec env npx bunx pnpx uvx pipx xvfb-run then do else if while ! { } ( ) dotenv cross-env rtk stdbuf
  unbuffer strace caffeinate`.split(/\s+/u),
)
const RUN_PAIRS: ReadonlySet<string> = new Set(
  `poetry run|uv run|pipenv run|hatch run|pdm run|rye run|bundle exec|pnpm exec|pnpm dlx|yarn dlx|yarn exec|npm exec|bun x|mise exec|
  direnv exec|conda run|nix run|go tool|cargo run --bin`.split(/\|\s*/u),
)
/** After these the name of a program may follow that is known by itself: `pnpm vitest run`, `yarn tsc`. */
const SCRIPTED: ReadonlySet<string> = new Set(['pnpm', 'yarn', 'bun', 'npm'])

function withoutWrappers(words: readonly string[]): readonly string[] {
  let rest = words
  for (let i = 0; i < 8 && rest.length > 0; i++) {
    const [first = '', second = ''] = rest
    if (/^[A-Za-z_]\w*=/u.test(first) || WRAPPERS.has(first)) rest = rest.slice(1)
    else if (first === 'timeout') rest = rest.slice(second.startsWith('-') ? 3 : 2)
    else if (RUN_PAIRS.has(`${first} ${second}`)) rest = rest.slice(2)
    else if (
      SCRIPTED.has(first) &&
      /^(?:vitest|jest|tsc|vue-tsc|eslint|prettier|biome|playwright|cypress|mocha|vite|next|tsx|prisma|knex|turbo|nx|stylelint|oxlint|tsup|tsdown|svelte-check|wrangler)$/u.test(
        second,
      )
    )
      rest = rest.slice(1)
    else if (first.startsWith('-') && i > 0 && rest.length > 1) rest = rest.slice(1)
    else if (/^docker(?:-compose)?$/u.test(first) && rest.includes('exec')) rest = afterExec(rest)
    else break
  }
  return rest
}

/** `docker compose exec -T api pytest`: flags, then the container, then the command. */
function afterExec(words: readonly string[]): readonly string[] {
  const rest = words.slice(words.indexOf('exec') + 1)
  const container = rest.findIndex((word) => !word.startsWith('-'))
  return container < 0 || container + 1 >= rest.length ? [] : rest.slice(container + 1)
}
