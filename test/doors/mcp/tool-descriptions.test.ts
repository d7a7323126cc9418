import { expect, test } from 'vitest'
import * as z from 'zod'
import { deletionCodes } from '../../../src/doors/mcp/deletion-codes.ts'
import { memoryTools } from '../../../src/doors/mcp/memory-server.ts'
import { loadTokenCounter } from '../../../src/text/tokens.ts'

const tools = memoryTools(deletionCodes())

test('the tools, what they take, and whether they read, write or delete are what hosts know', () => {
  expect(tools.map(({ name, effect, input }) => [name, effect, Object.keys(input.shape)])).toEqual([
    ['search', 'read', ['query', 'type', 'file', 'concept', 'session', 'branch', 'since', 'until', 'limit']],
    ['timeline', 'read', ['around', 'before', 'after']],
    ['get', 'read', ['ids', 'budgetTokens']],
    ['records', 'read', ['ids', 'from', 'budgetTokens']],
    ['impact', 'read', ['files', 'hops']],
    ['edges', 'change', ['accept', 'reject', 'kind', 'state', 'file']],
    ['remember', 'write', ['text', 'title', 'type', 'concepts', 'files']],
    ['forget', 'delete', ['ids', 'confirm', 'code']],
    ['why', 'read', ['query', 'id']],
  ])
})

test('all that a model reads of the tools before it calls one is under 1,500 tokens', async () => {
  const counter = await loadTokenCounter()
  const read = tools.map(({ name, description, input }) => {
    return JSON.stringify({ name, description, inputSchema: z.toJSONSchema(input, { io: 'input' }) })
  })
  const tokens = read.reduce((sum, text) => sum + counter.count(text), 0)
  expect(tokens).toBeLessThan(1_500)
  expect(tokens).toBeGreaterThan(500)
})

test('every answer has a schema and says that it is data', () => {
  for (const { output } of tools) expect(Object.keys(output.shape)[0]).toBe('notice')
})
