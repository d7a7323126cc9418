/*
 * Technical synonyms, and names that are written in two ways or two languages.
 *
 * How a group earns its place: in a software project each member may stand for every other in a sentence without changing
 * what it is about, and people do write both. A narrower, wider or merely related word stays out: "password" is no "login",
 * "Docker" no "container". Abbreviations enter with what they abbreviate, Chinese words with the English one said in the same
 * team. The first spelling of a group names it for good: it becomes the key of a node, so it is never changed, only
 * followed by others. A word is in one group.
 */

/** One group a line; spellings between bars, as people write them. */
const SYNONYMS = `
auth|authentication|authenticate|login|log in|log-in|logging in|logged in|sign in|sign-in|signin|登录|登陆|登入|认证|鉴权|身份验证
logout|log out|log-out|sign out|sign-out|登出|退出登录|注销登录
signup|sign up|sign-up|注册
authorization|authorisation|授权
permission|access right|权限
database|db|数据库|资料库
config|configuration|settings|配置|设定
deploy|deployment|deploying|deployed|release|部署|上线|发布
rollback|roll back|roll-back|回滚
bug|defect|缺陷|故障
test|testing|测试
unit test|unit testing|单元测试|单测
integration test|integration testing|集成测试
kubernetes|k8s
postgresql|postgres|pg|psql
javascript|js
typescript|ts
python|py
golang|go lang|go语言
frontend|front-end|front end|前端
backend|back-end|back end|后端|后台服务
cache|caching|cached|缓存|快取
payment|支付|付款
order|订单
user|用户|使用者
api|接口|api 接口
endpoint|api endpoint|端点
server|服务器|服务端|伺服器
client side|client-side|客户端|用户端
microservice|micro service|micro-service|微服务
message queue|mq|消息队列
queue|队列
index|索引
query|查询
transaction|事务
migration|data migration|数据迁移
backup|back-up|备份
log|logs|logging|日志
monitoring|监控
alert|告警|报警
performance|perf|性能
optimisation|optimization|optimise|optimize|优化
latency|延迟
throughput|吞吐量|吞吐
timeout|time-out|time out|超时
retry|retries|重试
concurrency|并发
deadlock|死锁
memory leak|内存泄漏|内存泄露
out of memory|oom|内存溢出
crash|崩溃
error|报错|错误
exception|异常
null pointer|npe|空指针
refactor|refactoring|refactored|重构
code review|pr review|代码评审|代码审查
pull request|pr|merge request|合并请求
branch|分支
merge|合并
commit|提交
repository|repo|代码库|代码仓库|仓库
dependency|dependencies|依赖
framework|框架
component|组件|元件
module|模块|模组
function|函数|函式
variable|变量|变数
parameter|param|参数|引数
encryption|encrypt|加密
decryption|decrypt|解密
password|passwd|密码
token|令牌
session|会话
cookie|cookies
verification code|验证码
gateway|网关
load balancer|load balancing|lb|负载均衡
reverse proxy|反向代理
container|容器
cluster|集群|丛集
environment variable|env var|env variable|环境变量
production|prod|生产环境|线上环境
staging|预发布环境|预发环境
development environment|dev environment|开发环境
continuous integration|ci|持续集成
continuous delivery|cd|持续交付
pipeline|流水线
documentation|docs|文档
requirement|requirements|需求
feature|功能
architecture|架构
algorithm|算法|演算法
machine learning|ml|机器学习
artificial intelligence|ai|人工智能|人工智慧
large language model|llm|大模型|大语言模型
embedding|embeddings|向量化
vector database|vector db|vector store|向量数据库
prompt|提示词
rate limit|rate limiting|rate-limiting|限流
circuit breaker|熔断
pagination|paging|分页
upload|上传
download|下载
notification|通知
search engine|搜索引擎
user interface|ui|用户界面
user experience|ux|用户体验
open source|open-source|开源
operating system|os|操作系统
`

