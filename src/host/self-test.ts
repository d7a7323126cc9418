import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../graph/errors.ts'
import { type WordingValue, wording } from '../graph/wording.ts'
import type { HostPrograms } from './programs.ts'

export interface SelfTest {
  readonly isOk: boolean
  readonly detail: WordingValue
}

const HOOK_MS_MAX = 10_000
const SERVER_MS_MAX = 20_000
const OUTPUT_CHARACTERS_MAX = 100_000
const SHOWN_CHARACTERS_MAX = 300
const REMEDY = wording`\`npm install -g engraph\` installs it anew`

/** Lets a hook capture a made-up prompt in a data directory of its own, as a host would start it. */
export async function testHook({ node, hook }: HostPrograms): Promise<SelfTest> {
  return inFolder(async (folder) => {
    const payload = {
      session_id: 'doctor',
      transcript_path: join(folder, 'none.jsonl'),
      cwd: folder,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'engraph doctor',
    }
    const startedAt = performance.now()
    const run = await runProgram(node, [hook, 'UserPromptSubmit'], {
      folder,
      input: `${JSON.stringify(payload)}\n`,
      timeoutMs: HOOK_MS_MAX,
    })
    const tookMs = Math.round(performance.now() - startedAt)
    const journal = join(folder, 'journal')
    const lines = existsSync(journal)
      ? readdirSync(journal).flatMap((file) => readFileSync(join(journal, file), 'utf8').split('\n').filter(Boolean))
      : []
    if (run.status === 0 && lines.length === 1)
      return { isOk: true, detail: wording`writes to the journal; ${tookMs} ms` }
    if (run.status !== 0) return { isOk: false, detail: wording`it fails: ${said(run)}; ${REMEDY}` }
    return { isOk: false, detail: wording`it writes nothing to the journal; ${REMEDY}` }
  })
}

/** Starts the MCP server over an empty data directory and greets it. */
export async function testServer({ node, cli }: HostPrograms): Promise<SelfTest> {
  return inFolder(async (folder) => {
    const greeting = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'engraph-doctor', version: '1' } },
    }
    const run = await runProgram(node, [cli, 'mcp'], {
      folder,
      input: `${JSON.stringify(greeting)}\n`,
      timeoutMs: SERVER_MS_MAX,
      until: (output) => /"serverInfo"/u.test(output),
    })
    if (/"serverInfo"/u.test(run.output)) return { isOk: true, detail: wording`answers` }
    return { isOk: false, detail: wording`it does not answer: ${said(run)}; ${REMEDY}` }
  })
}

interface Run {
  /** `null` when it was ended, because it took too long or had said enough. */
  readonly status: number | null
  readonly output: string
  readonly complaint: string
}

interface RunOptions {
  readonly folder: string
  readonly input: string
  readonly timeoutMs: number
  /** When it has said enough; without it, its end is waited for. */
  readonly until?: (output: string) => boolean
}

/** Nothing of the user's own memory is near: home, data directory and working folder are the given one. */
function runProgram(node: string, args: readonly string[], options: RunOptions): Promise<Run> {
  const { folder, input, timeoutMs, until } = options
  const { PATH = '', SystemRoot = '' } = process.env
  const env = {
    PATH,
    HOME: folder,
    ENGRAPH_HOME: folder,
    ENGRAPH_EMBEDDER: 'words',
    LANG: 'C',
    ...(SystemRoot && { SystemRoot }),
  }
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: folder, env })
    const heard = { output: '', complaint: '' }
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const done = (status: number | null) => {
      clearTimeout(timer)
      resolve({ status, ...heard })
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (heard.output.length < OUTPUT_CHARACTERS_MAX) heard.output += text
      if (until?.(heard.output)) child.kill('SIGKILL')
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (heard.complaint.length < OUTPUT_CHARACTERS_MAX) heard.complaint += text
    })
    child.on('error', (error) => {
      heard.complaint += messageOf(error)
      done(-1)
    })
    child.on('close', done)
    // A program that fails at once does not read what it is given; its status says so.
    child.stdin.on('error', () => {})
    if (until) child.stdin.write(input)
    else child.stdin.end(input)
  })
}

function said({ complaint, output, status }: Run): string {
  const lines = (complaint.trim() || output.trim()).split('\n')
  // Node ends what it says of an error with its version.
  const line = (lines.find((one) => /^\w*Error(?: \[\w+\])?:/u.test(one)) ?? lines.at(-1)!).slice(
    0,
    SHOWN_CHARACTERS_MAX,
  )
  return line === '' ? `status ${status}` : line
}

async function inFolder(work: (folder: string) => Promise<SelfTest>): Promise<SelfTest> {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-doctor-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
