/** A family of languages that are read by the same patterns. */
export interface Family {
  readonly extensions: readonly string[]
  /** Each has the groups `word`, which tells the kind, and `name`. They look at one line at a time. */
  readonly definitions: readonly RegExp[]
  readonly isExported: (name: string, written: string) => boolean
  readonly keywords: ReadonlySet<string>
}

const COMMON = `abstract and as async await bool boolean break byte case catch char class const continue def default del do
  double elif else end enum except export extends extern false final finally float for foreach from func function go goto if
  impl implements import in int interface is let long loop match module mut namespace new nil none not null object of or
  override package pass pub private protected public raise return self short static str string struct super switch this
  throw throws trait true try type typeof use using val var virtual void where while with yield`

const C_LIKE = [
  /^[ \t]*(?:(?:public|private|protected|internal|static|final|abstract|sealed|export|open|data|inline|partial|readonly|unsafe|async|override)[ \t]+)*(?<word>class|interface|enum|struct|record|trait|namespace|object|protocol|union|fun|func|function|typealias)[ \t]+(?<name>[A-Za-z_]\w*)/gmu,
  // A method: a type, a name and what it takes, and the line opens its body.
  /^[ \t]{0,12}(?:(?:public|private|protected|internal|static|final|abstract|virtual|override|async|inline|const|unsigned|extern)[ \t]+){0,6}(?<word>[A-Za-z_][\w.:]{0,80})(?:<[^()\n<>]{0,100}>)?[ \t*&]+(?:[A-Za-z_]\w{0,80}::)?(?<name>[A-Za-z_]\w{0,80})\([^;\n]*$/gmu,
]

const isPublic = (_: string, written: string) => !/\b(?:private|internal|static\s+inline)\b/u.test(written)

const isShown = (name: string) => !name.startsWith('_')

const cLike = (...extensions: readonly string[]): Family => ({
  extensions,
  definitions: C_LIKE,
  isExported: isPublic,
  keywords: words(COMMON),
})

const TABLE = {
  python: {
    extensions: ['.py', '.pyi'],
    definitions: [
      /^[ \t]*(?:async[ \t]+)?(?<word>def|class)[ \t]+(?<name>[A-Za-z_]\w*)/gmu,
      /^(?<name>[A-Z][A-Z0-9_]{2,80})(?<word>)[ \t]*(?::[^=\n]{0,200})?=/gmu,
    ],
    isExported: isShown,
    keywords: words(COMMON),
  },
  go: {
    extensions: ['.go'],
    definitions: [
      /^(?<word>func)[ \t]+(?:\([^)\n]{0,200}\)[ \t]*)?(?<name>[A-Za-z_]\w*)/gmu,
      /^(?<word>type|var|const)[ \t]+(?<name>[A-Za-z_]\w*)/gmu,
      /^\t(?<name>[A-Z]\w*)(?<word>)[ \t]+(?:struct|interface|func|=)/gmu,
    ],
    isExported: (name: string) => /^\p{Lu}/u.test(name),
    keywords: words(COMMON),
  },
  rust: {
    extensions: ['.rs'],
    definitions: [
      /^[ \t]*(?:pub(?:\([^)\n]{0,80}\))?[ \t]+)?(?:(?:async|unsafe|const|extern)[ \t]+){0,3}(?<word>fn|struct|enum|trait|type|mod|const|static|union)[ \t]+(?:mut[ \t]+)?(?<name>[A-Za-z_]\w*)/gmu,
      /^[ \t]*(?<word>macro_rules)![ \t]*(?<name>[A-Za-z_]\w*)/gmu,
    ],
    isExported: (_: string, written: string) => /\bpub\b|macro_rules/u.test(written),
    keywords: words(COMMON),
  },
  java: cLike('.java', '.kt', '.kts', '.scala', '.groovy'),
  csharp: cLike('.cs', '.fs'),
  c: cLike('.c', '.h', '.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx', '.m', '.mm'),
  swift: cLike('.swift', '.dart'),
  php: {
    ...cLike('.php'),
    definitions: [
      /^[ \t]*(?:(?:public|private|protected|static|final|abstract|readonly)[ \t]+)*(?<word>function|class|interface|trait|enum|namespace)[ \t]+&?(?<name>[A-Za-z_]\w*)/gmu,
    ],
  },
  ruby: {
    extensions: ['.rb', '.rake', '.ex', '.exs'],
    definitions: [/^[ \t]*(?<word>defmodule|defp?|class|module)[ \t]+(?:self\.)?(?<name>[A-Za-z_]\w*[?!]?)/gmu],
    isExported: isShown,
    keywords: words(COMMON),
  },
  shell: {
    extensions: ['.sh', '.bash', '.zsh', '.lua'],
    definitions: [
      /^[ \t]*(?:local[ \t]+)?(?<word>function)[ \t]+(?<name>[A-Za-z_][\w.:]*)/gmu,
      /^(?<name>[A-Za-z_]\w*)(?<word>)[ \t]*\(\)[ \t]*\{?[ \t]*$/gmu,
    ],
    isExported: isShown,
    keywords: words(COMMON),
  },
  /** What stands in when the parser of JavaScript cannot be loaded. */
  javascript: {
    extensions: [],
    definitions: [
      /^(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?(?<word>function|class|interface|type|enum|namespace|const|let|var)[ \t]+(?<name>[A-Za-z_$][\w$]*)/gmu,
    ],
    isExported: (_: string, written: string) => written.startsWith('export'),
    keywords: words(COMMON),
  },
  /** The markup of a component. */
  markup: {
    extensions: [],
    definitions: [],
    isExported: () => false,
    keywords: words(`${COMMON} div span p a ul li h1 h2 h3 button input form label img style template slot`),
  },
} satisfies Record<string, Family>

export type FamilyName = keyof typeof TABLE

export const FAMILIES: Readonly<Record<FamilyName, Family>> = TABLE

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u))
}
