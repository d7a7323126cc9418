import { expect, test } from 'vitest'
import { javascript } from '../../../src/capture/source/javascript/javascript.ts'
import { loadOxc } from '../../../src/capture/source/javascript/oxc.ts'
import { specifierResolver } from '../../../src/capture/source/javascript/resolve-specifier.ts'
import { linkSource } from '../../../src/capture/source/link.ts'
import type { SourceEdge, SourceFile, SourceGraph } from '../../../src/graph/source-graph.ts'
import { importersOf, namesBetween } from '../../../src/graph/source-graph.ts'
import { dependenciesOf, dependentsOf } from '../../../src/graph/source-reach.ts'

const language = javascript(await loadOxc())

type Texts = Readonly<Record<string, string>>

function filesOf(texts: Texts): Map<string, SourceFile> {
  const tree = { root: '/', paths: new Set(Object.keys(texts)), repositories: new Set<string>(), read: () => null }
  const resolve = specifierResolver(tree, null)
  return new Map(
    Object.entries(texts).map(([path, text]) => {
      const parsed = language.parse(text, path)
      const imports = parsed.imports.map((found) => ({ ...found, ...resolve(path, found.specifier) }))
      const look = { size: 0, mtimeMs: 0, ctimeMs: 0, hash: '', language: 'javascript' }
      return [path, { path, ...look, ...parsed, imports }]
    }),
  )
}

function graphOf(texts: Texts): SourceGraph {
  const files = filesOf(texts)
  return { files, edges: linkSource(files) } as unknown as SourceGraph
}

const shown = ({ from, to, kind, names, through }: SourceEdge) =>
  `${from} ${kind} ${to} { ${names.join(', ')} }${through === null ? '' : ` through ${through}`}`

function checkEdges(texts: Texts, expected: readonly string[]) {
  expect(linkSource(filesOf(texts)).map(shown)).toEqual(expected)
}

test('two imports of one file are one edge, as strong as the stronger', () => {
  checkEdges({ 'a.ts': `import type { A } from './b'\nimport { b } from './b'`, 'b.ts': '' }, [
    'a.ts import b.ts { A, b }',
  ])
})

test('who imports a name from a barrel depends on the file that defines it', () => {
  checkEdges(
    {
      'app.ts': `import { token } from './index'`,
      'index.ts': `export * from './token'\nexport * from './other'`,
      'other.ts': 'export const other = 1',
      'token.ts': 'export const token = 1',
    },
    [
      'app.ts import index.ts { token }',
      'app.ts import token.ts { token } through index.ts',
      'index.ts reexport other.ts { * }',
      'index.ts reexport token.ts { * }',
    ],
  )
})

test('a name is followed over barrels and under other names', () => {
  checkEdges(
    {
      'app.ts': `import { c } from './one'`,
      'one.ts': `export { b as c } from './two'`,
      'two.ts': `import { a } from './three'\nexport { a as b }`,
      'three.ts': 'export function a() {}',
    },
    [
      'app.ts import one.ts { c }',
      'app.ts import three.ts { a } through one.ts',
      'one.ts reexport two.ts { b }',
      'two.ts import three.ts { a }',
    ],
  )
})

test('members of a namespace are followed', () => {
  checkEdges(
    {
      'app.ts': `import * as z from './index'\nz.one()`,
      'index.ts': `export * from './one'\nexport * from './two'`,
      'one.ts': 'export const one = 1',
      'two.ts': 'export const two = 1',
    },
    [
      'app.ts import index.ts { one }',
      'app.ts import one.ts { one } through index.ts',
      'index.ts reexport one.ts { * }',
      'index.ts reexport two.ts { * }',
    ],
  )
})

test('a module that hands on another one as a whole is followed', () => {
  checkEdges(
    {
      'app.js': `var x = require('./index')\nx()`,
      'index.js': `module.exports = require('./lib/x')`,
      'lib/x.js': 'module.exports = x',
    },
    [
      'app.js require index.js { * }',
      'app.js require lib/x.js { * } through index.js',
      'index.js require lib/x.js { * }',
    ],
  )
})

test('barrels in a circle end', () => {
  checkEdges({ 'a.ts': `export * from './b'`, 'b.ts': `export * from './a'`, 'c.ts': `import { x } from './a'` }, [
    'a.ts reexport b.ts { * }',
    'b.ts reexport a.ts { * }',
    'c.ts import a.ts { x }',
  ])
})

const SHOP: Texts = {
  'token.ts': 'export const token = 1\nexport const other = 2',
  'index.ts': `export * from './token'\nexport * from './price'`,
  'price.ts': 'export const price = 1',
  'login.ts': `import { token } from './index'\nexport const login = token`,
  'cart.ts': `import { price } from './index'\nexport const cart = price`,
  'page.ts': `import { login } from './login'`,
}

test('dependents that use nothing of a file come last', () => {
  const { files, isCut } = dependentsOf(graphOf(SHOP), 'token.ts')
  expect(files.map(({ path, hops, isUsing }) => `${path} ${hops} ${isUsing ? 'uses' : 'loads'}`)).toEqual([
    'index.ts 1 uses',
    'login.ts 1 uses',
    'page.ts 2 uses',
    'cart.ts 2 loads',
  ])
  expect(isCut).toBe(false)
})

test('names that changed tell users from others', () => {
  const { files } = dependentsOf(graphOf(SHOP), 'token.ts', { names: ['other'] })
  expect(files.filter(({ isUsing }) => isUsing).map(({ path }) => path)).toEqual(['index.ts'])
})

test('a bound says that it cut', () => {
  expect(dependentsOf(graphOf(SHOP), 'token.ts', { hopsMax: 1 })).toMatchObject({ isCut: true, files: { length: 2 } })
  expect(dependentsOf(graphOf(SHOP), 'token.ts', { filesMax: 3 })).toMatchObject({ isCut: true, files: { length: 3 } })
})

test('dependencies go the other way', () => {
  const { files } = dependenciesOf(graphOf(SHOP), 'page.ts')
  expect(files.map(({ path, hops, isUsing }) => `${path} ${hops} ${isUsing}`)).toEqual([
    'login.ts 1 true',
    'index.ts 2 true',
    'token.ts 2 true',
    'price.ts 3 false',
  ])
})

test('what stands between two files', () => {
  const graph = graphOf(SHOP)
  expect(importersOf(graph, 'token.ts').map(({ from }) => from)).toEqual(['index.ts', 'login.ts'])
  expect(namesBetween(graph, 'login.ts', 'token.ts')).toEqual(['token'])
  expect(namesBetween(graph, 'cart.ts', 'token.ts')).toEqual([])
})
