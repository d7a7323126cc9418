import { describe, expect, test } from 'vitest'
import type { Activity, ActivityRecord, ToolUse } from '../../src/graph/activity.ts'
import type { Json, JsonObject } from '../../src/graph/nodes.ts'
import { conceptKey } from '../../src/observe/concepts.ts'
import { tellingErrors } from '../../src/observe/errors-in-output.ts'
import { observeEvent } from '../../src/observe/observe-event.ts'
import { observedTexts } from '../../src/observe/observed-texts.ts'
import { requestOf } from '../../src/observe/request.ts'
import { isLeftToDo } from '../../src/observe/statements.ts'
import { readCommandLine } from '../../src/observe/tools/command-line.ts'

const ROOT = '/home/u/app'
const PLACE = { folder: ROOT, root: ROOT, repository: null, remote: null, branch: 'main', commit: null }
const STEP = { session: 's', at: 1, host: 'claude-code', agent: null, key: null, place: PLACE }

let ids = 0
const record = (activity: ActivityRecord['activity']): ActivityRecord => ({ id: `u~${++ids}`, activity })
const prompt = (text: string) => record({ ...STEP, kind: 'prompt', text })
const reply = (text: string) => record({ ...STEP, kind: 'reply', text })
const tool = (name: string, input: JsonObject, output: Json = '', ended: Partial<ToolUse> = {}) =>
  record({ ...STEP, kind: 'tool', tool: name, input, output, outcome: 'ok', error: null, durationMs: null, ...ended })
const failed = (command: string, error: string) =>
  tool('Bash', { command }, null, { outcome: 'error', error: `Exit code 1\n${error}` })
const observe = (...records: ActivityRecord[]) => observeEvent({ records, before: [], root: ROOT })
const factsOf = (...records: ActivityRecord[]) => observe(...records)?.facts.map(({ kind, text }) => `${kind}: ${text}`)

describe('what a prompt asks for', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['Hi! Could you please add a retry to the uploader? Thanks!', 'add a retry to the uploader'],
    ['The export times out after a minute, please look into it', 'The export times out after a minute'],
    ['ok', null],
    ['yes, do it', null],
    ['继续', null],
    ['好的，谢谢', null],
    ['麻烦帮我看一下登录接口为什么返回 500', '登录接口为什么返回 500'],
    ['修复它，库存要在下单时锁定', '库存要在下单时锁定'],
    ['Fix the failing build\n\nerror TS2304: Cannot find name foo\n  at x', 'Fix the failing build'],
  ]
  test.each(cases)('%j asks for %j', (text, expected) => {
    expect(requestOf(text)).toBe(expected)
  })
})

describe('the type of an event is what happened', () => {
  const edit = (path: string, from = 'const a = 1', to = 'const a = 2') =>
    tool('Edit', { file_path: `${ROOT}/${path}`, old_string: from, new_string: to })
  const cases: readonly (readonly [string, string, readonly ActivityRecord[]])[] = [
    [
      'reads alone',
      'discovery',
      [
        prompt('Fix the parser'),
        tool('Read', { file_path: `${ROOT}/src/p.ts` }),
        reply('The parser drops the last token, because the loop ends early.'),
      ],
    ],
    [
      'fail, edit, pass',
      'bugfix',
      [
        prompt('make CI green'),
        failed('npm test', 'AssertionError: 1 != 2'),
        edit('src/a.ts'),
        tool('Bash', { command: 'npm test' }, ' 2 passed'),
        reply('Green.'),
      ],
    ],
    ['only tests', 'test', [prompt('cover the parser with tests'), edit('test/parser.test.ts'), reply('Covered.')]],
    [
      'a rename',
      'refactor',
      [prompt('tidy this up'), tool('Bash', { command: 'git mv src/a.ts src/b.ts' }), reply('Moved.')],
    ],
    [
      'a new source file',
      'feature',
      [
        prompt('Add CSV export'),
        tool('Write', { file_path: `${ROOT}/src/csv.ts`, content: 'export function toCsv() {}' }),
        reply('Added.'),
      ],
    ],
    [
      'a check that stays red',
      'failure',
      [prompt('update the deps'), failed('go test ./...', '--- FAIL: TestX'), reply('It fails.')],
    ],
    ['a stated choice', 'decision', [prompt("Let's use SQLite instead of Postgres"), reply('Agreed.')]],
    [
      'an audit',
      'security',
      [
        prompt('check the packages'),
        tool('Bash', { command: 'npm audit' }, 'found 0 vulnerabilities'),
        reply('Clean.'),
      ],
    ],
    [
      'a value of a configuration',
      'change',
      [prompt('Set the log level to warn'), edit('config/app.yaml', 'level: info', 'level: warn'), reply('Set.')],
    ],
  ]
  test.each(cases)('%s: %s', (_, type, records) => {
    expect(observe(...records)?.type).toBe(type)
  })

  test.each([[[prompt('hello'), reply('Hi! What can I do for you?')]], [[prompt('谢谢'), reply('不客气。')]], [[]]])(
    'what says nothing is no observation',
    (records) => {
      expect(observe(...records)).toBeNull()
    },
  )
})

