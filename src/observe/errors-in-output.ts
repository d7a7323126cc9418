import { cutText } from './sentences.ts'

/** A telling line is kept so long. */
const LINE_MAX = 200
const LINES_READ_MAX = 1_500

interface Sort {
  readonly pattern: RegExp
  readonly weight: number
}

/** What lines of an output tell of an error, the most telling first. Each is anchored, or begins with a word that is rare. */
const SORTS: readonly Sort[] = [
  { pattern: /^E\s{1,12}\S.{0,40}(?:Error|Exception|assert|Failed|Warning|Exit)/u, weight: 10 },
  {
    pattern: /^\s{0,20}(?:\w+\.){0,8}\w{0,60}(?:Error|Exception|Panic|Fault)\b(?:\s\[[\w_]{1,60}\])?(?::|$)/u,
    weight: 9,
  },
  {
    pattern:
      /^\s{0,12}[\w@./\\-]{1,200}(?:\(\d{1,7},\d{1,7}\)|:\d{1,7}(?::\d{1,7})?):?\s{1,4}(?:-\s)?(?:fatal )?error\b/iu,
    weight: 10,
  },
  { pattern: /\berror TS\d{1,5}:/u, weight: 10 },
  {
    pattern: /^error(?:\[E\d{1,5}\])?: (?!could not compile|aborting|process didn't exit|test failed|script ")/u,
    weight: 9,
  },
  { pattern: /^(?:panic|fatal error|fatal|FATAL|thread '[^']{0,80}' panicked)\b/u, weight: 9 },
  { pattern: /^\s{0,8}\S{1,120}\.go:\d{1,6}(?::\d{1,6})?: /u, weight: 8 },
  { pattern: /^\s{0,8}(?:Failure\/Error|Caused by|Reason|Unhandled|Uncaught)\b/u, weight: 7 },
  {
    pattern:
      /\b(?:expected|Expected)\b.{0,160}\b(?:got|received|Received|but was|to (?:be|equal|have|match|throw)|actual)\b/u,
    weight: 7,
  },
  { pattern: /^\s{0,8}(?:→|->)\s.{3,}/u, weight: 6 },
  { pattern: /^\s{0,8}--- FAIL: /u, weight: 6 },
  { pattern: /^(?:FAILED|FAIL|not ok|ERROR)[\s:]/u, weight: 5 },
  { pattern: /^\s{0,8}(?:×|✗|✘|✖|●)\s.{3,}/u, weight: 5 },
  { pattern: /^(?:npm ERR!|npm error) (?!A complete log|code\b|path\b|errno\b|\s*$)/u, weight: 4 },
  {
    pattern:
      /\b(?:command not found|No such file or directory|Permission denied|Connection refused|Connection reset|Cannot find module|cannot find|could not (?:find|connect|resolve|open)|unable to|is not defined|undefined reference|timed out|Timed out|address already in use|out of memory|Killed|Segmentation fault|denied|forbidden|Unauthorized|CONFLICT \(|does not exist|not recognized|invalid|unexpected|unresolved)\b/u,
    weight: 4,
  },
  { pattern: /^(?:make|gmake|ninja)(?:\[\d{1,3}\])?: \*\*\*/u, weight: 3 },
  { pattern: /\b(?:GHSA-|CVE-\d{4}|RUSTSEC-|PYSEC-)/u, weight: 7 },
  { pattern: /\b\d{1,6} (?:low|high|critical|moderate) severity|Severity: (?:high|critical|moderate)/u, weight: 3 },
  { pattern: /^\s{0,8}(?:\d{1,7}:\d{1,7})\s{1,8}error\s/u, weight: 8 },
  { pattern: /^(?:\S{1,80}: )?(?:error|Error|ERROR)\b[: ]/u, weight: 5 },
  { pattern: /(?:错误|失败|异常|无法|找不到|拒绝|超时)/u, weight: 3 },
]
const NOISE =
  /^\s{0,20}(?:at |in <module>|\^|~|\||_ _|=+|-{3,}|#+\s|Traceback|\d{1,6} \||>\s{1,8}\d{1,6} \||File "<frozen)/u
/** It says that an error follows, and not which. */
const HOLLOW =
  /^\s{0,8}(?:\S{1,40}: )?(?:error|errors|failed|failure|build failed|build error|构建失败|错误|失败)(?: (?:during|while|in|on|when) [\w ]{1,40})?\s?[:：]\s*$/iu
const LOCATION =
  /^(?:\s{0,8}(?:❯|-->)\s{1,8})?(?:File ")?((?:[\w@~.-]{1,100}\/){0,12}[\w@.-]{1,100}\.[A-Za-z]{1,6})(?:", line |:|\()(\d{1,7})/u

/** The lines of an output that say what went wrong, the most telling first. */
export function tellingErrors(output: string, countMax: number): readonly string[] {
  const found: { readonly text: string; readonly weight: number; readonly at: number }[] = []
  const seen = new Set<string>()
  const lines = lastLines(output)
  for (const [at, line] of lines.entries()) {
    if (line.length < 4 || line.length > 2_000 || NOISE.test(line)) continue
    const weight = SORTS.reduce((best, sort) => (sort.weight > best && sort.pattern.test(line) ? sort.weight : best), 0)
    if (weight === 0) continue
    // What panicked is told on the line below; what only announces an error gives way to it.
    const isHollow = HOLLOW.test(line)
    const next = isHollow || (weight >= 7 && /:\s*$/u.test(line)) ? lineBelow(lines, at) : ''
    const text = cutText(
      (isHollow && next !== '' ? next : next === '' ? line : `${line} ${next}`)
        .replace(/^E\s{2,}/u, '')
        .replace(/^\s*(?:→|->|×|✗|✘|✖|●|❯)\s*/u, ''),
      LINE_MAX,
    )
    // A later line often says the same, cut or with its place before it.
    const key = text.slice(0, 60)
    if (seen.has(key)) continue
    seen.add(key)
    found.push({ text, weight, at })
  }
  const kept: string[] = []
  for (const { text } of found.sort((a, b) => b.weight - a.weight || a.at - b.at)) {
    if (kept.length === countMax) break
    // What a heavier line says already, whole or up to where it was cut.
    const bare = text.replace(/^.{0,200} - (?=\w)|\.{2,3}$/gu, '')
    if (!kept.some((known) => known.includes(bare))) kept.push(text)
  }
  return kept
}

/** The next line that says something. */
function lineBelow(lines: readonly string[], at: number): string {
  return (
    lines
      .slice(at + 1, at + 4)
      .find((line) => line.trim() !== '' && !NOISE.test(line))
      ?.slice(0, 2_000)
      .trim() ?? ''
  )
}

/** The place in the sources that an output names last before its error, `path:line`. */
export function errorPlace(output: string): string | null {
  for (const line of lastLines(output).reverse()) {
    const match = LOCATION.exec(line.trimStart())
    if (match && !/node_modules|site-packages|\/usr\/|<anonymous>/u.test(line)) return `${match[1]}:${match[2]}`
  }
  return null
}

function lastLines(output: string): string[] {
  const lines = output.split('\n')
  return lines.length > LINES_READ_MAX ? lines.slice(-LINES_READ_MAX) : lines
}

const FAILED =
  /\b[1-9]\d{0,6} (?:failed|failing|failures?|errors?|problems? \([1-9])\b|^(?:FAIL|FAILED)\b|^\s{0,8}--- FAIL|^not ok\b|BUILD FAIL|error TS\d|^error\[E\d|^npm ERR!|^npm error|ELIFECYCLE|^Traceback \(most recent|^make: \*\*\*|✖ [1-9]|test result: FAILED|^panic:|Failures: [1-9]|^\S{1,200}:\d{1,7}:(?:\d{1,7}:)? error\b|[1-9]\d* (?:个)?(?:失败|错误)/mu
const PASSED =
  /\b[1-9]\d{0,6} (?:passed|passing|tests? passed)\b|^ok\s|^PASS\b|BUILD SUCCESS|test result: ok|\b0 (?:errors|vulnerabilities|problems|failures|failed)\b|no issues found|All checks passed|All tests passed|Tests? passed|Compiled successfully|built in \d|[Ss]uccess|通过/mu

/** What the output of a check says of it where its exit code does not. */
export function verdictOf(output: string): 'passed' | 'failed' | 'unknown' {
  if (FAILED.test(output)) return 'failed'
  return PASSED.test(output) ? 'passed' : 'unknown'
}
