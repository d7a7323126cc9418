import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { git, newFolder } from './project/project-activities.ts'

/** A small shop, server and client, whose files import each other. */
const SHOP: Readonly<Record<string, string>> = {
  'tsconfig.json': '{ "compilerOptions": { "module": "nodenext" } }\n',
  'src/auth/token.ts': 'export function signToken(id: string) {\n  return id\n}\nexport const TOKEN_SECONDS = 3600\n',
  'src/auth/refresh.ts':
    "import { signToken } from './token.ts'\nexport const refresh = (id: string) => signToken(id)\n",
  'src/checkout/order.ts':
    "import { refresh } from '../auth/refresh.ts'\nexport const order = (id: string) => refresh(id) + '-order'\n",
  'src/payment/charge.ts':
    "import { TOKEN_SECONDS } from '../auth/token.ts'\nexport const charge = () => TOKEN_SECONDS * 2\n",
  'src/user/profile.ts': 'export const profile = (name: string) => ({ name })\n',
  'client/session.ts': "import { order } from '../src/checkout/order.ts'\nexport const begin = () => order('x')\n",
  'test/auth/token.test.ts': "import { signToken } from '../../src/auth/token.ts'\nsignToken('a')\n",
}

export function write(folder: string, files: Readonly<Record<string, string | null>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    if (text === null) rmSync(file, { force: true })
    else {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  }
}

/** Commits everything, at a moment of its own: git's times are whole seconds. */
export function commit(folder: string, message: string, at: number): void {
  git(folder, 'add', '--all')
  const [name, seconds] = [`${message}`, `${Math.floor(at / 1000)} +0000`]
  // The clock of the committer is what the log tells.
  process.env['GIT_COMMITTER_DATE'] = seconds
  try {
    git(folder, 'commit', '--quiet', '--allow-empty', `--date=${seconds}`, '-m', name)
  } finally {
    delete process.env['GIT_COMMITTER_DATE']
  }
}

const HOUR_MS = 3_600_000

/** The shop with a history: who signs tokens and who refreshes them change together, and the test with them. */
export function newShop(until: number): string {
  const folder = join(newFolder('shop'), 'shop')
  mkdirSync(folder)
  git(folder, 'init', '--quiet')
  write(folder, SHOP)
  commit(folder, 'the shop', until - 100 * HOUR_MS)
  const again = (i: number, ...paths: readonly string[]) => {
    write(folder, Object.fromEntries(paths.map((path) => [path, `${SHOP[path]}// ${i}\n`])))
    commit(folder, `change ${i}`, until - (90 - i) * HOUR_MS)
  }
  for (const i of [1, 2, 3, 4]) again(i, 'src/auth/token.ts', 'src/auth/refresh.ts')
  again(5, 'src/auth/token.ts', 'src/auth/refresh.ts', 'test/auth/token.test.ts')
  again(6, 'src/auth/token.ts', 'test/auth/token.test.ts')
  again(7, 'src/user/profile.ts')
  again(8, 'src/payment/charge.ts', 'src/user/profile.ts')
  return folder
}
