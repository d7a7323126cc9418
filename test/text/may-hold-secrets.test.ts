import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayHoldSecrets } from '../../src/text/may-hold-secrets.ts'
import { redact } from '../../src/text/redact.ts'
import { SECRET_SHAPES } from '../../src/text/redact-shapes.ts'
import { COMMON, RARE } from '../../src/text/shape-hints.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const body = (length: number) => Array.from({ length }, (_, at) => LETTERS[(at * 7 + 3) % LETTERS.length]).join('')
const hex = (length: number) => Array.from({ length }, (_, at) => '0123456789abcdef'[(at * 5 + 1) % 16]).join('')

/** Pieces of which secrets, and what only looks like one, are put together. */
const PIECES = [
  ...`AKIA${body(16).toUpperCase()} ghp_${body(36)} github_pat_${body(30)} glpat-${body(20)} GR1348941${body(20)}`.split(
    ' ',
  ),
  ...`xoxb-${hex(12)}-${hex(12)} xapp-1-${body(20)} hooks.slack.com/services/${body(30)} /bot/v2/hook/${body(24)}`.split(
    ' ',
  ),
  ...`discord.com/api/webhooks/12345/${body(30)} /robot/send?access_token=${hex(40)} MTIz${body(21)}.${body(6)}.${body(38)}`.split(
    ' ',
  ),
  ...`/cgi-bin/webhook/send?key=${body(24)} 123456789:AA${body(33)} sk_live_${body(24)} whsec_${body(32)} sk-${hex(32)}`.split(
    ' ',
  ),
  ...`sk-ant-${body(20)} sk-proj-${body(20)} sk-admin-${body(20)} sk-T3BlbkFJx sk-or-v1-${hex(30)} AIza${body(35)}`.split(
    ' ',
  ),
  ...`ya29.${body(20)} GOCSPX-${body(20)} 1//0${body(30)} npm_${body(36)} pypi-${body(50)} hf_${body(30)} SK${hex(32)}`.split(
    ' ',
  ),
  ...`SG.${body(16)}.${body(16)} AC${hex(32)} gsk_${body(24)} r8_a1${body(24)} xai-a1${body(24)} dapi${hex(32)}`.split(
    ' ',
  ),
  ...`fc-${hex(32)} secret_${body(40)} LTAI${body(12)} AKID${body(13)} dop_v1_${hex(64)} shpat_${hex(32)} hvs.${body(20)}`.split(
    ' ',
  ),
  ...`dp.pt.${body(20)} dckr_pat_${body(20)} sbp_${hex(40)} pscale_tkn_${body(20)} NRAK-${body(20).toUpperCase()}`.split(
    ' ',
  ),
  ...`sntrys_${body(30)} PMAK-${body(30)} sq0atp-${body(20)} ATATT3${body(30)} glsa_${body(30)} abc8Q~${body(30)}`.split(
    ' ',
  ),
  ...`?sig=${body(20)} eyJ${body(20)}.eyJ${body(40)}.x AGE-SECRET-KEY-1${body(40).toUpperCase()}`.split(' '),
  '-----BEGIN RSA PRIVATE KEY-----',
  'PuTTY-User-Key-File-2:',
  '<private>',
  '< / private x="1">',
  '＜private＞',
  '</private>',
  'private',
  'https://user:hunter22@host',
  `https://${body(20)}@host`,
  'postgres://:hunter22@',
  'Authorization: Bearer ',
  'Authorization=',
  '"authorization":',
  'bearer  ',
  'Basic ',
  'curl -u me:hunter22',
  'wget\t--user me:hunter22',
  'mysql -phunter22',
  'mariadb\t-phunter22',
  'sshpass -p hunter22',
  'redis-cli -a hunter22',
  'docker login -p hunter22',
  'openssl enc -k hunter22',
  'openssl -passin pass:hunter22',
  'echo hunter22 | docker login --password-stdin',
  'kubectl create secret generic x --from-literal=a=hunter22',
  'Cookie: sid=abc12345678',
  'set-cookie": "session=abc12345678',
  '.env:FOO=hunter22',
  'src/.env.local:3:FOO=hunter22',
  'name: DB_PASSWORD',
  '"key": "api_token",',
  'value: hunter22',
  '"value": "hunter22"',
  ...'password passwd passphrase passcode pwd secret token api_key apikey client_secret DB_PASSWORD GITHUB_TOKEN'.split(
    ' ',
  ),
  ...'accessKey private_key credential authorization JWT_SIGNING _auth keys tokens passes keyword author 密码 口令 令牌 密钥 私钥'.split(
    ' ',
  ),
  ...'pass phrase mot de passe --token --password -token login user pw psw ＴＯＫＥＮ ｐａｓｓｗｏｒｄ'.split(' '),
  ...'= : := => == ： ＝ ? ! , ; . ) ( [ ] { } < > " \' ` “ ” 「 」 \\ \\" \\n | & - -- /'.split(' '),
  ...'is was to as will must should has now be been changed renewed 是 改成 为 the 令牌刷新 #'.split(' '),
  ...'hunter22 Tr0ub4dor&3 abc12345678 s3cr3t! $TOKEN process.env.X xxxx 12345678 9.0.2 ok 1'.split(' '),
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '\u3000',
  'İ',
]

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 2, arbitrary: fc.constantFrom(' ', '\n', '=', ': ', '"') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
)
const text = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''))
const spaced = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(' '))

