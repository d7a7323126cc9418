import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { spareHome } from '../../../src/doors/hooks/hook-home.ts'
import { appendLine, journalName } from '../../../src/doors/hooks/journal-writer.ts'
import { journalFolders } from '../../../src/project/journal/journal-folders.ts'
import { readJournal, runHook, SILENT, temporaryFolder, toolPayload } from './run-hook-process.ts'

function freshHome(): string {
  return join(temporaryFolder(), 'data')
}

/** Where lines go while the data directory takes none: `TMPDIR` of these hooks is the folder above it. */
function spareOf(home: string): string {
  return join(home, '..', basename(spareHome(home)))
}

test('each data directory has a spare folder of its own, and readers look where hooks write', () => {
  for (const home of ['/data/one', '/data/two']) {
    expect(journalFolders(home).map(({ path }) => path)).toEqual([
      join(home, 'journal'),
      join(spareHome(home), 'journal'),
    ])
  }
  expect(spareHome('/data/one')).not.toBe(spareHome('/data/two'))
})

test('a line that another process left torn is ended first, and none is lost', async () => {
  const home = freshHome()
  await runHook({ home, input: toolPayload('session-1', 1) })
  const file = join(home, 'journal/session-1.jsonl')
  appendFileSync(file, readFileSync(file, 'utf8').slice(0, 100))
  expect(await runHook({ home, input: toolPayload('session-1', 2) })).toEqual(SILENT)
  const { activities, problems } = readJournal(home)
  expect(activities.map(({ key }) => key)).toEqual(['toolu_1', 'toolu_2'])
  expect(problems).toEqual(['not JSON, or torn off'])
})

test('sixteen hooks at once write sixteen lines, of which none stands within another', async () => {
  const home = freshHome()
  const text = '行'.repeat(9000)
  const runs = await Promise.all(
    Array.from({ length: 16 }, (_, call) =>
      runHook({ home, input: toolPayload('session-1', call, { tool_response: { stdout: `${call} ${text}` } }) }),
    ),
  )
  expect(runs).toEqual(runs.map(() => SILENT))
  const { activities, ids, problems } = readJournal(home)
  expect(problems).toEqual([])
  expect(new Set(activities.map(({ key }) => key)).size).toBe(16)
  expect(new Set(ids).size).toBe(16)
})

test('whatever moment a hook is killed at, what was acknowledged is whole', async () => {
  const home = freshHome()
  const acknowledged: string[] = []
  for (let call = 0; call < 24; call++) {
    // From before Node has begun to after the line is written.
    const { status } = await runHook({ home, input: toolPayload('session-1', call), killAfterMs: 10 + call * 6 })
    if (status === 0) acknowledged.push(`toolu_${call}`)
  }
  await runHook({ home, input: toolPayload('session-1', 99) })
  const keys = readJournal(home).activities.map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining([...acknowledged, 'toolu_99']))
  expect(new Set(keys).size).toBe(keys.length)
})

test('a file that is drained and removed while a line is written gets the line again', () => {
  const home = freshHome()
  const file = join(home, 'journal/session-1.jsonl')
  const drained: string[] = []
  // A drainer that read the file, and takes it away before the line is on the disk: twice.
  const flush = (): void => {
    if (drained.length >= 2) return
    renameSync(file, `${file}.${drained.length}`)
    drained.push(readFileSync(`${file}.${drained.length}`, 'utf8'))
  }
  appendLine('{"line":1}', { session: 'session-1', homes: [() => home], flush })
  expect(readFileSync(file, 'utf8')).toBe('{"line":1}\n')
  expect(drained).toHaveLength(2)
})

