import { describe, expect, test } from 'vitest'
import { makeEdge } from '../../src/graph/edges.ts'
import { thingId } from '../../src/graph/records.ts'
import type { SpaceId } from '../../src/graph/space.ts'
import type { CodeFile, CodeImport, HistoryMark, NumberedChange, SourceWrite } from '../../src/ports/code-store.ts'
import type { GraphStore } from '../../src/ports/graph-store.ts'
import { activeEdges } from '../code-edges.ts'
import { inSpaceOf, T0 } from './graph-store.ts'
import { observing, stored } from './observations.ts'

const ROOT = '/work/shop'
const DAY = 86_400_000

function file(path: string, given: Partial<CodeFile> = {}): CodeFile {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/(?:\.test)?\.ts$/u, '')
  return { path, folder, stem, hash: `h-${path}`, size: 10, mtimeMs: T0, ctimeMs: T0, row: `row of ${path}`, ...given }
}

function importing(from: string, to: string, ...names: readonly string[]): CodeImport {
  return { from, to, kind: 'import', names, line: 1, through: null }
}

/** Every file, and what each imports: `a.ts -> b.ts: name`. */
async function putCode(
  store: GraphStore,
  space: SpaceId,
  {
    root = ROOT,
    files,
    arrows,
    ...given
  }: { root?: string; files: readonly string[]; arrows: readonly string[] } & Partial<Omit<SourceWrite, 'files'>>,
) {
  const imports = new Map<string, CodeImport[]>(files.map((path) => [path, []]))
  for (const arrow of arrows) {
    const [, from, to, name] = /^(\S+) -> (\S+): (\S+)$/u.exec(arrow)!
    imports.get(from!)!.push(importing(from!, to!, name!))
  }
  const before = await store.code.tree(space, root)
  const write: SourceWrite = {
    ...{ ifVersion: before?.version ?? 0, at: T0, header: '{}', commit: 'c1' },
    ...{ files: files.map((path) => file(path)), removed: [], imports, ...given },
  }
  return store.transact(space, ({ code }) => code.putSource(root, write))
}

const MARK: HistoryMark = {
  ...{ state: 'read', head: 'h', commits: 0, firstNumber: 0, commitsMax: 100, isCut: false, lastAt: null },
}

/** Commits of files by number: `1 2` touches both. */
async function putPast(
  store: GraphStore,
  space: SpaceId,
  names: readonly string[],
  commits: readonly string[],
  { root = ROOT, at = T0, committedAt }: { root?: string; at?: number; committedAt?: number } = {},
) {
  const before = await store.code.tree(space, root)
  const first = before?.history.commits ?? 0
  const changes = commits.map((touched, i): NumberedChange => {
    const files = touched
      .split(' ')
      .filter((one) => one !== '')
      .map(Number)
    const changed = files.map((one) => ({ kind: 'modified' as const, path: names[one] ?? `file ${one}`, from: null }))
    const number = first + i
    const own = { id: `c${number}`, at: committedAt ?? T0 + number * DAY }
    return { number, ...own, weight: 1, size: files.length, faded: 1, files, changed }
  })
  const history = {
    ...{ ifVersion: before?.version ?? 0, at, isWhole: false, changes },
    ...{ mark: { ...MARK, commits: first + commits.length }, names: names.map((path, i) => [i, path] as const) },
  }
  return store.transact(space, ({ code }) => code.putHistory(root, history))
}

const endsOf = async (store: GraphStore, space: SpaceId) => (await activeEdges(store, space)).map(({ ends }) => ends)

type InSpace = ReturnType<typeof inSpaceOf>

/** What every `GraphStore` must do with code and history. `open` gives an empty one, which the suite closes. */
export function codeContract(name: string, open: () => Promise<GraphStore>): void {
  const inSpace = inSpaceOf(open)
  describe(`code: ${name}`, () => {
    source(inSpace)
    history(inSpace)
    trees(inSpace)
    sessions(inSpace)
  })
}

const SHOP = {
  files: ['src/a.ts', 'src/b.ts', 'src/c.ts', 'test/a.test.ts'],
  arrows: [
    'src/b.ts -> src/a.ts: token',
    'src/c.ts -> src/a.ts: key',
    'src/c.ts -> src/b.ts: b',
    'test/a.test.ts -> src/a.ts: token',
  ],
}

