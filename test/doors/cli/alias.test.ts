import { describe, expect, test } from 'vitest'
import { engraph, homeWithConversation } from './run-engraph.ts'

describe.concurrent('engraph alias', () => {
  test('words are put together, listed and taken out', async () => {
    const home = await homeWithConversation()
    const none = await engraph(home, ['alias'])
    expect(none).toMatchObject({ status: 0, stdout: '' })
    expect(none.stderr).toContain('engraph alias add')
    expect(await engraph(home, ['alias', 'add', 'auth', '登录', 'login'])).toEqual({
      status: 0,
      stdout: 'These mean the same now: auth = 登录 = login\n',
      stderr: '',
    })
    await engraph(home, ['alias', 'add', 'deploy', '部署'])
    await engraph(home, ['alias', 'add', '登錄', 'signin'])
    const listed = await engraph(home, ['alias'])
    expect(listed).toEqual({ status: 0, stdout: 'auth = 登录 = login = signin\ndeploy = 部署\n', stderr: '' })
    expect(await engraph(home, ['alias', 'remove', 'LOGIN'])).toMatchObject({ status: 0 })
    expect(await engraph(home, ['alias', 'remove', 'login'])).toMatchObject({ status: 4, stdout: '' })
    expect((await engraph(home, ['alias'])).stdout).toBe('auth = 登录 = signin\ndeploy = 部署\n')
  })

  test('JSON is the same in every place of the option', async () => {
    const home = await homeWithConversation()
    const added = JSON.parse((await engraph(home, ['alias', '--json', 'add', 'auth', '登录'])).stdout)
    expect(added).toMatchObject({ schemaVersion: 1, group: ['auth', '登录'], space: { aliases: ['default'] } })
    const listed = JSON.parse((await engraph(home, ['alias', '--json'])).stdout)
    expect(listed).toMatchObject({ schemaVersion: 1, groups: [['auth', '登录']] })
    const removed = JSON.parse((await engraph(home, ['alias', 'remove', 'auth', '--json'])).stdout)
    expect(removed).toMatchObject({ schemaVersion: 1, word: 'auth', isRemoved: true })
    const gone = await engraph(home, ['alias', 'remove', 'auth', '--json'])
    expect(gone.status).toBe(4)
    expect(JSON.parse(gone.stdout)).toMatchObject({ isRemoved: false })
  })

  test('wrong usage is told apart, and no space is made by it', async () => {
    const home = await homeWithConversation()
    for (const args of [['add'], ['add', 'alone'], ['add', 'LOGIN', 'login'], ['remove'], ['rename']]) {
      expect(await engraph(home, ['alias', ...args]), args.join(' ')).toMatchObject({ status: 2, stdout: '' })
    }
    expect(await engraph(home, ['alias', 'add', 'a', 'b', '--space', 'nowhere'])).toMatchObject({ status: 1 })
  })

  test('the help tells it apart from the names of spaces, and Chinese is spoken', async () => {
    const home = await homeWithConversation()
    const help = await engraph(home, ['alias', '--help'])
    expect(help.stdout).toContain('engraph space alias')
    const chinese = await engraph(home, ['alias', 'add', 'auth', '登录'], { env: { LANG: 'zh_CN.UTF-8' } })
    expect(chinese.stdout).toBe('现在视为同义：auth = 登录\n')
  })
})
