import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests read what was sent, whatever it is.
  readonly body: any
}

export type Answer = (received: Received, response: ServerResponse, nth: number) => unknown

export interface ModelServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** Requests that were begun and not yet ended by either side. */
  open(): number
}

/** A real server on a free port; `answer` says what becomes of each request. */
export async function startServer(answer: Answer): Promise<ModelServer> {
  const received: Received[] = []
  let open = 0
  const server: Server = createServer(async (request, response) => {
    open++
    response.on('close', () => open--)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const item: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    received.push(item)
    await answer(item, response, received.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    open: () => open,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function json(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof value === 'string' ? value : JSON.stringify(value))
}

export function zipped(response: ServerResponse, value: unknown) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  response.end(gzipSync(JSON.stringify(value)))
}

/** A vector that can be told by its text: of length 4, not of unit length. */
export function vectorFor(text: string): number[] {
  return [text.length, text.charCodeAt(text.length - 1) || 1, 1, -2]
}

/** What a service that works answers to OpenAI's protocol. */
export function embeddings(texts: readonly string[]) {
  return {
    object: 'list',
    model: 'tiny',
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorFor(text) })),
  }
}

export const wellAnswered: Answer = ({ body }, response) => json(response, embeddings(body.input))
