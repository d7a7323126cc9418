/*
 * Glosses of our own, where the dictionary's first sense is not the usual one: it sorts readings by their sound and
 * senses by their age, explains grammar instead of translating it, and knows few words of software.
 * A word without a gloss carries grammar only, and leaves nothing.
 */
const OWN_GLOSSES = `
的 | 了 | 着 | 过 | 得 | 地 | 之 | 所 | 吗 | 呢 | 吧 | 啊 | 嘛 | 呀 | 哦 | 嗯 | 啦 | 哇 wow | 哈哈 haha | 嘿 hey | 哎 | 唉 alas | 把 | 们 | 个 | 位 | 就 | 都 all
才 only | 也 also | 还 still | 很 very | 再 again | 又 again | 是 is | 不 not | 没 not | 没有 no | 有 have | 在 at | 我 I | 你 you | 您 you | 他 he | 她 she | 它 it | 我们 we
你们 you | 他们 they | 她们 they | 它们 they | 咱 we | 咱们 we | 自己 self | 这 this | 那 that | 这个 this | 那个 that | 这些 these | 那些 those | 这里 here
那里 there | 这样 like this | 那样 like that | 这么 so | 那么 so | 什么 what | 怎么 how | 怎么样 how | 怎样 how | 如何 how | 为什么 why | 谁 who | 哪 which | 哪个 which
哪些 which | 哪里 where | 哪儿 where | 何时 when | 多少 how much | 几 how many | 一个 a | 一些 some | 一点 a bit | 一下 | 一起 together | 一直 always | 一样 same
和 and | 与 and | 跟 with | 同 same | 及 and | 或 or | 或者 or | 但 but | 但是 but | 而 and | 而且 and also | 因为 because | 所以 so | 如果 if | 虽然 although | 为 for | 为了 for | 对 to
从 from | 到 to | 向 toward | 往 toward | 由 by | 被 by | 让 let | 给 give | 以 with | 于 at | 用 use | 比 than | 会 will | 能 can | 能够 can | 可以 can | 可能 maybe | 应该 should
要 want | 想 want | 得到 get | 需要 need | 必须 must | 去 go | 来 come | 上 on | 下 under | 里 in | 中 in | 内 inside | 外 outside | 前 before | 后 after | 时 time | 时候 time | 说 say
讲 tell | 看 look | 看到 see | 听 hear | 做 do | 打 hit | 拿 take | 走 walk | 跑 run | 吃 eat | 喝 drink | 买 buy | 卖 sell | 写 write | 读 read | 住 live | 叫 call | 问 ask | 知道 know
觉得 feel | 喜欢 like | 爱 love | 想要 want | 希望 hope | 开始 start | 结束 end | 完 finish | 完成 complete | 行 okay | 好 good | 好的 okay | 坏 bad | 大 big | 小 small | 多 many | 少 few
新 new | 旧 old | 老 old | 高 high | 低 low | 长 long | 短 short | 早 early | 晚 late | 快 fast | 慢 slow | 真 really | 太 too | 更 more | 最 most | 非常 very | 特别 especially
只 only | 每 every | 各 each | 其 its | 该 this | 等 etc | 第 | 号 number | 年 year | 月 month | 日 day | 天 day | 周 week | 点 hour | 分 minute | 分钟 minute | 小时 hour | 今天 today | 明天 tomorrow
昨天 yesterday | 前天 day before yesterday | 后天 day after tomorrow | 今年 this year | 去年 last year | 明年 next year | 上周 last week | 下周 next week | 上个月 last month | 下个月 next month
现在 now | 刚 just | 刚才 just now | 已经 already | 以前 before | 以后 after | 之前 before | 之后 after | 然后 then | 最近 recently | 家 home | 人 person | 书 book | 花 flower | 面 face
手机 mobile phone | 电脑 computer | 微信 WeChat | 网上 online | 特斯拉 Tesla | 老师 teacher | 朋友 friend | 孩子 child | 女儿 daughter | 儿子 son | 老婆 wife | 老公 husband | 对象 partner; object
东西 thing | 事 thing | 事情 thing | 问题 problem | 办法 way | 地方 place | 工作 work | 公司 company | 项目 project | 团队 team | 会议 meeting | 开会 have a meeting | 打算 plan | 计划 plan
打电话 phone call | 上班 go to work | 下班 finish work | 加班 work overtime | 出差 business trip | 请假 ask for leave | 聚餐 dinner together | 体检 medical checkup | 过敏 allergic | 感冒 cold

登录 log in; sign in | 登入 log in | 登陆 log in; land | 登出 log out | 注销 log out; deregister | 注册 register; sign up | 账号 account | 帐号 account | 账户 account | 密码 password | 令牌 token | 密钥 secret key
鉴权 authorization | 授权 authorization | 认证 authentication | 验证 verify | 验证码 verification code | 权限 permission | 部署 deploy | 上线 release; go live | 发布 release; publish | 回滚 roll back
灰度 gradual rollout | 灰度发布 canary release | 版本 version | 接口 API; interface | 端口 port | 端点 endpoint | 请求 request | 响应 response | 路由 route | 网关 gateway | 代理 proxy; agent | 域名 domain name
前端 frontend | 后端 backend | 服务端 server side | 客户端 client | 服务器 server | 服务 service | 微服务 microservice | 容器 container | 镜像 image; mirror | 集群 cluster | 节点 node | 负载均衡 load balancing
熔断 circuit breaker | 限流 rate limiting | 降级 degrade | 重试 retry | 超时 timeout | 缓存 cache | 队列 queue | 消息队列 message queue | 消息 message | 数据库 database | 数据 data | 索引 index | 字段 field
主键 primary key | 外键 foreign key | 事务 transaction | 迁移 migration; migrate | 备份 backup | 快照 snapshot | 连接池 connection pool | 线程 thread | 线程池 thread pool | 进程 process | 协程 coroutine
并发 concurrency | 异步 asynchronous | 同步 synchronous; sync | 死锁 deadlock | 内存 memory | 内存泄漏 memory leak | 磁盘 disk | 日志 log | 监控 monitoring | 告警 alert | 报警 alert | 报错 error | 错误 error
异常 exception; abnormal | 崩溃 crash | 卡顿 lag | 延迟 latency; delay | 吞吐量 throughput | 性能 performance | 优化 optimize | 重构 refactor | 漏洞 vulnerability | 补丁 patch | 修复 fix | 调试 debug
测试 test | 单元测试 unit test | 集成 integration | 流水线 pipeline | 分支 branch | 合并 merge | 提交 commit; submit | 拉取 pull | 推送 push | 仓库 repository; warehouse | 代码 code | 源码 source code
脚本 script | 函数 function | 变量 variable | 参数 parameter | 类型 type | 对象存储 object storage | 数组 array | 字符串 string | 字符 character | 指针 pointer | 枚举 enum | 泛型 generics | 接口文档 API documentation
框架 framework | 依赖 dependency; depend | 插件 plugin | 组件 component | 模块 module | 配置 configuration | 环境变量 environment variable | 环境 environment | 生产环境 production | 线上 production; online
爬虫 crawler | 算法 algorithm | 模型 model | 训练 train | 向量 vector | 嵌入 embedding | 检索 retrieval | 召回 recall | 智能体 agent | 大模型 large language model | 提示词 prompt | 上下文 context
文档 document | 需求 requirement | 迭代 iteration | 排期 schedule | 评审 review | 里程碑 milestone | 工单 ticket | 支付 payment | 订单 order | 退款 refund | 购物车 shopping cart | 用户 user | 界面 interface

道 way; say | 便 then | 起 rise; start | 起来 | 出来 come out | 下来 | 下去 continue | 过来 come over | 过去 past; go over | 本 this | 门 door | 正 just; straight | 米 meter; rice | 时间 time | 话 words | 作为 as | 作 do
活动 activity; event | 机构 organization; institution | 意义 meaning; significance | 支持 support | 生活 life; live | 感受 feeling; experience | 经历 experience | 经验 experience | 带 bring; take | 带来 bring | 张 sheet; open
种 kind; plant | 次 time | 些 some | 条 | 座 | 台 | 块 piece | 件 piece | 本书 book | 省 province; save | 头 head | 女 female | 属 belong to | 称 call; name | 约 about; appointment | 进 enter | 占 take up | 回 return; reply | 处 place
应 should | 段 section | 法 law; method | 者 person | 连 even; connect | 间 between; room | 作用 effect; role | 倒 pour; fall | 全 whole | 干 do; dry | 按 press; according to | 派 send; group | 相 each other; appearance | 经 through; classic
不会 will not | 不能 cannot | 不要 do not | 不过 but; only | 不到 less than | 不知 not know | 大家 everyone | 子 child; son | 字 character; word | 找 look for; find | 有关 about; related to | 王 king | 马 horse | 气 air; anger | 清 clear | 表示 express; say
任 appoint; any | 发 send | 声 sound | 定 decide; fix | 报告 report | 存在 exist | 既 both; already | 直 straight | 表现 performance; behave | 设 set up | 越 more; exceed | 身 body | 边 side | 重 heavy; again | 除 except; remove | 非 not | 主 main; host
别 don't; other | 原来 original; so it turns out | 先生 sir; husband | 报 report; newspaper | 期间 period | 形式 form | 心中 in the heart | 当然 of course | 结果 result | 水平 level; horizontal | 部 part; department | 重点 focus | 交通 traffic; transport
传 pass on; spread | 信 letter; believe | 系 department; tie | 通 through | 背 back; memorize | 量 amount; measure | 只见 see | 就是 is exactly | 建议 suggest; advice | 帮助 help | 帮忙 help | 帮 help | 满 full | 率 rate; lead | 现 now; appear | 物 thing | 落 fall
算 count; calculate | 项 item | 须 must | 靠 lean; depend on | 半 half | 感觉 feel; feeling | 掉 fall; drop | 收 receive; collect | 断 break | 机场 airport | 画 draw; painting | 质量 quality | 调 adjust; tune | 股 share; stock | 药 medicine | 一块 together; piece
还有 also | 看起来 look; seem | 听起来 sound; seem | 接下来 next | 后来 afterwards | 其实 actually | 终于 finally | 棒 great; stick | 太棒了 great | 真的 really | 对啊 right | 没错 right | 当时 at that time | 照片 photo | 家人 family | 爸爸 father; dad | 妈妈 mother; mom
分享 share | 准备 prepare | 重视 value | 期待 look forward | 改变 change | 学习 study; learn | 旅行 travel; trip | 旅游 travel; tourism | 运动 sports; exercise | 比赛 competition; match | 电影 movie | 音乐 music | 狗 dog | 猫 cat | 搬家 move house | 结婚 marry | 离婚 divorce
怀孕 pregnant | 生日 birthday | 生病 ill | 医生 doctor | 医院 hospital | 手术 surgery; operation | 减肥 lose weight | 健身 workout; fitness | 预约 appointment; book | 预订 reserve; book | 快递 express delivery; parcel | 外卖 takeout; food delivery | 地铁 subway | 高铁 high-speed train
机票 flight ticket | 酒店 hotel | 房租 rent | 租房 rent a home | 工资 salary | 面试 interview | 简历 resume; CV | 辞职 resign; quit | 升职 promotion | 裁员 layoff | 老板 boss | 同事 colleague | 客户 customer; client | 合同 contract | 发票 invoice | 报销 reimbursement | 预算 budget
`

/** Word to senses, best first; none where the word leaves nothing. */
export function ownGlosses(): ReadonlyMap<string, readonly string[]> {
  const glosses = new Map<string, readonly string[]>()
  for (const item of OWN_GLOSSES.split(/[|\n]/u)) {
    const [word = '', ...gloss] = item.trim().split(' ')
    if (word === '') continue
    const senses = gloss.join(' ').split(';')
    glosses.set(
      word,
      senses.map((sense) => sense.trim()).filter((sense) => sense !== ''),
    )
  }
  return glosses
}
