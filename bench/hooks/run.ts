import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readCommit } from '../commit.ts'
import { type Machine, readMachine } from '../machine.ts'
import { percentile } from '../recall/metrics.ts'
import { startCountingService } from './counting-service.ts'
import { type EventFigures, timeEvent } from './event-times.ts'
import { type HookProgram, runEngraph } from './hook-process.ts'
import { fillCode } from './known-code.ts'
import { fillHome } from './made-up-observations.ts'
import { madeUpStorm } from './payloads.ts'
import { processesLeft, RUN_VARIABLE } from './processes-of-run.ts'
import { secretsOnDisk } from './secrets-on-disk.ts'
import { readKept } from './stored-markers.ts'
import { playStorm } from './storm.ts'
import { type KnownCode, timedEvents } from './timed-events.ts'

export interface HooksOptions {
  readonly hooks: number
  readonly observations: number
  /** Of the repository in which a file is about to be edited, each with five imports; 0 for none. */
  readonly files: number
  readonly seed: number
  /** Path of the program `engraph`; the bundle of the hooks lies next to it. */
  readonly cli: string
  readonly onProgress?: (share: number, label: string) => void
}

export interface HooksReport {
  readonly node: { readonly p50Ms: number }
  readonly events: Readonly<Record<string, EventFigures>>
  /** Acknowledged by a hook and in no record afterwards. */
  readonly lost: number
  /** In more than one record. */
  readonly duplicated: number
  /** `null` where the system does not show whose a process is. */
  readonly processesLeft: number | null
  readonly modelCalls: number
  readonly secretsOnDisk: number
  readonly additionalContextMaxChars: number
  readonly run: {
    readonly hooks: number
    readonly acknowledged: number
    readonly records: number
    readonly hooksKilled: number
    readonly drainersRun: number
    readonly drainersKilled: number
    readonly secrets: number
    readonly observations: number
    readonly files: number
    readonly pairs: number
    readonly seed: number
    readonly faults: readonly string[]
  }
  readonly machine: Machine
  readonly commit: string | null
}

/** Pairs of a hook and an empty process for each event; a short run is a look, no measurement. */
const PAIRS_MAX = 40
const PAIRS_MIN = 5
const HOOKS_PER_PAIR = 25
/** The worker that the end of a session starts has two minutes at most, and none when there is nothing to read. */
const LEAVE_MS_MAX = 130_000
/** Another process may hold a space meanwhile. */
const DRAINS_MAX = 10

/** Plays hooks with kills, and measures what each costs; in folders of its own, which are gone afterwards. */
export async function runHooksBench({
  hooks,
  observations,
  files,
  seed,
  cli,
  onProgress,
}: HooksOptions): Promise<HooksReport> {
  const top = mkdtempSync(join(tmpdir(), 'engraph-bench-hooks-'))
  const service = await startCountingService()
  try {
    const folder = makeRepository(join(top, 'project'))
    const programIn = (home: string): HookProgram => ({
      cli,
      hook: join(dirname(cli), 'hook.cjs'),
      folder,
      env: environmentOf({ home: join(top, home), url: service.url }),
    })
    const storming = programIn('storm')
    const { hooks: made, secrets } = madeUpStorm(hooks, { seed, folder })
    const tell = (share: number, label: string) => onProgress?.(share, label)
    const storm = await playStorm(storming, made, {
      seed,
      onProgress: (done, total) => tell((done / total) * 0.6, `${done}/${total} hooks`),
    })
    await drainAll(storming)
    const left = await processesLeft(storming, LEAVE_MS_MAX)
    const kept = await readKept(join(top, 'storm'), storm.acknowledged)
    const leaked = secretsOnDisk(top, secrets)

    tell(0.6, `${observations} observations`)
    const timing = programIn('timed')
    await fillHome(join(top, 'timed'), { folder, observations })
    if (files > 0) tell(0.65, `${files} files`)
    const code = files > 0 ? await fillCode({ ...timing, folder: join(top, 'code') }, { files, seed }) : null
    const pairs = Math.min(PAIRS_MAX, Math.max(PAIRS_MIN, Math.floor(hooks / HOOKS_PER_PAIR)))
    const times = await timeAll(timing, {
      code,
      seed,
      pairs,
      onProgress: (share, event) => tell(0.7 + share * 0.3, event),
    })
    return {
      node: { p50Ms: times.nodeMs },
      events: times.events,
      lost: kept.lost.length,
      duplicated: kept.duplicated.length,
      processesLeft: left,
      modelCalls: service.requests,
      secretsOnDisk: leaked,
      additionalContextMaxChars: Math.max(storm.additionalContextMaxChars, times.contextMaxChars),
      run: {
        hooks: made.length,
        acknowledged: storm.acknowledged.size,
        records: kept.records,
        hooksKilled: storm.hooksKilled,
        drainersRun: storm.drainersRun,
        drainersKilled: storm.drainersKilled,
        secrets: secrets.length,
        observations,
        files,
        pairs,
        seed,
        faults: storm.faults,
      },
      machine: readMachine(),
      commit: await readCommit(),
    }
  } finally {
    await service.close()
    rmSync(top, { recursive: true, force: true })
  }
}

/** Nothing of the person's own settings: only what a program needs, and a service for models that should not be asked. */
function environmentOf({
  home,
  url,
}: {
  readonly home: string
  readonly url: string
}): Readonly<Record<string, string>> {
  const { PATH = '' } = process.env
  return {
    PATH,
    // Hooks write there when the data directory takes nothing; it must not be that of another run.
    TMPDIR: dirname(home),
    HOME: home,
    ENGRAPH_HOME: home,
    ENGRAPH_EMBEDDER: 'openai:none',
    ENGRAPH_EMBEDDER_URL: url,
    [RUN_VARIABLE]: randomUUID(),
  }
}

function makeRepository(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  git('init', '-b', 'main')
  writeFileSync(join(folder, 'README.md'), '# made up\n')
  git('add', '.')
  git('-c', 'user.name=Engraph', '-c', 'user.email=engraph@example.org', 'commit', '-m', 'begin')
  return folder
}

/** Reads the journal until nothing waits, and observes what was read. */
async function drainAll(program: HookProgram): Promise<void> {
  let said = ''
  for (let drain = 0; drain < DRAINS_MAX; drain++) {
    const { stdout } = await runEngraph(program, ['drain', '--json'])
    said = stdout
    if ((JSON.parse(stdout) as { readonly waiting?: number }).waiting === 0) return
  }
  throw new Error(`The journal was not read to its end: ${said.slice(0, 2_000)}`)
}

interface TimingOptions {
  readonly code: KnownCode | null
  readonly seed: number
  readonly pairs: number
  readonly onProgress: (share: number, event: string) => void
}

async function timeAll(program: HookProgram, { code, seed, pairs, onProgress }: TimingOptions) {
  const events: Record<string, EventFigures> = {}
  const nodeMs: number[] = []
  let contextMaxChars = 0
  const timed = timedEvents(program.folder, seed, code)
  for (const [index, { event, payload }] of timed.entries()) {
    onProgress(index / timed.length, event)
    const { figures, ...times } = await timeEvent(program, { event, payload, pairs })
    events[event] = figures
    nodeMs.push(...times.nodeMs)
    contextMaxChars = Math.max(contextMaxChars, times.contextMaxChars)
  }
  return { events, nodeMs: percentile(nodeMs, 0.5)!, contextMaxChars }
}
