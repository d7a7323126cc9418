import { expect } from 'vitest'
import { type OpenAiEmbedderOptions, openOpenAiEmbedder } from '../../../src/providers/http/openai-embedder.ts'
import { type Answer, startServer, wellAnswered } from './model-server.ts'

export const KEY = 'sk-Zq83hTfJw0aLrX61'
export const unavailable = (message: RegExp) => ({
  name: 'EngraphError',
  code: 'model-unavailable',
  message: expect.stringMatching(message),
})

/** No waits between attempts, and what they would have been. */
export function timing() {
  const pauses: number[] = []
  return {
    pauses,
    options: {
      random: () => 1,
      async pause(ms: number, signal: AbortSignal) {
        pauses.push(ms)
        signal.throwIfAborted()
      },
    },
  }
}

export const unit = (numbers: readonly number[]) => {
  const length = Math.hypot(...numbers)
  return numbers.map((number) => number / length)
}

/** An embedder at a server that answers the first request, by which it is opened, as it should. */
export async function opened(answer: Answer, options: Partial<OpenAiEmbedderOptions> = {}) {
  const server = await startServer((received, response, nth) =>
    nth === 1 ? wellAnswered(received, response, nth) : answer(received, response, nth),
  )
  const { options: still, pauses } = timing()
  const embedder = await openOpenAiEmbedder({ url: server.url, key: KEY, model: 'tiny', ...still, ...options })
  return {
    server,
    embedder,
    pauses,
    embed: (...texts: string[]) => embedder.embed(texts, { purpose: 'passage' }),
    ask: (...texts: string[]) => embedder.embed(texts, { purpose: 'question' }),
    async [Symbol.asyncDispose]() {
      await embedder.close()
      await server[Symbol.asyncDispose]()
    },
  }
}
