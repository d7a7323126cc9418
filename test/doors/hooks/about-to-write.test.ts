import { describe, expect, test } from 'vitest'
import { mayWriteFiles } from '../../../src/doors/hooks/about-to-write.ts'

const bash = (command: unknown) => mayWriteFiles('Bash', { command })

describe('a call that is about to happen', () => {
  test.each(['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'apply_patch'])('of %s may write files', (tool) => {
    expect(mayWriteFiles(tool, {})).toBe(true)
  })

  test.each([
    'echo x > src/a.ts',
    'cat >> src/a.ts <<EOF',
    'printf x >src/a.ts',
    "sed -i 's/a/b/' src/a.ts",
    "sed -E -i.bak 's/a/b/' src/a.ts",
    'perl -pi -e s/a/b/ src/a.ts',
    'cd src && mv a.ts b.ts',
    'git mv a.ts b.ts',
    'ls | tee src/list.txt',
    '*** Begin Patch\n*** Update File: a.ts',
  ])('of a shell that runs %j may, too', (command) => {
    expect(bash(command)).toBe(true)
  })

  test.each([
    'npm test',
    'npm test 2>&1 | tail -5',
    'cat a.ts | grep b',
    "sed -n '1,5p' a.ts",
    'git log --oneline',
    '',
    7,
    null,
  ])('of a shell that runs %j does not', (command) => {
    expect(bash(command)).toBe(false)
  })

  test.each<[unknown, unknown]>([
    ['Read', { file_path: 'a.ts' }],
    ['mcp__engraph__impact', {}],
    [null, null],
    ['Bash', 'echo > a'],
    ['Bash', null],
  ])('of %j with %j does not', (tool, input) => {
    expect(mayWriteFiles(tool, input)).toBe(false)
  })

  test('of words instead of a line is read as one', () => {
    expect(bash(['bash', '-lc', 'rm src/a.ts'])).toBe(true)
  })

  test.each(['sed ', '>', 'sed  -', '> > ', 'perl perl '])('of 100,000 characters of %j is told at once', (part) => {
    const began = performance.now()
    bash(part.repeat(100_000 / part.length))
    expect(performance.now() - began).toBeLessThan(500)
  })
})
