import { describe, expect, test } from 'vitest'
import { EVERYDAY_WORDS, NAME_GROUPS, SYNONYM_GROUPS } from '../../../src/text/entities/alias-groups.ts'
import {
  ALIAS_SPELLINGS_MAX,
  type AliasTable,
  BUILT_IN_ALIASES,
  withAliases,
} from '../../../src/text/entities/aliases.ts'
import { entityKey, readEntities } from '../../../src/text/entities/entities.ts'
import { foldHan } from '../../../src/text/han.ts'

test('spellings that come along have the keys that others of their form have, and need no folding', () => {
  for (const group of BUILT_IN_ALIASES.groups) {
    expect(BUILT_IN_ALIASES.keys(entityKey(group[0]!))).toEqual(group.map(entityKey))
    for (const spelling of group) expect(foldHan(spelling)).toBe(spelling)
  }
})

/** The other spellings of a word, those that differ by more than what a key leaves out. */
function aliasTermsOf(word: string, table: AliasTable): readonly string[] {
  const key = entityKey(word)
  return table.spellings(key).filter((spelling) => entityKey(spelling) !== key)
}

const canonical = (word: string, table = BUILT_IN_ALIASES) => table.canonical(entityKey(word))

describe('technical synonyms are one', () => {
  test.each([
    ['auth', ['authentication', 'login', 'Log in', 'sign-in', '登录', '登入', '登陸', '認證', '身份验证']],
    ['database', ['db', 'DB', 'databases', '数据库', '資料庫', '數據庫']],
    ['kubernetes', ['k8s', 'K8s']],
    ['postgresql', ['postgres', 'Postgres', 'pg', 'PostgreSQL']],
    ['deploy', ['deployment', 'release', '部署', '上线', '發布']],
    ['frontend', ['front-end', 'front end', '前端']],
    ['beijing', ['北京', '北京市', 'Beijing']],
    ['wechat', ['微信', 'WeChat']],
  ])('%s', (key, spellings) => {
    for (const spelling of spellings) expect(canonical(spelling)).toBe(key)
  })

  test('what is in no group stands for itself', () => {
    expect(canonical('Ana')).toBe('ana')
    expect(BUILT_IN_ALIASES.spellings('ana')).toEqual([])
    expect(aliasTermsOf('constructor', BUILT_IN_ALIASES)).toEqual([])
  })

  test('the other spellings of a word', () => {
    expect(aliasTermsOf('K8S', BUILT_IN_ALIASES)).toEqual(['kubernetes'])
    expect(aliasTermsOf('登錄', BUILT_IN_ALIASES)).toContain('authentication')
    expect(aliasTermsOf('登錄', BUILT_IN_ALIASES)).not.toContain('登录')
  })
})

describe('the table that comes along', () => {
  test('no spelling is in two groups', () => {
    const seen = new Map<string, string>()
    for (const group of [...SYNONYM_GROUPS, ...NAME_GROUPS]) {
      expect(group.length).toBeGreaterThan(1)
      for (const spelling of group) {
        const key = entityKey(spelling)
        expect(seen.get(key) ?? group[0], spelling).toBe(group[0])
        seen.set(key, group[0]!)
      }
    }
  })

  test('every word of daily talk is a spelling of some group', () => {
    const spellings = new Set([...SYNONYM_GROUPS, ...NAME_GROUPS].flat())
    expect([...EVERYDAY_WORDS].filter((word) => !spellings.has(word))).toEqual([])
  })
})

describe("a user's groups", () => {
  test('add to the table without changing it', () => {
    const table = withAliases(BUILT_IN_ALIASES, [['Phoenix', '凤凰计划', 'project phoenix']])
    expect(canonical('鳳凰計劃', table)).toBe('phoenix')
    expect(canonical('凤凰计划')).toBe('凤凰计划')
    expect(aliasTermsOf('凤凰计划', table)).toEqual(['Phoenix', 'project phoenix'])
  })

  test('join the group that they share a spelling with, whose name stays', () => {
    const table = withAliases(BUILT_IN_ALIASES, [['passport', 'login']])
    expect(canonical('passport', table)).toBe('auth')
    expect(table.spellings('auth')).toContain('passport')
  })

  test('tie two groups together, and the earlier names both', () => {
    const table = withAliases(BUILT_IN_ALIASES, [['database', 'cache']])
    expect(canonical('缓存', table)).toBe('database')
    expect(table.groups.filter((group) => group.includes('缓存'))).toHaveLength(1)
  })

  test('chain over several calls and within one', () => {
    const first = withAliases(BUILT_IN_ALIASES, [
      ['aa1', 'bb1'],
      ['cc1', 'dd1'],
      ['bb1', 'cc1'],
    ])
    expect(canonical('dd1', first)).toBe('aa1')
    expect(canonical('ee1', withAliases(first, [['ee1', 'dd1']]))).toBe('aa1')
  })

  test('without letters, with one spelling or too long ones say nothing', () => {
    expect(withAliases(BUILT_IN_ALIASES, [['!!', 'x'], ['alone'], ['a'.repeat(200), 'b'], []])).toBe(BUILT_IN_ALIASES)
  })

  test('are bounded', () => {
    const many = Array.from({ length: 500 }, (_, i) => `word${i}`)
    expect(withAliases(BUILT_IN_ALIASES, [many]).spellings('word0')).toHaveLength(ALIAS_SPELLINGS_MAX)
  })

  test('are found in plain texts too', () => {
    const table = withAliases(BUILT_IN_ALIASES, [['phoenix', '凤凰计划']])
    expect(readEntities('鳳凰計劃延期了', table).map(({ key, kind }) => `${key}:${kind}`)).toEqual(['phoenix:concept'])
    expect(readEntities('any news of phoenix?', table).map(({ label }) => label)).toEqual(['phoenix'])
    expect(readEntities('any news of phoenix?')).toEqual([])
  })
})