function source(inSpace: InSpace): void {
  test(
    'rows, looks and neighbours are read as they were written',
    inSpace(async (store, space) => {
      expect(await store.code.tree(space, ROOT)).toBeNull()
      expect(await store.code.files(space, ROOT)).toEqual([])
      expect(await putCode(store, space, SHOP)).toBe(true)
      expect((await store.code.files(space, ROOT)).map(({ path, row }) => `${path}: ${row}`)).toEqual(
        SHOP.files.map((path) => `${path}: row of ${path}`),
      )
      const looks = await store.code.looks(space, ROOT, ['src/b.ts', 'src/none.ts'])
      expect(looks).toEqual([{ path: 'src/b.ts', size: 10, mtimeMs: T0, ctimeMs: T0 }])
      expect(await store.code.besides(space, ROOT, { folder: 'src', stem: 'a' }, 10)).toEqual([
        ...['src/a.ts', 'src/b.ts', 'src/c.ts', 'test/a.test.ts'],
      ])
      expect(await store.code.tree(space, ROOT)).toMatchObject({
        version: 1,
        header: '{}',
        readAt: T0,
        sourceCommit: 'c1',
      })
    }),
  )

  test(
    'dependents of one file are read with the names that they use, and a bound says that it cut',
    inSpace(async (store, space) => {
      await putCode(store, space, SHOP)
      const of = (limit: number) => store.code.imports(space, ROOT, { files: ['src/a.ts'], direction: 'of', limit })
      expect((await of(10)).of).toEqual([
        importing('src/b.ts', 'src/a.ts', 'token'),
        importing('src/c.ts', 'src/a.ts', 'key'),
        importing('test/a.test.ts', 'src/a.ts', 'token'),
      ])
      expect(await of(3)).toMatchObject({ isCut: false })
      expect(await of(2)).toMatchObject({ isCut: true, of: [{ from: 'src/b.ts' }, { from: 'src/c.ts' }] })
      const by = await store.code.imports(space, ROOT, { files: ['src/c.ts'], direction: 'by', limit: 10 })
      expect(by.of.map(({ to }) => to)).toEqual(['src/a.ts', 'src/b.ts'])
    }),
  )

  test(
    'an import is an edge between the files that records name, and is retired when it is gone',
    inSpace(async (store, space) => {
      const event = stored('e1', { filesModified: ['src/a.ts'] })
      await observing(store, space, event)
      await putCode(store, space, SHOP)
      expect(await endsOf(store, space)).toEqual([
        'src/b.ts DEPENDS_ON src/a.ts',
        'src/c.ts DEPENDS_ON src/a.ts',
        'src/c.ts DEPENDS_ON src/b.ts',
        'test/a.test.ts DEPENDS_ON src/a.ts',
      ])
      const query = { direction: 'in', kinds: ['TOUCHES', 'DEPENDS_ON'], limit: 10 } as const
      const around = await store.neighbours(space, thingId('file', 'src/a.ts'), query)
      expect(around.map(({ edge }) => edge.kind).sort()).toEqual(['DEPENDS_ON', 'DEPENDS_ON', 'DEPENDS_ON', 'TOUCHES'])
      await putCode(store, space, {
        ...{ files: [], arrows: [], removed: ['test/a.test.ts'] },
        imports: new Map([['src/c.ts', [importing('src/c.ts', 'src/b.ts', 'b')]]]),
      })
      expect(await endsOf(store, space)).toEqual(['src/b.ts DEPENDS_ON src/a.ts', 'src/c.ts DEPENDS_ON src/b.ts'])
      const all = await store.neighbours(space, thingId('file', 'src/a.ts'), { ...query, kinds: ['DEPENDS_ON'] })
      expect(all.map(({ node, edge }) => `${node.text} ${edge.state}`).sort()).toEqual([
        ...['src/b.ts active', 'src/c.ts retired', 'test/a.test.ts retired'],
      ])
      await putCode(store, space, { files: ['test/a.test.ts'], arrows: ['test/a.test.ts -> src/a.ts: token'] })
      expect(await endsOf(store, space)).toContain('test/a.test.ts DEPENDS_ON src/a.ts')
    }),
  )

  test(
    'what was read before another one wrote is not written',
    inSpace(async (store, space) => {
      await putCode(store, space, SHOP)
      expect(await putCode(store, space, { ...SHOP, ifVersion: 0, header: 'late' })).toBe(false)
      expect((await store.code.tree(space, ROOT))?.header).toBe('{}')
    }),
  )
}

