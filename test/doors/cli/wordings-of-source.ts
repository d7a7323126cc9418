import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const SOURCE = join(import.meta.dirname, '../../../src')

export interface SourceWordings {
  /** Each text that an error, a check or a finding may say, as the key of its translation, with where it stands. */
  readonly templates: ReadonlyMap<string, string>
  /** Texts of errors whose values cannot be told apart any more. */
  readonly untold: readonly string[]
}

/** What the source may say: every `wording` tag, and the plain texts that errors are made with. */
export function wordingsOfSource(): SourceWordings {
  const templates = new Map<string, string>()
  const untold: string[] = []
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue
    const file = ts.createSourceFile(name, readFileSync(join(SOURCE, name), 'utf8'), ts.ScriptTarget.Latest, true)
    const placeOf = (node: ts.Node) => `${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    const visit = (node: ts.Node): void => {
      const template = templateOf(node)
      if (template !== null) templates.set(template, placeOf(node))
      for (const text of textsOfError(node)) {
        if (ts.isStringLiteralLike(text)) templates.set(text.text, placeOf(text))
        else if (ts.isTemplateExpression(text)) untold.push(placeOf(text))
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return { templates, untold }
}

/** The key of a text that `wording` tags. */
function templateOf(node: ts.Node): string | null {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'wording') return null
  if (ts.isNoSubstitutionTemplateLiteral(node.template)) return node.template.text
  const { head, templateSpans } = node.template
  return templateSpans.reduce((text, { literal }, index) => `${text}{${index}}${literal.text}`, head.text)
}

/** The message and the hint that an error is made with, as they stand there or in a `const` of the same name. */
function textsOfError(node: ts.Node): readonly ts.Node[] {
  if (ts.isNewExpression(node) && node.expression.getText() === 'EngraphError') {
    return (node.arguments ?? []).slice(1, 2).flatMap(branches)
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'InvalidArgumentError') {
    return (node.arguments ?? []).slice(0, 1).flatMap(branches)
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'hint') return branches(node.initializer)
  if (ts.isVariableDeclaration(node) && node.name.getText() === 'hint' && node.initializer) {
    return branches(node.initializer)
  }
  return []
}

function branches(node: ts.Node): readonly ts.Node[] {
  return ts.isConditionalExpression(node) ? [...branches(node.whenTrue), ...branches(node.whenFalse)] : [node]
}
