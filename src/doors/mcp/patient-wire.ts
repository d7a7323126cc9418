import { PassThrough } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

/** How long calls that are being answered are waited for once the client has said its last. */
const ANSWER_MS_MAX = 5_000
/** What is longer than this without an end is left to the transport, which refuses it. Bytes. */
const LINE_LENGTH_MAX = 8 << 20
const REQUESTS_MAX = 10_000
const PARSE_ERROR = { code: -32700, message: 'Parse error: the line is no JSON.' }

/**
 * Standard input and output as the transport of a server, with two differences: the end of the input is told only once
 * the calls before it are answered, as `echo … | engraph mcp` needs it; and a line that is no JSON is answered.
 */
export function patientWire(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): StdioServerTransport {
  const passed = new PassThrough()
  const wire = new StdioServerTransport(passed, output as NodeJS.WriteStream)
  const asked = new Set<unknown>()
  let isEnded = false
  const end = () => passed.end()
  const endIfAnswered = () => {
    if (isEnded && asked.size === 0) end()
  }
  const refuse = () => {
    if (output.writable) output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: PARSE_ERROR })}\n`)
  }
  const readLine = (line: Buffer) => {
    const message = parsed(line)
    if (message === undefined) return refuse()
    const { id, method, params } = (message ?? {}) as Readonly<Record<string, unknown>>
    if (id !== undefined && typeof method === 'string' && asked.size < REQUESTS_MAX) asked.add(id)
    if (method === 'notifications/cancelled') asked.delete((params as { readonly requestId?: unknown })?.requestId)
    passed.write(Buffer.concat([line, NEWLINE]))
  }
  let rest: Buffer[] = []
  let length = 0
  input.on('data', (chunk: Buffer | string) => {
    const bytes = Buffer.from(chunk as Buffer)
    let start = 0
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, start)) {
      const line = Buffer.concat([...rest, bytes.subarray(start, at)])
      rest = []
      length = 0
      start = at + 1
      if (line.toString('latin1').trim() !== '') readLine(line)
    }
    rest.push(bytes.subarray(start))
    length += bytes.length - start
    if (length <= LINE_LENGTH_MAX) return
    for (const part of rest) passed.write(part)
    rest = []
    length = 0
  })
  const finish = () => {
    if (isEnded) return
    isEnded = true
    const line = Buffer.concat(rest)
    if (line.toString('latin1').trim() !== '') readLine(line)
    setTimeout(end, ANSWER_MS_MAX).unref()
    endIfAnswered()
  }
  input.on('end', finish)
  input.on('close', finish)
  input.on('error', finish)
  const send = wire.send.bind(wire)
  wire.send = async (message) => {
    await send(message)
    if (!('method' in message) && 'id' in message && asked.delete(message.id)) endIfAnswered()
  }
  return wire
}

const NEWLINE = Buffer.from('\n')

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8')) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
