import { areImportsRead } from '../../capture/source/imports-read.ts'
import type { SourceGraph } from '../../graph/source-graph.ts'
import type { ChangeHistory } from '../../impact/change-history.ts'
import { impactOf } from '../../impact/impact.ts'
import { type Known, knownFor } from '../../impact/known.ts'
import { rounded, workOutAdvice } from '../code/advice.ts'
import { type CodeOptions, type CodeSource, catchUpCode } from '../code/catch-up.ts'
import { emptyGraph } from '../code/empty.ts'
import { dayOf, SESSIONS_MAX, wholeHistory } from '../code/known.ts'
import { loadSource } from '../code/source.ts'
import { currentPlace } from '../current-place.ts'
import { pathInTree } from '../tree-path.ts'
import { aboutFiles } from './about.ts'
import type {
  CodeRead,
  CoverageState,
  FileDependents,
  HistoryCoverage,
  ImpactAnswer,
  ImpactCoverage,
  ImpactQuery,
} from './answers.ts'
import { changedFiles } from './changed-files.ts'
import { coverageOfFile } from './file-coverage.ts'
import { withLostImports } from './lost-imports.ts'
import { rejectedPairs } from './rejected.ts'

const EXAMPLES_MAX = 20
/** Working out what hooks may say of each file ends after so long, for somebody who waits for nothing else, and behind. */
const ADVICE_MS_MAX = 30_000
const ADVICE_BEHIND_MS_MAX = 8_000
/** How long an answer waits for what changed to be read. */
const CATCH_UP_MS = 10_000

/** What is known of the code of a project, kept as long as nothing changes. */
export class ProjectCode {
  readonly #parts: CodeSource
  #kept: { readonly version: number; readonly marks: string; readonly known: Known } | null = null

  constructor(source: CodeSource) {
    this.#parts = source
  }

  get #source(): CodeSource {
    return { ...this.#parts, place: currentPlace(this.#parts.place) }
  }

  /** Reads all that changed. */
  async read(options: CodeOptions = {}): Promise<CodeRead> {
    const began = performance.now()
    const source = this.#source
    const { store, space, place } = source
    const caughtUp = await catchUpCode(source, options)
    const { known, history } = await this.#known(caughtUp.graph)
    const { deadlineMs, signal, onProgress } = options
    await workOutAdvice(source, known, {
      deadlineMs: deadlineMs === undefined ? ADVICE_MS_MAX : Math.min(deadlineMs, ADVICE_BEHIND_MS_MAX),
      signal,
      onProgress: (done, total) => onProgress?.({ part: 'ranking', done, total }),
    })
    const counts = await store.code.counts(space)
    return {
      root: place.root,
      coverage: coverageOf(known.source, { history, isCurrent: caughtUp.isCurrent, root: place.root }),
      ...{ changedFiles: caughtUp.changedFiles, removedFiles: caughtUp.removedFiles, newCommits: caughtUp.newCommits },
      ...counts,
      problems: caughtUp.problems,
      tookMs: Math.round(performance.now() - began),
    }
  }

  async impact({ files: given, hops, session, signal, deadlineMs = CATCH_UP_MS }: ImpactQuery): Promise<ImpactAnswer> {
    const current = this.#source
    const { store, space, place, clock } = current
    const caughtUp = await catchUpCode(current, { deadlineMs, ...(signal ? { signal } : {}) })
    const { known, history } = await this.#known(caughtUp.graph)
    const files = [...new Set(given.map((file) => pathInTree(file, place)))]
    const { isCurrent } = caughtUp
    const isRejected = await rejectedPairs({ store, space }, files)
    const source = isCurrent ? await withLostImports(place.root, known.source, files) : known.source
    const impact = impactOf({ ...known, source }, files, {
      isRejected,
      ...(hops === undefined ? {} : { hopsMax: hops }),
    })
    const about = await aboutFiles({ store, space, files, now: clock.now(), session })
    const dependents = [...impact.dependents.values()].flatMap(({ of }) => of)
    const mattering = [...files, ...[...dependents, ...impact.usually, ...impact.tests].map(({ path }) => path)]
    return {
      root: place.root,
      files: files.map((path) => ({
        path,
        state: known.source.files.has(path) ? 'known' : 'unknown',
        areImportsRead: areImportsRead(path),
        changes: known.history?.activityOf(path)?.changes ?? 0,
      })),
      dependents: [...impact.dependents].map(([file, { of, direct, count, isCut, coverage }]): FileDependents => {
        const listed = of.map(({ path, steps, names, through }) => ({ path, steps, names, through }))
        const ofFile = coverageOfFile(file, { whole: coverage, isRead: known.source.files.has(file) })
        return { file, of: listed, direct, count, isCut, coverage: isCurrent ? ofFile : 'stale' }
      }),
      usually: impact.usually.map(rounded),
      tests: impact.tests.map(rounded),
      ...about,
      live: [],
      coverage: coverageOf(known.source, { history, isCurrent, root: place.root, files, mattering }),
    }
  }

  /** What is known of the code, from memory where it is as it was. `fresh`: the graph, where it was just read. */
  async #known(fresh: SourceGraph | null): Promise<{ readonly known: Known; readonly history: HistoryCoverage }> {
    const { store, space, place, clock } = this.#parts
    const tree = await store.code.tree(space, place.root)
    const sessions = await store.code.sessionChanges(space, { limit: SESSIONS_MAX })
    const marks = `${dayOf(clock.now())} ${sessions.length} ${sessions[0]?.at} ${sessions[0]?.session}`
    const version = tree?.version ?? 0
    const commits = tree === null ? 0 : tree.history.commits - tree.history.firstNumber
    const history = { state: tree?.history.state ?? 'unread', commits, sessions: sessions.length } as const
    if (this.#kept?.version !== version || this.#kept.marks !== marks) {
      const graph = fresh ?? (await loadSource(this.#parts)) ?? emptyGraph()
      const past: ChangeHistory = wholeHistory(await store.code.changes(space, place.root), sessions)
      this.#kept = { version, marks, known: knownFor(graph, { history: past, now: dayOf(clock.now()) }) }
    }
    return { known: this.#kept.known, history }
  }
}

interface CoverageGiven {
  readonly history: HistoryCoverage
  readonly isCurrent: boolean
  readonly root: string
  /** Files that are asked for. */
  readonly files?: readonly string[]
  /** Files that the answer is about. */
  readonly mattering?: readonly string[]
}

function coverageOf(graph: SourceGraph, given: CoverageGiven): ImpactCoverage {
  const { history, isCurrent, root, files = [], mattering = [] } = given
  const { missing: _, ...counts } = graph.coverage
  const ofFiles = files.map((path) => coverageOfFile(path, { whole: counts.state, isRead: graph.files.has(path) }))
  const state: CoverageState = isCurrent ? (ofFiles.find((one) => one !== counts.state) ?? counts.state) : 'stale'
  const examples = graph.unresolved.slice(0, EXAMPLES_MAX)
  return { ...counts, state, examples, changed: isCurrent ? [] : changedFiles(root, graph, mattering), history }
}
