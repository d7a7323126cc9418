/** The Chinese rows of the planner's table; `plan-table.ts` says how to read them. */
export const CHINESE_QUESTIONS = `
登录为什么失败，后来怎么修的？
  semantic local; edges course; parts 登录为什么失败 | 登录后来怎么修的; answer reason
上个月我们修了哪些 bug？
  mixed list; times 上个月; types bugfix
限流功能改了哪些文件？
  semantic list; edges touched; answer thing
src/auth/token.ts 依赖哪些模块？
  entity list; edges dependence; names src/auth/token.ts; files src/auth/token.ts
谁在用 parseConfig？
  entity list; edges dependence; names parseConfig
哪些服务调用了 /api/v1/orders？
  entity list; edges dependence; names /api/v1/orders
以前有没有遇到过类似的问题？
  semantic list; edges similar; states past; reference 类似的问题
研发和测试环境的地址是什么？
  semantic local; answer thing
数据库迁移是什么时候做的？
  semantic local; answer time
目前还有哪些没解决的问题？
  semantic list; states open | current
已经解决的缺陷有哪些？
  semantic list; states resolved
关于缓存我们做过哪些决定？
  semantic list; types decision
总结一下支付模块的进展。
  semantic global; answer -
请概述整个部署流程
  semantic global; answer -
系统的整体架构是怎样的？
  semantic global
列出所有环境变量
  semantic list; answer -
DATABASE_URL 在哪里配置的？
  entity local; names DATABASE_URL; answer place
一共有多少个测试失败了？
  semantic local; answer quantity
内存泄漏是什么原因导致的？
  semantic local; edges cause; answer reason
刚才那个报错是什么意思？
  < 夜间备份提示校验和不一致。
  semantic local; reference 刚才那个报错; resolved 备份 | 校验
刚才那个是谁写的？
  semantic local; reference 刚才那个; resolved -; answer person
上面说的方案谁来负责？
  semantic local; reference 上面说的方案; answer person
那个问题解决了吗？
  semantic local; reference 那个问题; resolved -; answer -
那个问题解决了吗？
  < 夜间备份校验失败了
  < 我去看看
  semantic local; reference 那个问题; resolved 备份 | 校验
然后呢？
  semantic local; reference 然后呢; edges course
后来呢？
  < 小李把支付回调改成了异步。
  semantic local; reference 后来呢; edges course; resolved 支付 | 回调
有什么进展？
  semantic global; types -; states -
最近怎么样？
  semantic global; times ?
在吗？
  semantic local; answer -
它是怎么工作的？
  semantic local; reference 它
小李说过缓存预热什么时候做吗？
  mixed local; names 小李; speakers 小李; answer time
老周上周提到的供应商是哪家？
  entity local; names 老周; speakers 老周; times 上周; answer thing
张薇什么时候搬的家，现在在哪里上班？
  entity local; names 张薇; parts 张薇什么时候搬的家 | 张薇现在在哪里上班; states current; answer time
小李和小王是在哪里认识的？
  entity local; names 小李 | 小王; answer place
小李和小王分别负责什么？
  entity list; names 小李 | 小王
妈妈的生日是哪天？
  semantic local; answer time
我去年夏天去了哪些城市？
  mixed list; times 去年夏天; answer place
王老师教什么科目？
  entity local; names 王老师; answer thing
阿强都去过哪些国家？
  entity list; names 阿强; answer place
外婆做的红烧肉里放了盐和胡椒吗？
  semantic local; answer -
我膝盖受伤的事你还记得是怎么发生的吗？
  semantic local
麻烦您帮我查一下，上周五提交的退款申请，现在处理到哪一步了？
  mixed local; times 上周五; states current
您好，我们在成都的门店从昨天开始无法打印小票，请问这是已知问题吗，有没有临时的解决办法？
  mixed local; names 成都; times 昨天; parts 2
哪些客户投诉过物流慢？
  semantic list; answer person
退货流程是什么？
  semantic local; answer thing
订单为什么还没发货，什么时候能到？
  semantic local; edges cause; parts 订单为什么还没发货 | 订单什么时候能到; answer reason
根据陈工的说法，接口超时是谁负责处理？
  mixed local; names 陈工; speakers 陈工; answer person
我们上周把会话缓存换成了 Redis，对吗？
  mixed local; names Redis; times 上周; answer -
总结会是什么时候开的？
  semantic local; answer time
为什么 fetchWithRetry 会重试三次？
  entity local; names fetchWithRetry; edges cause; answer reason
昨天做了什么？
  entity global; times 昨天
2024年3月发生了什么？
  entity global; times 2024年3月
如果部署失败，应该怎么回滚？
  semantic local; answer -
package.json 和 tsdown.config.ts 经常一起改吗？
  entity local; names package.json | tsdown.config.ts; files package.json | tsdown.config.ts; edges together
改 invoice.ts 的时候通常还要一起改什么？
  entity list; names invoice.ts; files invoice.ts; edges together
“星河计划”的负责人是谁？
  entity local; names 星河计划; answer person
《山中来信》是谁写的？
  entity local; names 山中来信; answer person
有哪些安全漏洞？
  semantic list; types security
我们新增了哪些测试？
  semantic list; types test
重构了哪些模块？
  semantic list; types refactor
有哪些新功能？
  semantic list; types feature
之前的方案是什么？
  semantic local; states past
这个接口是谁写的，为什么不用队列？
  semantic local; reference 这个接口; edges cause; parts 这个接口是谁写的 | 这个接口为什么不用队列; answer person
我家有几只猫？
  semantic local; answer quantity
那天晚上我们聊了什么？
  semantic local; reference 那天晚上
那小王呢？
  < 小李什么时候入职的？
  entity local; names 小王; reference 那小王呢; resolved 入职
发布之前要检查什么？
  semantic local; states -
构建一次要多久？
  semantic local; answer quantity
张薇在上海的哪个区租房？
  entity local; names 张薇 | 上海; answer place
這個問題後來怎麼處理的？
  semantic local; reference 這個問題; edges course
登入為什麼失敗，後來怎麼修的？
  semantic local; edges course; parts 登入為什麼失敗 | 登入後來怎麼修的; answer reason
上個月我們做了哪些決定？
  mixed list; times 上個月; types decision
請總結一下專案的整體狀況
  semantic global
誰還在用 legacyAuth？
  entity list; names legacyAuth; edges dependence
陳小姐住在哪裡？
  entity local; names 陳小姐; answer place
目前還有哪些沒解決的問題？
  semantic list; states open | current
類似的情況以前發生過嗎？
  semantic list; edges similar; states past; reference 類似的情況
有什麼新進展？
  semantic global
她現在在哪裡工作？
  < 林美華上個月離職了。
  semantic local; reference 她; resolved 林美華; states current; answer place
為什麼訂單會重複扣款？
  semantic local; edges cause; answer reason
退款什麼時候能到帳？
  semantic local; answer time
上次那个超时的问题是谁解决的？
  semantic local; answer person
昨天老王和小李討論了什麼，最後怎麼決定的？
  entity local; names 老王 | 小李; times 昨天; edges ?; parts 昨天老王和小李討論了什麼 | 昨天老王和小李最後怎麼決定的
我們部門的年會定在哪天，在哪裡舉行？
  semantic local; parts 我們部門的年會定在哪天 | 我們部門的年會定在哪裡舉行; answer time
高级功能什么时候上线，周末会发布吗？
  mixed local; times 周末; parts 高级功能什么时候上线 | 高级功能周末会发布吗; answer time
谁修了网关，服务器什么时候崩溃的？
  semantic local; parts 谁修了网关 | 服务器什么时候崩溃的; answer person
誰修了閘道，伺服器什麼時候崩潰的？
  semantic local; parts 誰修了閘道 | 伺服器什麼時候崩潰的; answer person
谁修了网关，花了多久？
  semantic local; parts 谁修了网关 | 花了多久 (网关); answer ?
谁修了网关，原因是什么？
  semantic local; edges cause; parts 谁修了网关 | 原因是什么 (网关); answer ?
谁修了网关，它什么时候崩溃的？
  semantic local; parts 谁修了网关 | 它什么时候崩溃的 (网关); answer ?
网关是谁修的，它什么时候崩溃的？
  semantic local; parts 网关是谁修的 | 网关什么时候崩溃的; answer ?
证书什么时候到期，谁负责发票？
  semantic local; parts 证书什么时候到期 | 谁负责发票; answer time
证书什么时候到期，谁来负责？
  semantic local; parts 证书什么时候到期 | 证书谁来负责; answer time
证书什么时候到期，续期了吗？
  semantic local; parts 证书什么时候到期 | 证书续期了吗; answer time
证书什么时候到期，发票付了吗？
  semantic local; parts 证书什么时候到期 | 发票付了吗; answer time
昨天谁请假了，周末谁值班？
  mixed local; times 昨天 | 周末; parts 昨天谁请假了 | 周末谁值班; answer person
厨房是谁刷的，昨天服务器为什么崩溃？
  mixed local; times 昨天; edges cause; parts 厨房是谁刷的 | 昨天服务器为什么崩溃; answer ?
昨天服务器崩了吗，今天恢复了吗？
  mixed local; times 昨天 | 今天; parts 昨天服务器崩了吗 | 服务器今天恢复了吗
报告写完了吗，样机多少钱？
  semantic local; parts 报告写完了吗 | 样机多少钱; answer quantity
我们为什么换数据库，花了多少钱？
  semantic local; edges cause; parts 我们为什么换数据库 | 花了多少钱 (数据库); answer reason
谁订了餐厅，那里有停车位吗？
  semantic local; parts 谁订了餐厅 | 那里有停车位吗 (餐厅); answer person
谁修了网关，小李什么时候回来？
  ~ 小李
  entity local; names 小李; parts 谁修了网关 | 小李什么时候回来; answer ?
什么都没改，为什么测试还是失败？
  semantic local; edges cause; types -; answer reason
誰負責這個專案的測試？
  semantic local; reference 這個專案; answer person
美华喜欢吃什么？
  ~ 美华
  entity local; names 美华; answer thing
`
