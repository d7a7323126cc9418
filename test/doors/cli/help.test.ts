import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { engraph, temporaryFolder } from './run-engraph.ts'

/** The commands that a help text lists. */
function commandsOf(help: string): readonly string[] {
  const [, section = ''] = help.split('\nCommands:\n')
  const lines = section.split('\n\n')[0]!.split('\n')
  return lines.flatMap((line) => /^ {2}([a-z]+)/u.exec(line)?.[1] ?? []).filter((name) => name !== 'help')
}

test('every command has help with examples, the common options and exit status 0', async () => {
  const home = temporaryFolder()
  const walked: string[] = []
  const walk = async (path: readonly string[]): Promise<void> => {
    const run = await engraph(home, [...path, '--help'])
    expect(run, path.join(' ')).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(new RegExp(`^Usage: ${['engraph', ...path].join(' ')} `, 'u'))
    expect(run.stdout, path.join(' ')).toMatch(/\nExamples?:\n(?:.*\n)*? +\$ (?:.* )?engraph /u)
    expect(run.stdout).toContain('--space <name>')
    walked.push(path.join(' '))
    await Promise.all(commandsOf(run.stdout).map((name) => walk([...path, name])))
  }
  await walk([])
  expect(walked.filter((path) => !path.startsWith('bench ')).sort()).toEqual([
    '',
    'alias',
    'alias add',
    'alias remove',
    'audit',
    'bench',
    'doctor',
    'drain',
    'edges',
    'edges accept',
    'edges list',
    'edges reject',
    'embed',
    'forget',
    'get',
    'history',
    'hook',
    'impact',
    'init',
    'install',
    'mcp',
    'note',
    'observe',
    'recall',
    'records',
    'remember',
    'search',
    'show',
    'space',
    'space alias',
    'space list',
    'space merge',
    'space move',
    'space remove',
    'stats',
    'timeline',
    'uninstall',
    'walk',
    'why',
  ])
})

test('the help explains the exit status', async () => {
  const { stdout } = await engraph(temporaryFolder(), ['--help'])
  expect(stdout).toMatch(/Exit status:\n {2}0 {2}.*\n {2}1 {2}.*\n {2}2 {2}.*\n {2}3 {2}.*\n {2}4 {2}/u)
})

test('wrong usage has an exit status of its own and leaves stdout to JSON', async () => {
  const home = temporaryFolder()
  const wrong = [
    [],
    ['nonsense'],
    ['recall'],
    ['recall', 'x', '--limit', '0'],
    ['show', 'a', 'b'],
    ['stats', '--file', 'a.db', '--home', 'b'],
    ['remember', '-', '--purpose', 'nonsense'],
  ]
  const runs = await Promise.all(wrong.map((args) => engraph(home, args)))
  for (const [index, run] of runs.entries()) {
    expect(run, wrong[index]!.join(' ')).toMatchObject({ status: 2, stdout: '' })
    expect(run.stderr).not.toBe('')
  }
  const json = await engraph(home, ['recall', '--json'])
  expect(json.status).toBe(2)
  expect(JSON.parse(json.stdout)).toMatchObject({ schemaVersion: 1, error: { code: 'usage' } })
})

test('--version prints the version of the package', async () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  expect(await engraph(temporaryFolder(), ['--version'])).toEqual({
    status: 0,
    stdout: `${JSON.parse(manifest).version}\n`,
    stderr: '',
  })
})
