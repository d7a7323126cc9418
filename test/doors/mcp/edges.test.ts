import { beforeAll, expect, test } from 'vitest'
import { type Connection, call, connect, emptyProject, playHook } from './run-mcp.ts'

const project = emptyProject()
let connection: Connection

beforeAll(async () => {
  const play = (event: string, fields: object) =>
    playHook(project, event, { session_id: 'one', transcript_path: '', prompt_id: 'p1', ...fields })
  await play('UserPromptSubmit', { prompt: 'Let the refresh of the JWT survive a restart.' })
  for (const path of ['src/auth/token.ts', 'src/auth/refresh.ts']) {
    await play('PostToolUse', {
      tool_name: 'Edit',
      tool_input: { file_path: `${project.folder}/${path}`, old_string: 'a = 1', new_string: 'a = 2' },
      tool_response: {},
      tool_use_id: path,
    })
  }
  await play('Stop', { last_assistant_message: 'It survives now.' })
  connection = await connect(project)
})

test('ids of which none is known are an error that names them', async () => {
  const { isError, text } = await call(connection, 'edges', { accept: ['CO_CHANGES:n~1:n~2'], reject: ['nonsense'] })
  expect(isError).toBe(true)
  expect(text).toContain('No edge has one of the ids CO_CHANGES:n~1:n~2, nonsense.')
})

test('what is known is done, and what is not is named', async () => {
  const { structured } = await call(connection, 'edges', {})
  const { id } = structured.edges[0]
  const { isError, text, structured: after } = await call(connection, 'edges', { reject: [id, 'nonsense'] })
  expect(isError).toBe(false)
  expect(after).toMatchObject({ edges: [{ id, state: 'rejected' }], unknown: ['nonsense'] })
  expect(text).toContain('Unknown: nonsense.')
})
