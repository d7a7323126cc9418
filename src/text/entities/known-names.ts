import type { EntityKind } from '../../graph/nodes.ts'
import { late } from '../late.ts'

/*
 * Closed tables of names that everybody writes: they are names also at the start of a sentence, in small letters or within
 * Chinese, and they tell the kind. A name is here because it is a household word of its kind, not because it is important.
 */

export interface KnownName {
  readonly name: string
  readonly kind: EntityKind
  /** The word is also an ordinary one ("go", "slack", "orange"): it counts with a capital letter only. */
  readonly needsCapital: boolean
}

const TOOLS = `docker|docker compose|kubernetes|k8s|git|npm|pnpm|yarn|webpack|vite|eslint|prettier|vitest|pytest|nginx|apache|redis|mysql|
postgresql|postgres|sqlite|mongodb|mariadb|oracle|kafka|rabbitmq|elasticsearch|opensearch|clickhouse|prometheus|grafana|kibana|jenkins|terraform|
ansible|helm|linux|ubuntu|debian|centos|macos|ios|android|windows|python|typescript|javascript|golang|kotlin|php|node.js|nodejs|deno|bun.js|
vue|vue.js|vuejs|next.js|nextjs|nuxt.js|nuxt|nestjs|nest.js|angular|svelte|jquery|express.js|fastapi|django|spring boot|springboot|mybatis|pytorch|
tensorflow|numpy|pandas|jupyter|graphql|grpc|websocket|oauth|oauth2|bash|powershell|vim|neovim|emacs|vs code|vscode|visual studio code|intellij|
xcode|figma|photoshop|postman|selenium|playwright|cypress|storybook|tailwind|tailwindcss|bootstrap.js|three.js|d3.js|chart.js|langchain|
ollama|gpt|chatgpt|copilot|midjourney|deepseek|wordpress|latex|markdown|c++|c#|asp.net|javafx|hadoop|zookeeper|etcd|dubbo|nacos|sentinel.js|uniapp|
flutter|react native|react.js|reactjs|socket.io|electron.js|prisma|drizzle orm|sqlalchemy|hibernate|maven|gradle|homebrew|wi-fi|wifi|bluetooth`
const TOOLS_CAPITAL = `React|Go|Rust|Swift|Java|Ruby|Rails|Ruby on Rails|Spring|Express|Flask|Electron|Chrome|Safari|Firefox|Edge|Excel|Word|PowerPoint|Outlook|
Jest|Mocha|Babel|Redux|Laravel|Hive|Spark|Flink|Airflow|Cursor|Claude|Gemini|Llama|Obsidian|Scala|Perl|Lua|Dart|Julia|Sentry|Celery|Consul|
Vault|Istio|Rollup|Biome|Bun|Tomcat|Maven|Netty|Lambda|Unity|Blender|Sketch|Lightroom|Premiere|Ajax`
const SERVICES = `aws|gcp|azure|github|gitlab|bitbucket|google cloud|google maps|google drive|google docs|aws lambda|vercel|netlify|heroku|cloudflare|firebase|supabase|
stripe|paypal|twilio|sendgrid|auth0|okta|datadog|pagerduty|jira|confluence|trello|asana|youtube|netflix|spotify|instagram|facebook|twitter|tiktok|
linkedin|reddit|whatsapp|telegram|wechat|airbnb|uber|doordash|gmail|icloud|dropbox|onedrive|wikipedia|stack overflow|stackoverflow|duolingo|kindle|
ebay|etsy|goodreads|pinterest|snapchat|alipay|wecom|feishu|dingtalk|weibo|douyin|xiaohongshu|bilibili|disney+|hulu|strava|github actions|npmjs|pypi`
const SERVICES_CAPITAL = `Slack|Zoom|Notion|Discord|Teams|Linear|Signal|Lyft|Twitch|Steam|Venmo|Yelp|Skype|Quora`
const PRODUCTS = `iphone|ipad|ipod|macbook|macbook pro|macbook air|imac|airpods|airpods pro|apple watch|playstation|xbox|nintendo switch|chromebook|thinkpad|raspberry pi|fitbit|gopro|
roomba|galaxy s|vision pro|apple tv|echo dot|oculus|ps4|ps5`
const ORGANISATIONS = `google|microsoft|openai|nvidia|intel|ibm|samsung|huawei|xiaomi|tencent|alibaba|bytedance|baidu|tesla|toyota|honda|bmw|ikea|walmart|costco|starbucks|mcdonald's|
mcdonalds|nasa|fbi|cia|unicef|unesco|nato|nba|nfl|fifa|fedex|dhl|mit|ucla|nyu|bbc|cnn|hsbc|jpmorgan|red cross|harvard|stanford`
const ORGANISATIONS_CAPITAL = `Apple|Amazon|Meta|Oracle|Adobe|Nike|Adidas|Sony|Nintendo|Ford|Target|Subway|Shell|Visa|Mastercard|Oxford|Cambridge|Yale|Princeton|Berkeley|Anthropic|Disney|Pixar|Marvel|Lego`
const PLACES = `new york|new york city|nyc|los angeles|san francisco|san diego|las vegas|new zealand|new orleans|new jersey|hong kong|south korea|north korea|south africa|
united states|united kingdom|saudi arabia|sri lanka|costa rica|puerto rico|rio de janeiro|buenos aires|mexico city|cape town|abu dhabi|kuala lumpur|
ho chi minh city|tel aviv|st. louis|salt lake city|santa fe|usa|uk|u.s.|u.k.|north carolina|south carolina|west virginia|rhode island|north dakota|south dakota|
new mexico|new hampshire|new england|silicon valley|times square|central park|wall street|middle east|latin america|north america|south america`
const PLACES_CAPITAL = `London|Paris|Berlin|Madrid|Barcelona|Rome|Milan|Venice|Florence|Naples|Vienna|Prague|Budapest|Warsaw|Amsterdam|Brussels|Copenhagen|Stockholm|Oslo|Helsinki|Dublin|
Lisbon|Porto|Athens|Istanbul|Moscow|Dubai|Cairo|Nairobi|Lagos|Johannesburg|Mumbai|Delhi|Bangalore|Bangkok|Singapore|Jakarta|Manila|Hanoi|Tokyo|Kyoto|Osaka|Seoul|Busan|Beijing|Shanghai|
Guangzhou|Shenzhen|Hangzhou|Nanjing|Chengdu|Wuhan|Suzhou|Chongqing|Tianjin|Taipei|Macau|Xi'an|Sydney|Melbourne|Brisbane|Perth|Auckland|Toronto|Vancouver|Montreal|Ottawa|
Chicago|Boston|Seattle|Portland|Denver|Dallas|Houston|Austin|Miami|Orlando|Atlanta|Philadelphia|Pittsburgh|Detroit|Minneapolis|Nashville|Phoenix|Sacramento|Baltimore|
Washington|California|Texas|Florida|Nevada|Oregon|Colorado|Arizona|Utah|Hawaii|Alaska|Michigan|Ohio|Illinois|Wisconsin|Minnesota|Massachusetts|Connecticut|Pennsylvania|Virginia|
Maryland|Tennessee|Kentucky|Alabama|Louisiana|Oklahoma|Kansas|Montana|Idaho|Vermont|Brooklyn|Manhattan|Hollywood|Europe|Asia|Africa|Antarctica|
China|Japan|Korea|Taiwan|India|Indonesia|Vietnam|Thailand|Malaysia|Philippines|Australia|Canada|Mexico|Brazil|Argentina|Chile|Peru|Colombia|Cuba|Jamaica|
France|Germany|Italy|Spain|Portugal|Switzerland|Austria|Belgium|Netherlands|Holland|Denmark|Sweden|Norway|Finland|Iceland|Ireland|Scotland|Wales|England|Britain|
Poland|Czechia|Hungary|Greece|Turkey|Russia|Ukraine|Israel|Egypt|Morocco|Kenya|Nigeria|Ethiopia|Iran|Iraq|Pakistan|Nepal|Bali|Munich|Hamburg|Frankfurt|Cologne|Zurich|Geneva|Edinburgh|Manchester|Liverpool`
/** Acronyms that are names in capitals even amid shouting. */
const ACRONYMS = `API|APIS|REST|HTTP|HTTPS|SQL|JWT|JSON|XML|YAML|HTML|CSS|TLS|SSL|SSH|TCP|UDP|DNS|CDN|CPU|GPU|RAM|SSD|USB|PDF|CSV|URL|URI|SDK|CLI|GUI|IDE|ORM|SSO|MFA|RBAC|CORS|CSRF|XSS|LLM|RAG|NLP|
CI|CD|VPN|VPC|S3|EC2|RDS|IAM|SLA|KPI|OKR|CRM|ERP|QA|UX|UI|OCR|PTSD|ADHD|DNA|GDPR`

