import type { SourceGraph } from '../../graph/source-graph.ts'
import type { ChangeHistory } from '../../impact/change-history.ts'
import { impactOf } from '../../impact/impact.ts'
import { type Known, knownFor } from '../../impact/known.ts'
import { rounded, workOutAdvice } from '../code/advice.ts'
import { type CodeOptions, type CodeSource, catchUpCode } from '../code/catch-up.ts'
import { emptyGraph } from '../code/empty.ts'
import { dayOf, SESSIONS_MAX, wholeHistory } from '../code/known.ts'
import { loadSource } from '../code/source.ts'
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

const EXAMPLES_MAX = 20
/** Working out what hooks may say of each file ends after so long. */
const ADVICE_MS_MAX = 8_000
/** How long an answer waits for what changed to be read. */
const CATCH_UP_MS = 10_000

/** What is known of the code of a project, kept as long as nothing changes. */
export class ProjectCode {
  readonly #source: CodeSource
  #kept: { readonly version: number; readonly marks: string; readonly known: Known } | null = null

  constructor(source: CodeSource) {
    this.#source = source
  }

  /** Reads all that changed. */
  async read(options: CodeOptions = {}): Promise<CodeRead> {
    const began = performance.now()
    const caughtUp = await catchUpCode(this.#source, options)
    const { store, space, place } = this.#source
    const { known, history } = await this.#known(caughtUp.graph)
    await workOutAdvice(this.#source, known, {
      deadlineMs: Math.min(options.deadlineMs ?? ADVICE_MS_MAX, ADVICE_MS_MAX),
      signal: options.signal,
    })
    const counts = await store.code.counts(space)
    return {
      root: place.root,
      coverage: coverageOf(known.source, { history, isCurrent: caughtUp.isCurrent }),
      ...{ changedFiles: caughtUp.changedFiles, removedFiles: caughtUp.removedFiles, newCommits: caughtUp.newCommits },
      ...counts,
      problems: caughtUp.problems,
      tookMs: Math.round(performance.now() - began),
    }
  }

  async impact({ files: given, hops, session, signal, deadlineMs = CATCH_UP_MS }: ImpactQuery): Promise<ImpactAnswer> {
    const { store, space, place, clock } = this.#source
    const caughtUp = await catchUpCode(this.#source, { deadlineMs, ...(signal ? { signal } : {}) })
    const { known, history } = await this.#known(caughtUp.graph)
    const files = [...new Set(given.map((file) => pathInTree(file, place)))]
    const { isCurrent } = caughtUp
    const impact = impactOf(known, files, hops === undefined ? {} : { hopsMax: hops })
    const about = await aboutFiles({ store, space, files, now: clock.now(), session })
    return {
      root: place.root,
      files: files.map((path) => ({
        path,
        state: known.source.files.has(path) ? 'known' : 'unknown',
        changes: known.history?.activityOf(path)?.changes ?? 0,
      })),
      dependents: [...impact.dependents].map(([file, { of, direct, count, isCut, coverage }]): FileDependents => {
        const listed = of.map(({ path, steps, names, through }) => ({ path, steps, names, through }))
        return { file, of: listed, direct, count, isCut, coverage: isCurrent ? coverage : 'stale' }
      }),
      usually: impact.usually.map(rounded),
      tests: impact.tests.map(rounded),
      ...about,
      live: [],
      coverage: coverageOf(known.source, { history, isCurrent }),
    }
  }

  /** What is known of the code, from memory where it is as it was. `fresh`: the graph, where it was just read. */
  async #known(fresh: SourceGraph | null): Promise<{ readonly known: Known; readonly history: HistoryCoverage }> {
    const { store, space, place, clock } = this.#source
    const tree = await store.code.tree(space, place.root)
    const sessions = await store.code.sessionChanges(space, { limit: SESSIONS_MAX })
    const marks = `${dayOf(clock.now())} ${sessions.length} ${sessions[0]?.at} ${sessions[0]?.session}`
    const version = tree?.version ?? 0
    const commits = tree === null ? 0 : tree.history.commits - tree.history.firstNumber
    const history = { state: tree?.history.state ?? 'unread', commits, sessions: sessions.length } as const
    if (this.#kept?.version !== version || this.#kept.marks !== marks) {
      const graph = fresh ?? (await loadSource(this.#source)) ?? emptyGraph()
      const past: ChangeHistory = wholeHistory(await store.code.changes(space, place.root), sessions)
      this.#kept = { version, marks, known: knownFor(graph, { history: past, now: dayOf(clock.now()) }) }
    }
    return { known: this.#kept.known, history }
  }
}

interface CoverageGiven {
  readonly history: HistoryCoverage
  readonly isCurrent: boolean
}

function coverageOf({ coverage, unresolved }: SourceGraph, { history, isCurrent }: CoverageGiven): ImpactCoverage {
  const { missing: _, ...counts } = coverage
  const state: CoverageState = isCurrent ? coverage.state : 'stale'
  const examples = unresolved.slice(0, EXAMPLES_MAX)
  return { ...counts, state, examples, changed: [], history }
}
