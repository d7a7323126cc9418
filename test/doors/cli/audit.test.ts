import { describe, expect, test } from 'vitest'
import { engraph, homeWithConversation } from './run-engraph.ts'

const LINE = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ {2}(\S+) {2}\d+\.\d ms {2}(?:\w+ \d+ {2})*(\d+) items? {2}(.+)$/u

describe.concurrent('engraph audit', () => {
  test('lists what was asked, newest first, one line each', async () => {
    const home = await homeWithConversation()
    expect(await engraph(home, ['audit'])).toEqual({ status: 4, stdout: '', stderr: 'No recalls were logged.\n' })
    await engraph(home, ['recall', 'deployment'])
    await engraph(home, ['recall', 'zebra'])
    await engraph(home, ['recall', '登录模块 \u001b[31m?'], { env: { ENGRAPH_AUDIT: 'text' } })
    await engraph(home, ['recall', 'deployment'])
    await engraph(home, ['recall', 'router'], { env: { ENGRAPH_AUDIT: 'off' } })
    const { status, stdout } = await engraph(home, ['audit'])
    expect(status).toBe(0)
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => LINE.exec(line)?.slice(1))
    expect(lines.map((line) => line?.[0])).toEqual(['found', 'found', 'nothing-found', 'found'])
    expect(lines[1]?.[2]).toBe('登录模块 ?')
    expect(lines[2]?.[1]).toBe('0')
    expect(lines[3]?.[2]).toMatch(/^#[0-9a-f]{16}$/u)
    expect(lines[0]?.[2]).toBe(lines[3]?.[2])
    expect(lines[2]?.[2]).not.toBe(lines[3]?.[2])
  })

  test('options narrow it, and JSON is complete', async () => {
    const home = await homeWithConversation()
    for (const question of ['deployment', 'zebra', 'router']) await engraph(home, ['recall', question])
    const outcomesOf = async (...options: readonly string[]) => {
      const { stdout } = await engraph(home, ['audit', '--json', ...options])
      const { schemaVersion, entries } = JSON.parse(stdout)
      expect(schemaVersion).toBe(1)
      return entries.map(({ outcome }: { outcome: string }) => outcome)
    }
    expect(await outcomesOf()).toEqual(['found', 'nothing-found', 'found'])
    expect(await outcomesOf('--limit', '1')).toEqual(['found'])
    expect(await outcomesOf('--outcome', 'nothing-found')).toEqual(['nothing-found'])
    expect(await outcomesOf('--slow', '9999999')).toEqual([])
    expect(await outcomesOf('--until', '2001-01-01')).toEqual([])
    expect(await outcomesOf('--since', '2001-01-01')).toHaveLength(3)
  })

  test('--stats counts', async () => {
    const home = await homeWithConversation()
    expect((await engraph(home, ['audit', '--stats'])).stdout).toBe(
      'recalls: 0\noutcomes: -\nnothing found: -\ntime: -\n',
    )
    for (const question of ['deployment', 'zebra']) await engraph(home, ['recall', question])
    const { status, stdout } = await engraph(home, ['audit', '--stats'])
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^recalls: 2\noutcomes: (?:found 1, nothing-found 1|nothing-found 1, found 1)\nnothing found: 50\.0 %\ntime: p50 [\d.]+ ms, p95 [\d.]+ ms, max [\d.]+ ms\n$/u,
    )
    const json = JSON.parse((await engraph(home, ['audit', '--stats', '--json'])).stdout)
    expect(json).toMatchObject({
      schemaVersion: 1,
      recalls: 2,
      nothingFoundShare: 0.5,
      tookMs: { p95: expect.any(Number) },
    })
  })

  test('speaks Chinese, and refuses what it cannot read', async () => {
    const home = await homeWithConversation()
    const chinese = await engraph(home, ['audit'], { env: { LANG: 'zh_CN.UTF-8' } })
    expect(chinese).toMatchObject({ status: 4, stderr: '没有检索记录。\n' })
    expect(await engraph(home, ['audit', '--since', 'soon'])).toMatchObject({ status: 2, stdout: '' })
    const wrong = await engraph(home, ['recall', 'x'], { env: { ENGRAPH_AUDIT: 'loud' } })
    expect(wrong).toMatchObject({ status: 2, stdout: '' })
    expect(wrong.stderr).toContain('off, hash, text')
  })
})
