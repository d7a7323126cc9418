import { join } from 'node:path'
import { gitPlace } from '../capture/git-place.ts'
import type { ActivityPlace } from '../graph/activity.ts'
import { EngraphError } from '../graph/errors.ts'
import { type Check, name, readGiven, requireGiven, text, yesOrNo } from '../graph/given.ts'
import type { NodeId } from '../graph/nodes.ts'
import type { Space, SpaceId } from '../graph/space.ts'
import { wording } from '../graph/wording.ts'
import { EngraphHome, type OpenedSpace } from '../home.ts'
import { HOME_CHECKS, type HomeOptions, homeDirectory } from '../home-options.ts'
import { chooseModels } from '../models.ts'
import { OpenCalls } from '../open-calls.ts'
import { embedderGiven } from '../own-models.ts'
import { type Clock, systemClock } from '../ports/clock.ts'
import type { Embedder } from '../ports/embedder.ts'
import { recallConfig } from '../recall/config.ts'
import { Recalling } from '../recalling.ts'
import { cleanText } from '../text/clean.ts'
import { loadTokenCounter } from '../text/tokens.ts'
import type {
  CaughtUp,
  Got,
  GotRecord,
  History,
  HistoryQuery,
  NoteGiven,
  PromptContextQuery,
  SearchHit,
  SearchQuery,
  SearchResult,
  SessionContextQuery,
} from './answers.ts'
import { promptBrief, promptTerms, sessionBrief } from './brief.ts'
import { type CatchUpOptions, catchUpProject } from './catching-up.ts'
import { changedIn } from './changes.ts'
import type { CodeOptions } from './code/catch-up.ts'
import { currentPlace } from './current-place.ts'
import { decideEdge, type EdgeDecision, type EdgeEntry, type EdgesQuery, edgesOf } from './edges.ts'
import { forgetInProject, type ProjectForgetSelector, type ProjectForgotten, readForgetOptions } from './forgetting.ts'
import { historyAround } from './history.ts'
import type { CodeRead, ImpactAnswer, ImpactBrief, ImpactBriefQuery, ImpactQuery } from './impact/answers.ts'
import { impactBrief } from './impact/brief.ts'
import { liveChanges, nearFiles } from './impact/live.ts'
import { ProjectCode } from './impact/project-code.ts'
import { readBriefQuery, readImpactQuery } from './impact/queries.ts'
import { type Noted, recordNote } from './notes.ts'
import { openProjectSpace } from './project-space.ts'
import { listOfIds, readNote, readSearch } from './queries.ts'
import { getRecords, getWhole } from './reading.ts'
import { searchObservations } from './search.ts'
import { waitingTexts } from './waiting-texts.ts'

export interface ProjectOptions extends HomeOptions {
  /** A folder of the project. Default: that of the process. */
  readonly folder?: string
  /** The name of the space, or its id, instead of that of the folder's project. */
  readonly space?: string
  /** Whether the space is made where there is none. Default true. */
  readonly create?: boolean
  /** As in `Engraph.open`. */
  readonly embedder?: string | Embedder
}

/** Why a search gives something, with the records that it rests on. */
export interface Explained {
  /** `null` where the query does not find it. */
  readonly hit: SearchHit | null
  readonly records: readonly NodeId[]
}

const CHECKS: Readonly<Record<keyof ProjectOptions, Check>> = {
  folder: name,
  space: name,
  create: yesOrNo,
  embedder: embedderGiven,
  ...HOME_CHECKS,
}

/** How long answers wait for what hooks wrote and nobody has read yet. */
const SEARCH_CATCH_UP_MS = 2_000
const CONTEXT_CATCH_UP_MS = 300
const OBSERVE_MS_MAX = 10_000
const PROMPT_MS_MAX = 200
/** Hits among which the place of one is looked for. */
const WHY_LIMIT = 100

/**
 * What agents did in one project, for doors: searched, read, noted and forgotten, and told to sessions that begin. Close
 * it, or declare it with `await using`.
 */
export class ProjectMemory {
  readonly space: Space
  /** As it was when this was opened; `place` says what is checked out there now. */
  readonly #place: ActivityPlace
  readonly #home: EngraphHome
  readonly #opened: OpenedSpace
  readonly #index: SpaceId
  readonly #clock: Clock
  readonly #recalling: Recalling
  readonly #code: ProjectCode
  readonly #calls = new OpenCalls()

  private constructor({ home, opened, index, place, clock, recalling }: Parts) {
    this.space = opened.space
    this.#place = place
    this.#home = home
    this.#opened = opened
    this.#index = index
    this.#clock = clock
    this.#recalling = recalling
    const { store, space } = opened
    this.#code = new ProjectCode({ store, space: space.id, place, clock })
  }

