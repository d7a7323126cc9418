/** What a path says of a file. */
export interface FileName {
  readonly path: string
  /** Folders from the top. */
  readonly folders: readonly string[]
  /** The name without extension and without what marks a test; of `index` and its like the folder's. */
  readonly stem: string
  /** Folders without those that only sort by purpose (`src`, `lib`, `test`), to find the same place under another root. */
  readonly place: string
  readonly extension: string
  readonly isTest: boolean
  /** Words of the whole path in lower case, each once. */
  readonly words: readonly string[]
  /** Words of the stem. */
  readonly stemWords: readonly string[]
}

/** Names that stand for their folder. */
const FOLDER_NAMES: ReadonlySet<string> = new Set(['index', 'mod', '__init__', 'main', 'lib', 'init', 'package-info'])
/** Folders that hold tests. */
const TEST_FOLDERS: ReadonlySet<string> = new Set([
  ...['test', 'tests', '__tests__', 'spec', 'specs', 'testing', 'e2e', 'it', 'integration-tests', 'runtime-tests'],
  ...['androidtest', 'jvmtest', 'commontest', 'acceptance'],
])
/** Folders that sort by purpose and not by subject. */
const PURPOSE_FOLDERS: ReadonlySet<string> = new Set([
  ...TEST_FOLDERS,
  ...['src', 'lib', 'source', 'app', 'pkg', 'main', 'java', 'kotlin', 'packages', 'crates', 'python', 'unit'],
])
const TEST_SUFFIX = /(?:[._-](?:tests?|spec|e2e|stories|bench|benchmark|cy|it|unit|browser|node|test-d|spec-d)){1,3}$/iu
const TEST_PREFIX = /^(?:test|spec)[_-]/iu
/** `TokenTest`, `TokenTests`, `TokenIT`, `TestToken` of the Java family. */
const TEST_CLASS = /(?<=[a-z\d])(?:Tests?|TestCase|Spec|IT)$|^Test(?=[A-Z])/u
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/gu
const NAMES_MAX = 400_000

const read = new Map<string, FileName>()

/** The same path is read once. */
export function fileName(path: string): FileName {
  let name = read.get(path)
  if (name === undefined) {
    if (read.size >= NAMES_MAX) read.clear()
    name = nameOf(path)
    read.set(path, name)
  }
  return name
}

function nameOf(path: string): FileName {
  const { folders, whole, extension } = partsOf(path)
  const bare = withoutTestMark(whole)
  const subjects = folders.filter((folder) => !PURPOSE_FOLDERS.has(folder.toLowerCase()))
  const standsForFolder = FOLDER_NAMES.has(bare.toLowerCase()) && subjects.length > 0
  const stemWords = wordsOf(standsForFolder ? subjects.at(-1)! : bare)
  return {
    path,
    folders,
    stem: stemWords.join('-'),
    place: (standsForFolder ? subjects.slice(0, -1) : subjects).join('/'),
    extension,
    isTest: bare !== whole || isInTests(folders),
    words: [...new Set([...subjects.flatMap(wordsOf), ...wordsOf(bare)])],
    stemWords,
  }
}

/** The same as `isTest` of its name, for many files of which nothing else is asked. */
export function isTestFile(path: string): boolean {
  const { folders, whole } = partsOf(path)
  return withoutTestMark(whole) !== whole || isInTests(folders)
}

function partsOf(path: string) {
  const folders = path.split('/')
  const base = folders.pop()!
  const dot = base.lastIndexOf('.')
  return {
    folders,
    /** Without the extension. */
    whole: dot > 0 ? base.slice(0, dot) : base,
    extension: dot > 0 ? base.slice(dot + 1).toLowerCase() : '',
  }
}

function withoutTestMark(name: string): string {
  return name.replace(TEST_SUFFIX, '').replace(TEST_PREFIX, '').replace(TEST_CLASS, '')
}

function isInTests(folders: readonly string[]): boolean {
  return folders.some((folder) => TEST_FOLDERS.has(folder.toLowerCase()))
}

/** `parseJWTToken_v2` -> parse jwt token v 2. */
export function wordsOf(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase())
}

/** Folders that both paths begin with, as a share of the longer one's. */
export function proximity(one: FileName, other: FileName): number {
  const deepest = Math.max(one.folders.length, other.folders.length)
  if (deepest === 0) return 1
  let shared = 0
  while (shared < Math.min(one.folders.length, other.folders.length) && one.folders[shared] === other.folders[shared])
    shared++
  return shared / deepest
}

/** Words that both have, as a share of those that one of them has. */
export function jaccard(some: readonly string[], others: readonly string[]): number {
  if (some.length === 0 || others.length === 0) return 0
  const shared = some.filter((word) => others.includes(word)).length
  return shared / (some.length + others.length - shared)
}