test('hooks race with a process that takes files away, and every line is somewhere', async () => {
  const home = freshHome()
  const taken = join(home, 'taken')
  mkdirSync(join(home, 'journal'), { recursive: true })
  mkdirSync(taken)
  const file = join(home, 'journal/session-1.jsonl')
  let isRunning = true
  const keys = new Set<string>()
  // As a drainer does: it renames first, so that whoever comes later finds no file, and reads what came before.
  const remover = (async () => {
    for (let turn = 0; isRunning; turn++) {
      if (existsSync(file)) {
        const own = join(taken, String(turn))
        renameSync(file, own)
        for (const line of readFileSync(own, 'utf8').split('\n')) if (line) keys.add(JSON.parse(line).key)
        unlinkSync(own)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  for (let round = 0; round < 6; round++) {
    await Promise.all(
      Array.from({ length: 8 }, (_, call) => runHook({ home, input: toolPayload('session-1', round * 8 + call) })),
    )
  }
  isRunning = false
  await remover
  // Under load a file may be gone too often, and its line lies in the spare folder.
  for (const place of [home, spareOf(home)]) for (const { key } of readJournal(place).activities) keys.add(key!)
  expect(keys.size).toBe(48)
})

test.runIf(hasLimits())('a disk that takes a part of a line only gets it elsewhere, whole', async () => {
  const home = freshHome()
  mkdirSync(join(home, 'journal'), { recursive: true })
  const file = join(home, 'journal/session-1.jsonl')
  writeFileSync(file, `${' '.repeat(3999)}\n`)
  // The file may grow by 96 bytes more: fewer than a line has.
  const before = ['prlimit', '--fsize=4096', '--']
  expect(await runHook({ home, input: toolPayload('session-1', 1), before })).toEqual(SILENT)
  expect(statSync(file).size).toBe(4096)
  expect(readJournal(spareOf(home)).activities).toMatchObject([{ key: 'toolu_1' }])
  expect(logOf(home)).toMatch(/PostToolUse (?:EFBIG|ENOSPC) /u)
  expect(await runHook({ home, input: toolPayload('session-1', 2) })).toEqual(SILENT)
  expect(readJournal(home).activities).toMatchObject([{ key: 'toolu_2' }])
})

test.runIf(canMount())('a full disk gets its lines elsewhere, and later lines again', async () => {
  const top = temporaryFolder()
  const home = join(top, 'data')
  mkdirSync(home)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', home])
  try {
    mkdirSync(join(home, 'journal'))
    writeFileSync(join(home, 'journal/session-1.jsonl'), '')
    fillUp(join(home, 'full'))
    expect(await runHook({ home, input: toolPayload('session-1', 1) })).toEqual(SILENT)
    expect(readJournal(spareOf(home)).activities).toMatchObject([{ key: 'toolu_1' }])
    unlinkSync(join(home, 'full'))
    expect(await runHook({ home, input: toolPayload('session-1', 2) })).toEqual(SILENT)
    expect(readJournal(home).activities).toMatchObject([{ key: 'toolu_2' }])
  } finally {
    execFileSync('umount', [home])
  }
})

test.runIf(canMount())('a data directory that may only be read', async () => {
  const top = temporaryFolder()
  const home = join(top, 'data')
  mkdirSync(home)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,ro', 'tmpfs', home])
  try {
    expect(await runHook({ home, input: toolPayload('session-1', 1) })).toEqual(SILENT)
    expect(readJournal(spareOf(home)).activities).toHaveLength(1)
    const start = { session_id: 'session-2', hook_event_name: 'SessionStart', cwd: '/', source: 'startup' }
    expect((await runHook({ home, input: start })).stdout).toContain('EROFS')
  } finally {
    execFileSync('umount', [home])
  }
})

test('a spare folder that others may write to is refused', async () => {
  const home = freshHome()
  writeFileSync(home, 'a file where the data directory should be')
  mkdirSync(spareOf(home))
  chmodSync(spareOf(home), 0o777)
  expect(await runHook({ home, input: toolPayload('session-1', 1) })).toEqual(SILENT)
  expect(readdirSync(spareOf(home))).toEqual([])
})

test('a journal that is a link to somewhere else is not followed', async () => {
  const home = freshHome()
  mkdirSync(join(home, 'journal'), { recursive: true })
  const victim = join(home, 'victim')
  writeFileSync(victim, '')
  symlinkSync(victim, join(home, 'journal/session-1.jsonl'))
  expect(await runHook({ home, input: toolPayload('session-1', 1) })).toEqual(SILENT)
  expect(statSync(victim).size).toBe(0)
  expect(readJournal(spareOf(home)).activities).toHaveLength(1)
})

test.each([
  ['156d7349-579c-4135-8d5e-cc8b0c5f1c9f', '156d7349-579c-4135-8d5e-cc8b0c5f1c9f'],
  ['a_B-9', 'a_B-9'],
])('%s is the name of its file', (session, name) => expect(journalName(session)).toBe(name))

test.each(['../x', 'a/b', 'a.b', '', 'CON', '-rf', 'x'.repeat(101), '会话一'])('%j becomes a hash', (session) => {
  expect(journalName(session)).toMatch(/^s-[a-z0-9]{1,12}$/u)
})

test('the log keeps to its size', async () => {
  const home = freshHome()
  mkdirSync(join(home, 'logs'), { recursive: true })
  writeFileSync(join(home, 'logs/hooks.log'), 'x'.repeat(200_000))
  await runHook({ home, event: 'Stop', input: '{' })
  expect(statSync(join(home, 'logs/hooks.log')).size).toBeLessThan(1000)
  expect(statSync(join(home, 'logs/hooks.log.old')).size).toBe(200_000)
})

function logOf(home: string): string {
  const file = join(home, 'logs/hooks.log')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function fillUp(file: string): void {
  try {
    for (let part = 0; part < 100; part++) appendFileSync(file, 'x'.repeat(4096))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
}

function hasLimits(): boolean {
  return tried(() => execFileSync('prlimit', ['--version'], { stdio: 'ignore' }))
}

/** A real full disk wants the right to mount one. */
function canMount(): boolean {
  const folder = temporaryFolder()
  return tried(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
  })
}

function tried(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    return error === null
  }
}
