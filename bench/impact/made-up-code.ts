import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { seededRandom } from '../scale/random.ts'

export interface MadeUpCode {
  readonly files: number
  readonly importsEach: number
  readonly commits: number
  readonly seed?: number
}

/** Files of one folder; most imports and most commits stay within one. */
const FOLDER_FILES = 20
const NEAR_SHARE = 0.7
const COMMIT_FILES_MAX = 6
const DAY_S = 86_400
/** 2020-01-01 */
const BEGIN_S = 1_577_836_800
const WORDS = ['user', 'order', 'token', 'price', 'stock', 'cart', 'route', 'query', 'cache', 'event', 'theme', 'panel']

/**
 * Makes a repository of TypeScript files that import each other, with a history, and checks it out: through
 * `git fast-import`, since tens of thousands of commits would take git itself an hour. The same seed gives the same.
 */
export async function makeUpCode(folder: string, { files, importsEach, commits, seed = 1 }: MadeUpCode): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const git = (...given: readonly string[]) => execFileSync('git', given, { cwd: folder, stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch=main')
  const { below: pick, fraction: random } = seededRandom(seed)
  const near = (file: number) => {
    const first = file - (file % FOLDER_FILES)
    return random() < NEAR_SHARE ? Math.min(files - 1, first + pick(FOLDER_FILES)) : pick(files)
  }
  const imports = Array.from({ length: files }, (_, file) => {
    const own = new Set<number>()
    while (own.size < Math.min(importsEach, files - 1)) {
      const other = near(file)
      if (other !== file) own.add(other)
    }
    return [...own]
  })
  const edits = new Int32Array(files)
  const importing = spawn('git', ['fast-import', '--quiet', '--done'], {
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const write = async (text: string) => {
    if (!importing.stdin.write(text)) await once(importing.stdin, 'drain')
  }
  for (let commit = 0; commit <= commits; commit++) {
    const touched = new Set<number>()
    if (commit === 0) for (let file = 0; file < files; file++) touched.add(file)
    else {
      const first = pick(files)
      touched.add(first)
      for (let more = pick(COMMIT_FILES_MAX); more > 0; more--) touched.add(near(first))
    }
    const at = BEGIN_S + Math.floor((commit / Math.max(1, commits)) * 2000 * DAY_S)
    const message = `change ${commit}`
    await write(
      `commit refs/heads/main\ncommitter Ana <ana@example.org> ${at} +0000\ndata ${Buffer.byteLength(message)}\n${message}\n`,
    )
    for (const file of touched) {
      const text = textOf(file, { imports: imports[file]!, edits: edits[file]!++ })
      await write(`M 100644 inline ${pathOf(file)}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
    }
  }
  await write('done\n')
  importing.stdin.end()
  const [code] = (await once(importing, 'close')) as [number]
  if (code !== 0) throw new Error(`git fast-import ended with ${code}.`)
  git('reset', '--hard', '--quiet', 'main')
}

export function pathOf(file: number): string {
  const folder = Math.floor(file / FOLDER_FILES)
  return `src/${WORDS[folder % WORDS.length]}${folder}/${WORDS[file % WORDS.length]}${file}.ts`
}

function textOf(
  file: number,
  { imports, edits }: { readonly imports: readonly number[]; readonly edits: number },
): string {
  const lines = imports.map((other) => `import { make${other} } from '../../${pathOf(other)}'`)
  const uses = imports.map((other) => `make${other}(${WORDS[other % WORDS.length]})`).join(' + ')
  return [
    ...lines,
    '',
    `/** Edited ${edits} times. */`,
    `export function make${file}(${WORDS.join(', ')}) {`,
    `  const total${file} = ${uses === '' ? 0 : uses}`,
    `  return total${file} * ${edits}`,
    '}',
    '',
  ].join('\n')
}
