import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import type { ProjectMemory } from '../../project/project-memory.ts'
import { cleanDeep, framed, NOTICE } from './framed-text.ts'
import type { MemoryOfProject } from './memory-of-project.ts'
import { failureOf } from './tool-errors.ts'

/** One tool: what it takes and gives, and the one call on the memory behind it. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly effect: ToolEffect
  /** `memory` is `null` where the project has none yet; tools that read then say that nothing is known. */
  run(given: z.output<Input>, memory: ProjectMemory | null, call: Call): Promise<Answer<z.output<Output>>>
}

/** `read` changes nothing, `write` adds, `change` decides on what is there, `delete` takes away. */
export type ToolEffect = 'read' | 'write' | 'change' | 'delete'

/** What a tool may know of the call that it answers. */
export interface Call {
  readonly signal: AbortSignal
  /** What the client calls itself. */
  readonly client: string
}

export interface Answer<Structured> {
  /** Without `notice`, which every answer gets. */
  readonly structured: Omit<Structured, 'notice'>
  /** The same for people and for hosts that read text alone. */
  readonly text: string
}

/** Lets TypeScript infer the types of what a tool takes and gives. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(made: Tool<Input, Output>): Tool {
  return made as unknown as Tool
}

/** Registers tools with a server; all go the same way: catch up, answer, clean, frame. */
export function registerTools(server: McpServer, tools: readonly Tool[], project: MemoryOfProject): void {
  for (const { name, title, description, input, output, effect, run } of tools) {
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations: annotationsOf(effect) },
      async (given: Readonly<Record<string, unknown>>, context: ServerContext) => {
        const { signal } = context.mcpReq
        try {
          const answer = await project.use(
            { signal, mayCreate: effect === 'write', onProgress: progressOf(context) },
            (memory) => run(given, memory, { signal, client: clientOf(context, server) }),
          )
          // What was recorded is a stranger's text: nothing in it may steer a terminal or leave its frame.
          const structuredContent = cleanDeep({ notice: NOTICE, ...answer.structured })
          return { content: [{ type: 'text', text: framed(answer.text) }], structuredContent }
        } catch (error) {
          // Nobody waits for the answer of a call that was cancelled.
          signal.throwIfAborted()
          return { content: [{ type: 'text', text: failureOf(error) }], isError: true }
        }
      },
    )
  }
}

function annotationsOf(effect: ToolEffect) {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'delete',
    idempotentHint: effect === 'read',
    openWorldHint: false,
  }
}

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const CLIENT_LENGTH_MAX = 100

/** Newer clients say with each call who they are, older ones once. */
function clientOf({ mcpReq }: ServerContext, { server }: McpServer): string {
  const said = (mcpReq.envelope as { readonly [CLIENT_INFO]?: { readonly name?: unknown } } | undefined)?.[CLIENT_INFO]
  const name = typeof said?.name === 'string' ? said.name : server.getClientVersion()?.name
  return (name ?? '').trim().slice(0, CLIENT_LENGTH_MAX) || 'mcp'
}

/** Tells the client how far the memory has caught up, where it asked to be told. */
function progressOf({ mcpReq }: ServerContext): ((done: number, total: number, message: string) => void) | null {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return null
  return (progress, total, message) => {
    const params = { progressToken, progress, total, message }
    // A client that went away is noticed where the answer is sent.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
