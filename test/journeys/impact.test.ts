import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engraphIn } from '../doors/cli/run-in-project.ts'
import { emptyProject, playHook } from '../doors/mcp/run-mcp.ts'
import { newShop } from '../shop-repository.ts'

const TOKEN = 'src/auth/token.ts'

interface Work {
  readonly session: string
  readonly asked: string
  readonly files: readonly string[]
  readonly said: string
}

test('before an edit, impact names who depends on the file, and what two sessions did and learned', async () => {
  const project = { ...emptyProject(), folder: newShop(Date.now()) }
  const play = async ({ session, asked, files, said }: Work) => {
    const own = { session_id: session, transcript_path: '' }
    await playHook(project, 'UserPromptSubmit', { ...own, prompt: asked })
    for (const [i, path] of files.entries()) {
      const file = join(project.folder, path)
      await playHook(project, 'PostToolUse', {
        ...own,
        ...{ tool_name: 'Edit', tool_use_id: `${session}-${i}` },
        tool_input: { file_path: file, old_string: 'id', new_string: `${session}Id` },
        tool_response: { filePath: file, structuredPatch: [], userModified: false },
      })
    }
    await playHook(project, 'Stop', { ...own, last_assistant_message: said })
  }
  expect((await engraphIn(project, ['init'])).status).toBe(0)
  await play({
    session: 'one',
    asked: 'The checkout loses its login: fix the refresh of the token.',
    files: [TOKEN, 'src/checkout/order.ts'],
    said: 'Fixed. Be careful: refresh rotates tokens; old ones must stay valid for 60 s.',
  })
  await play({
    session: 'two',
    asked: 'Let the payment charge take the lifetime of the token.',
    files: [TOKEN, 'src/payment/charge.ts'],
    said: 'Done, the payment uses it.',
  })
  const asked = await engraphIn(project, ['impact', TOKEN, '--json'])
  const { dependents, sessions, knowledge } = JSON.parse(asked.stdout)
  const paths = dependents[0].of.map(({ path }: { readonly path: string }) => path)
  expect(paths).toEqual(expect.arrayContaining(['src/checkout/order.ts', 'src/payment/charge.ts']))
  expect(sessions.of.map(({ subject }: { readonly subject: string }) => subject).sort()).toEqual([
    'checkout',
    'payment',
  ])
  expect(knowledge[0]).toMatchObject({ kind: 'pitfall', session: 'one' })
  expect(knowledge[0].text).toContain('60 s')
  const shown = await engraphIn(project, ['impact', TOKEN])
  expect(shown.stdout).toMatch(/Pitfall: .*60 s/u)
  expect((await engraphIn(project, ['impact', TOKEN, '--json'])).stdout).toBe(asked.stdout)
})
