import { expect, test } from 'vitest'
import { type GivenLine, readGivenLines } from '../../../src/doors/cli/given-lines.ts'

async function read(...chunks: readonly (string | Buffer)[]): Promise<readonly GivenLine[]> {
  const lines: GivenLine[] = []
  for await (const line of readGivenLines(chunks.map((chunk) => Buffer.from(chunk)))) lines.push(line)
  return lines
}

function shown(lines: readonly GivenLine[]): readonly string[] {
  return lines.map((line) => {
    const content = line.kind === 'value' ? JSON.stringify(line.value) : line.problem
    return `${line.unit} ${line.number} ${content}`
  })
}

test('a byte order mark, CRLF, empty lines and a missing last newline do no harm', async () => {
  expect(shown(await read('\ufeff{"a":1}\r\n\r\n  \n{"a":2}\r\n{"a":3}'))).toEqual([
    'line 1 {"a":1}',
    'line 4 {"a":2}',
    'line 5 {"a":3}',
  ])
})

test('a line may come in many chunks, cut inside a character', async () => {
  const bytes = Buffer.from('{"a":"记忆"}\n{"a":2}\n')
  const pieces = [...bytes].map((byte) => Buffer.from([byte]))
  expect(shown(await read(...pieces))).toEqual(['line 1 {"a":"记忆"}', 'line 2 {"a":2}'])
})

test('a line separator inside a string does not end the line', async () => {
  expect(shown(await read('{"a":"x\u2028y"}\n'))).toEqual([`line 1 ${JSON.stringify({ a: 'x\u2028y' })}`])
})

test('a bad line is given with its number and the rest is read', async () => {
  expect(shown(await read('{"a":1}\nnonsense\n', Buffer.from([0xff, 0x80, 0x0a]), '{"a":4}\n'))).toEqual([
    'line 1 {"a":1}',
    'line 2 not-json',
    'line 3 not-utf8',
    'line 4 {"a":4}',
  ])
})

test('a JSON array gives its items', async () => {
  expect(shown(await read('\ufeff\n [\n{"a":1},\n', '{"a":2}\n]\n'))).toEqual(['item 1 {"a":1}', 'item 2 {"a":2}'])
})

test('lines that only begin like an array are read as lines', async () => {
  expect(shown(await read('[info] started\n{"a":2}\n'))).toEqual(['line 1 not-json', 'line 2 {"a":2}'])
})

test('nothing gives nothing', async () => {
  expect(await read()).toEqual([])
  expect(await read('\ufeff\r\n\n')).toEqual([])
})

test('UTF-16 is refused with a hint', async () => {
  await expect(read(Buffer.from('\ufeff{"a":1}\n', 'utf16le'))).rejects.toMatchObject({
    code: 'invalid-input',
    hint: 'Save it as UTF-8.',
  })
})
