import type { FactKind, Observation, ObservationType } from '../../src/graph/observation.ts'
import type { Instant } from '../../src/graph/spans.ts'
import { type Random, seededRandom } from '../scale/random.ts'
import { chineseContent, englishContent, type Vocabulary } from '../scale/vocabulary.ts'

/** What an agent was asked once, and what came of it. */
export interface MadeUpWork {
  readonly session: string
  readonly at: Instant
  readonly branch: string
  readonly prompt: string
  /** Without ids: who stores it knows its records. */
  readonly observation: Omit<Observation, 'records' | 'facts'> & {
    readonly facts: readonly { readonly kind: FactKind; readonly text: string }[]
  }
}

const SEED = 20_261_130
const PER_SESSION = 20
const FIRST_DAY = Date.UTC(2025, 5, 1, 8)
const SESSION_GAP_MS = 20 * 3_600_000
const GAP_MS = 11 * 60_000
const CHINESE_SHARE = 1 / 3

const AREAS =
  'auth billing checkout search catalog export import mailer queue cache gateway profile upload report audit webhook scheduler tenant ledger metrics'.split(
    ' ',
  )
const AREAS_CHINESE =
  '登录 账单 结算 搜索 目录 导出 导入 邮件 队列 缓存 网关 资料 上传 报表 审计 回调 调度 租户 账本 指标'.split(' ')
const PARTS =
  'token session retry timeout parser worker client router index schema migration policy limit batch cursor lock snapshot template locale signature'.split(
    ' ',
  )
const PARTS_CHINESE =
  '令牌 会话 重试 超时 解析器 工作线程 客户端 路由 索引 结构 迁移 策略 限流 批次 游标 锁 快照 模板 语言 签名'.split(' ')
const TYPES: readonly ObservationType[] = [
  'bugfix',
  'feature',
  'change',
  'discovery',
  'refactor',
  'decision',
  'failure',
  'test',
  'security',
]
const VERBS = 'Fix Add Rework Explain Split Choose Investigate Cover Harden'.split(' ')
const VERBS_CHINESE = '修复 添加 调整 查明 拆分 选定 调查 补测 加固'.split(' ')
const ERRORS = [
  'TypeError',
  'ECONNRESET',
  'ETIMEDOUT',
  'AssertionError',
  'RangeError',
  'SQLITE_BUSY',
  'EPIPE',
  'SyntaxError',
]

/**
 * Work on a made-up product, the same on every machine: a third in Chinese, twenty tasks a session, on a few branches.
 * Words beside the subjects follow Zipf's law, so that a term is as rare as in real notes.
 */
export function* madeUpWork(count: number, seed = SEED): Generator<MadeUpWork> {
  const random = seededRandom(seed)
  const english = englishContent(random, 9_000)
  const chinese = chineseContent(random, 4_000)
  for (let number = 0; number < count; number++) {
    const session = Math.floor(number / PER_SESSION)
    const isChinese = random.fraction() < CHINESE_SHARE
    yield {
      session: `made-up-${session}`,
      at: FIRST_DAY + session * SESSION_GAP_MS + (number % PER_SESSION) * GAP_MS,
      branch: session % 3 === 0 ? `feat/${AREAS[session % AREAS.length]}-${session % 40}` : 'main',
      ...oneTask(number, { random, isChinese, words: isChinese ? chinese : english }),
    }
  }
}

interface Making {
  readonly random: Random
  readonly isChinese: boolean
  readonly words: Vocabulary
}

function oneTask(number: number, { random, isChinese, words }: Making): Pick<MadeUpWork, 'prompt' | 'observation'> {
  const [area, part, kind] = [random.below(AREAS.length), random.below(PARTS.length), random.below(TYPES.length)]
  const said = (length: number) => Array.from({ length }, () => words.draw()).join(isChinese ? '' : ' ')
  const file = `src/${AREAS[area]}/${PARTS[part]}-${number % 7}.ts`
  const name = `${PARTS[part]}${capital(AREAS[area]!)}${number % 211}`
  const title = isChinese
    ? `${VERBS_CHINESE[kind]}${AREAS_CHINESE[area]}的${PARTS_CHINESE[part]}${said(2)}`
    : `${VERBS[kind]} ${AREAS[area]} ${PARTS[part]} ${said(3)}`
  const narrative = isChinese
    ? `${title}。查看了${AREAS_CHINESE[area]}，${said(8)}，${said(8)}。`
    : `${title}. Looked at the ${AREAS[area]} and ${said(12)}; ${said(12)}.`
  const error = `${random.pick(ERRORS)}: ${name} ${said(3)}`
  const facts: readonly { readonly kind: FactKind; readonly text: string }[] = [
    { kind: 'edit', text: `${file}: ${name}(${random.below(9_000)}) -> ${name}(${random.below(9_000)})` },
    {
      kind: 'command',
      text: `npx vitest run test/${AREAS[area]}/${PARTS[part]}.test.ts (exit ${number % 5 === 0 ? 1 : 0})`,
    },
    ...(number % 3 === 0 ? [{ kind: 'error' as const, text: error }] : []),
    ...(TYPES[kind] === 'decision' ? [{ kind: 'decision' as const, text: `${title}: ${said(6)}` }] : []),
  ]
  return {
    prompt: title,
    observation: {
      type: TYPES[kind]!,
      title,
      narrative,
      facts,
      concepts: [AREAS[area]!, PARTS[part]!],
      knowledge: [],
      filesRead: [`src/${AREAS[area]}/index.ts`],
      filesModified: [file],
      isUnfinished: TYPES[kind] === 'failure',
      language: isChinese ? 'zh' : 'en',
    },
  }
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}
