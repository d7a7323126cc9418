import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'

export interface Bridge {
  readonly url: string
  close(): Promise<void>
}

/** The same servers over HTTP on the loopback interface: the conformance suite speaks nothing else. */
export async function serveOverHttp(factory: () => McpServer): Promise<Bridge> {
  const handler = createMcpHandler(factory)
  const server = createServer(async (incoming, outgoing) => {
    const answer = await handler.fetch(await requestOf(incoming))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body !== null) for await (const chunk of answer.body) outgoing.write(chunk)
    outgoing.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  const { method = 'GET', url = '/' } = incoming
  const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks)
  return new Request(`http://${incoming.headers.host}${url}`, { method, headers, body })
}