describe('facts are literal', () => {
  test('a failure and its mending are one fact, and what it holds is not told again', () => {
    const facts = factsOf(
      prompt('why is CI red'),
      failed('cd /home/u/app && npm test', 'AssertionError: expected 5 to be 6\n at src/sum.ts:3'),
      tool('Edit', { file_path: `${ROOT}/src/sum.ts`, old_string: '  return a\n', new_string: '  return a + 1\n' }),
      tool('Bash', { command: 'npm test' }, '3 passed'),
      reply('Green.'),
    )
    expect(facts).toHaveLength(1)
    expect(facts?.[0]).toMatch(
      /^fix: AssertionError: expected 5 to be 6 \| src\/sum\.ts: return a -> return a \+ 1 \| npm test: exit 1 -> exit 0$/u,
    )
  })

  test('a pipe hides the exit code, so the output tells', () => {
    const facts = factsOf(
      prompt('run the tests'),
      tool('Bash', { command: 'pytest | tail -3' }, '2 failed, 5 passed'),
      reply('Two fail.'),
    )
    expect(facts).toContain('command: pytest | tail -3 -> 2 failed')
  })

  test('patches of Codex are edits', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/a.py\n@@\n-timeout = 5\n+timeout = 30\n*** Add File: src/b.py\n+def run(): pass\n*** End Patch'
    const facts = factsOf(prompt('raise the timeout'), tool('apply_patch', { command: patch }), reply('Raised.'))
    expect(facts).toContain('edit: src/a.py: timeout = 5 -> timeout = 30')
    expect(facts).toContain('path: new file src/b.py (run)')
  })

  test('a tool of a server that writes files is read as one', () => {
    const observation = observe(
      prompt('note it'),
      tool('mcp__fs__write_file', { path: 'notes.md', content: 'x' }),
      reply('Noted.'),
    )
    expect(observation?.filesModified).toEqual(['notes.md'])
  })
})

describe('commands', () => {
  const cases: readonly (readonly [string, readonly (string | null)[]])[] = [
    ['FOO=1 npx vitest run a.test.ts', ['vitest']],
    ['cd web && pnpm vitest run && pnpm lint', ['vitest', 'pnpm lint']],
    ['poetry run python -m pytest -q', ['pytest']],
    ['docker compose exec -T api ./gradlew test', ['gradlew test']],
    ['mvn -q -o test', ['mvn test']],
    ['echo "a && b"', [null]],
    ['go test ./... 2>&1 | tee out.txt', ['go test', null]],
    ["cat > a.sh <<'EOF'\nnpm test\nEOF\nbash a.sh", [null, 'bash']],
  ]
  test.each(cases)('%s', (line, runners) => {
    expect(readCommandLine(line, ROOT).map(({ runner }) => runner?.name ?? null)).toEqual(runners)
  })
})

test.each([
  ['auth', '登录'],
  ['payment', '支付'],
  ['checkout', '结账'],
  ['rate limit', '限流'],
  ['database', 'db'],
  ['token', 'tokens'],
  ['coupon', '优惠券'],
])('the concept %s is also called %s, and is found by either', (key, name) => {
  expect(conceptKey(name)).toBe(key)
  const observation = observe(
    prompt(`Change the ${key} handling`),
    tool('Edit', { file_path: `${ROOT}/src/x.ts`, old_string: '1', new_string: '2' }),
    reply('Done.'),
  )
  expect(observation?.concepts).toContain(key)
  expect(observedTexts(observation!).whole).toContain(conceptKey(name) === name ? key : name.replace(/s$/u, ''))
})

test.each([
  ['TODO: wire the listener', true],
  ['Next: run it once by hand', true],
  ['The migration has not been tested yet.', true],
  ['接下来需要补测试', true],
  ['回调日志还没有加', true],
  ['Nothing remains to be done.', false],
  ['All tests still pass.', false],
  ['Would you like me to add tests next?', false],
  ['两个请求都会读到 remaining = 1。', false],
  ['要不要我接着加日志？', false],
  ['Next：给导出补测试', true],
  ['TODO：给导出补测试', true],
  ['待办: wire the listener', true],
  ['还没做：导出的测试', true],
  ['暂时没有：导出的测试', true],
  ['Not done yet: tests of the export', true],
  ['There are no tests of the export for now.', true],
  ['TODO: none', false],
  ['下一步：无', false],
])('%s: left to do %s', (sentence, expected) => {
  expect(isLeftToDo(sentence)).toBe(expected)
})