function history(inSpace: InSpace): void {
  test(
    'the past of one file is read without the rest, latest first',
    inSpace(async (store, space) => {
      await putPast(store, space, ['src/a.ts', 'src/b.ts', 'src/c.ts'], ['0 1', '0 2', '1', '0 1'])
      const of = await store.code.changesOf(space, ROOT, ['src/a.ts', 'src/none.ts'], 2)
      expect(of.get('src/a.ts')?.map(({ id, files, ago }) => [id, files.join(' '), ago])).toEqual([
        ['c3', 'src/a.ts src/b.ts', 0],
        ['c1', 'src/a.ts src/c.ts', 2],
      ])
      expect(of.get('src/none.ts')).toEqual([])
      const activity = await store.code.activity(space, ROOT, ['src/a.ts', 'src/c.ts', 'src/none.ts'])
      expect([...activity]).toEqual([
        ['src/a.ts', { changes: 3, lastAt: T0 + 3 * DAY, ago: 0 }],
        ['src/c.ts', { changes: 1, lastAt: T0 + DAY, ago: 2 }],
      ])
    }),
  )

  test(
    'two files that changed together twice are bound softly, with the commits as evidence',
    inSpace(async (store, space) => {
      await putPast(store, space, ['src/a.ts', 'src/b.ts', 'src/c.ts'], ['0 1', '0 2', '0 1'])
      expect(await activeEdges(store, space)).toEqual([
        {
          ...{ ends: 'src/a.ts CO_CHANGES src/b.ts', weight: 0.5, provenance: 'observed', count: 2 },
          evidence: ['commit:c0', 'commit:c2'],
        },
      ])
    }),
  )

  test(
    'pairs of which more stand in the graph than one statement takes are all bound',
    inSpace(async (store, space) => {
      // Fifty folders of nine files that always change together: 36 pairs each.
      const groups = Array.from({ length: 50 }, (_, group) => Array.from({ length: 9 }, (_, i) => group * 9 + i))
      const names = groups.flat().map((number) => `src/${number}.ts`)
      const commits = groups.map((group) => group.join(' '))
      await putPast(store, space, names, [...commits, ...commits])
      const edges = await activeEdges(store, space)
      expect(edges).toHaveLength(50 * 36)
      expect(edges.find(({ ends }) => ends === 'src/447.ts CO_CHANGES src/449.ts')).toEqual({
        ...{ ends: 'src/447.ts CO_CHANGES src/449.ts', weight: 0.5, provenance: 'observed', count: 2 },
        evidence: ['commit:c49', 'commit:c99'],
      })
    }),
  )

  test(
    'a habit of long ago of which no weight is left is retired, though its commits stay, until there is a commit more',
    inSpace(async (store, space) => {
      const names = ['src/a.ts', 'src/b.ts', 'src/c.ts']
      const year = 365 * DAY
      const [both, one] = ['src/a.ts CO_CHANGES src/b.ts', 'src/b.ts CO_CHANGES src/c.ts']
      const after = async (years: number, ...commits: readonly string[]) => {
        await putPast(store, space, names, commits, { at: T0 + years * year })
        return endsOf(store, space)
      }
      // Of two changes two together, which is half a habit; of four and more, two.
      expect(await after(0, '0 1', '0 1', '1 2', '1 2', '2', '2')).toEqual([both, one])
      expect(await after(2, '1')).toEqual([both, one])
      expect(await after(3, '1')).toEqual([both])
      // A file that changes alone has its pairs read again, but not seen again.
      expect(await after(4, '1', '2')).toEqual([])
      await putPast(store, space, names, ['0 1'], { at: T0 + 4 * year, committedAt: T0 + 4 * year })
      expect(await endsOf(store, space)).toEqual([both])
    }),
  )

  test(
    'a rename takes the edges of a file along, and what is gone leaves none',
    inSpace(async (store, space) => {
      await putPast(store, space, ['src/a.ts', 'src/b.ts'], ['0 1', '0 1'])
      await putPast(store, space, ['src/z.ts', 'src/b.ts'], [])
      expect(await endsOf(store, space)).toEqual(['src/b.ts CO_CHANGES src/z.ts'])
      const tree = await store.code.tree(space, ROOT)
      const gone = {
        ifVersion: tree!.version,
        at: T0,
        mark: MARK,
        isWhole: false,
        changes: [],
        names: [[0, null]] as const,
      }
      await store.transact(space, ({ code }) => code.putHistory(ROOT, gone))
      expect(await endsOf(store, space)).toEqual([])
    }),
  )

  test(
    'what records say of two files stays when commits say no more',
    inSpace(async (store, space) => {
      await putPast(store, space, ['src/a.ts', 'src/b.ts'], ['0 1', '0 1'])
      const [from, to] = [thingId('file', 'src/a.ts'), thingId('file', 'src/b.ts')]
      const seen = makeEdge({ kind: 'CO_CHANGES', from, to, provenance: 'observed', evidence: ['e~1'], seenAt: T0 })
      await store.transact(space, (writer) => writer.link([seen]))
      await putPast(store, space, ['src/a.ts', 'src/b.ts'], ['0 1'])
      expect(await activeEdges(store, space)).toMatchObject([
        { count: 4, evidence: ['commit:c0', 'commit:c1', 'commit:c2', 'e~1'] },
      ])
      await store.transact(space, ({ code }) => code.removeTree(ROOT))
      expect(await endsOf(store, space)).toEqual(['src/a.ts CO_CHANGES src/b.ts'])
    }),
  )
}

