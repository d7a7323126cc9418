import { expect, test } from 'vitest'
import { javascript } from '../../../src/capture/source/javascript/javascript.ts'
import { loadOxc } from '../../../src/capture/source/javascript/oxc.ts'

const language = javascript(await loadOxc())

interface Example {
  readonly says: string
  readonly text: string
  readonly path?: string
  /** `kind specifier { names }`, in the order of lines. */
  readonly imports: readonly string[]
}

const EXAMPLES: readonly Example[] = [
  {
    says: 'names are those of the other file',
    text: `import a, { b as c } from './x'`,
    imports: ['import ./x { b, default }'],
  },
  { says: 'an import for its effect has no names', text: `import './side'`, imports: ['import ./side {  }'] },
  {
    says: 'a reference to a file is an import of the whole, and one of a package none',
    text: `/// <reference path="./x.ts" />\n/// <reference path='y.d.ts'/>\n/// <reference types="node" />\n// <reference path="./z" />`,
    imports: ['import ./x.ts { * }', 'import ./y.d.ts { * }'],
  },
  {
    says: 'types in comments of JavaScript are imports, and examples in prose are not',
    path: 'a.js',
    text: `/** @type {import('./x').A} */\nlet a\n/**\n * Loads import('./none').\n * @param {Array<import("./y")>} b\n */\n/** @import c, { D as E } from './z' */`,
    imports: ['type ./x { A }', 'type ./y { * }', 'type ./z { D, default }'],
  },
  {
    says: 'comments of TypeScript have no types',
    text: `/** @type {import('./x').A} */\nlet a`,
    imports: [],
  },
  { says: 'an import of types is told apart', text: `import type { A } from './t'`, imports: ['type ./t { A }'] },
  {
    says: 'one value among types makes it an import',
    text: `import { type A, b } from './t'`,
    imports: ['import ./t { A, b }'],
  },
  {
    says: 'members of a namespace are its names',
    text: `import * as z from './z'\nz.one(1)\nlet a: z.Two\n// z.three\nother.z.four()`,
    imports: ['import ./z { Two, one }'],
  },
  {
    says: 'a namespace that goes elsewhere is used as a whole',
    text: `import * as z from './z'\nz.one()\nsend(z)`,
    imports: ['import ./z { *, one }'],
  },
  { says: 'a re-export names what it takes', text: `export { a as b } from './x'`, imports: ['reexport ./x { a }'] },
  {
    says: 'a re-export of everything',
    text: `export * from './x'\nexport * as y from './y'`,
    imports: ['reexport ./x { * }', 'reexport ./y { * }'],
  },
  {
    says: 'what a dynamic import is taken apart to',
    text: `const { a, b: c } = await import('./x')`,
    imports: ['dynamic ./x { a, b }'],
  },
  {
    says: 'the member that is taken of a dynamic import',
    text: `const a = (await import('./x')).part`,
    imports: ['dynamic ./x { part }'],
  },
  {
    says: 'what follows a dynamic import takes of it',
    text: `lazy(() => import('./x').then((m) => m.Page))`,
    imports: ['dynamic ./x { Page }'],
  },
  {
    says: 'a computed import is kept as it is written',
    text: `await import(\`./locales/\${name}.js\`)`,
    imports: [`dynamic \`./locales/\${name}.js\` {  } computed`],
  },
  {
    says: 'required and taken apart',
    text: `const { a, b: c } = require('./x')`,
    path: 'a.js',
    imports: ['require ./x { a, b }'],
  },
  {
    says: 'members of what is required',
    text: `var x = require('./x')\nx.one()\nx.two`,
    path: 'a.js',
    imports: ['require ./x { one, two }'],
  },
  {
    says: 'a member is taken at once',
    text: `const one = require('./x').one`,
    path: 'a.js',
    imports: ['require ./x { one }'],
  },
  { says: 'required by a computed name', text: 'require(path)', path: 'a.js', imports: ['require path {  } computed'] },
  {
    says: 'a call in a string or comment is none',
    text: `// require('./a')\nconst s = "require('./b')"`,
    path: 'a.js',
    imports: [],
  },
  {
    says: 'mocks of a test',
    text: `vi.mock('./x')\njest.mock('./y', () => ({}))`,
    imports: ['mock ./x { * }', 'mock ./y { * }'],
  },
  { says: 'a type by import()', text: `type A = import('./x').B.C`, imports: ['type ./x { B }'] },
  {
    says: 'an extended module',
    text: `export {}\ndeclare module './x' { interface Map {} }`,
    imports: ['type ./x { Map }'],
  },
  { says: 'an import by assignment', text: `import x = require('./x')\nx.one()`, imports: ['require ./x { one }'] },
  {
    says: 'a worker by its address',
    text: `new Worker(new URL('./work.js', import.meta.url))`,
    imports: ['dynamic ./work.js {  }'],
  },
  { says: 'an address of a picture is no import', text: `new URL('./a.png', import.meta.url)`, imports: [] },
  {
    says: 'the runtime of tags',
    text: `/** @jsxImportSource ../jsx */\nexport const a = <b />`,
    path: 'a.tsx',
    imports: ['import ../jsx/jsx-runtime { Fragment, jsx, jsxs }'],
  },
  {
    says: 'types in a JavaScript file',
    text: `// @flow\nimport { a } from './x'\nlet b: number = a`,
    path: 'a.js',
    imports: ['import ./x { a }'],
  },
  {
    says: 'tags in a JavaScript file',
    text: `import { A } from './x'\nexport const b = <A />`,
    path: 'a.js',
    imports: ['import ./x { A }'],
  },
  {
    says: 'both scripts of a component',
    text: `<template><my-card/></template>\n<script lang="ts">\nimport type { A } from './a'\n</script>\n<script setup lang="ts">\nimport Card from './Card.vue'\n</script>`,
    path: 'a.vue',
    imports: ['type ./a { A }', 'import ./Card.vue { default }'],
  },
  {
    says: 'a script that stands in another file',
    text: `<script src="./a.ts"></script>`,
    path: 'a.vue',
    imports: ['import ./a.ts {  }'],
  },
  {
    says: 'a script in a comment is none',
    text: `<!-- <script>import './a'</script> -->\n<script>import './b'</script>`,
    path: 'a.svelte',
    imports: ['import ./b {  }'],
  },
]

