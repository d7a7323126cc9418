/** A node of the parsed tree, as far as it is looked at here. */
export interface Tree {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export function children(node: Tree): Tree[] {
  const found: Tree[] = []
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) found.push(...value.filter(isTree))
    else if (isTree(value)) found.push(value)
  }
  return found
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** The text of a string, also of one in backticks that nothing is put into. */
export function literalOf(node: unknown): string | null {
  if (!isTree(node)) return null
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const quasis = node.type === 'TemplateLiteral' ? (node['quasis'] as readonly Tree[]) : []
  if (quasis.length !== 1) return null
  return (quasis[0]!['value'] as { readonly cooked: string | null }).cooked
}

/** The names in `name(…)` and `object.name(…)`. */
export function callName(node: Tree): { readonly object: string | null; readonly name: string | null } {
  const callee = node['callee'] as Tree
  if (callee.type === 'Identifier') return { object: null, name: callee['name'] as string }
  if (callee.type !== 'MemberExpression' || callee['computed']) return { object: null, name: null }
  const object = callee['object'] as Tree
  if (object.type !== 'Identifier') return { object: null, name: null }
  return { object: object['name'] as string, name: (callee['property'] as Tree)['name'] as string }
}

/** What `{ a, b: c, ...rest }` takes, and under which names. */
export function patternKeys(pattern: Tree): { readonly local: string; readonly imported: string }[] {
  if (pattern.type !== 'ObjectPattern') return [{ local: '', imported: '*' }]
  return (pattern['properties'] as readonly Tree[]).map((property) => {
    const key = property['key'] as Tree | undefined
    const value = property['value'] as Tree | undefined
    if (key?.type !== 'Identifier' || property['computed']) return { local: '', imported: '*' }
    const target = value?.type === 'AssignmentPattern' ? (value['left'] as Tree) : value
    return { local: target?.type === 'Identifier' ? (target['name'] as string) : '', imported: key['name'] as string }
  })
}
