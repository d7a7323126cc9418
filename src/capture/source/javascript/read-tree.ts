import type { Node, Program } from 'oxc-parser'
import type { SourceReexport } from '../../../graph/source-graph.ts'
import { assignedExports, isExports } from './assigned-exports.ts'
import type { ExportedName } from './definitions.ts'
import type { PendingImport } from './pending-import.ts'
import { callName, children, literalOf, patternKeys, type Tree } from './tree.ts'

export interface TreeReading {
  readonly imports: readonly (Omit<PendingImport, 'line'> & { readonly at: number })[]
  readonly reexports: readonly SourceReexport[]
  readonly exported: readonly ExportedName[]
}

type Found = TreeReading['imports'][number]

const MOCKS: ReadonlySet<string> = new Set([
  ...['mock', 'doMock', 'unmock', 'dontMock', 'doUnmock', 'setMock', 'unstable_mockModule', 'createMockFromModule'],
  ...['importActual', 'importMock', 'requireActual', 'requireMock', 'importOriginal', 'module'],
])
const MOCKERS: ReadonlySet<string> = new Set(['vi', 'vitest', 'jest', 'mock'])
const REQUIRERS: ReadonlySet<string> = new Set(['require', 'proxyquire', 'rewire'])
const WRITTEN_MAX = 80

/** What the record of a module leaves out: CommonJS, mocks, types taken by `import()`, extended modules, workers. */
export function readTree(program: Program, text: string, isModule: boolean): TreeReading {
  const imports: Found[] = []
  const exports: Tree[] = []
  const open: { readonly node: Tree; readonly parents: readonly Tree[] }[] = [
    { node: program as Node as Tree, parents: [] },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parents } = next
    const found = importOf(node, parents, { text, isModule })
    if (found !== null) imports.push(found)
    if (node.type === 'AssignmentExpression' && isExports(node['left'])) exports.push(node)
    // Two parents tell what becomes of a value.
    const above = [node, ...parents.slice(0, 1)]
    for (const child of children(node)) open.push({ node: child, parents: above })
  }
  const required = new Map(
    imports.flatMap(({ specifier, bound = [] }) => bound.map((one) => [one.local, { ...one, specifier }])),
  )
  const { reexports, exported } = assignedExports(
    exports.sort((a, b) => a.start - b.start),
    required,
  )
  return { imports: imports.sort((a, b) => a.at - b.at), reexports, exported }
}

interface Context {
  readonly text: string
  readonly isModule: boolean
}

function importOf(node: Tree, parents: readonly Tree[], { text, isModule }: Context): Found | null {
  switch (node.type) {
    case 'CallExpression':
      return fromCall(node, parents, text)
    case 'TSImportType': {
      const specifier = literalOf(node['source'])
      return specifier === null
        ? null
        : { specifier, kind: 'type', names: [firstName(node['qualifier'])], at: node.start }
    }
    case 'TSImportEqualsDeclaration': {
      const specifier = literalOf((node['moduleReference'] as Tree)['expression'])
      const id = node['id'] as Tree
      return specifier === null ? null : { specifier, kind: 'require', names: [], at: node.start, locals: [local(id)] }
    }
    case 'TSModuleDeclaration': {
      const specifier = literalOf(node['id'])
      return specifier === null || !isModule ? null : { specifier, kind: 'type', names: extended(node), at: node.start }
    }
    case 'NewExpression':
      return fromUrl(node)
    default:
      return null
  }
}

function fromCall(node: Tree, parents: readonly Tree[], text: string): Found | null {
  const [given, ...more] = node['arguments'] as readonly Tree[]
  const { object, name } = callName(node)
  if (given === undefined || name === null) return null
  const specifier = literalOf(given)
  if (object !== null) {
    if (object === 'require' && name === 'resolve' && specifier !== null) {
      return { specifier, kind: 'require', names: [], at: node.start }
    }
    const isMock = MOCKERS.has(object) && MOCKS.has(name) && specifier !== null
    return isMock ? { specifier, kind: 'mock', names: ['*'], at: node.start } : null
  }
  if (!REQUIRERS.has(name)) return null
  if (specifier !== null) return { specifier, kind: 'require', at: node.start, ...useOf(node, parents) }
  if (name !== 'require' || more.length > 0) return null
  const written = text.slice(given.start, Math.min(given.end, given.start + WRITTEN_MAX))
  return { specifier: written, kind: 'require', names: [], at: node.start, isComputed: true }
}

/** What becomes of the value of `require(…)`. */
function useOf(node: Tree, [parent, above]: readonly Tree[]): Pick<Found, 'names' | 'locals' | 'bound'> {
  if (parent?.type === 'ExpressionStatement') return { names: [] }
  if (parent?.type === 'MemberExpression' && parent['object'] === node && !parent['computed']) {
    const name = (parent['property'] as Tree)['name'] as string
    const id = above?.type === 'VariableDeclarator' ? (above['id'] as Tree) : null
    return { names: [name], bound: id?.type === 'Identifier' ? [{ local: id['name'] as string, imported: name }] : [] }
  }
  if (parent?.type !== 'VariableDeclarator') return { names: ['*'] }
  const id = parent['id'] as Tree
  if (id.type === 'Identifier') {
    return { names: [], locals: [local(id)], bound: [{ local: id['name'] as string, imported: '*' }] }
  }
  const keys = patternKeys(id)
  return { names: keys.map(({ imported }) => imported), bound: keys }
}

/** `new URL('./worker.js', import.meta.url)`: another module, started by its address. */
function fromUrl(node: Tree): Found | null {
  const [address, base] = node['arguments'] as readonly Tree[]
  const specifier = literalOf(address)
  const isHere = base?.type === 'MemberExpression' && (base['object'] as Tree).type === 'MetaProperty'
  const isModule = specifier !== null && /^\.{1,2}\/.+\.[cm]?[jt]sx?$/u.test(specifier)
  return isHere && isModule ? { specifier, kind: 'dynamic', names: [], at: node.start } : null
}

function local(id: Tree): { readonly name: string; readonly start: number; readonly end: number } {
  return { name: id['name'] as string, start: id.start, end: id.end }
}

/** The first name of `A.B.C`; the whole where there is none. */
function firstName(qualifier: unknown): string {
  let node = qualifier as Tree | null
  while (node?.type === 'TSQualifiedName') node = node['left'] as Tree
  return node === null ? '*' : (node['name'] as string)
}

/** The names that `declare module` adds to. */
function extended(node: Tree): string[] {
  const body = (node['body'] as { readonly body?: readonly Tree[] } | null)?.body ?? []
  const names = body.flatMap((statement) => {
    const declared = (statement['declaration'] as Tree | undefined) ?? statement
    const name = (declared['id'] as Tree | undefined)?.['name']
    return typeof name === 'string' ? [name] : []
  })
  return names.length === 0 ? ['*'] : names
}
