import { describe, expect, test } from 'vitest'
import { CHINESE_ERRORS } from '../../../src/doors/cli/chinese-errors.ts'
import { said } from '../../../src/doors/cli/said.ts'
import { wording } from '../../../src/graph/wording.ts'
import { EngraphError } from '../../../src/index.ts'
import { asLines, engraph, homeWithConversation, temporaryFolder } from './run-engraph.ts'
import { wordingsOfSource } from './wordings-of-source.ts'

/** Of the benchmark, which developers run; its texts are not translated. */
const OF_DEVELOPERS = /^(?:doors\/cli\/bench|vectors\/bench)/u

describe('what errors say', () => {
  const { templates, untold } = wordingsOfSource()
  const shown = [...templates].filter(([, place]) => !OF_DEVELOPERS.test(place))

  test('is known in Chinese: else add it to chinese-errors.ts', () => {
    const missing = shown.filter(([template]) => !Object.hasOwn(CHINESE_ERRORS, template))
    expect(missing.map(([template, place]) => `${place} ${template}`)).toEqual([])
  })

  test('keeps its values apart: a text of an error with values is tagged with wording', () => {
    expect(untold.filter((place) => !OF_DEVELOPERS.test(place))).toEqual([])
  })

  test('is still said where Chinese has a text for it', () => {
    expect(Object.keys(CHINESE_ERRORS).filter((template) => !templates.has(template))).toEqual([])
  })

  test('has the same gaps and the same commands in Chinese', () => {
    const partsOf = (text: string) => [...text.matchAll(/\{\d\}|`[^`]*`/gu)].map(([part]) => part).sort()
    const differing = Object.entries(CHINESE_ERRORS).filter(
      ([english, chinese]) => `${partsOf(english)}` !== `${partsOf(chinese)}`,
    )
    expect(differing).toEqual([])
  })

  test('stays English in the library, and is worded anew at the door', () => {
    const error = new EngraphError('space-unknown', wording`There is no space "${'alice'}" in ${'/data'}.`)
    expect(error.message).toBe('There is no space "alice" in /data.')
    expect(Object.keys(error)).not.toContain('wordings')
    expect(said(error.wordings.message, 'chinese')).toBe('/data 中没有空间“alice”。')
    expect(said(error.wordings.message, 'english')).toBe(error.message)
  })

  test('has values that are like gaps left as they are', () => {
    expect(said(wording`There is no space "${'{1}'}" in ${'{0}'}.`, 'english')).toBe('There is no space "{1}" in {0}.')
    expect(said({ template: 'a {0} b', values: [] }, 'chinese')).toBe('a {0} b')
  })
})

const ZH = { env: { LANG: 'zh_CN.UTF-8' } }

describe.concurrent('under a Chinese locale', () => {
  test.each([
    [['recall'], '缺少参数 <question>。'],
    [['recall', 'x', '--limit'], '选项 --limit <count> 缺少值。'],
    [['recall', 'x', '--limit', '0'], '选项 --limit <count> 的值“0”无效。须为从 1 起的整数。'],
    [['recall', 'x', '--limit', '99999'], '--limit 须为 1 到 1000 之间的整数，给出的是 99999。'],
    [
      ['recall', 'x', '--level', 'all'],
      '选项 --level <level> 的值“all”无效。可选：index、timeline、details、records。',
    ],
    [['recall', 'x', '--limt', '3'], '没有选项 --limt。是否想用 --limit？'],
    [['recall', 'x', '--since', 'then'], '--since 须为时间（ISO 8601，例如 2026-05-03T10:00:00Z），给出的是 "then"。'],
    [['recall', 'x', '--file', 'a', '--home', 'b'], '选项 --file <path> 不能与 --home <dir> 同时使用。'],
    [['recal', 'x'], '没有命令 recal。是否想用 recall？'],
    [['space', 'foo'], '没有命令 foo。'],
    [['stats', 'a', 'b'], '参数过多：应有 0 个，给出了 2 个。'],
    [['walk', 'Ana', '--kinds', ','], '选项 --kinds <list> 的值“,”无效。须为边的种类列表，例如 CAUSES,REFERENCES。'],
    [['walk', 'Nobody'], '此空间里没有节点 Nobody。'],
    [['forget'], '没有指明要遗忘什么。'],
    [['remember', 'no-such-file'], '无法读取 no-such-file：没有这个文件或目录（ENOENT）。'],
    [['remember', '/'], '无法读取 /：这是一个目录（EISDIR）。'],
    [['space', 'merge', 'default', 'default', '--yes'], '“default”与“default”是同一个空间。'],
    [['alias', 'add', 'one'], '请至少给出两个不同的同义词。'],
  ])('engraph %j says %s', async (args, sentence) => {
    const run = await engraph(await homeWithConversation(), args, ZH)
    expect(run.stderr.split('\n')[0]).toBe(`engraph: ${sentence}`)
    expect([1, 2, 4]).toContain(run.status)
  })

  test('every line of an error, its hint and its help is Chinese', async () => {
    for (const args of [['recall', 'x', '--space', 'nobody'], ['recall']]) {
      const { stderr } = await engraph(await homeWithConversation(), args, ZH)
      for (const line of stderr.trim().split('\n')) expect(line).toMatch(/\p{Script=Han}/u)
    }
  })

  test('lines that cannot be stored are told in Chinese, and in English to programs', async () => {
    const stdin = asLines([
      { session: 's', text: '' },
      { session: 's', text: 7 },
      { session: 's', text: 'x', at: 'then' },
      { session: 's', text: 'x', id: 'm~1' },
      { session: 's'.repeat(5_000), text: 'x' },
      { session: 's', text: 'x', id: 'a' },
      { session: 's', text: 'y', id: 'a' },
    ])
    const { stderr } = await engraph(temporaryFolder(), ['remember', '-'], { ...ZH, stdin })
    const lines = stderr.trim().split('\n')
    expect(lines).toHaveLength(6)
    for (const line of lines) expect(line).toMatch(/^第 \d 行: .*\p{Script=Han}/u)
    const json = await engraph(temporaryFolder(), ['remember', '-', '--json'], { ...ZH, stdin })
    expect(json.stdout).not.toMatch(/\p{Script=Han}/u)
  })

  test('the doctor speaks Chinese too, and JSON stays English', async () => {
    const home = await homeWithConversation()
    expect((await engraph(home, ['doctor'], ZH)).stdout).toMatch(/数据目录.*\n.*权限.*\n.*目录册.*\n.*完好/u)
    for (const args of [['doctor'], ['recall', 'x', '--space', 'nobody'], ['recall', '--limit', '0']]) {
      expect((await engraph(home, [...args, '--json'], ZH)).stdout).not.toMatch(/\p{Script=Han}/u)
    }
  })
})
