import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a model answers: words, or a call of a tool. */
export type Answer = { readonly content: string } | { readonly tool: string; readonly input: object }

export interface MockModel {
  readonly url: string
  /** To a prompt with these words, the answers in order: each but the last is a call, whose result asks for the next. */
  play(words: string, answers: readonly Answer[]): void
  /** What was sent to it with these words in it, oldest first: each request as one text. */
  sent(words: string): readonly string[]
  stop(): Promise<void>
}

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

interface Server {
  readonly url: string
  on(match: { predicate(request: Request): boolean }, response: (request: Request) => object): unknown
  start(): Promise<unknown>
  stop(): Promise<unknown>
}

/** A model on the loopback that speaks the protocols of both agents, from the package in that folder. */
export async function startMockModel(folder: string): Promise<MockModel> {
  const entry = pathToFileURL(join(folder, 'node_modules/@copilotkit/aimock/dist/index.js')).href
  const { LLMock } = (await import(/* @vite-ignore */ entry)) as { readonly LLMock: new (options: object) => Server }
  const server = new LLMock({ port: 0 })
  const plays = new Map<string, readonly Answer[]>()
  const sent: string[] = []
  server.on({ predicate: () => true }, (request) => {
    sent.push(JSON.stringify(request.messages))
    return answerTo(request, plays)
  })
  await server.start()
  return {
    url: server.url,
    play: (words, answers) => void plays.set(words, answers),
    sent: (words) => sent.filter((request) => request.includes(words)),
    async stop() {
      await server.stop()
    },
  }
}

function answerTo({ messages }: Request, plays: ReadonlyMap<string, readonly Answer[]>): object {
  // The newest first: what was asked earlier comes back in what is remembered.
  for (const [words, answers] of [...plays].reverse()) {
    const prompt = messages.findLastIndex(({ role, content }) => role === 'user' && textOf(content).includes(words))
    if (prompt < 0) continue
    const step = messages.slice(prompt + 1).filter(({ role }) => role === 'tool').length
    const answer = answers[Math.min(step, answers.length - 1)]!
    if ('content' in answer) return answer
    const id = `call_${plays.size}_${step}`
    return { toolCalls: [{ id, name: answer.tool, arguments: JSON.stringify(answer.input) }] }
  }
  // What agents ask for themselves, such as a title for the session.
  return { content: 'ok' }
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