const HAN_PLACES = `北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|济南|大连|沈阳|哈尔滨|长春|石家庄|太原|合肥|南昌|福州|厦门|宁波|温州|无锡|常州|
佛山|东莞|珠海|中山|惠州|南宁|桂林|昆明|大理|丽江|贵阳|拉萨|兰州|西宁|银川|乌鲁木齐|呼和浩特|海口|三亚|香港|澳门|台湾|台北|高雄|台中|台南|嘉兴|绍兴|扬州|洛阳|开封|烟台|威海|义乌|
河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|广西|海南|四川|贵州|云南|陕西|甘肃|青海|宁夏|新疆|西藏|内蒙古|
中国|美国|英国|法国|德国|意大利|西班牙|葡萄牙|荷兰|比利时|瑞士|瑞典|挪威|芬兰|丹麦|奥地利|希腊|土耳其|俄罗斯|乌克兰|日本|韩国|朝鲜|新加坡|马来西亚|泰国|越南|印度|印度尼西亚|菲律宾|
澳大利亚|澳洲|新西兰|加拿大|墨西哥|巴西|阿根廷|智利|埃及|南非|摩洛哥|以色列|伊朗|迪拜|东京|京都|大阪|北海道|冲绳|首尔|釜山|济州岛|曼谷|清迈|普吉岛|巴厘岛|纽约|旧金山|洛杉矶|西雅图|波士顿|芝加哥|
伦敦|巴黎|柏林|罗马|米兰|威尼斯|巴塞罗那|马德里|阿姆斯特丹|维也纳|布拉格|悉尼|墨尔本|多伦多|温哥华|莫斯科|欧洲|亚洲|非洲|南极|
西湖|太湖|洞庭湖|青海湖|千岛湖|泰山|黄山|华山|衡山|嵩山|庐山|峨眉山|武夷山|长白山|五台山|长城|故宫|天安门|颐和园|外滩|鼓浪屿|兵马俑|布达拉宫|张家界|九寨沟|长江|黄河|珠江|钱塘江|三峡|少林寺|灵隐寺|雍和宫|王府井|中关村|陆家嘴|浦东`
const HAN_SERVICES = `微信|企业微信|支付宝|淘宝|天猫|京东|抖音|快手|微博|知乎|小红书|拼多多|美团|饿了么|滴滴|钉钉|飞书|百度|百度地图|高德地图|高德|阿里云|腾讯云|华为云|哔哩哔哩|B站|网易云音乐|网易云|QQ音乐|
豆瓣|携程|去哪儿|顺丰|闲鱼|得物|盒马|叮咚买菜|微信支付|公众号|小程序|腾讯会议|百度网盘|爱奇艺|优酷|腾讯视频|喜马拉雅|大众点评|12306|蚂蚁森林|花呗|余额宝|语雀|石墨文档|文心一言|通义千问|豆包`
const HAN_ORGANISATIONS = `腾讯|阿里巴巴|字节跳动|华为|小米|网易|比亚迪|蔚来|理想汽车|小鹏|特斯拉|苹果公司|谷歌|微软|英伟达|英特尔|三星|索尼|任天堂|丰田|本田|宝马|奔驰|大众汽车|星巴克|麦当劳|肯德基|瑞幸|海底捞|
喜茶|必胜客|宜家|优衣库|沃尔玛|山姆|迪士尼|环球影城|联想|格力|美的|海尔|大疆|科大讯飞|商汤|清华|北大|复旦|浙大|红十字会|世界卫生组织|联合国|招行|工行|建行|农行|交行`