test.each(EXAMPLES)('$says', ({ text, path = 'a.ts', imports }) => {
  const found = language.parse(text, path).imports.map(({ kind, specifier, names, isComputed }) => {
    return `${kind} ${specifier} { ${names.join(', ')} }${isComputed ? ' computed' : ''}`
  })
  expect(found).toEqual(imports)
})

test('lines are those of the file, also in a component', () => {
  const { imports } = language.parse(`<template/>\n\n<script>\nimport a from './a'\n</script>`, 'a.vue')
  expect(imports.map(({ line }) => line)).toEqual([4])
})

test.each([
  [
    'export function a() {}\nclass B {\n  run(x) {\n  }\n}',
    'a.ts',
    ['a function 1 exported', 'B class 2', 'run method 3'],
  ],
  ['const a = 1\nexport { a as b }', 'a.ts', ['a constant 1 exported', 'b constant 2 exported']],
  ['export default class Foo {}', 'a.ts', ['Foo class 1 exported', 'default constant 1 exported']],
  [
    'export interface A {}\nexport type B = A\nenum C {}',
    'a.ts',
    ['A type 1 exported', 'B type 2 exported', 'C type 3'],
  ],
  ['exports.a = function () {}\nres.send = function send() {}', 'a.js', ['a function 1 exported', 'send method 2']],
  ['module.exports = { a, b: 1 }', 'a.js', ['a constant 1 exported', 'b constant 1 exported']],
])('definitions of %j', (text, path, expected) => {
  const found = language.parse(text, path).definitions.map(({ name, kind, line, isExported }) => {
    return `${name} ${kind} ${line}${isExported ? ' exported' : ''}`
  })
  expect(found.sort()).toEqual([...expected].sort())
})

