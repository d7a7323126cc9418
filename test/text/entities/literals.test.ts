import { describe, expect, test } from 'vitest'
import { literalOf, nodeOfPath } from '../../../src/text/entities/literal-forms.ts'

describe('which node a path is', () => {
  test.each([
    [
      'file',
      [
        'src/auth/token.ts',
        './a/b.md',
        '../lib',
        '~/notes.txt',
        'C:\\x\\y.txt',
        'auth.ts',
        'package.json',
        '.env',
        'Dockerfile',
        '/etc/hosts',
        'docs/guide',
        'a\\b.py',
        '/srv/x',
      ],
    ],
    ['endpoint', ['/api/users/:id', '/api/v1/login', '/v2/orders', '/users/{id}', '/orders/list', '/oauth/token']],
    [
      undefined,
      ['and/or', 'he/she', '24/7', '2024/05/01', 'w/o', '/help', 'n/a', '//', 'a/b', 'Node', '3.5', '1.txt.', 'km/h'],
    ],
  ])('%s', (node, paths) => {
    for (const path of paths) expect(nodeOfPath(path), path).toBe(node)
  })
})

describe('what a run without spaces is', () => {
  const kindOf = (run: string) => {
    const literal = literalOf(run, '')
    return literal === undefined || literal === 'none' ? literal : literal.kind
  }
  test.each([
    [
      'identifier',
      [
        'camelCase',
        'TokenStore',
        'HTTPServer',
        'snake_case',

        'MAX_SIZE',
        'utf-8',
        'ABC-123',
        '#1234',
        'org/repo#7',
        '3f2a9bc',
        'v1.2.3',
        '1.20.3',
        'E1234',
        'ENOENT',
        '10.0.0.1',
        'localhost:80',

        'fs.readFile',
        'x.y.zed',
        'std::vector',
        '@scope/name',
        'a@b.org',
        'example.com',
      ],
    ],
    ['person', ['@ana', '@chef_luis']],
    ['concept', ['#travel']],
    ['product', ['Mate60']],
    [
      undefined,
      [
        'hello',
        'Hello',
        'well-known',
        'e.g',
        'a.m',
        'U.S',
        'done.Then',
        'McDonald',
        'APIs',
        '1234567',
        'deadbeef',
        '2024-05-01',
        'top-10',
        '2023.10.12',
        '#fff',
        '#include',
      ],
    ],
    ['none', ['Q3', 'P0', 'A4']],
  ])('%s', (kind, runs) => {
    for (const run of runs) expect(kindOf(run), run).toBe(kind)
  })

  test('a path ends before its line', () => {
    expect(literalOf('src/a.ts:12:5', '')).toMatchObject({ node: 'file', length: 8 })
  })
})