const HAN_PERSONS = `约翰|玛丽|玛丽亚|杰克|汤姆|大卫|彼得|露西|艾米丽|艾玛|安娜|迈克|迈克尔|凯文|丽莎|莉莉|爱丽丝|亚历克斯|保罗|托尼|杰西卡|詹姆斯|罗伯特|威廉|查理|乔治|亨利|丹尼尔|本杰明|
卢卡斯|索菲亚|奥利维亚|伊莎贝拉|夏洛特|莎拉|珍妮|凯特|安妮|苏珊|琳达|海伦|格蕾丝|黛安娜|维多利亚|尼克|瑞秋|安德鲁|克里斯|史蒂夫|杰森|瑞恩|艾琳|娜塔莎|凯瑟琳|伊丽莎白|托马斯|理查德|爱德华`

/** Names in Latin letters, known by the small-letter form. */
export const KNOWN_LATIN = late((): readonly KnownName[] => [
  ...namesOf(PLACES, 'place', false),
  ...namesOf(PLACES_CAPITAL, 'place', true),
  ...namesOf(ORGANISATIONS, 'organisation', false),
  ...namesOf(ORGANISATIONS_CAPITAL, 'organisation', true),
  ...namesOf(TOOLS, 'tool', false),
  ...namesOf(TOOLS_CAPITAL, 'tool', true),
  ...namesOf(SERVICES, 'service', false),
  ...namesOf(SERVICES_CAPITAL, 'service', true),
  ...namesOf(PRODUCTS, 'product', false),
])
export const KNOWN_ACRONYMS: ReadonlySet<string> = new Set(split(ACRONYMS))
export const KNOWN_HAN = late((): readonly KnownName[] => [
  ...namesOf(HAN_PLACES, 'place', false),
  ...namesOf(HAN_SERVICES, 'service', false),
  ...namesOf(HAN_PERSONS, 'person', false),
  ...namesOf(HAN_ORGANISATIONS, 'organisation', false),
])

/** Words that a longer run may hold across its words (变成都, 大连锁店, 网上线下): they count only where a word begins and ends. */
export const SPLIT_WITH_CARE: ReadonlySet<string> = new Set(
  `成都 上海 大连 日本 西安 中山 三亚 海口 长春 海南 河南 山东 山西 南京 东京 高雄 台中 开封 大理 中国 美国 德国 法国 英国 美的 清华 北大 浙大
理想 小米 豆包 本田 上线 发布 认证 用户 测试 支付 付款 订单 配置 注册 接口 分支 合并 功能 提交 组件 模块 文档 需求 报错 错误 查询 会话 并发 泰国 非洲 印度
联想 黄山 华山 衡山 长江 外滩 得物 高德 故障 加密 授权 权限 性能 优化 延迟 下载 上传 通知 函数 参数 变量 索引 队列 事务 日志 监控 端点 单测 部署 长城`.split(
    /\s+/u,
  ),
)

function namesOf(list: string, kind: EntityKind, needsCapital: boolean): KnownName[] {
  return split(list).map((name) => ({ name, kind, needsCapital }))
}

function split(list: string): string[] {
  return list
    .replaceAll('\n', '|')
    .split('|')
    .filter((name) => name !== '')
}
