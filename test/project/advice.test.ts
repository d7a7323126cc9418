import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitPlace } from '../../src/capture/git-place.ts'
import { adviceBeforeEdit } from '../../src/project/advice.ts'
import { ProjectMemory } from '../../src/project/project-memory.ts'
import { newShop } from '../shop-repository.ts'
import { append, newFolder, tool } from './project-activities.ts'

const TOKEN = 'src/auth/token.ts'
const PATIENT = { deadlineMs: 60_000 }

async function shop() {
  const folder = newShop(Date.now())
  const home = newFolder('home')
  const memory = (await ProjectMemory.open({ folder, home, embedder: 'words' }))!
  await memory.readCode()
  await memory.close()
  const edit = (session: string, path: string) =>
    adviceBeforeEdit({ session, folder, tool: 'Edit', input: { file_path: join(folder, path) } }, { home, ...PATIENT })
  const patch = (session: string, paths: readonly string[]) => {
    const command = [
      '*** Begin Patch',
      ...paths.flatMap((path) => [`*** Update File: ${path}`, '@@', '-a', '+b']),
      '*** End Patch',
    ]
    const call = { session, folder, tool: 'apply_patch', input: { input: command.join('\n') } }
    return adviceBeforeEdit(call, { home, ...PATIENT })
  }
  return { folder, home, edit, patch }
}

describe('how far an advice is complete', () => {
  test('is as of the last reading once a file was made beside those that matter', async () => {
    const { folder, edit } = await shop()
    expect(await edit('before', TOKEN)).toMatch(/depend on it \(.*complete\)/u)
    writeFileSync(join(folder, 'src/auth/fresh.ts'), "import { token } from './token.ts'\n")
    expect(await edit('after', TOKEN)).toMatch(/depend on it \(.*as of the last reading\)/u)
  })

  test('is as of the last reading once the session made a file anywhere, which only its journal tells', async () => {
    const { folder, home, edit } = await shop()
    const made = { session: 'maker', at: Date.now(), tool: 'Write', input: { file_path: join(folder, 'tools/new.ts') } }
    append(home, 'maker', tool(gitPlace(folder), { ...made, output: { type: 'create' } }))
    expect(await edit('maker', TOKEN)).toMatch(/depend on it \(.*as of the last reading\)/u)
  })
})

test('of a call that changes many files some are told, and the next ones when it comes again', async () => {
  const { patch } = await shop()
  const paths = [
    TOKEN,
    'src/auth/refresh.ts',
    'src/payment/charge.ts',
    'src/checkout/order.ts',
    'test/auth/token.test.ts',
  ]
  const told = (text: string | null) => paths.filter((path) => text?.includes(`\n${path} — `))
  const first = await patch('one', paths)
  expect(told(first).length).toBeGreaterThan(0)
  expect(told(first).length).toBeLessThanOrEqual(3)
  expect(first!.trim().split('\n').length).toBeLessThanOrEqual(12)
  const second = await patch('one', paths)
  expect(told(second).filter((path) => told(first).includes(path))).toEqual([])
  const rest = paths.length - told(first).length
  expect(first).toContain(`Nothing was looked up for ${rest} more files of this call.`)
  expect(await patch('one', told(first))).toBeNull()
})