/** Products and places that are written in two languages; their mentions carry their own kind. */
const NAMES = `
wechat|微信
wecom|企业微信
alipay|支付宝
taobao|淘宝
douyin|抖音
weibo|微博
xiaohongshu|小红书|rednote
dingtalk|钉钉
feishu|飞书
baidu|百度
tencent|腾讯
alibaba|阿里巴巴
huawei|华为
xiaomi|小米
bytedance|字节跳动
aliyun|alibaba cloud|阿里云
node.js|nodejs
vue|vue.js|vuejs
react|react.js|reactjs
next.js|nextjs
mongodb|mongo
elasticsearch|es|elastic search
vs code|vscode|visual studio code
github actions|gha
aws|amazon web services
gcp|google cloud|google cloud platform
beijing|北京|北京市
shanghai|上海|上海市
guangzhou|广州|广州市
shenzhen|深圳|深圳市
hangzhou|杭州|杭州市
nanjing|南京|南京市
chengdu|成都|成都市
wuhan|武汉|武汉市
xi'an|xian|西安|西安市
suzhou|苏州|苏州市
chongqing|重庆|重庆市
tianjin|天津|天津市
hong kong|香港
macau|macao|澳门
taipei|台北|台北市
taiwan|台湾
tokyo|东京
kyoto|京都
osaka|大阪
seoul|首尔
singapore|新加坡
london|伦敦
paris|巴黎
berlin|柏林
new york|纽约|new york city|nyc
los angeles|洛杉矶
san francisco|旧金山
sydney|悉尼
china|中国
japan|日本
korea|south korea|韩国
united states|usa|u.s.|美国
united kingdom|uk|u.k.|英国
france|法国
germany|德国
italy|意大利
spain|西班牙
canada|加拿大
australia|澳大利亚|澳洲
thailand|泰国
india|印度
russia|俄罗斯
`

const groupsOf = (list: string): readonly (readonly string[])[] =>
  list
    .trim()
    .split('\n')
    .map((line) => line.split('|'))

export const SYNONYM_GROUPS: readonly (readonly string[])[] = groupsOf(SYNONYMS)
export const NAME_GROUPS: readonly (readonly string[])[] = groupsOf(NAMES)

/**
 * Words of the groups that daily talk uses in other senses ("in order to", "take a test", 上线): by themselves they count only
 * where the text shows by something else that it is technical.
 */
export const EVERYDAY_WORDS: ReadonlySet<string> = new Set(
  `sign up,sign in,signin,log in,logging in,logged in,注册,settings,设定,release,defect,故障,缺陷,test,testing,测试,payment,支付,
付款,order,订单,user,用户,使用者,发布,上线,认证,queue,index,索引,query,查询,transaction,事务,log,logs,logging,alert,告警,报警,performance,性能,
优化,延迟,crash,崩溃,error,错误,exception,异常,branch,分支,merge,合并,commit,提交,仓库,dependency,dependencies,依赖,component,组件,元件,
module,模块,模组,function,variable,变数,parameter,参数,密码,password,token,令牌,session,会话,cookie,cookies,container,容器,cluster,集群,
production,prod,staging,pipeline,流水线,requirement,requirements,需求,feature,功能,architecture,架构,prompt,notification,通知,upload,上传,
download,下载,documentation,docs,文档,permission,access right,权限,授权,authorization,authorisation,backup,back-up,备份,monitoring,
监控,timeout,time out,time-out,超时,retry,retries,重试,server,client side,cd,os,pr,es,ts,py,js,pg,lb,ui,ux,mq,npe,
paging,optimise,optimize,optimisation,optimization,migration,函式,引数,rollback,roll back,登出,开源,接口,框架,framework,vue,react,
加密,解密,容器,perf,memory leak,cached,refactor,deployed,repo,监控,python,performance,gha`
    .split(/[,\n]+/u)
    .filter((word) => word !== ''),
)
