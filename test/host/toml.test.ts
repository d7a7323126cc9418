import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '../../src/graph/wording.ts'
import { type TomlEdit, withoutTable, withTable } from '../../src/host/toml.ts'

const PATH = ['servers', 'own'] as const
const VALUES = { command: '/node', args: ['cli.js', 'mcp'] }
const OWN = '[servers.own]\ncommand = "/node"\nargs = [ "cli.js", "mcp" ]\n'

describe('a table is put into TOML that others own', () => {
  test.each([
    ['an empty file', '', OWN],
    ['other tables', '# mine\n[servers.b]\nx = 1 # one\n', `# mine\n[servers.b]\nx = 1 # one\n\n${OWN}`],
    ['no line end at the end', 'x = 1', `x = 1\n\n${OWN}`],
    ['Windows line ends', 'x = 1\r\n', `x = 1\r\n\r\n${OWN.replaceAll('\n', '\r\n')}`],
    ['the same table already', `${OWN}\n[z]\n`, `${OWN}\n[z]\n`],
    [
      'an older form of the table',
      '[servers.own]\n# note\ncommand = "/old"\nargs = ["old"]\nextra = 1\n\n# of z\n[z]\n',
      '[servers.own]\n# note\ncommand = "/node"\nargs = [ "cli.js", "mcp" ]\nextra = 1\n\n# of z\n[z]\n',
    ],
    [
      'quoted names',
      '["servers"."own"]\ncommand = "/old"\n',
      `["servers"."own"]\nargs = [ "cli.js", "mcp" ]\ncommand = "/node"\n`,
    ],
    ['a header in a text of many lines', `t = """\n[servers.own]\n"""\n`, `t = """\n[servers.own]\n"""\n\n${OWN}`],
  ])('with %s', (_, text, expected) => {
    expect(textOf(withTable(text, PATH, VALUES))).toBe(expected)
    expect(parse(expected)).toMatchObject({ servers: { own: VALUES } })
  })
})

describe('a table is cut out of TOML that others own', () => {
  test.each([
    ['the only one', OWN, ''],
    ['the last', `x = 1\n\n${OWN}`, 'x = 1\n'],
    ['one in the middle', `x = 1\n\n${OWN}\n# of z\n[z]\ny = 2\n`, 'x = 1\n\n# of z\n[z]\ny = 2\n'],
    ['one with tables below it', `${OWN}\n[servers.own.env]\nA = "b"\n\n[z]\n`, '\n[z]\n'],
    ['none', 'x = 1 # one\n', 'x = 1 # one\n'],
  ])('%s', (_, text, expected) => {
    expect(textOf(withoutTable(text, PATH))).toBe(expected)
  })
})

describe('a form that cannot be edited safely is refused', () => {
  test.each([
    ['an inline table', 'servers = { own = { command = "/old" } }\n'],
    ['dotted keys', 'servers.own.command = "/old"\n'],
    ['an inline table of others', 'servers = { b = { x = 1 } }\n'],
    ['a value of many lines', '[servers.own]\nargs = [\n  "old",\n]\ncommand = "/old"\n'],
  ])('%s', (_, text) => {
    const edit = withTable(text, PATH, VALUES)
    expect('refused' in edit && inEnglish(edit.refused)).toBe(
      'its `servers.own` is written in a form that cannot be edited safely',
    )
  })

  test('what does not parse is refused with its place', () => {
    const edit = withTable('a = 1\nb = = 2\n', PATH, VALUES)
    expect('refused' in edit && inEnglish(edit.refused)).toMatch(/^it is no valid TOML: line 2, column \d+: \S/u)
  })
})

function textOf(edit: TomlEdit): string {
  if ('refused' in edit) throw new Error(inEnglish(edit.refused))
  return edit.text
}
