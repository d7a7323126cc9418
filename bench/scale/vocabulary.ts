import type { Random } from './random.ts'

/** A list of words in falling frequency, drawn by Zipf's law: the word of rank r as often as 1 / r. */
export interface Vocabulary {
  readonly words: readonly string[]
  draw(): string
  /** Draws among the ranks from `first` to before `end` alike: for questions with words of known frequency. */
  drawBetween(first: number, end: number): string
}

const ENGLISH_FUNCTION_WORDS = (
  'the to and a of in that is it for you was on with as have be at this not but are we they from or by so what ' +
  'about can if there will all when would which one do more out up then them some her like him time just my than ' +
  'been now also into could only after other how our over because these most where should still before'
).split(' ')

/** Common words of daily life and of work; a conversation repeats a few hundred, the rest it compounds. */
const CHINESE_WORDS = (
  '我们 你们 他们 今天 明天 昨天 现在 时候 时间 工作 公司 项目 问题 计划 会议 同事 老板 客户 产品 设计 开发 测试 上线 版本 代码 数据 服务 接口 文件 ' +
  '系统 用户 登录 密码 部署 更新 修改 检查 报告 结果 原因 方案 方法 建议 意见 决定 选择 开始 结束 完成 准备 安排 提醒 记得 忘记 知道 觉得 认为 希望 ' +
  '需要 可以 应该 可能 已经 正在 还是 或者 因为 所以 但是 如果 虽然 然后 最后 首先 其实 当然 一起 一直 一定 经常 有时 总是 从来 家里 家人 爸爸 妈妈 ' +
  '孩子 朋友 同学 老师 学校 学习 考试 作业 课程 图书 电影 音乐 游戏 运动 跑步 游泳 爬山 旅行 机票 酒店 火车 飞机 地铁 公交 开车 停车 路上 城市 北京 ' +
  '上海 广州 深圳 杭州 成都 南京 西安 天气 下雨 下雪 太阳 春天 夏天 秋天 冬天 早上 中午 下午 晚上 周末 假期 生日 礼物 蛋糕 晚饭 早餐 午饭 咖啡 喝茶 ' +
  '水果 蔬菜 牛肉 鸡蛋 米饭 面条 餐厅 外卖 超市 价格 便宜 付款 银行 工资 房子 房租 搬家 装修 厨房 客厅 卧室 阳台 电脑 手机 电话 邮件 短信 照片 视频 ' +
  '网络 软件 屏幕 键盘 医院 医生 感冒 发烧 吃药 睡觉 休息 健康 身体 头疼 眼睛 锻炼 减肥 高兴 难过 生气 担心 紧张 放心 喜欢 讨厌 害怕 感谢 抱歉 没事 ' +
  '事情 东西 地方 办法 机会 经验 能力 压力 目标 任务 进度 质量 成本 预算 合同 签字 法律 政府 新闻 社会 经济 市场 竞争 合作 团队 领导 员工 培训 面试 ' +
  '简历 申请 批准 拒绝 同意 反对 讨论 解释 说明 介绍 帮助 支持 负责 参加 认识 见面 聊天 吵架 结婚 离婚 恋爱 分手 宠物 小狗 小猫 花园 种花 钓鱼 画画 ' +
  '唱歌 跳舞 吉他 钢琴 摄影 日记 小说 故事 历史 文化 语言 英语 中文 数学 物理 化学 生物 科学 技术 研究 论文 实验 数字 世界 国家 人生 梦想 未来'
).split(' ')
const CHINESE_FUNCTION_WORDS =
  '的 了 是 在 我 你 他 她 就 也 都 不 很 和 有 要 去 会 说 这 那 把 被 给 跟 对 吗 吧 呢'.split(' ')

const ONSETS = 'b d f g h k l m n p r s t v z br cl dr fl gr pl pr sk sl st th tr ch sh'.split(' ')
const NUCLEI = 'a e i o u ai ea ee oa ou'.split(' ')
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 't', 'm', 'k', 'nd', 'st', 'rn', 'lt']

/** Words that no language has, so that nobody's text is needed: two to four syllables each. */
export function englishContent(random: Random, size: number): Vocabulary {
  const words = new Set<string>()
  while (words.size < size) {
    const syllables = 2 + random.below(3)
    let word = ''
    for (let i = 0; i < syllables; i++) word += random.pick(ONSETS) + random.pick(NUCLEI) + random.pick(CODAS)
    words.add(word)
  }
  return zipf([...words], random)
}

/** The common words first, then compounds of two of them. */
export function chineseContent(random: Random, size: number): Vocabulary {
  const words = new Set(CHINESE_WORDS)
  while (words.size < size) words.add(random.pick(CHINESE_WORDS) + random.pick(CHINESE_WORDS))
  return zipf([...words], random)
}

export function englishFunction(random: Random): Vocabulary {
  return zipf(ENGLISH_FUNCTION_WORDS, random)
}

export function chineseFunction(random: Random): Vocabulary {
  return zipf(CHINESE_FUNCTION_WORDS, random)
}

function zipf(words: readonly string[], random: Random): Vocabulary {
  const cumulative = new Float64Array(words.length)
  let total = 0
  for (let rank = 1; rank <= words.length; rank++) {
    total += 1 / rank
    cumulative[rank - 1] = total
  }
  return {
    words,
    draw() {
      const target = random.fraction() * total
      let low = 0
      let high = words.length - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (cumulative[middle]! < target) low = middle + 1
        else high = middle
      }
      return words[low]!
    },
    drawBetween: (first, end) => words[Math.min(first + random.below(end - first), words.length - 1)]!,
  }
}
