import { expect, test } from 'vitest'
import { localRemote, olderRemoteKeys, remoteKey } from '../../src/capture/remote-key.ts'

test.each([
  'git@github.com:acme/web.git',
  'git@github.com:/acme/web',
  'github.com:acme/web',
  'https://github.com/acme/web.git',
  'https://github.com/acme/web',
  'https://github.com/acme/web.git/',
  'https://user:pa@ss@github.com/acme/web',
  'https://token@github.com:443/acme/web?token=x',
  'HTTPS://GitHub.com/acme/web.git',
  'http://github.com:80/acme/web',
  'ssh://git@github.com/acme/web',
  'ssh://git@GITHUB.COM:22/acme/web.git',
  'git+ssh://git@github.com/acme/web',
  'git://github.com:9418//acme/web//',
  'github.com/acme/web',
])('%s is github.com/acme/web', (given) => expect(remoteKey(given)).toBe('github.com/acme/web'))

test.each([
  ['ssh://git@example.org:2222/o/r.git', 'ssh://example.org:2222/o/r'],
  ['https://example.org:8443/o/r', 'https://example.org:8443/o/r'],
  ['https://[::1]:443/o/r', '[::1]/o/r'],
  ['git@[::1]:o/r', '[::1]/o/r'],
  ['https://github.com/acme/Web', 'github.com/acme/Web'],
  ['file:///srv/git/r.git', '/srv/git/r'],
  ['/srv/git/r.git', '/srv/git/r'],
  ['C:\\git\\r', 'C:\\git\\r'],
  ['../r', '../r'],
  ['ssh:///r', null],
  ['', null],
])('%s is %s, and stays that', (given, expected) => {
  expect(remoteKey(given)).toBe(expected)
  if (expected !== null) expect(remoteKey(expected)).toBe(expected)
})

test.each([
  ['file:///srv/git/r.git', '/srv/git/r.git'],
  ['/srv/git/r.git', '/srv/git/r.git'],
  ['../r', '../r'],
  ['C:\\git\\r', 'C:\\git\\r'],
  ['git@github.com:acme/web.git', null],
  ['https://github.com/acme/web', null],
  ['', null],
])('%s is the path %s', (given, expected) => expect(localRemote(given)).toBe(expected))

test('older names lead to the key that they were names of', () => {
  const older = olderRemoteKeys('github.com/acme/web')
  expect(older).toContain('https://github.com/acme/web')
  expect(older).toContain('github.com:acme/web')
  expect(new Set(older.map(remoteKey))).toEqual(new Set(['github.com/acme/web']))
  expect(['/srv/git/r', 'ssh://example.org:2222/o/r', 'r'].flatMap(olderRemoteKeys)).toEqual([])
})

test.each(['@', ':', '/', '[', 'a@', '.git'])('a hundred thousand times %s is read in no time', (text) => {
  const began = performance.now()
  remoteKey(text.repeat(100_000))
  localRemote(text.repeat(100_000))
  expect(performance.now() - began).toBeLessThan(500)
})
