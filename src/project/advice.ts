import type { ActivityPlace, ToolUse } from '../graph/activity.ts'
import type { JsonObject } from '../graph/nodes.ts'
import type { Instant } from '../graph/spans.ts'
import { homeDirectory } from '../home-options.ts'
import { ADVICE_LINES_MAX, adviceLines, adviceMark } from '../impact/advice-text.ts'
import type { AdviceLanguage } from '../impact/advice-words.ts'
import { fileNode } from '../infer/co-changes.ts'
import { stepOf } from '../observe/tools/step-of.ts'
import { languageOfText } from '../observe/wording.ts'
import { systemClock } from '../ports/clock.ts'
import { frameOf, plainLine } from '../recall/brief/frame.ts'
import type { HookAnswerOptions } from './hooks.ts'
import type { Companion, ImpactBrief } from './impact/answers.ts'
import { impactBrief } from './impact/brief.ts'
import { type LiveSessions, type LiveSource, liveChanges, liveSessions, nearFiles } from './impact/live.ts'
import { findProject } from './opening.ts'
import { openTold, type Told } from './told-advice.ts'
import { pathInTree } from './tree-path.ts'

/** A tool call that is about to happen, as the host tells of it. */
export interface EditAhead {
  readonly session: string
  readonly folder: string
  readonly tool: string
  readonly input: JsonObject
}

const MS_MAX = 200
/** For what is left to do once the text is there. */
const MARGIN_MS = 20
/** A writer in the way is not waited for. */
const BUSY_MS_MAX = 50
/** Files of one call that are told of. */
const FILES_MAX = 3
const LINE_LENGTH_MAX = 600

/**
 * What somebody who is about to change files should know of them, framed as data; `null` where there is nothing to say,
 * where it was said in this session already, or where there is no time. It advises and decides nothing.
 */
export async function adviceBeforeEdit(ahead: EditAhead, options: HookAnswerOptions): Promise<string | null> {
  const { home, clock = systemClock, deadlineMs = MS_MAX } = options
  const until = performance.now() + Math.min(MS_MAX, deadlineMs - MARGIN_MS)
  const found = await findProject(ahead.folder, { busyTimeoutMs: BUSY_MS_MAX, ...(home === undefined ? {} : { home }) })
  if (found === null) return null
  const { place, opened } = found
  const { store, space } = opened
  try {
    const files = filesAhead(ahead, place, clock.now())
    if (files.length === 0) return null
    const source: LiveSource = { store, space, directory: homeDirectory(home), place, clock }
    const sessions = liveSessions(source, ahead.session)
    const told = openTold(source.directory, ahead.session)
    const language = await languageFor(source, sessions)
    const lines: string[] = []
    for (const file of files) {
      const leftMs = until - performance.now()
      const linesMax = ADVICE_LINES_MAX - lines.length
      if (leftMs <= 0 || linesMax <= 0) break
      const about = { file, session: ahead.session, leftMs, linesMax, language, sessions, told }
      lines.push(...(await linesFor(source, about)))
    }
    if (lines.length === 0 || performance.now() > until) return null
    told.write(clock.now())
    const { head, foot } = frameOf('advice', language)
    return `${head}${lines.map((line) => `${plainLine(line, LINE_LENGTH_MAX)}\n`).join('')}${foot}`
  } finally {
    await store.close()
  }
}

interface About {
  readonly file: string
  readonly session: string
  readonly leftMs: number
  readonly linesMax: number
  readonly language: AdviceLanguage
  readonly sessions: LiveSessions
  readonly told: Told
}

async function linesFor(source: LiveSource, about: About): Promise<readonly string[]> {
  const { file, session, leftMs, linesMax, language, sessions, told } = about
  const { store, space, place, clock } = source
  const query = { file: `${place.root}/${file}`, session, deadlineMs: leftMs }
  const brief = await impactBrief({ store, space: space.id, place, clock }, query)
  const live = await liveChanges(
    source,
    { files: [file], near: brief ? nearFiles({ ...brief, dependents: [brief.dependents] }) : new Map(), session },
    sessions,
  )
  if (brief === null && live.length === 0) return []
  const given = { ...(brief ?? nothingKnown(file)), ...(await withoutRejected(source, file, brief)), path: file, live }
  const mark = adviceMark(given)
  const before = told.of(file)
  const isKnown = before?.about === told.short(mark.about)
  if (isKnown && before.live === told.short(mark.live)) return []
  const lines = adviceLines(given, { language, now: clock.now(), linesMax, onlyLive: isKnown })
  if (lines.length > 0) told.note(file, mark)
  return lines
}

/** Companions without those that somebody said do not belong together. */
async function withoutRejected({ store, space }: LiveSource, file: string, brief: ImpactBrief | null) {
  const companions = { usually: brief?.usually ?? [], tests: brief?.tests ?? [] }
  if (companions.usually.length + companions.tests.length === 0) return companions
  const node = fileNode(file)
  const rejected = await store.edges(space.id, { kinds: ['CO_CHANGES'], states: ['rejected'], node, limit: 500 })
  if (rejected.length === 0) return companions
  const others = new Set(rejected.flatMap(({ from, to }) => [from, to]))
  const kept = (all: readonly Companion[]) => all.filter(({ path }) => !others.has(fileNode(path)))
  return { usually: kept(companions.usually), tests: kept(companions.tests) }
}

function nothingKnown(file: string): Omit<ImpactBrief, 'root' | 'fingerprint'> {
  return {
    path: file,
    dependents: { file, of: [], direct: 0, count: 0, isCut: false, coverage: 'stale' },
    usually: [],
    tests: [],
    sessions: { count: 0, of: [] },
    knowledge: [],
  }
}

/** Files of the work tree that a call is going to change, relative to its top. */
function filesAhead({ session, folder, tool, input }: EditAhead, place: ActivityPlace, at: Instant): readonly string[] {
  const step = { session, at, host: '', agent: null, key: null, place: { ...place, folder } }
  const call: ToolUse = {
    ...{ kind: 'tool', ...step, tool, input, output: null },
    ...{ outcome: 'unknown', error: null, durationMs: null },
  }
  const { modified, made, removed, moved } = stepOf('', call)
  const paths = [...modified, ...made, ...removed, ...moved.map(({ from }) => from)]
  const relative = paths.map((path) => pathInTree(path, place))
  return [...new Set(relative)].filter((path) => !/^(?:[/~.]|[A-Za-z]:)/u.test(path)).slice(0, FILES_MAX)
}

/** That of the last prompt of the session, else that of the newest work that is remembered. */
async function languageFor({ store, space }: LiveSource, { own }: LiveSessions): Promise<AdviceLanguage> {
  for (const activity of own.toReversed()) {
    const said = activity.kind === 'prompt' ? languageOfText(activity.text) : null
    if (said !== null) return said
  }
  const [newest] = await store.observations.find(space.id, { order: 'newest-first', limit: 1 })
  return newest?.observation.language ?? 'en'
}
