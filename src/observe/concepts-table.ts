/*
 * Subjects of development in both languages, beside the synonyms that recall knows (`text/entities/alias-groups.ts`): one group
 * a line, the key first, English and in lower case and the singular. The key becomes an edge, so it is never changed; a group
 * may get more spellings. What may stand for the key in a sentence about software belongs to a group.
 */
const SUBJECTS = `
access control|acl|rbac|访问控制
account|账号|账户|帐号
activity|活动
address|地址
admin|administrator|管理员|后台管理|管理后台
advertisement|ad|advert|广告
album|相册
appointment|挂号
approval|审批
archive|归档
attendance|考勤|打卡
backend service|后端服务
barcode|条码|条形码
bid|auction|竞价|拍卖
bot|chatbot|机器人
campaign|营销活动
cdn|内容分发
classroom|class schedule|课表|班级
contact|通讯录|联系人
contract|合同
course|课程
data warehouse|数仓|数据仓库
delay|延时
department|部门
diagnosis|诊断
device driver|驱动
employee|员工
exam|考试|题库
expiry|expiration|expire|expires|expired|过期|失效|到期
flight|航班
follower|关注|粉丝
game|游戏
gift|礼品|礼物
hotel|酒店
hot reload|热更新|热重载
ide|编辑器
insurance|保险
ledger|bookkeeping|账本|记账
thumbs up|点赞
live stream|livestream|直播
logistics|运单
lottery|抽奖
medical record|病历
microphone|麦克风
music|音乐
newsletter|简报
organization|organisation|组织|机构
patient|患者|病人
payroll|salary|工资|薪资
player|播放器
pod|pods|容器组
point|points|loyalty point|积分
forum post|帖子
precision|rounding|精度|四舍五入
project plan|项目计划
prometheus|grafana
purchase|采购
question bank|试题
rating|评分
real time|real-time|realtime|实时
receipt|小票|收据
recruitment|招聘
reminder|提醒
restart|reboot|重启
risk control|fraud|风控|反欺诈
room|房间
seat|座位
seckill|flash sale|秒杀
sensor|传感器
settlement|清算
work shift|排班
shopping guide|导购
sign-in sheet|签到
smart contract|智能合约
sms|短信验证码
student|学生
survey|问卷
teacher|教师
train ticket|车票
training|模型训练
transfer|转账
vehicle|car|车辆
vote|投票
weather|天气
withdrawal|提现
analytics|统计|数据分析|埋点
animation|动画
async|asynchronous|异步
attachment|附件
audio|音频
audit|审计
avatar|头像
balance|余额
banner|横幅|轮播图
batch|批处理|批量
benchmark|基准测试|压测
billing|计费|账单
blog|博客
booking|reservation|预订|预约
browser|浏览器
buffer|缓冲区
build|构建|编译
bundle|bundler|打包
button|按钮
calendar|日历
callback|回调
camera|摄像头|相机
captcha|人机验证
cart|shopping cart|basket|购物车
catalog|catalogue|商品目录
category|分类|类目
certificate|cert|tls|ssl|证书
chart|图表
chat|聊天
checkout|结账|结算|收银台|结帐
chunk|分片|分块
cli|command line|命令行
client|客户端
cloud|云服务|云端
codec|编解码
comment|评论
compression|gzip|压缩
configuration file|配置文件
connection pool|connection pooling|连接池
consumer|消费者
cors|跨域
cost|成本
coupon|voucher|promo code|优惠券|代金券|优惠码
crawler|scraper|爬虫
cron|scheduler|schedule|定时任务|调度
csrf|跨站请求伪造
csv|csv 导出
currency|货币|币种
customer|client account|客户|顾客
dark mode|深色模式|暗色模式|夜间模式
dashboard|仪表盘|看板|控制面板
data race|race condition|竞态|竞态条件
date|日期
debounce|throttle|防抖|节流|防重复点击
delivery|配送
device|设备
dialog|modal|弹窗|对话框
directory|folder|目录|文件夹
discount|折扣|满减
disk|磁盘
dns|域名解析|域名
document|文档
draft|草稿
dropdown|下拉框
email|e-mail|mail|邮件|邮箱
environment|环境
event|事件
export|导出
favorite|收藏
feature flag|feature toggle|功能开关|特性开关
feedback|反馈
file|文件
filter|过滤|筛选
font|字体
form|表单
formatting|格式化
friend|好友
garbage collection|gc|垃圾回收
geolocation|location|定位|地理位置
graph|图谱
graphql|graphql 接口
grid|网格|栅格
grpc|rpc|远程调用
handler|处理器|处理函数
hash|哈希|散列
header|请求头|响应头
health|health check|healthz|liveness|readiness|健康检查|探活
heartbeat|心跳
hook|钩子
html|网页
http|https
i18n|internationalization|localization|l10n|国际化|多语言|本地化
icon|图标
idempotency|idempotent|幂等|幂等性
image|picture|图片|图像|镜像
import|导入
inheritance|继承
input|输入框
install|installation|installer|安装
interceptor|拦截器
inventory|stock|库存
invoice|发票
invitation|invite|邀请
iterator|迭代器
job|任务
json|json 解析
jwt|json web token|jwt 令牌
key|密钥|秘钥|键
keyboard|键盘|快捷键
label|标签
layout|布局|排版
leaderboard|排行榜
library|类库
license|许可证|授权码
link|链接
lint|linter|linting|代码检查|代码规范
list|列表
listener|监听器
load balancer|elb|alb|nlb|load balancing|负载均衡|负载均衡器
loader|加载器
loading|加载
locale|语言环境
lock|mutex|锁|加锁|互斥锁|分布式锁
map|地图
markdown|md 文档
member|membership|会员
memory|内存
menu|菜单
merchant|商家|商户
message|消息|短信
metadata|元数据
metric|metrics|指标
middleware|中间件
mobile|移动端|手机端
mock|模拟数据|桩
model|模型
navigation|nav|导航
network|网络
oauth|oauth2|第三方登录|单点登录|sso
observability|可观测性
offline|离线
orm|对象关系映射
pandas|dataframe
parser|parse|parsing|解析器|解析
partition|分区
path|路径
pdf|pdf 导出
plugin|extension|插件|扩展
pointer|指针
policy|策略
pool|池
popup|浮层
port|端口
preview|预览
price|pricing|价格|定价
printer|printing|打印
priority|优先级
privacy|隐私
process|进程
producer|生产者
product|item|sku|商品|产品
profile|个人资料|个人中心
profiling|profiler|性能分析
promise|await
promotion|促销
protocol|协议
proxy|代理
push notification|推送
qr code|qrcode|二维码
quota|配额|额度
ranking|排序|排名
react hook|react hooks
reconciliation|对账
recommendation|推荐
redirect|重定向|跳转
redis|redis 缓存
refresh|刷新
refund|退款
regex|regexp|regular expression|正则|正则表达式
registry|注册中心|镜像仓库
rendering|render|渲染
replication|replica|主从|副本|主从同步
report|reporting|报表|报告
request|请求
resource|资源
response|响应
review|评审|审核
role|角色
router|route|routing|路由
sandbox|沙箱
schema|表结构|模式
script|脚本
scroll|scrolling|滚动
sdk|开发包
search|搜索|检索|查找
secret|密文|机密
security|安全
serialization|serialisation|serializer|序列化
service|服务
sharding|shard|分库分表|分片键
shipping|shipment|发货|物流|运费
shop|store|商店|店铺|门店
sidebar|侧边栏
signature|signing|签名|验签
sitemap|站点地图
snapshot|快照
socket|套接字
sorting|sort
spring|spring boot
sql|sql 语句
sql injection|sqli|sql 注入|注入
state|status|状态
state management|状态管理
static file|static files|静态资源|静态文件
storage|存储|对象存储
stream|streaming|流式|数据流
style|css|stylesheet|样式
subscription|subscribe|订阅
supplier|供应商
sync|synchronization|synchronisation|同步
tab|选项卡|标签页
table|表格|数据表
tag|版本标签
task|待办
tax|vat|税|税率|增值税
template|模板
tenant|multi-tenant|multi-tenancy|租户|多租户
terminal|终端
terraform|tofu
theme|主题|皮肤
third party|third-party|第三方
thread|线程
thread pool|线程池
throttling|流量控制
ticket|工单
time zone|timezone|时区
timer|定时器
toast|提示框
tooltip|气泡提示
tracing|trace|链路追踪|调用链
translation|翻译
tree|树形
trigger|触发器
type|typing|type check|types|类型|类型检查
unicode|utf-8|字符编码|编码|乱码
upgrade|升级
url|网址
validation|validate|validator|校验|验证
vat rate|税费
version|版本
video|视频
virtual machine|虚拟机
wallet|钱包
warehouse|仓储
warning|警告
web socket|websocket|websockets|长连接
webhook|webhooks
widget|小组件
worker|工作线程
workflow|工作流
xml|xml 解析
xss|跨站脚本
yaml|yml
`

export const SUBJECT_GROUPS: readonly (readonly string[])[] = SUBJECTS.trim()
  .split('\n')
  .map((line) => line.split('|').map((name) => name.trim()))

/** Keys that every piece of work is about, so that none is: they make no concept. */
export const TOO_GENERAL: ReadonlySet<string> = new Set(
  `bug function variable parameter branch commit feature refactor requirement open source module component prompt file list
  document path directory documentation library link type state request response service version client label tag error code
  repository merge pull request resource key file library process date message object string number value script model label
  install json html yaml xml http hash file build review warning input table task event tree map graph pool header algorithm
  framework operating system development environment cookies storage`.split(/\s*\n\s*|\s/u),
)
