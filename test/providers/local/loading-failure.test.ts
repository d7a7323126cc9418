import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { ModelFolder } from '../../../src/providers/local/model-folder.ts'
import { openSentenceModel } from '../../../src/providers/local/sentence-model.ts'

const scratch = mkdtempSync(join(tmpdir(), 'engraph-loading-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))

const session = vi.hoisted(() => ({ state: 'new', fails: false, closingFails: false }))
vi.mock('../../../src/providers/local/onnx-session.ts', () => ({
  async openOnnxSession() {
    session.state = 'loading'
    await sleep(60)
    session.state = session.fails ? 'failed' : 'open'
    if (session.fails) throw new Error('the weights are broken')
    return {
      outputNames: ['last_hidden_state'],
      async close() {
        session.state = 'closed'
        if (session.closingFails) throw new Error('closing failed')
      },
    }
  },
}))
beforeEach(() => Object.assign(session, { state: 'new', fails: false, closingFails: false }))

const BROKEN = join(scratch, 'tokenizer.json')
writeFileSync(BROKEN, '{')
const folder = { name: 'model', tokenizerFile: BROKEN, weightsFile: 'none', tokensMax: 8 } as ModelFolder

test.each([
  ['is closed first', {}, 'closed'],
  ['is closed first, even if that fails', { closingFails: true }, 'closed'],
  ['has failed first, if it does', { fails: true }, 'failed'],
])('a broken tokenizer is told when the native session, which may abort the process, %s', async (_, how, state) => {
  Object.assign(session, how)
  await expect(openSentenceModel(folder)).rejects.toMatchObject({ code: 'model-unavailable' })
  expect(session.state).toBe(state)
})