test('whatever is redacted may hold secrets', () => {
  fc.assert(
    fc.property(fc.oneof(text, spaced), (given) => {
      if (redact(given).text !== given) expect(mayHoldSecrets(given)).toBe(true)
    }),
    { numRuns: 20_000 },
  )
})

test('what may hold secrets may hold them between other texts', () => {
  fc.assert(
    fc.property(fc.oneof(text, spaced), fc.oneof(text, spaced), fc.oneof(text, spaced), (before, given, behind) => {
      if (redact(given).text === given) return
      expect(mayHoldSecrets([before, given, behind].join('\n '))).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})

test.each<readonly [string, string]>([
  ['a sentence', 'Add a timeout to the retry of the mailer queue.'],
  ['a Chinese one', '令牌刷新失败后为什么没有重试？'.replace('令牌', '会话')],
  ['the output of tests', 'ok 1 - the token is renewed\nok 2 - a key opens, the secret stays.\n# pass 2\n'.repeat(60)],
  ['an address', 'see https://example.org/a/b?c=d and mail me@example.org'],
  ['a class of code', 'export class Tokens { private count = 0; keys(): string[] { return Object.keys(this) } }'],
  ['paths and versions', 'src/text/redact.ts:12:3 node_modules/@types/node/index.d.ts v20.19.2 task-management-list'],
])('%s plainly holds none', (_, given) => {
  expect(mayHoldSecrets(given)).toBe(false)
})

test.each([
  'token ',
  'the token is ',
  'token is a ',
  '<private',
  '<      ',
  '://a',
  '.env.a',
  'authorization ',
  'key: a, ',
  'SK0',
  'a.',
  'AC',
  'bearer ',
  'passepasse',
])('%j 100,000 characters long takes no more than a moment', (part) => {
  const startedAt = performance.now()
  mayHoldSecrets(part.repeat(Math.ceil(100_000 / part.length)))
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

test('a secret of any shape has a sign, so that none goes the short way', () => {
  const signs = [...RARE, ...COMMON.map(([hint]) => hint), 'bearer ', '.']
  const hints = SECRET_SHAPES.flatMap((shape) => shape.hints)
  expect(hints.length).toBeGreaterThan(70)
  // A full stop is the sign of one shape alone.
  const isSign = (sign: string, hint: string) => (sign === '.' ? hint === sign : hint.includes(sign))
  expect(hints.filter((hint) => !signs.some((sign) => isSign(sign, hint)))).toEqual([])
})
