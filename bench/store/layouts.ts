import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IndexedMessage } from '../../src/ports/graph-store.ts'
import type { Database } from '../../src/store/sqlite/driver.ts'
import { openFile } from '../../src/store/sqlite/open.ts'
import { percentile } from '../recall/metrics.ts'
import { blocksLayout } from './blocks.ts'
import { indexedSessions, questionTerms, UnitColumns } from './corpus.ts'
import { coveringLayout } from './covering.ts'
import { fts5Layout } from './fts5.ts'
import { type PostingLayout, rotated, timed } from './layout.ts'
import { type Agreement, measureQuestions, type QuestionTimes } from './questions.ts'

export const LAYOUT_NAMES = ['blocks', 'covering', 'fts5'] as const
export type LayoutName = (typeof LAYOUT_NAMES)[number]

export interface LayoutFigures extends QuestionTimes {
  /** Deliveries of a session each, one transaction per delivery. */
  readonly messagesPerSecond: number
  /** The slowest of those deliveries. */
  readonly deliveryMaxMs: number
  /** One message as a delivery of its own, after all the others. */
  readonly singleP50Ms: number
  readonly singleP95Ms: number
  readonly singleMaxMs: number
  readonly singleMeanMs: number
  /** The file once its log was written back; an empty store takes `emptyBytes`. */
  readonly fileBytes: number
}

export interface LayoutsReport {
  readonly messages: number
  readonly driver: string
  readonly postings: number
  readonly emptyBytes: number
  readonly agreement: Agreement
  readonly layouts: Readonly<Record<LayoutName, LayoutFigures>>
  /** Of the figures of one layout over those of `blocks`. */
  readonly ratios: Readonly<Record<Exclude<LayoutName, 'blocks'>, Readonly<Record<string, number>>>>
}

export interface LayoutEffort {
  readonly messages: number
  /** Messages that are delivered one by one at the end; more than the store keeps fresh, so that one of them folds. */
  readonly singles: number
  readonly questions: number
  readonly rounds: number
}

interface Subject {
  readonly name: LayoutName
  readonly path: string
  readonly database: Database
  readonly layout: PostingLayout
  readonly deliveries: number[]
  readonly singles: number[]
}

/** Gives the same deliveries and the same questions to all layouts in turn, so that noise meets them alike. */
export async function measureLayouts(
  { messages, singles, questions, rounds }: LayoutEffort,
  onProgress: (share: number, label: string) => void,
): Promise<LayoutsReport> {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-layouts-'))
  const opened: Database[] = []
  const open = (name: string): Database => {
    const database = openFile(join(folder, `${name}.db`), { busyTimeoutMs: 1000 })
    opened.push(database)
    return database
  }
  const subject = <Layout extends PostingLayout>(name: LayoutName, make: (database: Database) => Layout) => {
    const database = open(name)
    return { name, path: join(folder, `${name}.db`), database, layout: make(database), deliveries: [], singles: [] }
  }
  try {
    const [blocks, covering, fts5] = [
      subject('blocks', blocksLayout),
      subject('covering', coveringLayout),
      subject('fts5', fts5Layout),
    ]
    const subjects: readonly Subject[] = [blocks, covering, fts5]
    const columns = new UnitColumns()
    let turn = 0
    let postings = 0
    const deliver = (delivery: readonly IndexedMessage[], kept: 'deliveries' | 'singles') => {
      for (const { units } of delivery) for (const { terms } of units) postings += terms.size
      for (const each of rotated(subjects, turn++)) {
        each[kept].push(timed(() => each.layout.append(delivery, columns.nextUnit)))
      }
      columns.add(delivery)
    }
    for (const delivery of indexedSessions(messages)) {
      onProgress(columns.nextUnit / messages, `${columns.nextUnit - 1} of ${messages} messages in three layouts`)
      deliver(delivery, 'deliveries')
    }
    for (const message of [...indexedSessions(singles)].flat()) deliver([message], 'singles')
    onProgress(1, `${messages} messages, questions`)
    const { times, agreement } = measureQuestions(
      { blocks: blocks.layout, covering: covering.layout, fts5: fts5.layout },
      { units: columns.table(), questions: questionTerms(questions), rounds },
    )
    const layouts = {
      blocks: { ...(await writeFigures(blocks, messages)), ...times.blocks },
      covering: { ...(await writeFigures(covering, messages)), ...times.covering },
      fts5: { ...(await writeFigures(fts5, messages)), ...times.fts5 },
    }
    return {
      messages,
      driver: blocks.database.driver,
      postings,
      emptyBytes: await settledBytes(open('empty'), join(folder, 'empty.db')),
      agreement,
      layouts,
      ratios: {
        covering: ratiosOf(layouts.covering, layouts.blocks),
        fts5: ratiosOf(layouts.fts5, layouts.blocks),
      },
    }
  } finally {
    for (const database of opened) database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeFigures(subject: Subject, messages: number) {
  const { deliveries, singles, database, path } = subject
  const sum = (values: readonly number[]) => values.reduce((total, ms) => total + ms, 0)
  return {
    messagesPerSecond: (messages / sum(deliveries)) * 1000,
    deliveryMaxMs: Math.max(...deliveries),
    singleP50Ms: percentile(singles, 0.5)!,
    singleP95Ms: percentile(singles, 0.95)!,
    singleMaxMs: Math.max(...singles),
    singleMeanMs: sum(singles) / singles.length,
    fileBytes: await settledBytes(database, path),
  }
}

async function settledBytes(database: Database, path: string): Promise<number> {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return (await stat(path)).size
}

export function ratiosOf<Figures extends object>(figures: Figures, base: Figures): Record<string, number> {
  const values = Object.entries(figures) as [keyof Figures & string, unknown][]
  return Object.fromEntries(
    values.flatMap(([name, value]) => {
      const under = base[name]
      return typeof value === 'number' && typeof under === 'number' ? [[name, value / under]] : []
    }),
  )
}
