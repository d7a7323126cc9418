import type { SourceReexport } from '../../../graph/source-graph.ts'
import type { ExportedName } from './definitions.ts'
import { literalOf, type Tree } from './tree.ts'

interface Required {
  readonly imported: string
  readonly specifier: string
}

interface AssignedExports {
  readonly reexports: readonly SourceReexport[]
  readonly exported: readonly ExportedName[]
}

/** What CommonJS exports by assignments: `module.exports = …`, `exports.name = …`, and both in a chain. */
export function assignedExports(
  assignments: readonly Tree[],
  required: ReadonlyMap<string, Required>,
): AssignedExports {
  const reexports: SourceReexport[] = []
  const exported: ExportedName[] = []
  const put = (name: string, value: Tree | null, at: number) => {
    const source = value === null ? null : sourceOf(value, required)
    if (source !== null) reexports.push({ name, ...source })
    else exported.push({ name: name === '*' ? 'default' : name, local: localName(value) ?? name, at })
  }
  for (const assignment of assignments) {
    const { left, right, start } = assignment
    // The inner part of a chain that ends at `module.exports` as well.
    if (
      assignments.some(
        (other) => other !== assignment && other['right'] === assignment && isWhole(other['left'] as Tree),
      )
    )
      continue
    const name = exportedName(left as Tree)
    const value = lastValue(right as Tree)
    if (name !== '*' || value.type !== 'ObjectExpression') put(name, value, start)
    else for (const property of value['properties'] as readonly Tree[]) putProperty(property, put)
  }
  return { reexports, exported }
}

function putProperty(property: Tree, put: (name: string, value: Tree | null, at: number) => void): void {
  if (property.type === 'SpreadElement') put('*', property['argument'] as Tree, property.start)
  const key = property['key'] as Tree | undefined
  const name = key?.type === 'Identifier' && !property['computed'] ? key['name'] : literalOf(key)
  if (typeof name === 'string') put(name, property['value'] as Tree, property.start)
}

/** `exports`, `module.exports`, and a member of either. */
export function isExports(left: unknown): boolean {
  const node = left as Tree
  return isWhole(node) || (node.type === 'MemberExpression' && !node['computed'] && isWhole(node['object'] as Tree))
}

function isWhole(node: Tree): boolean {
  if (node.type === 'Identifier') return node['name'] === 'exports'
  if (node.type !== 'MemberExpression' || node['computed']) return false
  const [object, property] = [node['object'] as Tree, node['property'] as Tree]
  return object.type === 'Identifier' && object['name'] === 'module' && property['name'] === 'exports'
}

function exportedName(left: Tree): string {
  return isWhole(left) ? '*' : ((left['property'] as Tree)['name'] as string)
}

/** In `exports = module.exports = create` the value is `create`. */
function lastValue(node: Tree): Tree {
  let value = node
  while (value.type === 'AssignmentExpression') value = value['right'] as Tree
  return value
}

function sourceOf(value: Tree, required: ReadonlyMap<string, Required>): Required | null {
  if (value.type === 'Identifier') {
    const source = required.get(value['name'] as string)
    return source === undefined ? null : { imported: source.imported, specifier: source.specifier }
  }
  if (value.type === 'MemberExpression' && !value['computed']) {
    const whole = sourceOf(value['object'] as Tree, required)
    return whole?.imported === '*' ? { ...whole, imported: (value['property'] as Tree)['name'] as string } : null
  }
  const callee = value.type === 'CallExpression' ? (value['callee'] as Tree) : null
  const specifier = callee?.['name'] === 'require' ? literalOf((value['arguments'] as readonly unknown[])[0]) : null
  return specifier === null ? null : { imported: '*', specifier }
}

function localName(value: Tree | null): string | null {
  if (value?.type === 'Identifier') return value['name'] as string
  const id = value?.['id'] as Tree | null | undefined
  return typeof id?.['name'] === 'string' ? id['name'] : null
}
