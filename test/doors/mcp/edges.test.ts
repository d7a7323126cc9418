import { beforeAll, expect, test } from 'vitest'
import { type Connection, call, connect, emptyProject, playEdits } from './run-mcp.ts'

const project = emptyProject()
let connection: Connection

beforeAll(async () => {
  await playEdits(project, ['src/auth/token.ts', 'src/auth/refresh.ts'])
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
