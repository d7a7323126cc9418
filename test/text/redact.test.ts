import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, redactJson } from '../../src/text/redact.ts'
import { redactAssignments, redactSettings } from '../../src/text/redact-files.ts'
import { stripInjected } from '../../src/text/redact-private.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const body = (length: number, offset = 0) =>
  Array.from({ length }, (_, index) => LETTERS[(index * 7 + offset * 13 + 3) % LETTERS.length]).join('')
const hex = (length: number) => Array.from({ length }, (_, index) => '0123456789abcdef'[(index * 5 + 1) % 16]).join('')

/** One of each shape, put together here so that no file of the repository holds one. */
const SHAPES: readonly (readonly [name: string, secret: string, kind: string])[] = [
  ['an access key of AWS', `AKIA${body(16).toUpperCase()}`, 'aws-key'],
  ['a temporary access key of AWS', `ASIA${body(16).toUpperCase()}`, 'aws-key'],
  ['a personal token of GitHub', `ghp_${body(36)}`, 'github-token'],
  ['a server token of GitHub', `ghs_${body(36)}`, 'github-token'],
  ['a fine-grained token of GitHub', `github_pat_${body(22)}_${body(59)}`, 'github-token'],
  ['a token of GitLab', `glpat-${body(20)}`, 'gitlab-token'],
  ['a bot token of Slack', `xoxb-${hex(12)}-${hex(12)}-${body(24)}`, 'slack-token'],
  ['an app token of Slack', `xapp-1-${body(11)}-${hex(13)}-${hex(64)}`, 'slack-token'],
  ['a live key of Stripe', `sk_live_${body(24)}`, 'stripe-key'],
  ['a restricted key of Stripe', `rk_test_${body(24)}`, 'stripe-key'],
  ['a webhook secret of Stripe', `whsec_${body(32)}`, 'stripe-key'],
  ['a key of Anthropic', `sk-ant-api03-${body(93)}-AA`, 'anthropic-key'],
  ['a project key of OpenAI', `sk-proj-${body(48)}_${body(20)}`, 'openai-key'],
  ['an old key of OpenAI', `sk-${body(20)}T3BlbkFJ${body(20)}`, 'openai-key'],
  ['a key of a vendor with the same prefix', `sk-${hex(32)}`, 'api-key'],
  ['a key of a router of models', `sk-or-v1-${hex(64)}`, 'api-key'],
  ['an API key of Google', `AIza${body(35)}`, 'google-key'],
  ['an access token of Google', `ya29.${body(60)}`, 'google-key'],
  ['a client secret of Google', `GOCSPX-${body(28)}`, 'google-key'],
  ['a token of npm', `npm_${body(36)}`, 'npm-token'],
  ['a token of PyPI', `pypi-${body(70)}`, 'pypi-token'],
  ['a token of Hugging Face', `hf_${body(34)}`, 'huggingface-token'],
  ['a key of SendGrid', `SG.${body(22)}.${body(43)}`, 'sendgrid-key'],
  ['a key of Twilio', `SK${hex(32)}`, 'twilio-key'],
  ['a key of Groq', `gsk_${body(52)}`, 'api-key'],
  ['a key of Alibaba Cloud', `LTAI${body(20)}`, 'cloud-key'],
  ['a key of Tencent Cloud', `AKID${body(32)}`, 'cloud-key'],
  ['a token of DigitalOcean', `dop_v1_${hex(64)}`, 'cloud-key'],
  ['a token of Shopify', `shpat_${hex(32)}`, 'cloud-key'],
  ['a token of Docker', `dckr_pat_${body(27)}`, 'service-token'],
  ['a token of Telegram', `123456789:AA${body(33)}`, 'telegram-token'],
  ['an identity of age', `AGE-SECRET-KEY-1${body(58).toUpperCase()}`, 'age-key'],
  ['a bot token of Discord', `MTIz${body(21)}.${body(6)}.${body(38)}`, 'discord-token'],
  ['a JSON web token', `eyJ${body(20)}.eyJ${body(40)}.${body(43)}`, 'jwt'],
  ['a JSON web token without a signature', `eyJ${body(20)}.eyJ${body(40)}.`, 'jwt'],
]

