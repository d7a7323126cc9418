import { expect, test } from 'vitest'
import type { FamilyName } from '../../../src/capture/source/light/families.ts'
import { parseByPatterns } from '../../../src/capture/source/light/light-language.ts'

const EXAMPLES: readonly (readonly [FamilyName, string, readonly string[]])[] = [
  [
    'python',
    'MAX_SIZE = 3\n\nclass User:\n    async def save(self):\n        pass\n\ndef _hidden():\n    pass',
    ['MAX_SIZE!', 'User!', '_hidden', 'save!'],
  ],
  [
    'go',
    'package a\n\ntype User struct {}\n\nfunc (u *User) Save() error {\n}\n\nfunc hidden() {}',
    ['Save!', 'User!', 'hidden'],
  ],
  [
    'rust',
    'pub struct User;\n\nimpl User {\n    pub async fn save(&self) {}\n    fn hidden() {}\n}',
    ['User!', 'hidden', 'save!'],
  ],
  [
    'java',
    'public class User {\n  private int size;\n  public List<String> names(int a) {\n    return build(a);\n  }\n}',
    ['User!', 'names!'],
  ],
  ['java', 'data class Point(val x: Int)\n\nfun area(p: Point): Int {\n}', ['Point!', 'area!']],
  [
    'c',
    'struct user { int a; };\nstatic int count(struct user *u)\n{\n}\nint User::save() {\n}',
    ['count!', 'save!', 'user!'],
  ],
  ['ruby', 'module Shop\n  class User\n    def self.find!(id)\n    end\n  end\nend', ['Shop!', 'User!', 'find!!']],
  ['php', '<?php\nabstract class User {\n  public function save() {}\n}', ['User!', 'save!']],
  ['shell', 'function build() {\n}\ndeploy() {\n}', ['build!', 'deploy!']],
]

test.each(EXAMPLES)('%s: what is defined, and what others see of it', (family, text, expected) => {
  const found = parseByPatterns(family, text).definitions.map(({ name, isExported }) => name + (isExported ? '!' : ''))
  expect(found.sort()).toEqual([...expected].sort())
})

test('words in comments and strings count like names in code, keywords do not', () => {
  const { identifiers } = parseByPatterns('python', 'total = compute("text")  # remark if\n')
  expect(identifiers).toEqual(['compute', 'remark', 'text', 'total'])
})

test.each(['python', 'go', 'rust', 'java', 'c', 'ruby', 'php', 'shell', 'markup'] as const)(
  '%s: time grows with the length only',
  (family) => {
    const startMs = performance.now()
    for (const part of ['"\\', 'a ', 'a(', 'public ', '/* ', '<!--', '\t', 'a::', 'a<']) {
      parseByPatterns(family, part.repeat(Math.floor(100_000 / part.length)))
    }
    expect(performance.now() - startMs).toBeLessThan(10_000)
  },
)
