import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHINESE_ERRORS } from '../../../src/doors/cli/chinese-errors.ts'
import { inContext } from '../../../src/doors/cli/hints.ts'
import { shellWord } from '../../../src/graph/wording.ts'
import { engraph, homeWithConversation, temporaryFolder } from './run-engraph.ts'
import { wordingsOfSource } from './wordings-of-source.ts'

describe('a command in a hint', () => {
  test.each([
    ['`engraph doctor`', {}, '`engraph doctor`'],
    ['`engraph doctor` says more.', { file: 'a b.db', space: 'work' }, "`engraph doctor --file 'a b.db'` says more."],
    ['`engraph space list`', { home: '/data' }, '`engraph space list --home /data`'],
    ['`engraph alias`', { file: 'm.db', space: 'work' }, '`engraph alias --space work --file m.db`'],
    ['`engraph alias --space old`', { file: 'm.db', space: 'work' }, '`engraph alias --space old --file m.db`'],
    ['`engraph space list --file other.db`', { home: '/data' }, '`engraph space list --file other.db`'],
    ['`engraph space remove <space>`', { space: "Ana's" }, "`engraph space remove 'Ana'\\''s'`"],
    ['`engraph a` and `engraph b`', { home: 'h' }, '`engraph a --home h` and `engraph b --home h`'],
    ['engraph: nothing', { home: 'h' }, 'engraph: nothing'],
  ])('%s, given %j, is %s', (text, place, expected) => {
    expect(inContext(text, place)).toBe(expected)
    expect(inContext(inContext(text, place), place)).toBe(expected)
  })

  test.each(['plain', '登录', '/a/b.db', 'two words', "Ana's", '$HOME `x` "y"', '<new file>', ''])(
    'keeps the word %j whole in a shell',
    (word) => {
      expect(execFileSync('/bin/sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word)
    },
  )

  test('stands between backticks, so that it gets its options, and is one that exists', async () => {
    const { stdout: help } = await engraph(temporaryFolder(), ['--help'])
    const phrases = ['phrases.ts', 'embedding-phrases.ts']
      .map((file) => readFileSync(join(import.meta.dirname, '../../../src/doors/cli', file), 'utf8'))
      .join('\n')
    const texts = [...wordingsOfSource().templates.keys(), ...Object.values(CHINESE_ERRORS), ...phrases.split('\n')]
    const verbs = 'remember|recall|timeline|show|walk|forget|alias|audit|space|embed|stats|doctor|bench'
    const loose = new RegExp(`(?<!\`)\\bengraph (?:${verbs})\\b`, 'u')
    expect(texts.filter((text) => loose.test(text))).toEqual([])
    for (const [, verb] of texts.join('\n').matchAll(/`engraph ([a-z]+)/gu)) expect(help).toContain(`  ${verb} `)
  })

  test('is said by what prints hints only: nobody writes to stderr on another way', () => {
    const folder = join(import.meta.dirname, '../../../src/doors/cli')
    const files = readdirSync(folder).filter((file) =>
      readFileSync(join(folder, file), 'utf8').includes('stderr.write'),
    )
    expect(files).toEqual(['output.ts'])
  })
})

describe.concurrent('copied from an error', () => {
  test.each([
    ['an unknown space', ['recall', 'x', '--space', 'nobody'], 'engraph space list'],
    ['no words that mean the same', ['alias'], 'engraph alias add auth 登录 login'],
  ])('the command for %s works where the failed one looked', async (_, args, command) => {
    for (const option of ['--file', '--home']) {
      const home = await homeWithConversation()
      const file = join(home, 'spaces', readdirSync(join(home, 'spaces')).find((name) => name.endsWith('.db'))!)
      const where = [option, option === '--file' ? file : home]
      const { stderr } = await engraph(temporaryFolder(), [...args, ...where])
      const hinted = /`engraph ([^`]+)`/u.exec(stderr)?.[1]
      expect(`engraph ${hinted}`).toBe([command, ...where].join(' '))
      expect(await engraph(temporaryFolder(), hinted!.split(' '))).toMatchObject({ status: 0 })
    }
  })

  test('JSON has the same hint', async () => {
    const home = await homeWithConversation()
    const run = await engraph(temporaryFolder(), ['recall', 'x', '--space', 'nobody', '--home', home, '--json'])
    expect(JSON.parse(run.stdout).error.hint).toContain(`\`engraph space list --home ${home}\``)
  })
})