  /**
   * Opens the memory of the project that a folder is in. `null` where there is none and none may be made. Errors as
   * those of `Engraph.open`, but `space-unknown`.
   */
  static async open(options: ProjectOptions = {}): Promise<ProjectMemory | null> {
    const given = readGiven<ProjectOptions>(options, 'The options of open', CHECKS, 'invalid-options')
    const { folder = process.cwd(), space: alias, create = true, embedder, ...where } = given
    const clock = where.clock ?? systemClock
    const models = chooseModels({ embedder, cacheFolder: join(homeDirectory(where.home), 'models') })
    const place = gitPlace(folder)
    const home = await EngraphHome.open(where)
    let opened: OpenedSpace | null = null
    try {
      opened =
        alias === undefined ? await openProjectSpace(home, place, { create }) : await openNamed(home, alias, create)
      if (opened === null) {
        await home.close()
        return null
      }
      const { store } = opened
      const index = await store.observations.index(opened.space.id)
      const indexed = { ...((await store.findSpace(index)) ?? opened.space), id: index }
      const recalling = new Recalling({ store, space: indexed, clock, config: recallConfig(undefined), models })
      return new ProjectMemory({ home, opened, index, place, clock, recalling })
    } catch (error) {
      await opened?.store.close()
      await home.close()
      throw error
    }
  }

