import { realpathSync } from 'node:fs'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { EngraphError } from '../../graph/errors.ts'
import { wording } from '../../graph/wording.ts'
import { atOnce, type Database, immediately, rollBack } from './driver.ts'
import { isBusy, translate } from './open.ts'

/**
 * The last write that this process began, by file. A second connection of the same process must not ask SQLite for the
 * lock: it would wait for it without letting the first one, which holds it, go on.
 */
const lastWrites = new Map<string, { last: Promise<unknown>; connections: number }>()

/** SQLite itself waits no longer than this, since it stops the whole process; longer waits are ours. */
const BUSY_BLOCK_MS = 2
const PAUSE_FIRST_MS = 1
const PAUSE_MAX_MS = 25

/**
 * Who may use a connection, and when. Writes take turns, each in a transaction that begins immediately: a deferred one
 * that reads before it writes is refused at once when another process wrote in between, whatever the timeout. Reads
 * wait for the write before them on the same connection, of which they would see half, and run in a transaction of
 * their own, so that several statements see one state. Waiting for other processes lets the rest of the program run.
 */
export function takeTurns(path: string, database: Database, { busyTimeoutMs }: { readonly busyTimeoutMs: number }) {
  const key = path === ':memory:' ? path : realpathSync(path)
  const shared = path === ':memory:' ? undefined : lastWrites.get(key)
  const turn = shared ?? { last: Promise.resolve(), connections: 0 }
  turn.connections++
  if (path !== ':memory:') lastWrites.set(key, turn)
  const busyBlockMs = Math.min(BUSY_BLOCK_MS, busyTimeoutMs)
  database.exec(`PRAGMA busy_timeout = ${busyBlockMs}`)
  let own: Promise<unknown> = Promise.resolve()
  let isWriting = false
  let isClosed = false

  const refuseClosed = () => {
    if (isClosed) throw new EngraphError('store-closed', wording`The store ${path} was closed.`)
  }

  /** Tries until the timeout; pauses grow, and differ so that writers do not meet again and again. */
  const patiently = async <T>(attempt: () => T, ready?: () => Promise<void>): Promise<T> => {
    const deadline = performance.now() + busyTimeoutMs
    for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
      await ready?.()
      try {
        return attempt()
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw translate(path, error)
        await setTimeout(pauseMs * (0.5 + Math.random()))
      }
    }
  }

  const read = async <T>(work: () => T): Promise<T> => {
    refuseClosed()
    return patiently(() => atOnce(database, work), writesDone)
  }

  const writesDone = async () => {
    do await own
    while (isWriting)
  }

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseClosed()
    const run = turn.last.then(work)
    // Others get a turn at the event loop between two writes, however many are queued.
    own = run.then(
      () => setImmediate(),
      () => setImmediate(),
    )
    turn.last = own
    return run
  }

  const write = <T>(work: () => T | Promise<T>): Promise<T> =>
    inTurn(async () => {
      await patiently(() => database.exec('BEGIN IMMEDIATE'))
      isWriting = true
      try {
        const result = await work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        rollBack(database)
        throw translate(path, error)
      } finally {
        isWriting = false
      }
    })

  /**
   * A short write that matters less than anything else: it runs at once or not at all, so that no read of this
   * connection ever waits for its turn. Answers whether it ran.
   */
  const writeIfFree = (work: () => void): boolean => {
    refuseClosed()
    if (isWriting) return false
    try {
      database.exec('PRAGMA busy_timeout = 0')
      immediately(database, work)
      return true
    } catch (error) {
      if (isBusy(error)) return false
      throw translate(path, error)
    } finally {
      database.exec(`PRAGMA busy_timeout = ${busyBlockMs}`)
    }
  }

  /** A write that is no transaction, such as rebuilding the file. */
  const alone = <T>(work: () => T): Promise<T> => inTurn(() => patiently(work))

  /** Closes once what was begun is done. */
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    await own
    try {
      // libsql leaves the log where it is when it closes. Everything belongs into the file itself, but nobody is waited for.
      database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
    } catch (error) {
      // What was acknowledged stands in the log, also where the disk is full: closing has nothing to fail at.
      const failure = isBusy(error) ? null : translate(path, error)
      if (failure && !(failure instanceof EngraphError && failure.code === 'store-full')) throw failure
    } finally {
      database.close()
      if (--turn.connections === 0) lastWrites.delete(key)
    }
  }

  return { read, write, writeIfFree, alone, close }
}