describe('secrets by their shape', () => {
  test.each(SHAPES)('%s', (_, secret, kind) => {
    const mark = `[redacted:${kind}]`
    expect(redact(`before ${secret} after`)).toEqual({ text: `before ${mark} after`, count: 1 })
    expect(redact(`用${secret}，再试`).text).toBe(`用${mark}，再试`)
    expect(redact(`["${secret}"]`).text).toBe(`["${mark}"]`)
  })

  test('the secret of an access key beside it', () => {
    const pair = `AKIA${body(16).toUpperCase()},${body(40)}`
    expect(redact(`id\n${pair}\n`).text).toBe('id\n[redacted:aws-key]\n')
  })

  test.each([
    ['a key with its marks', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----', ''],
    ['a key of OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----', ''],
    ['a key within JSON', '-----BEGIN PRIVATE KEY-----\\nMIIE\\nabc\\n-----END PRIVATE KEY-----\\n', '\\n'],
    ['a block of PGP', '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ\n-----END PGP PRIVATE KEY BLOCK-----', ''],
    ['a key that was cut off', '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIABC\nMHcCAQEEIDEF', ''],
    ['a key behind numbers of lines', '-----BEGIN PRIVATE KEY-----\n     2→MIIE\n     3→abc', ''],
  ])('%s', (_, key, rest) => {
    expect(redact(`see:\n${key}`).text).toBe(`see:\n[redacted:private-key]${rest}`)
  })

  test('a public key and a certificate stay', () => {
    const text = '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n-----BEGIN CERTIFICATE-----\nMIID'
    expect(redact(text)).toEqual({ text, count: 0 })
  })
})

describe('secrets by where they stand', () => {
  test.each([
    ['postgres://app:s3cret@db:5432/app', 'postgres://app:[redacted:url-password]@db:5432/app'],
    ['redis://:p%40ss@cache', 'redis://:[redacted:url-password]@cache'],
    ['mongodb+srv://u:a@b@host/db', 'mongodb+srv://u:[redacted:url-password]@host/db'],
    [`https://${body(24)}@github.com/o/r`, 'https://[redacted:url-token]@github.com/o/r'],
    ['"url": "mysql://root:hunter2@127.0.0.1/x"', '"url": "mysql://root:[redacted:url-password]@127.0.0.1/x"'],
    ['Authorization: Bearer abc123def456', 'Authorization: Bearer [redacted:authorization]'],
    ['authorization: Basic dXNlcjpwYXNz', 'authorization: Basic [redacted:authorization]'],
    [`-H 'Authorization: token abc123' -v`, `-H 'Authorization: token [redacted:authorization]' -v`],
    ['{"Authorization":"Bearer abc123def"}', '{"Authorization":"Bearer [redacted:authorization]"}'],
    ['{\\"authorization\\":\\"Bearer abc123def\\"}', '{\\"authorization\\":\\"Bearer [redacted:authorization]\\"}'],
    ['sent Bearer abcdefgh12345678', 'sent Bearer [redacted:authorization]'],
    ['Cookie: session=abc123def; theme=dark', 'Cookie: session=[redacted:cookie]; theme=dark'],
    ['Set-Cookie: sid=s%3Aabc123; Path=/; HttpOnly', 'Set-Cookie: sid=[redacted:cookie]; Path=/; HttpOnly'],
    ["-H 'Cookie: session=abc123def' -v", "-H 'Cookie: session=[redacted:cookie]' -v"],
    ['.env:API=ab12\n.env:3:API=ab12', '.env:API=[redacted:env]\n.env:3:API=[redacted:env]'],
    ['conf/.env.local-3-BAR="a b"', 'conf/.env.local-3-BAR=[redacted:env]'],
    ['curl -u admin:hunter2 http://localhost', 'curl -u admin:[redacted:password] http://localhost'],
    ['https://hooks.slack.com/services/T0000/B0000/abcdefgh', 'https://hooks.slack.com/services/[redacted:webhook]'],
  ])('%s', (text, expected) => checkRedact(text, expected))
})

describe('secrets in the arguments of programs', () => {
  test.each([
    ['mysql -uroot -phunter2 db', 'mysql -uroot -p[redacted:password] db'],
    ["mysqldump --opt -p'a b c' db > x", "mysqldump --opt -p'[redacted:password]' db > x"],
    ['docker exec db mariadb -px1 -e "a; b"', 'docker exec db mariadb -p[redacted:password] -e "a; b"'],
    ['sshpass -p hunter2 ssh u@h', 'sshpass -p [redacted:password] ssh u@h'],
    ['redis-cli -h x -a hunter2 ping', 'redis-cli -h x -a [redacted:password] ping'],
    ['docker login -u me -p hunter2 r.io', 'docker login -u me -p [redacted:password] r.io'],
    [
      'echo hunter2 | docker login -u me --password-stdin',
      'echo [redacted:password] | docker login -u me --password-stdin',
    ],
    [
      'kubectl create secret generic x --from-literal=pass=hunter2',
      'kubectl create secret generic x --from-literal=pass=[redacted:secret]',
    ],
    ['openssl enc -aes-256-cbc -k hunter2 -in a', 'openssl enc -aes-256-cbc -k [redacted:password] -in a'],
    ['openssl rsa -in k -pass pass:hunter2', 'openssl rsa -in k -pass pass:[redacted:password]'],
  ])('%s', (text, expected) => checkRedact(text, expected))
})

describe('secrets by their name', () => {
  test.each([
    ['DB_PASSWORD=hunter2', 'DB_PASSWORD=[redacted:password]'],
    ['export API_KEY="a b c"', 'export API_KEY="[redacted:key]"'],
    ['MY_SECRET=abc npm test', 'MY_SECRET=[redacted:secret] npm test'],
    ['docker run -e "PGPASSWORD=hunter2" db', 'docker run -e "PGPASSWORD=[redacted:password]" db'],
    ['password: hunter2', 'password: [redacted:password]'],
    ['password: hunter', 'password: [redacted:password]'],
    ['"password": "x"', '"password": "[redacted:password]"'],
    ["'client_secret' => 'abc'", "'client_secret' => '[redacted:secret]'"],
    ['{\\"accessToken\\":\\"abc\\"}', '{\\"accessToken\\":\\"[redacted:token]\\"}'],
    ['const password: string = "hunter2"', 'const password: string = "[redacted:password]"'],
    ["config['password'] = 'hunter2'", "config['password'] = '[redacted:password]'"],
    ['password = """a\nb"""', 'password = """[redacted:password]"""'],
    ['if (password === "hunter2") {', 'if (password === "[redacted:password]") {'],
    ['setPassword("hunter2")', 'setPassword("[redacted:password]")'],
    ['--password hunter2 --verbose', '--password [redacted:password] --verbose'],
    ['--token=abc123', '--token=[redacted:token]'],
    ["--api-key 'abc'", "--api-key '[redacted:key]'"],
    ['-Dspring.datasource.password=hunter2', '-Dspring.datasource.password=[redacted:password]'],
    ['GET /x?access_token=abc&page=2', 'GET /x?access_token=[redacted:token]&page=2'],
    ['Server=db;Password=hunter2;Encrypt=yes', 'Server=db;Password=[redacted:password];Encrypt=yes'],
    ['AccountName=x;AccountKey=ab/c+d==;', 'AccountName=x;AccountKey=[redacted:key];'],
    ['//registry.npmjs.org/:_authToken=abc', '//registry.npmjs.org/:_authToken=[redacted:token]'],
    ['X-Api-Key: abc123', 'X-Api-Key: [redacted:key]'],
    ['<password>hunter2</password>', '<password>[redacted:password]</password>'],
    ["ALTER USER x WITH PASSWORD 'hunter2'", "ALTER USER x WITH PASSWORD '[redacted:password]'"],
    ['machine h login me password hunter2', 'machine h login me password [redacted:password]'],
    ['machine h login me passphrase will do', 'machine h login me passphrase [redacted:password] do'],
    ['- name: DB_PASSWORD\n  value: hunter', '- name: DB_PASSWORD\n  value: [redacted:password]'],
    ['password: |\n  one\n  two\nnext: 1', 'password: |\n  [redacted:password]\nnext: 1'],
    ['     2→DB_PASSWORD=hunter2', '     2→DB_PASSWORD=[redacted:password]'],
    ['-DB_PASSWORD=old1\n+DB_PASSWORD=new1', '-DB_PASSWORD=[redacted:password]\n+DB_PASSWORD=[redacted:password]'],
    ['the password is hunter2.', 'the password is [redacted:password].'],
    ['set the password to Passw0rd', 'set the password to [redacted:password]'],
    ['secret access key: wJalrXUtnFEMI/K7', 'secret access key: [redacted:key]'],
    ['密码: abc', '密码: [redacted:password]'],
    ['密码：abc123，别忘了', '密码：[redacted:password]，别忘了'],
    ['数据库密码为 Passw0rd，请记住', '数据库密码为 [redacted:password]，请记住'],
    ['密码改成了hunter2吧', '密码改成了[redacted:password]吧'],
    ['口令是“开门123”', '口令是“[redacted:password]”'],
    ['the new password will be Sommer2024', 'the new password will be [redacted:password]'],
    ['use token `abc123def456` there', 'use token `[redacted:token]` there'],
    ['密钥 Ab12cd34ef', '密钥 [redacted:key]'],
    ['管理员密码已设为 Sommer2024', '管理员密码已设为 [redacted:password]'],
    ['密码是 Sommer2024', '密码是 [redacted:password]'],
    ['mot de passe : hunter22', 'mot de passe : [redacted:password]'],
    ['Mot de passe\u00a0: hunter22', 'Mot de passe\u00a0: [redacted:password]'],
    ['ｐａｓｓｗｏｒｄ：hunter2', 'ｐａｓｓｗｏｒｄ：[redacted:password]'],
    ['ＡＰＩ＿ＫＥＹ＝abc123', 'ＡＰＩ＿ＫＥＹ＝[redacted:key]'],
    ['pass phrase: hunter22', 'pass phrase: [redacted:password]'],
    ['JWT_SIGNING=abc123', 'JWT_SIGNING=[redacted:secret]'],
    ['please use pwd: hunter2 for now', 'please use pwd: [redacted:password] for now'],
    ['password: Sommer2024! then Sommer2024! again', 'password: [redacted:password] then [redacted:password] again'],
    ['访问令牌＝abc123', '访问令牌＝[redacted:token]'],
  ])('%s', (text, expected) => checkRedact(text, expected))
})

describe('what only looks like a secret stays', () => {
  test.each([
    ['a variable of the shell', 'curl -H "Authorization: Bearer $TOKEN" -u "$USER:$PASS" --password "$PASSWORD"'],
    ['a variable of a template', `password: \${DB_PASSWORD}, token: {{ token }}, secret: <your-secret>`],
    ['a variable of a program', 'const token = process.env.API_TOKEN; password = os.environ["PASSWORD"]'],
    ['placeholders', 'API_KEY=xxxx\nTOKEN=<your-token>\nSECRET=your-secret-here\nPASSWORD=****\nPASSWORD='],
    ['types', 'interface Login { password: string; token?: string | null; secret: Buffer }'],
    ['names and calls', 'login(user, password); this.token = token; token: refresh(token); secret = config.secret'],
    ['schemas', 'password: z.string().min(8), token: t.Optional(t.String())'],
    ['comparisons', 'if (token === undefined || password !== confirmPassword) return'],
    ['prose', 'The refresh token rotates every 15 minutes; the secret is stored in the vault. PASS src/a.test.ts'],
    ['Chinese prose', '刷新令牌失败后为什么没有重试？密码是必填项，密钥为空时报错。'],
    ['labels', '{ "password": "Enter your password", "pwd": "请输入密码" }'],
    [
      'counts and other keys',
      'max_tokens: 4096, primary key: id, keyboard: x1, key: value, monkey=banana, tokens[0] = 12',
    ],
    ['folders', 'PWD=/home/u/work OLDPWD=/tmp'],
    ['hashes and ids', 'commit 3f786850e387550fdab836ed7e6dc881de23001b 550e8400-e29b-41d4-a716-446655440000'],
    ['addresses', 'https://example.org/a?b=c ssh://git@host/x git@github.com:o/r.git user@example.org'],
    ['flags of other programs', 'mysql -u root -p db; docker run --name mysql -p3306:3306 mysql:8; mkdir -p a'],
    ['variables in flags', 'mysql -p"$PW"; sshpass -p $PW ssh h; echo "$PW" | docker login --password-stdin'],
    ['settings that are no secret', 'kubectl create configmap x --from-literal=color=blue'],
    ['cookies of a program', 'const cookie = document.cookie; Cookie: theme=dark; cookie: name=value'],
    ['what will be', 'the password will be reset tomorrow, the token has been refreshed, token `refreshToken2`'],
    ['Chinese names', '密钥 为空，密钥 id1，令牌 refreshToken 过期'],
    ['algorithms', 'JWT_SIGNING=RS256'],
    ['examples of settings', '.env.example:FOO=x1\nprocess.env.FOO=1'],
    ['a missing setting', 'OPENAI_API_KEY is not set; JWT_SECRET missing'],
  ])('%s', (_, text) => expect(redact(text)).toEqual({ text, count: 0 }))
})

describe('what is private', () => {
  test.each([
    ['a <private>b</private> c', 'a [redacted:private] c'],
    ['a <PRIVATE>b\nb</Private> c', 'a [redacted:private] c'],
    ['<private>a<private>b</private>c</private>d', '[redacted:private]d'],
    ['a <private>b and all the rest', 'a [redacted:private]'],
    ['a <private>b</private> c <private>d', 'a [redacted:private] c [redacted:private]'],
    ['a < private reason="x" >b</ private >c', 'a [redacted:private]c'],
    ['记住＜private＞手机号＜/private＞', '记住[redacted:private]'],
    ['an end alone </private> stays', 'an end alone </private> stays'],
    ['private members and <PrivateRoute> stay', 'private members and <PrivateRoute> stay'],
  ])('%s', (text, expected) => checkRedact(text, expected))

  test('our own frame never comes back, wherever it stands', () => {
    expect(stripInjected('a <engraph-memory source="x">b\nc</engraph-memory> d')).toBe('a  d')
    expect(stripInjected('a <ENGRAPH-MEMORY>b')).toBe('a ')
    expect(stripInjected('a <system-reminder>b</system-reminder>')).toBe('a <system-reminder>b</system-reminder>')
    expect(stripInjected('a <system-reminder>b</system-reminder>c', { isPrompt: true })).toBe('a c')
  })
})

describe('files of settings', () => {
  test.each([
    ['A="one\ntwo x=3\nthree four five"\nB=ok1', 'A=[redacted:env]\n[redacted:env]\n[redacted:env]\nB=[redacted:env]'],
    ['D="cut\noff off off', 'D=[redacted:env]\n[redacted:env]'],
    ['DEBUG=true # old Abc12345x', 'DEBUG=true # old [redacted:env]'],
    ['A=$B # was=Abc12345x', 'A=$B # was=[redacted:env]'],
    ['# the old key was Abc12345x', '# the old key was [redacted:env]'],
    ['## OLD=zz1', '## OLD=[redacted:env]'],
    ['# see https://x.y/z1 of 2024-01-01, v1.2.3', '# see https://x.y/z1 of 2024-01-01, v1.2.3'],
    ["A='it'\nDEBUG=true", 'A=[redacted:env]\nDEBUG=true'],
  ])('%j', (text, expected) => {
    expect(redactSettings(text).text).toBe(expected)
    expect(redactSettings(expected).text).toBe(expected)
  })

  test('what a command assigns goes wherever it stands', () => {
    expect(redactAssignments('echo API1=Sommer2024 > .env; curl x/Sommer2024').text).toBe(
      'echo API1=[redacted:env] > .env; curl x/[redacted:env]',
    )
  })

  test.each(['A="', 'A="\n', '"\n', '# A', '#=', 'A=1\n', '.env:', '\\'])('%j 100,000 characters long', (unit) => {
    redactSettings(repeat(unit))
  })
})

describe('JSON', () => {
  test('a field that bears the name of a secret loses its text', () => {
    const json = { password: 'x y', token: '$TOKEN', inner: [{ name: 'DB_PASSWORD', value: 'z' }], pin: 1, passwd: 42 }
    expect(redactJson(json)).toEqual({
      json: {
        password: '[redacted:password]',
        token: '$TOKEN',
        inner: [{ name: 'DB_PASSWORD', value: '[redacted:password]' }],
        pin: 1,
        passwd: '[redacted:password]',
      },
      count: 3,
    })
  })

  test('all that lies under a name in the plural', () => {
    expect(redactJson({ secrets: { a: 'x', b: ['y'] } }).json).toEqual({
      secrets: { a: '[redacted:secret]', b: ['[redacted:secret]'] },
    })
  })

  test('all that lies under the name of a secret, but no schema and no label', () => {
    const schema = { password: { type: 'string', description: 'Of your account' }, secret: { name: 'db' } }
    expect(redactJson(schema)).toEqual({ json: schema, count: 0 })
    expect(redactJson({ secret: { a: 'X', name: 'db' }, token: ['y'], secrets: { name: 'z' } }).json).toEqual({
      secret: { a: '[redacted:secret]', name: 'db' },
      token: ['[redacted:secret]'],
      secrets: { name: '[redacted:secret]' },
    })
  })

  test('what is a secret in one field is one in all, unless it is a word', () => {
    const edit = { old_string: 'k = "Sommer2024"', new_string: 'password = "Sommer2024"', note: 'Sommer2024x' }
    expect(redactJson(edit).json).toEqual({
      old_string: 'k = "[redacted:password]"',
      new_string: 'password = "[redacted:password]"',
      note: 'Sommer2024x',
    })
    expect(redactJson({ image: 'postgres', password: 'postgres' }).json).toMatchObject({ image: 'postgres' })
  })

  test('endless nesting and hostile names', () => {
    let json: unknown = 'deep'
    for (let depth = 0; depth < 5000; depth++) json = [json]
    expect(JSON.stringify(redactJson(json as never).json).length).toBeLessThan(200)
    const hostile = JSON.parse('{"__proto__":{"password":"x"}}')
    expect(JSON.stringify(redactJson(hostile).json)).toBe('{"__proto__":{"password":"[redacted:password]"}}')
  })
})

describe('properties', () => {
  const around = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !/[A-Za-z0-9_~.-]$/u.test(text))
  const behind = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !/^[A-Za-z0-9/+=_.-]/u.test(text))

  test('no generated secret survives in any text', () => {
    const secrets = fc.constantFrom(...SHAPES.map(([, secret]) => secret))
    fc.assert(
      fc.property(around, secrets, behind, (before, secret, after) => {
        expect(redact(before + secret + after).text).not.toContain(secret)
      }),
      { numRuns: 2000 },
    )
  })

  test('no value of a secret name survives, however it is quoted', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9!@#%^&*+=~]{1,3}[0-9][A-Za-z0-9!@#%^&*+=~]{4,20}$/)
    const form = fc.constantFrom<(value: string) => string>(
      (text) => `DB_PASSWORD=${text}`,
      (text) => `"password": "${text}"`,
      (text) => JSON.stringify(JSON.stringify({ apiKey: text })),
      (text) => `password: '${text}'`,
      (text) => `--token "${text}"`,
      (text) => `密码：“${text}”`,
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), form, value, (before, write, secret) => {
        expect(redact(`${before}\n${write(secret)}\n`).text).not.toContain(secret)
      }),
      { numRuns: 2000 },
    )
  })

  test('twice is once', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...SHAPES.map(([, secret]) => secret)),
      fc.constantFrom(
        'password=',
        'token: ',
        '"',
        '://u:',
        '@h',
        '<private>',
        '</private>',
        'Bearer ',
        '密码：',
        '\n',
        '=',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = redact(pieces.join('')).text
        expect(redact(once).text).toBe(once)
      }),
      { numRuns: 3000 },
    )
  })

  test('a text without secrets is unchanged', () => {
    const word = fc.constantFrom(
      ...'the 登录 server of refresh returned 401, see src/auth.ts:12 重试 (twice) "now" = {}'.split(' '),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const text = words.join(' ')
        expect(redact(text)).toEqual({ text, count: 0 })
      }),
    )
  })
})

