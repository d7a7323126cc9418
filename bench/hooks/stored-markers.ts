import { Engraph, EngraphHome } from '../../src/engraph.ts'

export interface Kept {
  /** Acknowledged by a hook, and in no record. */
  readonly lost: readonly string[]
  /** In more than one record. */
  readonly duplicated: readonly string[]
  readonly records: number
}

const RECORDS_MAX = 10_000

/** Reads all records of a data directory, and compares them with what hooks were told to be safe. */
export async function readKept(home: string, acknowledged: ReadonlySet<string>): Promise<Kept> {
  const times = new Map<string, number>()
  let records = 0
  for (const space of await spacesOf(home)) {
    const memory = await Engraph.open({ home, space, create: false, embedder: 'words' })
    try {
      const entries = await memory.timeline({ limit: RECORDS_MAX })
      records += entries.length
      for (const { node } of entries) {
        const text = `${node.text} ${JSON.stringify(node.body)}`
        for (const marker of new Set(text.match(/markbenchx[a-z0-9]+/gu) ?? [])) {
          times.set(marker, (times.get(marker) ?? 0) + 1)
        }
      }
    } finally {
      await memory.close()
    }
  }
  return {
    lost: [...acknowledged].filter((marker) => !times.has(marker)),
    duplicated: [...times].filter(([, count]) => count > 1).map(([marker]) => marker),
    records,
  }
}

async function spacesOf(home: string): Promise<readonly string[]> {
  const opened = await EngraphHome.open({ home })
  try {
    return (await opened.spaces()).flatMap(({ space }) => (space === null ? [] : [space.id]))
  } finally {
    await opened.close()
  }
}
