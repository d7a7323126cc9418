import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTold } from '../../src/project/told-advice.ts'

const MARK = { about: 'nine files', live: 'nobody' }

function directory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-told-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

test('what was told is known to the next process of the session, and to no other session', () => {
  const home = directory()
  const told = openTold(home, 'one')
  told.note('src/a.ts', MARK)
  told.write(Date.now())
  const again = openTold(home, 'one')
  expect(again.of('src/a.ts')).toEqual({ about: again.short(MARK.about), live: again.short(MARK.live) })
  expect(again.of('src/b.ts')).toBeUndefined()
  expect(openTold(home, 'two').of('src/a.ts')).toBeUndefined()
})

test('no name of a file is written', () => {
  const home = directory()
  const told = openTold(home, 'secret-session')
  told.note('src/secret.ts', MARK)
  told.write(Date.now())
  const [name] = readdirSync(join(home, 'told'))
  expect(`${name} ${readFileSync(join(home, 'told', name!), 'utf8')}`).not.toContain('secret')
})

test('a session keeps so many files; others go two days after they were written last', () => {
  const home = directory()
  const told = openTold(home, 'one')
  for (let i = 0; i < 600; i++) told.note(`src/${i}.ts`, MARK)
  told.write(Date.now())
  const again = openTold(home, 'one')
  expect([again.of('src/0.ts'), again.of('src/599.ts') !== undefined]).toEqual([undefined, true])
  const [name] = readdirSync(join(home, 'told'))
  const before = (Date.now() - 3 * 86_400_000) / 1000
  utimesSync(join(home, 'told', name!), before, before)
  const other = openTold(home, 'two')
  other.note('src/a.ts', MARK)
  other.write(Date.now())
  expect(readdirSync(join(home, 'told'))).toHaveLength(1)
})

test('a file that says nothing, or a disk that takes nothing, is no failure', () => {
  const home = directory()
  const told = openTold(home, 'one')
  told.note('src/a.ts', MARK)
  told.write(Date.now())
  const [name] = readdirSync(join(home, 'told'))
  for (const text of ['', '{', '[]', '7', '{"a":7}', 'null']) {
    writeFileSync(join(home, 'told', name!), text)
    expect(openTold(home, 'one').of('src/a.ts')).toBeUndefined()
  }
  writeFileSync(join(home, 'file'), '')
  expect(() => openTold(join(home, 'file'), 'one').write(Date.now())).not.toThrow()
})
