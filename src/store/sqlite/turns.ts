import { realpathSync } from 'node:fs'
import { EngraphError } from '../../graph/errors.ts'
import { type Database, rollBack } from './driver.ts'
import { translate, translated } from './open.ts'

/**
 * The last write that this process began, by file. A second connection of the same process must not ask SQLite for the
 * lock: it would wait for it without letting the first one, which holds it, go on.
 */
const lastWrites = new Map<string, { last: Promise<unknown>; connections: number }>()

/**
 * Who may use a connection, and when. Writes take turns, each in a transaction that begins immediately: a deferred one
 * that reads before it writes is refused at once when another process wrote in between, whatever the timeout. Reads
 * wait for the write before them on the same connection, of which they would see half.
 */
export function takeTurns(path: string, database: Database) {
  const key = path === ':memory:' ? path : realpathSync(path)
  const shared = path === ':memory:' ? undefined : lastWrites.get(key)
  const turn = shared ?? { last: Promise.resolve(), connections: 0 }
  turn.connections++
  if (path !== ':memory:') lastWrites.set(key, turn)
  let own: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const refuseClosed = () => {
    if (isClosed) throw new EngraphError('store-closed', `The store ${path} was closed.`)
  }

  const read = async <T>(work: () => T): Promise<T> => {
    refuseClosed()
    await own
    return translated(path, work)
  }

  /** Writes that are no transaction, such as rebuilding the file. */
  const alone = async <T>(work: () => T | Promise<T>): Promise<T> => {
    refuseClosed()
    const run = turn.last.then(async () => {
      try {
        return await work()
      } catch (error) {
        throw translate(path, error)
      }
    })
    own = run.catch(() => undefined)
    turn.last = own
    return run
  }

  const write = <T>(work: () => T | Promise<T>): Promise<T> =>
    alone(async () => {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = await work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        rollBack(database)
        throw error
      }
    })

  /** Closes once what was begun is done. */
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    await own
    // libsql leaves the log where it is when it closes. Everything belongs into the file itself, but closing waits for nobody.
    try {
      translated(path, () => {
        database.exec('PRAGMA busy_timeout = 0')
        database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
      })
    } finally {
      database.close()
      if (--turn.connections === 0) lastWrites.delete(key)
    }
  }

  return { read, write, alone, close }
}
