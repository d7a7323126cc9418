import type { Chatter } from './chatter.ts'

/** 同一类的事实，说的是别的东西。 */
export const FACTS_CHINESE_CHATTER: Chatter = {
  vocabulary: {
    service:
      '账本服务 / 自助机 / 邮件中继 / 搜索代理 / 费率表 / 优惠券服务 / 会话存储 / 图片缩放 / 商品导入 / 反欺诈 / 库存同步 / 地址查询 / 积分接口 / 礼品卡 / 报表渲染 / 客服窗口',
    database: '退货库 / 供应商库 / 客户库 / 物流库 / 积分库 / 评价库 / 薪资库 / 日历库 / 消息库 / 埋点库',
    table:
      'returns / suppliers / customers / shipments / loyalty / ratings / payroll / calendars / messages / telemetry',
    library:
      'quickpath / zonefile / kettledrum / formlite / bluegraph / tinyqueue / parsnip / ironlog / maskit / chartly',
    host: '东区集群 / 测试环境 / 生产环境 / 沙箱 / 备用机 / 办公室服务器 / 演示机 / 灰度机',
    person: '老霍 / 温工 / 小季 / 孙姐 / 裴老师 / 伊工 / 关大夫 / 卡卡 / 陶经理 / 小诺 / 贝姐 / 汤师傅 / 万会计',
    role: '税务局 / 银行 / 打印机厂家 / 废品站 / 图书馆前台 / 眼镜店 / 水电工 / 理发店 / 修车厂 / 幼儿园 / 社区医院 / 搬家公司',
    thing: '车库门 / 割草机 / 冰柜 / 院门 / 擦窗机器人 / 轮胎 / 沙发套 / 帐篷 / 围栏 / 灶台 / 浴室瓷砖 / 雨水管',
    place: '游泳馆 / 菜园 / 体育馆 / 自行车棚 / 废品站 / 侧门 / 小礼堂 / 船屋',
    day: '周一 / 周二 / 周三 / 周四 / 周五 / 周六',
    month: '一月 / 二月 / 三月 / 四月 / 五月 / 六月 / 七月 / 八月 / 九月 / 十一月',
    date: '三号 / 五号 / 十一号 / 十五号 / 十八号 / 二十号 / 二十七号',
    folder: 'archive / exports / incoming / reports / media / spool / cache / mirror / scratch',
    queue: 'refunds / emails / thumbnails / imports / exports / reminders / payouts / alerts',
    code: 'AUR / OPS / NET / DOC / WEB / SEC',
    city: '卑尔根 / 乌特勒支 / 波尔图 / 格拉茨 / 里加 / 里昂 / 图尔库 / 长春 / 兰州',
    problem: '白屏 / 搜索太慢 / 重复扣款 / 图标丢失 / 时区错乱 / 导出失败 / 草稿丢失 / 上传卡住',
    money: '一百二 / 两百六 / 三百四 / 四百八 / 五百五 / 六百七 / 八百九 / 一千二',
  },
  script: `
{service}在{host}是哪个端口？
[{5100-8399}吧。|是 {8600-9100}。|{5100-7999}，监控走 {9200-9800}。]
[谢了。|开好了。|那文档写错了。]

{database}的备份放哪儿？
[/data/vault/{table}/weekly|/mnt/basalt/pg/{table}|/backup/{table}，具体问{person}。]
[找到了。|是只读的吗？|目录是空的。]

{person}换号了：139555{10000-99999}。
[旧的呢？|旧号还能打吗？]
[停了。|用到{day}。]

{role}的电话是 0571-5556{1000-9999}。
[从来打不通。|好，{day}我打。|夜里也有人吗？]

我们的 {library} 锁的是 {1-9}.{1-13}.{0-9} 吧？
[{3-9}.{1-12}.{1-9}，看锁文件。|对，锁到{month}。|不清楚，问{person}。]
[下一版编译不过。|因为{problem}。]

{thing}的报价来了，含税{money}。
[贵了。|行。|{person}家才花了{money2}。]

{problem}我提了工单 {code}-{1100-2190}。
[跟 {code}-{2300-3990} 是不是一回事？|好，我看看。]
[不是，那个是{service}的。|可能是，我关联一下。]

{role}那边找谁？
[找{person}，只有上午在。|好像叫{person}，我记过。]

{service}的证书 2024-{10-12}-{10-22} 到期。
[设提醒了吗？|又要到期？]
[设了{day}的。|自动续的。|{person}管这个。]

{database}现在多少行？
[大概{21-98}万。|{1300000-4900000}行，还在涨。|比{month}少。]
[比我想的多。|该归档了。]

{place}的密码改成 {1200-5900} 了。
[以前是 {6200-9900}。|谢谢，我在门口站了半天。]

{service}的开关叫 {queue}_v{2-9}_{folder}。
[打开了吗？|谁负责？]
[{host}上关着。|放了百分之{5-60}。|{person}。]

{service}的配置在哪儿？
[/etc/{folder}/{queue}.conf|{host}的 /opt/{queue}/{folder}.yaml。|仓库里 deploy/{folder} 下面。]

去{city}的票订好了，编码 Z{10-99}K{10-99}。
[靠窗吗？|哪天？]
[{day}，很早。|{month}{date}。]

{person}的地址是哪儿？
[柳叶巷{2-130}号。|磨坊街{2-98}号{2-9}单元。|问{person2}。]

{service}最多收 {40-95} 兆。
[什么时候改的？|太小了吧。]
[{month}改的。|{person}要求的。]

{thing}哪天检查？
[{month}{date}。|{day}，{person}八点来。|改到{month}了。]

{service}是哪个提交弄坏的？
[{person}最后那个。|应该是 a{10-99}e{100-999}。|是 c{1000-9999}d，已经回滚了。]

{service}的网段是 10.{50-90}.{10-99}.0/24。
[{host}呢？|已经满了。]

队列 {queue} 重试 {14-40} 次。
[这么多。|{month}之前是 {3-12} 次。]

{role}每小时收{money}。
[按人头？|{person}说要{money2}。]

队列 {queue} 存在哪张表？
[应该是 {table}.{queue}_archive。|在 {table} 里的 {queue}_log。]
[按月分区的。|别动它。]

{thing}的序列号是 KD{10-99}-{10000-69999}-A。
[要这个干嘛？|谢谢，{person}问我要的。]

{service}从{host}搬到{host2}了。
[端口没变吧？|什么时候？]
[变了，现在是 {5100-8399}。|没变。|{day}。]

{service} {10-17}:{10-59} 上线。
[上吧。|等{person}。]
[好了，用了{2-9}分钟。|回滚了，{problem}。]

{host}又出现{problem}了。
[上线以后？|看 {code}-{1100-2190}。]
[{day}开始的。|只有{person}那儿有。]

包裹查询{day}挂了{3-50}分钟。
[机器还是代码？|我看到报警了。]
[负载均衡。|{host}重启了。]

{database}的备份有多大？
[{12-90} 个 G。|大得{host}放不下。]

{person}又要借面单打印机。
[它一到{day}就卡纸。|让他用{place}那台。]

宠物医院说狗现在{9-31}斤。
[胖了。|跟{month}一样。]

{month}聚会订团餐还是去{place}旁边吃？
[上次的团餐不错。|看来多少人。]
[{person}说{20-49}个。|{day}再定。]

锁匠又迟到了，说是{day}来。
[他们都这样。|催一下{person}。]

构建机今天好慢，一次要{11-48}分钟。
[缓存呢？|{library} 每次都重编。]

{person}打开客户门户是{problem}。
[什么浏览器？|清缓存了吗？]
[老版本的。|{day}起好了。]

{code} 里还有 {2-60} 个没关的工单。
[一半是{problem}。|{month}更多。]

壁挂炉压力 {1-2}.{1-9}。
[补点水。|正常。]

包裹查询的日志改写到 /var/log/{folder}/{queue}.log 了。
[{host}也是？|什么时候改的？]
[都是。|{day}。]

{service}调包裹查询走哪个端口？
[{5100-7999}，只对{host}开。|不走端口，走队列 {queue}。]

{database}昨晚备份用了{20-95}分钟。
[比订单库还久。|磁盘满了？]
[{host}太慢。|跟 {queue} 撞上了。]

收单行的{person}来问{problem}。
[他们老问。|转给我。]

听说 {library} {1-9}.{1-13}.{0-9} 也改了取整。
[不会吧。|只影响 {queue}。]

不是客户门户证书的问题，是{service}。
[{problem}？|怎么看出来的？]
[看 {code}-{1100-2190}。|我上{host}看了。]

学校来电话问{thing}。
[要干嘛？|学校哪位？]
[{person}，分机 {1100-4900}。|要交{money}。]

面包车下次保养之前得先弄{thing}。
[{role}说要{money}。|{month}以前不用。]

钢琴老师[{day}|{month}{date}|下个月|过{2-6}周]才回来。
[那这周不上课？|谁说的？]
[{person}说的。|不上。]

回调任务卡在队列 {queue} 上了。
[重启吧。|又是{problem}？]
[重启了，日志里试了{14-90}次。|是{service}的问题。]

手机上登录页{problem}。
[有工单吗？|平板也这样？]
[{code}-{2300-3990}。|只有手机。]

{place}那边的扫描枪老掉线。
[{month}开始的？|哪几把？]
[靠门的{2-9}把。|{day}全掉了。]

保税仓的{person}来催[{month}|{city}]的报关单。
[在桌上呢。|{day}要？]

屋顶、地下室、壁挂炉，先修哪个？
[{role}说先修壁挂炉。|先弄{thing}吧。]

{database}迁移动了{120000-990000}行。
[有跳过的吗？|多久？]
[跳过{2-10}行。|{12-59}分钟。]

电表读数 {10000-99999}，报一下。
[哪个电表箱？|告诉{person}。]
`,
}
