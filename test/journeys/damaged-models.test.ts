import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DIST, HAS_WEIGHTS, MODEL_FOLDER, WITHOUT_WEIGHTS } from '../providers/local/built.ts'

const scratch = mkdtempSync(join(tmpdir(), 'engraph-damaged-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))

const MESSAGE = { id: 'm', session: 's', role: 'user', text: 'The dog is called Rex.', at: 1_700_000_000_000 }

function engraph(dist: string, environment: NodeJS.ProcessEnv, ...given: readonly string[]) {
  const env = { ...process.env, LC_ALL: 'C', LANG: 'C', ENGRAPH_EMBEDDER: '', ...environment }
  const home = join(scratch, 'home')
  return spawnSync(process.execPath, [join(dist, 'cli.js'), ...given, '--home', home], { env, encoding: 'utf8' })
}

describe.skipIf(!HAS_WEIGHTS)(`damaged models (skipped if ${WITHOUT_WEIGHTS})`, () => {
  const messages = join(scratch, 'messages.jsonl')
  writeFileSync(messages, JSON.stringify(MESSAGE))
  if (HAS_WEIGHTS) engraph(DIST, { ENGRAPH_EMBEDDER: 'words' }, 'remember', messages)

  test('a folder with a broken tokenizer ends no process that is through with its answer', () => {
    const folder = join(scratch, 'folder')
    mkdirSync(folder)
    for (const name of ['model.onnx', 'config.json']) copyFileSync(join(MODEL_FOLDER, name), join(folder, name))
    writeFileSync(join(folder, 'tokenizer.json'), '{')
    for (let runs = 0; runs < 3; runs++) {
      const { status, signal, stdout } = engraph(DIST, { ENGRAPH_EMBEDDER: `folder:${folder}` }, 'recall', 'dog')
      expect({ status, signal }).toEqual({ status: 0, signal: null })
      expect(stdout).toContain('Rex')
    }
  })

  test('what is cut off of the model that comes along leaves the next tier, and the doctor names it', () => {
    const copy = join(scratch, 'package/dist')
    cpSync(DIST, copy, { recursive: true })
    for (const name of ['package.json', 'node_modules']) {
      symlinkSync(join(import.meta.dirname, '../..', name), join(copy, '..', name))
    }
    truncateSync(join(copy, 'models/minilm/tokenizer.json'), 100)
    const recalled = engraph(copy, {}, 'recall', 'dog')
    expect(recalled).toMatchObject({ status: 0, stdout: expect.stringContaining('Rex') })
    const { status, stdout } = engraph(copy, {}, 'doctor')
    expect(status).toBe(1)
    expect(stdout).toMatch(/✓ embedder: static .*tokenizer\.json is damaged/u)
    expect(stdout).toMatch(/✗ models that come along: damaged: models\/minilm\/tokenizer\.json; install Engraph again/u)
    expect(engraph(copy, { LC_ALL: 'zh_CN.UTF-8', LANG: 'zh_CN.UTF-8' }, 'doctor').stdout).toContain('以下文件已损坏')
  })
})
