import { late } from '../text/late.ts'
import { tokeniseQuestion } from '../text/tokenise.ts'

/** UTF-16 code units of a prompt that are read: what it wants is said at its beginning, or after what was pasted. */
const PROMPT_LENGTH_MAX = 4_000
/** Distinct terms of a prompt, at most. */
const TERMS_MAX = 96

export interface PromptTerm {
  readonly term: string
  /** A path, a name of code, a number of an issue: it means one thing. */
  readonly isIdentifier: boolean
  /** Said of nearly every piece of work: counts little, and is never rare. */
  readonly isCommon: boolean
}

/** The terms by which a prompt is looked up; none where it only greets, agrees or goes on. */
export function readPrompt(prompt: string): readonly PromptTerm[] {
  const text = withoutTags(prompt.length <= PROMPT_LENGTH_MAX ? prompt : bothEnds(prompt))
  const identifiers = new Set(namesOfCode(text))
  const common = commonTerms()
  const terms = [...new Set(tokeniseQuestion(text))].slice(0, TERMS_MAX)
  return terms
    .filter((term) => isTelling(term))
    .map((term) => ({ term, isIdentifier: identifiers.has(term), isCommon: common.has(term) }))
}

function bothEnds(prompt: string): string {
  return `${prompt.slice(0, PROMPT_LENGTH_MAX / 2)}\n${prompt.slice(-PROMPT_LENGTH_MAX / 2)}`
}

/** What hosts put into a prompt on their own stands in tags; none of it is what a person asks. */
function withoutTags(text: string): string {
  return text.replace(/<[a-z][\w-]{2,40}>[^<]{0,2000}<\/[a-z][\w-]{2,40}>/gu, ' ')
}

const NAME = /[A-Za-z_$][\w$]*(?:[./\\:#-]+[\w$]+)*|\d+(?:\.\d+)+/gu
const NAMES_MAX = 64

/** Paths, dotted and humped names, constants, versions, as `tokenise` gives them whole. */
function namesOfCode(text: string): string[] {
  const names: string[] = []
  for (const [name] of text.matchAll(NAME)) {
    const isName =
      /[a-z\d][A-Z]/u.test(name) || /[\w$][./\\:#_][\w$]/u.test(name) || (/\d/u.test(name) && /[A-Za-z]/u.test(name))
    if (!isName || name.length > 200) continue
    const [whole] = tokeniseQuestion(name)
    if (whole !== undefined) names.push(whole)
    if (names.length === NAMES_MAX) break
  }
  return names
}

/** A single character says nothing alone, and words of Chinese are indexed as such too. */
function isTelling(term: string): boolean {
  return term.length > 1
}

/**
 * Words of nearly every request to an agent, as terms. In a young memory each of them is rare, and would tell of
 * everything that was ever fixed, added or tested.
 */
const ENGLISH_COMMON = `fix add remove delete update change edit make create write rewrite rename move build run start stop
use implement improve check test look find show explain read open close try work need want help please continue finish
review refactor support handle set call return print list file folder directory code function method class line module
project repo repository branch commit bug issue error problem feature task step version type name value data thing part
way case new old first next last current good bad right wrong same different todo done fail failed happen happening break
broken cause reason question answer tell give say see keep instead without still today yesterday summary plan
script src/index.ts src/index.js src/main.ts src/main.js src/app.ts src/main.rs src/lib.rs package.json package-lock.json tsconfig.json index.ts index.js main.py __init__.py readme.md readme makefile dockerfile
cargo.toml go.mod pyproject.toml requirements.txt src lib test tests ts tsx js jsx mjs py go rs md json yaml yml toml css html
sh npm npx git node pip docker api app server client user config`
const CHINESE_COMMON = `修复 修改 添加 增加 新增 删除 更新 改成 改为 创建 编写 重写 重命名 移动 构建 运行 启动 停止 使用 实现 改进 优化 检查
测试 查看 看看 查找 显示 解释 阅读 打开 关闭 尝试 继续 完成 需要 帮我 帮忙 重构 支持 处理 设置 调用 返回 列出 文件 目录 代码 函数 方法 模块
项目 仓库 分支 提交 问题 错误 功能 任务 步骤 版本 类型 名称 数据 部分 情况 现在 今天 昨天 一下 这里 那里 然后 最后 首先 下一 下一步 总结
计划 为什么 怎么 失败 报错 原因 出错 解决 办法 脚本 配置 用户 接口 说明 文档 依赖 命令`

const commonTerms = late((): ReadonlySet<string> => {
  const english = ENGLISH_COMMON.split(/\s+/u).flatMap((word) => tokeniseQuestion(word))
  return new Set([...english, ...CHINESE_COMMON.split(/\s+/u)])
})
