import type { ObservationType } from '../graph/observation.ts'
import { declaredIn } from './changes.ts'
import type { EventFiles, EventReading } from './event-reading.ts'
import { isSourceFile, isTestFile } from './paths.ts'
import type { RunOutcomes } from './runs.ts'
import { isLabelledDecision, type Statement } from './statements.ts'

export interface TypeGiven {
  readonly reading: EventReading
  readonly files: EventFiles
  readonly outcomes: RunOutcomes
  readonly decisions: { readonly ofUser: readonly Statement[]; readonly ofAgent: readonly Statement[] }
  readonly hasEndpoints: boolean
}

type Verb = 'fix' | 'add' | 'refactor' | 'ask' | 'test' | 'change' | 'run' | null

/** What the user's words ask for; the first one that is found counts. */
const VERBS: readonly (readonly [Exclude<Verb, null>, RegExp])[] = [
  [
    'refactor',
    /\b(?:refactor(?:ing)?|rename|extract|restructure|reorgani[sz]e|clean ?up|tidy|simplify|dedupe|deduplicate|inline|split (?:up|out|into)|de-?duplicate|consolidate|modulari[sz]e)\b|重构|重命名|改名|抽取|提取(?:成|到|出)|拆分|整理代码|简化|合并重复|去重代码/iu,
  ],
  [
    'fix',
    /\b(?:fix(?:es|ing)?|repair|mend|resolve|debug|broken|crash(?:es|ed|ing)?|regression|hotfix|patch the|bug|does(?:n't| not) work|not working|fails?|failing)\b|修复|修好|修一下|修正|修掉|解决|报错|崩溃|不工作|失败了?|出错|有问题|挂了|bug/iu,
  ],
  [
    'test',
    /\b(?:(?:add|write|create|extend|improve) (?:\S{1,30} ){0,5}(?:tests?|specs?|coverage)|cover .{1,60} with tests?)\b|(?:加|写|补|添加|增加|新增|补充)[^，。]{0,16}(?:测试|单测|用例)/iu,
  ],
  [
    'ask',
    /^(?:\W*)(?:why|how|what|where|which|who|when|explain|describe|investigate|find out|is there|are there|does|do we|look into|understand|analy[sz]e|show me|tell me)\b|为什么|为何|怎么回事|如何|哪里|哪些|什么原因|解释|分析|了解|看看|看一下|查一下|是不是|吗[？?]?$|是什么/iu,
  ],
  [
    'add',
    /\b(?:add|implement|create|introduce|build|support|new (?:feature|endpoint|page|command|module|component)|write (?:a|an|the))\b|新增|添加|增加|加上?|实现|创建|新建|支持|开发|做一个|写一个|接入/iu,
  ],
  [
    'change',
    /\b(?:change|update|set|move|bump|upgrade|downgrade|replace|switch|migrate|remove|delete|drop|increase|decrease|raise|lower|configure|disable|enable|adjust|tune|convert|revert|speed up|optimi[sz]e|improve|reduce|shrink|make \S{1,30} faster)\b|改成|改为|修改|更新|升级|替换|删除|去掉|移除|调整|调大|调小|换成|迁移|关闭|打开|配置|回滚|优化|提速|加快|缩短/iu,
  ],
  [
    'run',
    /\b(?:run|execute|deploy|commit|push|release|publish|start|install|merge|check)\b|运行|执行|部署|提交|推送|发布|启动|安装|跑一下/iu,
  ],
]

export function verbOf(request: string): Verb {
  let [verb, first]: [Verb, number] = [null, Number.POSITIVE_INFINITY]
  for (const [name, pattern] of VERBS) {
    const at = request.search(pattern)
    if (at >= 0 && at < first) [verb, first] = [name, at]
  }
  return verb
}

const SECURITY =
  /\b(?:security|vulnerab\w*|CVE-\d+|GHSA-\w+|exploit\w*|harden\w*|xss|csrf|ssrf|sql injection|injection|path traversal|privilege escalation|leak(?:ed|s|ing)? (?:\S{1,20} ){0,3}(?:secrets?|tokens?|keys?|credentials?|passwords?)|rotate (?:\S{1,20} ){0,3}(?:secrets?|tokens?|keys?|credentials?|passwords?)|sanitiz\w*|sanitis\w*|brute[- ]force|timing attack|httponly|same-?site|content security policy|CSP|clickjacking|insecure|plaintext passwords?|hash (?:the )?passwords?|rate[- ]limit(?:ing)? (?:the )?(?:login|auth))\b|漏洞|安全(?!区|距离)|注入|越权|泄露|泄漏密|加固|脱敏|防刷|暴力破解|明文密码|弱口令|提权|跨站/iu

/** What an event of work came to. What happened weighs more than what was asked for. */
export function typeOfEvent(given: TypeGiven): ObservationType {
  const { reading, files, outcomes, decisions } = given
  const request = reading.prompts.map(({ text }) => text.slice(0, 3_000)).join('\n')
  const verb = verbOf(request || (reading.before.prompts[0]?.text.slice(0, 3_000) ?? ''))
  const hasEdits = files.modified.length > 0
  const hasAudit = outcomes.runs.some(({ does }) => does === 'audit')
  if ((hasEdits || hasAudit) && (hasAudit || SECURITY.test(request))) return 'security'
  if (isFailing(given, verb)) return 'failure'
  const isOnlyTests = hasEdits && files.modified.every(isTestFile)
  if (isOnlyTests && verb !== 'fix' && verb !== 'refactor') return 'test'
  if (outcomes.mended.length > 0 && hasEdits && !isOnTheWay(given, verb)) return 'bugfix'
  if (verb === 'fix' && hasEdits) return 'bugfix'
  if (isOnlyTests) return 'test'
  const hasNewSource = files.made.some(isSourceFile)
  if (decisions.ofUser.length > 0 && !hasNewSource && outcomes.mended.length === 0) return 'decision'
  if (!hasEdits && decisions.ofAgent.some(({ text }) => isLabelledDecision(text))) return 'decision'
  if (hasEdits) return typeOfEdits(given, verb, hasNewSource)
  if (hasEffect(reading)) return 'change'
  if (decisions.ofUser.length + decisions.ofAgent.length > 0 && reading.steps.length === 0) return 'decision'
  return 'discovery'
}

/** It ended with something that fails, unless the failure itself was what was asked about. */
function isFailing({ outcomes, files, reading }: TypeGiven, verb: Verb): boolean {
  if (outcomes.failing.length === 0) return false
  if (verb === 'ask' && files.modified.length === 0) return false
  const last = outcomes.runs.at(-1)
  const ends = outcomes.failing.some(({ at }) => last !== undefined && last.at - at < 1)
  // What failed on the way and was left aside is no end; a check that stays red is.
  return (
    ends ||
    outcomes.failing.some(({ does }) => does === 'test' || does === 'build' || does === 'types') ||
    reading.closing.length === 0
  )
}

/** What failed had just been changed, on the way to what was asked for: a test written first, a build after an upgrade. */
function isOnTheWay({ reading, outcomes }: TypeGiven, verb: Verb): boolean {
  if (verb !== 'add' && verb !== 'change' && verb !== 'refactor') return false
  const firstWrite = reading.steps.findIndex(({ made, changes }) => made.length + changes.length > 0)
  const firstFailure = Math.min(...outcomes.mended.map(({ failed }) => failed.at)) - reading.before.steps.length
  return firstWrite >= 0 && firstWrite < firstFailure
}

function typeOfEdits({ reading, files, hasEndpoints }: TypeGiven, verb: Verb, hasNewSource: boolean): ObservationType {
  const isMoved = files.moved.length > 0 || isRename(reading)
  if (verb === 'refactor' || (isMoved && !hasNewSource && verb !== 'add')) return 'refactor'
  if (verb === 'ask' && !hasNewSource) return 'change'
  const source = files.modified.filter(isSourceFile)
  if (hasNewSource) return 'feature'
  if (source.length === 0) return 'change'
  if (verb === 'add') return 'feature'
  if (verb === 'change' || verb === 'run') return 'change'
  return hasEndpoints || addsExports(reading) ? 'feature' : 'change'
}

/** The same name replaced in several places. */
function isRename({ steps }: EventReading): boolean {
  const pairs = new Map<string, Set<string>>()
  for (const { changes } of steps) {
    for (const { path, old, fresh } of changes) {
      if (!/^\w+$/u.test(old) || !/^\w+$/u.test(fresh)) continue
      const pair = `${old} ${fresh}`
      pairs.set(pair, (pairs.get(pair) ?? new Set()).add(path))
    }
  }
  return [...pairs.values()].some((paths) => paths.size > 1)
}

function addsExports({ steps }: EventReading): boolean {
  return steps.some(({ changes }) =>
    changes.some(({ path, old, fresh }) => {
      if (!isSourceFile(path)) return false
      const before = new Set(declaredIn(old, 50))
      return declaredIn(fresh, 50).some((name) => !before.has(name)) && before.size === 0
    }),
  )
}

/** Commands that leave something behind: commits, installs, migrations, deployments that went through. */
function hasEffect({ steps }: EventReading): boolean {
  return steps.some(({ command, outcome }) => {
    if (!command || outcome === 'error') return false
    return command.commands.some(({ words, runner }) => {
      if (words[0] === 'git') return /^(?:commit|push|merge|rebase|revert|cherry-pick|tag|reset)$/u.test(words[1] ?? '')
      if (words[0] === 'gh') return /^(?:create|merge|close|edit)$/u.test(words[2] ?? '')
      if (runner?.name === 'terraform plan' || /(?:preview|diff|template)$/u.test(runner?.name ?? '')) return false
      return runner?.does === 'install' || runner?.does === 'migrate' || runner?.does === 'deploy'
    })
  })
}
