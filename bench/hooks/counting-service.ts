import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountingService {
  readonly url: string
  /** How often it was asked for anything. */
  readonly requests: number
  close(): Promise<void>
}

/** A service for models that answers nothing and counts who asks: hooks must not. */
export async function startCountingService(): Promise<CountingService> {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    request.resume()
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    get requests() {
      return requests
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
