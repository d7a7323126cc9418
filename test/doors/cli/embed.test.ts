import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, startServer } from '../../providers/http/model-server.ts'
import { asLines, CLI, CONVERSATION, engraph, temporaryFolder } from './run-engraph.ts'

const STATIC = { env: { ENGRAPH_EMBEDDER: 'static' } }
/** A build without the packages that models are made of has none. */
const HAS_VECTORS = existsSync(join(dirname(CLI), 'models/static.bin'))

/** A data directory with the conversation in it, and no vectors. */
async function homeWithoutVectors(): Promise<string> {
  const home = temporaryFolder()
  const run = await engraph(home, ['remember', '-', '--no-embed'], { ...STATIC, stdin: asLines(CONVERSATION) })
  expect(run).toMatchObject({ status: 0, stderr: '' })
  return home
}

/** An Ollama that gives every text a vector, after a while. */
function startOllama(delayMs: number) {
  return startServer(async ({ path, body }, response) => {
    if (path.endsWith('/api/tags')) return json(response, { models: [] })
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    json(response, { embeddings: body.input.map((text: string) => [1, text.length / 100, 0.5]) })
  })
}

describe.concurrent('engraph embed', () => {
  test('has nothing to do where no vectors are wanted, and says so', async () => {
    const home = await homeWithoutVectors()
    expect(await engraph(home, ['embed'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'No vectors are wanted: ENGRAPH_EMBEDDER=words.\n',
    })
    const { stdout } = await engraph(home, ['embed', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, state: 'off', embedder: null, done: 0, last: 4 })
  })

  test.skipIf(!HAS_VECTORS)('makes what is missing, once', async () => {
    const home = await homeWithoutVectors()
    expect((await engraph(home, ['stats'], STATIC)).stdout).toMatch(/^vectors: 0 \/ 4 · static \S+/mu)
    for (let times = 0; times < 2; times++) {
      const run = await engraph(home, ['embed'], STATIC)
      expect(run).toMatchObject({ status: 0, stderr: '' })
      expect(run.stdout).toMatch(/^Every passage has its vector: 4, by static \S+\.\n$/u)
    }
    expect((await engraph(home, ['stats'], STATIC)).stdout).toMatch(/^vectors: 4 \/ 4 · static \S+/mu)
    const { vectors } = JSON.parse((await engraph(home, ['stats', '--json'], STATIC)).stdout)
    expect(vectors).toMatchObject({ state: 'ready', problem: null, done: 4, last: 4 })
    const doctor = await engraph(home, ['doctor'], STATIC)
    expect(doctor.status).toBe(0)
    expect(doctor.stdout).toMatch(/^✓ database .+; vectors: \S.* 4 \/ 4$/mu)
  })

  test('stops when its time is over, keeps what it made, and says what is left', async () => {
    await using ollama = await startOllama(300)
    const env = { ENGRAPH_EMBEDDER: 'ollama:slow', ENGRAPH_EMBEDDER_URL: ollama.url }
    const home = temporaryFolder()
    const lines = Array.from({ length: 1200 }, (_, i) => ({ session: 's', text: `message ${i}`, id: `x${i}` }))
    await engraph(home, ['remember', '-', '--no-embed'], { stdin: asLines(lines) })
    const run = await engraph(home, ['embed', '--seconds', '2'], { env })
    expect(run.status).toBe(3)
    expect(run.stdout).toMatch(/^\d+ of 1200 passages have a vector, by ollama slow\.\n$/u)
    expect(run.stderr).toMatch(/^\d+ passages have no vector yet: `engraph embed`\n$/u)
    const { vectors } = JSON.parse((await engraph(home, ['stats', '--json'], { env })).stdout)
    expect(vectors.state).toBe('partial')
    expect(vectors.done).toBeGreaterThan(0)
    const chinese = await engraph(home, ['embed', '--seconds', '1'], { env: { ...env, LANG: 'zh_CN.UTF-8' } })
    expect(chinese.stdout).toMatch(/^1200 个段落中有 \d+ 个已有向量（ollama slow）。\n$/u)
    expect(chinese.stderr).toMatch(/^还有 \d+ 个段落没有向量：`engraph embed`\n$/u)
  })
})

describe.concurrent('vectors behind the other commands', () => {
  test.skipIf(!HAS_VECTORS)('remember acknowledges, then makes vectors', async () => {
    const home = temporaryFolder()
    expect(await engraph(home, ['remember', '-'], { ...STATIC, stdin: asLines(CONVERSATION) })).toEqual({
      status: 0,
      stdout: 'Remembered 4 messages of 2 sessions in space "default".\n',
      stderr: '',
    })
    expect((await engraph(home, ['stats'], STATIC)).stdout).toMatch(/^vectors: 4 \/ 4 /mu)
  })

  test('a model that fails is no failure of remember', async () => {
    await using broken = await startServer((_, response) => json(response, { error: 'no' }, 400))
    const env = { ENGRAPH_EMBEDDER: 'ollama:broken', ENGRAPH_EMBEDDER_URL: broken.url }
    const run = await engraph(temporaryFolder(), ['remember', '-'], { env, stdin: asLines(CONVERSATION) })
    expect(run).toMatchObject({ status: 0, stdout: 'Remembered 4 messages of 2 sessions in space "default".\n' })
  })

  test.skipIf(!HAS_VECTORS)('recall says what meaning lacks, and nothing where it lacks nothing', async () => {
    const home = await homeWithoutVectors()
    const asked = ['recall', 'deployment', '--limit', '1']
    expect((await engraph(home, asked, STATIC)).stderr).toBe(
      'Some passages have no vector yet and were found by words only; `engraph embed` makes the rest.\n',
    )
    const chinese = await engraph(home, asked, { env: { ...STATIC.env, LANG: 'zh_CN.UTF-8' } })
    expect(chinese.stderr).toBe('部分段落尚无向量，只按词语查找；可用 `engraph embed` 补齐。\n')
    expect((await engraph(home, [...asked, '--file', 'none.db'], STATIC)).status).toBe(1)
    await engraph(home, ['embed'], STATIC)
    expect(await engraph(home, asked, STATIC)).toMatchObject({ status: 0, stderr: '' })
    expect(await engraph(home, asked)).toMatchObject({ status: 0, stderr: '' })
  })

  test.skipIf(!HAS_VECTORS)('recall --why names the embedder, its state and what meaning found', async () => {
    const home = await homeWithoutVectors()
    await engraph(home, ['embed'], STATIC)
    const asked = ['recall', 'When is the rollout?', '--why', '--limit', '1']
    const { stdout } = await engraph(home, asked, STATIC)
    expect(stdout).toMatch(/^meaning: static \S+ \(ready\)$/mu)
    expect(stdout).toMatch(/^ {3}meaning: meaning #1: as a whole, /mu)
    expect(stdout).toMatch(/^ {3}parts: 1\.000 = .*█ \w+ 0\.\d{3}/mu)
    const chinese = await engraph(home, asked, { env: { ...STATIC.env, LANG: 'zh_CN.UTF-8' } })
    expect(chinese.stdout).toMatch(/^ {3}语义: meaning #1: 整体意思与所问相近/mu)
    expect((await engraph(home, ['recall', 'deployment', '--why'])).stdout).toMatch(/^meaning: off$/mu)
  })

  test('doctor says which embedder serves, and is red where a chosen one cannot', async () => {
    const home = temporaryFolder()
    expect((await engraph(home, ['doctor'])).stdout).toMatch(/^✓ embedder: none is wanted; words alone$/mu)
    expect((await engraph(home, ['doctor'])).stdout).toMatch(/^✓ models that come along: \S/mu)
    await using ollama = await startOllama(0)
    const env = { ENGRAPH_EMBEDDER: 'ollama:small', ENGRAPH_EMBEDDER_URL: ollama.url }
    const well = await engraph(home, ['doctor'], { env })
    expect(well.stdout).toMatch(/^✓ embedder: ollama small, 3 numbers a vector$/mu)
    expect(well.status).toBe(0)
    for (const wrong of ['folder:nowhere', 'nonsense']) {
      const run = await engraph(home, ['doctor'], { env: { ENGRAPH_EMBEDDER: wrong, LANG: 'zh_CN.UTF-8' } })
      expect(run.stdout).toMatch(/^✗ 嵌入模型: .*(?:nowhere|nonsense)/mu)
      expect(run.status).toBe(1)
    }
  })
})