  /** Where the project is, with what is checked out there now. */
  get place(): ActivityPlace {
    return currentPlace(this.#place)
  }

  /** The file that holds the space. */
  get location(): string {
    return this.#opened.store.location
  }

  /** Reads what hooks wrote, and observes the sessions that got records. It refuses nobody: what waits is counted. */
  async catchUp(options: CatchUpOptions = {}): Promise<CaughtUp> {
    return this.#calls.begin(() => this.#catchUp(options))
  }

  /** Finds observations by words, in any order and either language, or lists the newest. */
  async search(query?: SearchQuery): Promise<SearchResult> {
    const read = readSearch(query)
    return this.#calls.begin(async () => {
      const caughtUp = await this.#catchUp({ deadlineMs: SEARCH_CATCH_UP_MS })
      const { outcome, entries } = await searchObservations(this.#parts, read)
      const { directory } = this.#home
      const waiting =
        caughtUp.waiting > 0 && directory !== null ? await waitingTexts({ ...this.#parts, directory }, read.query) : []
      const counter = await loadTokenCounter()
      const tokens = entries.reduce((sum, entry) => sum + counter.count(lineOf(entry)), 0)
      return {
        outcome: outcome === 'nothing-found' && caughtUp.waiting > 0 ? 'incomplete' : outcome,
        entries,
        tokens,
        waiting,
        caughtUp,
      }
    })
  }

  /** What was done before and after something, oldest first. */
  async history(query: HistoryQuery): Promise<History> {
    return this.#calls.begin(() => historyAround(this.#parts, query))
  }

  /** The whole of observations (also by a fact or a record of theirs) and summaries, in that order. */
  async get(ids: readonly NodeId[]): Promise<readonly (Got | null)[]> {
    requireGiven(ids, wording`The ids`, listOfIds)
    return this.#calls.begin(() => getWhole(this.#parts, ids.map(cleanText)))
  }

  /**
   * Raw records, in that order: of its own id one; of an observation or fact those that it was read from, one after the
   * other; `null` for what leads to none.
   */
  async records(ids: readonly NodeId[]): Promise<readonly (GotRecord | null)[]> {
    requireGiven(ids, wording`The ids`, listOfIds)
    return this.#calls.begin(() => getRecords(this.#parts, ids.map(cleanText)))
  }

  /** Remembers a note. The same note twice is one. */
  async remember(note: NoteGiven): Promise<Noted> {
    const read = readNote(note)
    return this.#calls.begin(async () => {
      const { store, space } = this.#opened
      const where = { store, space: space.id, place: this.place, at: this.#clock.now() }
      const noted = await recordNote(where, read)
      if (noted.isNew) await this.#catchUp({ deadlineMs: OBSERVE_MS_MAX })
      return noted
    })
  }

  /**
   * Forgets records with all that was derived from them, also in the journal; afterwards their text stands in no file,
   * unless `isPurged` or `problems` says so. `dryRun` only says what would go.
   */
  async forget(selector: ProjectForgetSelector, options?: { readonly dryRun?: boolean }): Promise<ProjectForgotten> {
    const dryRun = readForgetOptions(options)
    return this.#calls.begin(async () => {
      // What waits in the journal may be what is to be forgotten.
      await this.#catchUp({ deadlineMs: OBSERVE_MS_MAX })
      const forgotten = await forgetInProject({ ...this.#parts, home: this.#home }, selector, {
        at: this.#clock.now(),
        dryRun,
      })
      if (!dryRun && forgotten.ids.length > 0) await this.#catchUp({ deadlineMs: OBSERVE_MS_MAX })
      return forgotten
    })
  }

  /** Why a query finds an observation, fact, record or summary, and which records that rests on. */
  async why(query: string, id: NodeId): Promise<Explained> {
    requireGiven(query, wording`A query`, name)
    requireGiven(id, wording`An id`, text())
    return this.#calls.begin(async () => {
      const [got] = await getWhole(this.#parts, [cleanText(id)])
      const target = got?.kind === 'observation' ? got.observation.event : (got?.summary.id ?? null)
      const { entries } = await searchObservations(this.#parts, readSearch({ query, limit: WHY_LIMIT }))
      return {
        hit: entries.find((entry) => entry.id === target) ?? null,
        records: got?.kind === 'observation' ? got.observation.observation.records : [],
      }
    })
  }

  /** Soft edges: those that wait for a decision, then those in use, the strongest first. */
  async edges(query?: EdgesQuery): Promise<readonly EdgeEntry[]> {
    return this.#calls.begin(() => edgesOf(this.#edging, query))
  }

  /** Accepts or rejects a soft edge; `null` where nothing has that id. */
  async decideEdge(id: string, decision: EdgeDecision): Promise<EdgeEntry | null> {
    return this.#calls.begin(() => decideEdge(this.#edging, id, decision))
  }

  /** What matters to a session that begins, framed as data; `null` where nothing is known. */
  async sessionContext(query: SessionContextQuery): Promise<string | null> {
    return this.#calls.begin(async () => {
      const { place } = this
      const changed = changedIn(place)
      await this.#catchUp({ deadlineMs: query.deadlineMs ?? CONTEXT_CATCH_UP_MS })
      return sessionBrief(this.#briefing, query, { branch: place.branch, changed })
    })
  }

  /** Up to three things that a prompt has strongly to do with, framed as data; `null` where there are none. */
  async promptContext({ session, prompt, deadlineMs = PROMPT_MS_MAX }: PromptContextQuery): Promise<string | null> {
    const until = performance.now() + deadlineMs
    const terms = promptTerms(prompt)
    if (terms === null) return null
    return this.#calls.begin(() =>
      promptBrief(this.#briefing, { session, terms, isLate: () => performance.now() > until }),
    )
  }

  /** Reads the code and the history of the project, as far as they changed since the last time. */
  async readCode(options?: CodeOptions): Promise<CodeRead> {
    return this.#calls.begin(() => this.#code.read(options))
  }

  /** What else may have to change when files change: by import, by habit, by what sessions did and learned. */
  async impact(query: ImpactQuery): Promise<ImpactAnswer> {
    const read = readImpactQuery(query)
    return this.#calls.begin(async () => {
      await this.#catchUp({ deadlineMs: Math.min(SEARCH_CATCH_UP_MS, read.deadlineMs ?? SEARCH_CATCH_UP_MS) })
      return this.#withLive(await this.#code.impact(read), read.session)
    })
  }

  /** The same for one file that is about to be edited, by the shortest way; `null` where nothing is known of it. */
  async impactBrief(query: ImpactBriefQuery): Promise<ImpactBrief | null> {
    const read = readBriefQuery(query)
    return this.#calls.begin(() => impactBrief({ ...this.#briefing, place: this.place }, read))
  }

  /** Waits for what was begun, and refuses what comes after with `store-closed`. */
  async close(): Promise<void> {
    this.#calls.refuse()
    this.#recalling.end()
    await this.#calls.ended()
    await this.#recalling.close()
    await this.#opened.store.close()
    await this.#home.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  get #parts() {
    const { store, space } = this.#opened
    return { store, space, index: this.#index, recaller: this.#recalling.recaller }
  }

  /** With what other sessions change nearby; a memory in one file has no journal. */
  async #withLive(answer: ImpactAnswer, session?: string): Promise<ImpactAnswer> {
    const { directory } = this.#home
    if (directory === null) return answer
    const source = { ...this.#edging, directory, place: this.place }
    const files = answer.files.map(({ path }) => path)
    const query = { files, near: nearFiles(answer), ...(session === undefined ? {} : { session }) }
    return { ...answer, live: await liveChanges(source, query) }
  }

  get #edging() {
    return { store: this.#opened.store, space: this.space, clock: this.#clock }
  }

  get #briefing() {
    return { store: this.#opened.store, space: this.space.id, clock: this.#clock }
  }

  async #catchUp(options: CatchUpOptions): Promise<CaughtUp> {
    const { store, space } = this.#opened
    const caughtUp = await catchUpProject({ home: this.#home, project: { store, space: space.id } }, options)
    if (caughtUp.observations > 0) this.#recalling.embedding.catchUp()
    return caughtUp
  }
}

interface Parts {
  readonly home: EngraphHome
  readonly opened: OpenedSpace
  readonly index: SpaceId
  readonly place: ActivityPlace
  readonly clock: Clock
  readonly recalling: Recalling
}

async function openNamed(home: EngraphHome, alias: string, create: boolean): Promise<OpenedSpace | null> {
  if (create) return home.ensureSpace(alias, 'project')
  try {
    return await home.openSpace(alias)
  } catch (error) {
    if (error instanceof EngraphError && error.code === 'space-unknown') return null
    throw error
  }
}

/** An entry as doors show it, for its tokens. */
function lineOf({ id, at, type, title, tokens, fact }: SearchHit): string {
  const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return `${id} · ${time} · ${type} · ${title} · ~${tokens}\n${fact === null ? '' : `${fact.text}\n`}`
}