function trees(inSpace: InSpace): void {
  test(
    'work trees have rows of their own, and an edge holds as long as one of them has it',
    inSpace(async (store, space) => {
      const other = '/work/shop-2'
      await putCode(store, space, SHOP)
      await putCode(store, space, { ...SHOP, root: other, at: T0 + 1 })
      await putPast(store, space, ['src/a.ts', 'src/b.ts'], ['0 1', '0 1'], { root: other })
      expect((await store.code.trees(space)).map(({ root }) => root)).toEqual([other, ROOT])
      await putCode(store, space, {
        files: [],
        arrows: [],
        removed: ['src/b.ts'],
        imports: new Map([['src/c.ts', []]]),
      })
      expect((await store.code.looks(space, ROOT)).length).toBe(3)
      expect((await store.code.looks(space, other)).length).toBe(4)
      expect(await endsOf(store, space)).toContain('src/c.ts DEPENDS_ON src/b.ts')
      await store.transact(space, ({ code }) => code.removeTree(other))
      expect(await endsOf(store, space)).toEqual(['test/a.test.ts DEPENDS_ON src/a.ts'])
      await store.transact(space, ({ code }) => code.removeTree(ROOT))
      expect(await store.code.trees(space)).toEqual([])
      expect((await store.stats(space)).nodes.file ?? 0).toBe(0)
    }),
  )

  test(
    'another space sees nothing of it',
    inSpace(async (store, space) => {
      await putCode(store, space, SHOP)
      const { id } = await store.ensureSpace({ alias: 'bob', purpose: 'companion', at: T0 })
      expect(await store.code.tree(id, ROOT)).toBeNull()
      expect(await store.code.counts(id)).toEqual({ dependsOn: 0, coChanges: 0 })
      expect(await store.code.counts(space)).toEqual({ dependsOn: 4, coChanges: 0 })
      expect(await store.removeSpace(space)).toBe(true)
    }),
  )

  test(
    'what was worked out for a file is kept until the file is gone',
    inSpace(async (store, space) => {
      await putCode(store, space, SHOP)
      const advice = new Map([
        ['src/a.ts', '{"a":1}'],
        ['src/b.ts', '{}'],
      ])
      await store.transact(space, ({ code }) => code.putAdvice(ROOT, 1, advice))
      expect(await store.code.advice(space, ROOT, 'src/a.ts')).toBe('{"a":1}')
      expect(await store.code.advice(space, ROOT, 'src/c.ts')).toBeNull()
      await putCode(store, space, { files: [], arrows: [], removed: ['src/a.ts'] })
      await store.transact(space, ({ code }) => code.putAdvice(ROOT, 2, new Map()))
      expect([...(await store.code.advised(space, ROOT))]).toEqual([['src/b.ts', 1]])
    }),
  )
}

function sessions(inSpace: InSpace): void {
  test(
    'what a session changed is read from its observations, with what its subagents did',
    inSpace(async (store, space) => {
      await observing(
        store,
        space,
        stored('e1', { session: 'one', at: T0, filesModified: ['src/a.ts'] }),
        stored('e2', { session: 'one/helper', at: T0 + 10, filesModified: ['src/b.ts'], filesRead: ['src/z.ts'] }),
        stored('e3', { session: 'two', at: T0 + 20, filesModified: ['src/b.ts', 'src/c.ts'] }),
        stored('e4', { session: 'three', at: T0 + 30, filesRead: ['src/a.ts'] }),
      )
      const all = await store.code.sessionChanges(space, { limit: 10 })
      expect(all).toEqual([
        { session: 'two', at: T0 + 21, files: ['src/b.ts', 'src/c.ts'] },
        { session: 'one', at: T0 + 11, files: ['src/a.ts', 'src/b.ts'] },
      ])
      expect(await store.code.sessionChanges(space, { files: ['src/a.ts'], limit: 10 })).toEqual([all[1]])
      expect(await store.code.sessionChanges(space, { limit: 2 })).toEqual([all[0]])
    }),
  )
}
