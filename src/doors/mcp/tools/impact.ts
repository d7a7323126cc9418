import * as z from 'zod'
import type { Companion, ImpactAnswer } from '../../../project/impact/answers.ts'
import { minuteOf } from '../../cli/terminal-text.ts'
import { given } from '../../cli/usage.ts'
import { notice, time } from '../answer-schemas.ts'
import { type Answer, tool } from '../tool.ts'
import { NO_MEMORY } from './search.ts'

const list = z.array(z.string())
const companion = z.object({
  path: z.string(),
  probability: z.number(),
  because: z.string(),
  commits: z.number().describe('that changed both'),
  sessions: z.number(),
})

const output = z.object({
  notice,
  root: z.string(),
  dependents: z.array(
    z.object({
      file: z.string(),
      count: z.number(),
      direct: z.number(),
      coverage: z.enum(['complete', 'at-least', 'stale']),
      isCut: z.boolean(),
      paths: list.describe('nearest first, some'),
    }),
  ),
  usually: z.array(companion),
  tests: z.array(companion),
  sessions: z.object({
    count: z.number(),
    newest: z.array(z.object({ session: z.string(), subject: z.string(), at: time })),
  }),
  knowledge: z.array(z.object({ kind: z.string(), id: z.string(), text: z.string(), file: z.string() })),
  live: z.array(z.object({ session: z.string(), path: z.string(), at: time, near: z.string(), file: z.string() })),
  history: z.string().describe('how far git was read'),
  unknown: list.describe('files that were not read'),
  importsUnread: list.describe('files of a language whose imports are not read yet'),
  unreadable: list.describe('configurations that cannot be read, so imports may be missing'),
  changed: list.describe('changed since they were read'),
  hint: z.string(),
})

const FILES_MAX = 50
const PATHS_MAX = 40
const DIRECT_SHOWN_MAX = 8

export const impactTool = tool({
  name: 'impact',
  title: 'What a change touches',
  description:
    'Before you change files: what imports them, what usually changes with them, their tests, recent work, pitfalls, and what other sessions change nearby now.',
  input: z.strictObject({
    files: z.array(z.string().min(1).max(1_000)).min(1).max(FILES_MAX),
    hops: z.int().min(1).max(10).optional().describe('Imports in between, default 3.'),
  }),
  output,
  effect: 'read',
  async run({ files, hops }, memory, { signal }) {
    if (memory === null) return nothing(files)
    return answerOf(await memory.impact({ files, signal, ...given({ hops }) }))
  },
})

function answerOf(found: ImpactAnswer): Answer<z.output<typeof output>> {
  const unknown = found.files.filter(({ state }) => state === 'unknown').map(({ path }) => path)
  const importsUnread = found.files
    .filter(({ state, areImportsRead }) => state === 'known' && !areImportsRead)
    .map(({ path }) => path)
  const hint = found.coverage.history.state === 'read' ? READ_MORE : NO_HISTORY
  const structured = {
    root: found.root,
    dependents: found.dependents.map(({ file, count, direct, coverage, isCut, of }) => {
      return { file, count, direct, coverage, isCut, paths: of.slice(0, PATHS_MAX).map(({ path }) => path) }
    }),
    usually: found.usually.map(companionOf),
    tests: found.tests.map(companionOf),
    sessions: {
      count: found.sessions.count,
      newest: found.sessions.of.map(({ session, subject, at }) => ({ session, subject, at: isoOf(at) })),
    },
    knowledge: found.knowledge.map(({ kind, id, text, file }) => ({ kind, id, text, file })),
    live: found.live.map(({ session, path, at, near, file }) => ({ session, path, at: isoOf(at), near, file })),
    history: found.coverage.history.state,
    unknown,
    importsUnread,
    unreadable: [...found.coverage.unreadable],
    changed: [...found.coverage.changed],
    hint,
  }
  return { structured, text: [...linesOf(structured), hint].join('\n') }
}

const READ_MORE = 'get gives the whole of an id.'
const NO_HISTORY = 'The history of git was not read in full; `engraph init` reads it. get gives the whole of an id.'

function companionOf({ path, probability, because, reasons }: Companion) {
  const together = reasons.find((reason) => reason.kind === 'cochange')
  const { commits, sessions } = together?.kind === 'cochange' ? together : { commits: 0, sessions: 0 }
  return { path, probability, because, commits, sessions }
}

type Structured = Omit<z.output<typeof output>, 'notice'>

function linesOf({
  dependents,
  usually,
  tests,
  sessions,
  knowledge,
  live,
  unknown,
  importsUnread,
  unreadable,
  changed,
}: Structured): readonly string[] {
  const named = (companions: Structured['usually']) =>
    companions.map(({ path, probability, commits, sessions: together }) => {
      const counts = [commits > 0 ? `${commits} commits` : '', together > 0 ? `${together} sessions` : '']
      return `${path} (${[`${Math.round(probability * 100)} %`, ...counts.filter(Boolean)].join(', ')})`
    })
  const recent = sessions.newest.map(({ subject, at }) => `${subject} (${minuteOf(Date.parse(at))})`)
  return [
    ...dependents.map(({ file, count, direct, coverage, isCut, paths }) => {
      if (count === 0 && importsUnread.includes(file)) {
        return `${file}: imports of its language are not read yet; who depends on it is known by history and names alone`
      }
      const shown = paths.slice(0, DIRECT_SHOWN_MAX).join(', ')
      return `${file}: ${count}${isCut ? '+' : ''} files depend on it, ${direct} directly, ${coverage}${shown === '' ? '' : `: ${shown}`}`
    }),
    ...row('Likely to change with it', named(usually)),
    ...row('Tests', named(tests)),
    ...row(`Last 30 days: ${sessions.count} sessions`, recent),
    ...knowledge.map(({ kind, id, text }) => `${kind} (${id}): ${text}`),
    ...live.map(({ session, path, at, near }) => {
      return `changed by another live session: ${path} (${near}), ${session}, ${minuteOf(Date.parse(at))}`
    }),
    ...row('Not read', unknown),
    ...row('Configurations that cannot be read, so imports may be missing', unreadable),
    ...row('Changed since they were read', changed),
  ]
}

function row(label: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${label}: ${items.join('; ')}`]
}

function nothing(unknown: readonly string[]): Answer<z.output<typeof output>> {
  const none = { root: '', dependents: [], usually: [], tests: [], sessions: { count: 0, newest: [] }, knowledge: [] }
  const structured = {
    ...none,
    live: [],
    history: 'unread',
    unknown: [...unknown],
    importsUnread: [],
    unreadable: [],
    changed: [],
    hint: NO_MEMORY,
  }
  return { structured, text: NO_MEMORY }
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}