const LENGTH = 100_000
const repeat = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length))

test.each(
  [
    'a',
    ' ',
    '<',
    '<private ',
    '<private>',
    '</private>',
    'password',
    'password ',
    'password=',
    'pass_',
    'token: ',
    '"password": "',
    '\\',
    '\\"',
    'eyJ',
    'eyJaaaaaaaa.',
    'sk-',
    'sk-a',
    'AKIA',
    '://',
    '://a:',
    'https://a:b',
    '@',
    '-----BEGIN PRIVATE KEY-----',
    'Authorization: ',
    'mysql ',
    'mysql -p',
    'mysql "',
    "openssl '",
    'echo ',
    'echo a|--password-stdin',
    '--from-literal=a=',
    'Cookie: a=',
    'Cookie: a=1;',
    'MA1.',
    '.env',
    '.env:',
    '.env:A=1\n',
    'a/',
    'ｐａｓｓ',
    'pass phrase ',
    'mot de passe ',
    '密钥 ',
    'token `',
    'token will be ',
    'Bearer a',
    'curl -u ',
    'a:b ',
    'key ',
    'name: key ',
    'value',
    '密码',
    '密码：',
    'xox-',
    'xoxb.',
    'SG.',
    'hf_',
    '${',
    '$(',
    '{{',
    '%',
    'login a ',
    'name="a" value=',
    '1/',
    '8Q~',
    '<engraph-memory ',
    'secret access key: ',
    '🧨',
    '\ud800',
    'A_',
    'A=',
    'ghp_',
    'github_pat_',
    "'",
    '`',
    '\n',
    '\t',
  ].map((unit) => [JSON.stringify(unit), unit] as const),
)(
  '%s 100,000 characters long takes no more than a moment',
  (_, unit) => {
    for (const text of [repeat(unit), `password: "${repeat(unit)}`, `${repeat(unit)}=x`]) {
      redact(stripInjected(text))
    }
    // A quadratic pattern would not be done within the time that a test may take.
  },
  20_000,
)

function checkRedact(text: string, expected: string): void {
  expect(redact(text).text).toBe(expected)
  expect(redact(expected).text).toBe(expected)
}
