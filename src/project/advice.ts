import type { ActivityPlace, ToolUse } from '../graph/activity.ts'
import type { JsonObject } from '../graph/nodes.ts'
import type { Instant } from '../graph/spans.ts'
import { homeDirectory } from '../home-options.ts'
import { ADVICE_LINES_MAX, adviceLines, adviceMark } from '../impact/advice-text.ts'
import { ADVICE_WORDS, type AdviceLanguage } from '../impact/advice-words.ts'
import { resolvePath } from '../observe/paths.ts'
import { languageOfText } from '../observe/wording.ts'
import { systemClock } from '../ports/clock.ts'
import { frameOf, plainLine } from '../recall/brief/frame.ts'
import type { HookAnswerOptions } from './hooks.ts'
import type { ImpactBrief } from './impact/answers.ts'
import { impactBrief } from './impact/brief.ts'
import {
  changedPaths,
  type LiveSessions,
  type LiveSource,
  liveChanges,
  liveSessions,
  nearFiles,
} from './impact/live.ts'
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

const MS_MAX = 600
/** For what is left to do once the text is there. */
const MARGIN_MS = 20
/** A writer in the way is not waited for. */
const BUSY_MS_MAX = 50
/** Files of one call that are looked up. Those that were told of before are passed over, so that a call again goes on. */
const FILES_MAX = 40
/** And that are told of. */
const TOLD_MAX = 3
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
    const files = await filesAhead(ahead, place, clock.now())
    if (files.length === 0) return null
    const source: LiveSource = { store, space, directory: homeDirectory(home), place, clock }
    const sessions = liveSessions(source, ahead.session)
    const told = openTold(source.directory, ahead.session)
    const language = await languageFor(source, sessions)
    const dirty = changedPaths(sessions, place.root)
    const lines: string[] = []
    let [looked, spoken] = [0, 0]
    for (const file of files) {
      const leftMs = until - performance.now()
      // Of several, a line is left for those of which nothing is said.
      const linesMax = ADVICE_LINES_MAX - lines.length - (files.length > 1 ? 1 : 0)
      if (leftMs <= 0 || linesMax <= 0 || spoken >= TOLD_MAX) break
      const about = { file, session: ahead.session, leftMs, linesMax, language, sessions, dirty, told }
      const own = await linesFor(source, about)
      looked++
      if (own.length > 0) spoken++
      lines.push(...own)
    }
    if (lines.length === 0 || performance.now() > until) return null
    if (looked < files.length) lines.push(ADVICE_WORDS[language].moreFiles(files.length - looked))
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
  /** What sessions at work changed in this work tree, which may not be read yet. */
  readonly dirty: readonly string[]
  readonly told: Told
}

async function linesFor(source: LiveSource, about: About): Promise<readonly string[]> {
  const { file, session, leftMs, linesMax, language, sessions, dirty, told } = about
  const { store, space, place, clock } = source
  const query = { file: `${place.root}/${file}`, session, deadlineMs: leftMs, dirty }
  const brief = await impactBrief({ store, space: space.id, place, clock }, query)
  const live = await liveChanges(
    source,
    { files: [file], near: brief ? nearFiles({ ...brief, dependents: [brief.dependents] }) : new Map(), session },
    sessions,
  )
  if (brief === null && live.length === 0) return []
  const given = { ...(brief ?? nothingKnown(file)), path: file, live }
  const mark = adviceMark(given)
  const before = told.of(file)
  const isKnown = before?.about === told.short(mark.about)
  if (isKnown && before.live === told.short(mark.live)) return []
  const lines = adviceLines(given, { language, now: clock.now(), linesMax, onlyLive: isKnown })
  if (lines.length > 0) told.note(file, mark)
  return lines
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
async function filesAhead(ahead: EditAhead, place: ActivityPlace, at: Instant): Promise<readonly string[]> {
  const named = namedFile(ahead)
  const paths = named === null ? await filesOfCall(ahead, place, at) : [named]
  const relative = paths.map((path) => pathInTree(path, place))
  return [...new Set(relative)].filter((path) => !/^(?:[/~.]|[A-Za-z]:)/u.test(path)).slice(0, FILES_MAX)
}

/** Tools that change the one file that they name. */
const EDITORS: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit'])

function namedFile({ tool, folder, input }: EditAhead): string | null {
  const path = input['file_path'] ?? input['notebook_path']
  return EDITORS.has(tool) && typeof path === 'string' && path !== '' ? resolvePath(folder, path) : null
}

/** Of commands and patches; to read those takes code that most calls need not wait for. */
async function filesOfCall({ session, folder, tool, input }: EditAhead, place: ActivityPlace, at: Instant) {
  const { stepOf } = await import('../observe/tools/step-of.ts')
  const step = { session, at, host: '', agent: null, key: null, place: { ...place, folder } }
  const call: ToolUse = {
    ...{ kind: 'tool', ...step, tool, input, output: null },
    ...{ outcome: 'unknown', error: null, durationMs: null },
  }
  const { modified, made, removed, moved } = stepOf('', call)
  return [...modified, ...made, ...removed, ...moved.map(({ from }) => from)]
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