test.each([
  [`export { a as b } from './x'`, ['b = a of ./x']],
  [`import { a } from './x'\nexport { a as b }`, ['b = a of ./x']],
  [`import * as a from './x'\nexport { a }`, ['a = * of ./x']],
  [`export * from './x'`, ['* = * of ./x']],
  [`module.exports = require('./x')`, ['* = * of ./x']],
  [`exports = module.exports = require('./x')`, ['* = * of ./x']],
  [
    `const { a } = require('./x')\nmodule.exports = { a, b: require('./y'), ...require('./z') }`,
    ['a = a of ./x', 'b = * of ./y', '* = * of ./z'],
  ],
  [`var x = require('./x')\nexports.a = x.b`, ['a = b of ./x']],
])('names handed on by %j', (text, expected) => {
  const { reexports } = language.parse(text, 'a.js')
  expect(reexports.map(({ name, imported, specifier }) => `${name} = ${imported} of ${specifier}`)).toEqual(expected)
})

test('identifiers are those of the code and words of comments and strings, the most frequent first', () => {
  const text = `// const of gamma\nconst alpha = beta('gamma.delta')\nbeta(alpha, beta, /re/)`
  const { identifiers, counts } = language.parse(text, 'a.ts')
  expect(identifiers).toEqual(['beta', 'alpha', 'gamma', 'delta', 're'])
  expect(counts).toEqual([3, 2, 2, 1, 1])
})

test('what does not parse says so', () => {
  const { isParsed, definitions } = language.parse('export function broken( {\n', 'a.ts')
  expect(isParsed).toBe(false)
  expect(definitions.map(({ name }) => name)).toEqual(['broken'])
})

test('without the parser there are names and no imports', () => {
  const bare = javascript({ parse: null, Resolver: null, missing: ['oxc-parser'] })
  const { isParsed, imports, definitions, identifiers } = bare.parse(
    `import a from './a'\nexport const one = two`,
    'a.ts',
  )
  expect({ isParsed, imports }).toEqual({ isParsed: false, imports: [] })
  expect(definitions).toEqual([{ name: 'one', kind: 'constant', isExported: true, line: 2 }])
  expect(identifiers).toContain('two')
})

test.each([
  ['quotes', '"\\'.repeat(50_000)],
  ['escaped quotes', '\\"'.repeat(50_000)],
  ['opened calls', 'import('.repeat(20_000)],
  ['braces', '  a({ '.repeat(20_000)],
  ['dots', 'a.'.repeat(50_000)],
  ['blanks', `export${' '.repeat(100_000)}x`],
  ['tags in tags', '<a '.repeat(30_000)],
  ['functions in functions', '()=>\n'.repeat(20_000)],
  ['powers of powers', 'a**\n'.repeat(25_000)],
  ['branches', 'if(1){}else '.repeat(8_000)],
  ['errors in one line', 'let a;const a;'.repeat(7_000)],
  ['scripts', '<script '.repeat(15_000)],
  ['comments', '/*'.repeat(50_000)],
])('time grows with the length only: %s', (_, text) => {
  const startMs = performance.now()
  for (const path of ['a.ts', 'a.js', 'a.vue']) language.parse(text, path)
  expect(performance.now() - startMs).toBeLessThan(10_000)
})

test.each([
  ['tags', '@type {', '/** ', ' */'],
  ['imports in braces', `@type {import('a').b `, '/** ', ' */'],
  ['import tags without an end', '@import { a, ', '/** ', ' */'],
  ['blanks', ' ', '/** @type {import(', ' */'],
  ['references', '/// <reference path="\n', '', ''],
])('a comment of 100,000 characters of %s is read in time', (_, part, before, after) => {
  const text = before + part.repeat(100_000 / part.length) + after
  const began = performance.now()
  expect(language.parse(text, 'a.js').isParsed).toBeDefined()
  expect(performance.now() - began).toBeLessThan(2_000)
})