describe('what is left to do is the last fact', () => {
  const edit = tool('Edit', { file_path: `${ROOT}/src/limit.ts`, old_string: 'a', new_string: 'b' })
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'Add a login limit',
      'Added src/limit.ts. TODO: wire loginLimit into src/routes/login.ts.',
      ['finding: left: wire loginLimit into src/routes/login.ts.'],
    ],
    ['增加登录限流', '已加上限流。还没做：接入登录路由。', ['finding: 待办：接入登录路由。']],
    [
      'Add a login limit',
      'Added it.\n\nNext:\n- wire the route\n- document the header',
      ['finding: left: wire the route', 'finding: left: document the header'],
    ],
    ['Add a login limit', 'Done: the limit works. Nothing is left to do.', []],
  ]
  test.each(cases)('%s: %j', (request, said, expected) => {
    const facts = factsOf(prompt(request), edit, reply(said)) ?? []
    expect(facts.filter((fact) => /left: |待办：/u.test(fact))).toEqual(expected)
    expect(facts.slice(facts.length - expected.length)).toEqual(expected)
  })
})

describe('what was decided', () => {
  const revert = 'no, revert it, we stay on vite 4 until the plugin is ready'
  const read = tool('Read', { file_path: `${ROOT}/src/a.ts` })
  const cases: readonly (readonly [readonly ActivityRecord[], string, string])[] = [
    [
      [
        prompt('Should we move the sessions to Redis?'),
        read,
        reply('I compared both. Decision: we keep Postgres rather than moving to Redis, because one store is enough.'),
      ],
      'We keep Postgres rather than moving to Redis, because one store is enough',
      'Decision: we keep Postgres rather than moving to Redis, because one store is enough.',
    ],
    [
      [prompt('JWT or opaque tokens, which is better?'), read, reply('Decision: keep JWT.')],
      'Keep JWT',
      'Decision: keep JWT.',
    ],
    [
      [prompt(revert), tool('Bash', { command: 'git checkout package.json' }), reply('Reverted.')],
      'Revert it, we stay on vite 4 until the plugin is ready',
      revert,
    ],
    [
      [prompt('缓存用 Redis 还是 Memcached 好？'), read, reply('决定：用 Redis，因为它能持久化。')],
      '用 Redis，因为它能持久化',
      '决定：用 Redis，因为它能持久化。',
    ],
    [[prompt('不升级了，还原吧'), reply('好的，已还原。')], '不升级了，还原', '不升级了，还原吧'],
  ]
  test.each(cases)('%# is the title, and one fact', (records, title, fact) => {
    const observation = observe(...records)
    expect(observation).toMatchObject({ type: 'decision', title })
    expect(observation?.facts.filter(({ text }) => text === fact).map(({ kind }) => kind)).toEqual(['decision'])
  })
})

test('a line that only announces an error gives way to the one below it', () => {
  const output = 'error during build:\n\nCould not resolve entry module "index.html".\n    at x'
  expect(tellingErrors(output, 1)).toEqual(['Could not resolve entry module "index.html".'])
})

describe('odd records', () => {
  const odd: readonly Partial<Activity>[] = [
    { tool: 'Edit', input: { file_path: 5, old_string: null } },
    { tool: 'Bash', input: {} },
    { tool: 'Bash', input: { command: 'echo \'unclosed " $( <<EOF' } },
    { tool: 'MultiEdit', input: { edits: 'none' }, output: [[[]]] },
    { tool: '', input: {}, output: { structuredPatch: [{ lines: [1, null] }] } },
    { tool: 'AskUserQuestion', input: { questions: [null] }, output: { answers: { a: 1 } } },
  ] as never
  test.each(odd.map((given) => [JSON.stringify(given), given] as const))('%s is read as far as it goes', (_, given) => {
    expect(
      observe(
        prompt('try it'),
        record({
          ...STEP,
          kind: 'tool',
          outcome: 'ok',
          output: null,
          error: null,
          durationMs: null,
          ...given,
        } as never),
      ),
    ).not.toBeNull()
  })

  const hostile = [
    'a',
    ' ',
    '\n',
    '(',
    '`',
    '/',
    '-> ',
    'a.b ',
    '原',
    '"',
    "'",
    '\\',
    'E   ',
    'x = ',
    'GET /',
    '1 failed ',
    '# ',
    '<<EOF\n',
    '; ',
    '| ',
    'error: ',
    'at a:',
    '$(',
    'import ',
    'we keep ',
    'Next: ',
    '不升级',
  ]
  test.each(hostile)('100,000 characters of %j take no longer than a second', (part) => {
    const text = part.repeat(Math.ceil(100_000 / part.length)).slice(0, 100_000)
    const start = performance.now()
    observe(
      prompt(text),
      tool('Bash', { command: text }, text),
      failed('npm test', text),
      tool('Edit', { file_path: `${ROOT}/a.ts`, old_string: text, new_string: `${text}b` }),
      tool('Write', { file_path: `${ROOT}/package.json`, content: text }),
      tool('apply_patch', { command: `*** Begin Patch\n*** Update File: a\n${text}` }),
      reply(text),
    )
    requestOf(text)
    tellingErrors(text, 3)
    // A bound for runaway patterns, which take minutes.
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test('the same records give the same observation', () => {
    const records = [
      prompt('Add a cache'),
      tool('Write', { file_path: `${ROOT}/src/cache.ts`, content: 'export class Cache {}' }),
      reply('Added.'),
    ]
    expect(observe(...records)).toEqual(observe(...records))
  })
})
