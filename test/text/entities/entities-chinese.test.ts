import { describe, expect, test } from 'vitest'
import { readEntities } from '../../../src/text/entities/entities.ts'

const read = (text: string) =>
  readEntities(text)
    .map(({ label, node, kind }) => `${label}:${node === 'entity' ? kind : node}`)
    .join(' | ')

describe('what a Chinese text names', () => {
  test.each([
    ['昨天我和张伟去了星巴克咖啡馆,花了45块。', '张伟:person | 星巴克咖啡馆:place | 45块:quantity'],
    ['王小明说他在杭州西湖边的浙江大学图书馆学习', '王小明:person | 杭州:place | 西湖:place | 浙江大学图书馆:place'],
    ['李医生告诉我要去协和医院复查', '李医生:person | 协和医院:place'],
    ['我叫刘德华在腾讯科技有限公司工作', '刘德华:person | 腾讯科技有限公司:organisation'],
    ['和陈静吃饭，小王也来了，老李说不错', '陈静:person | 小王:person | 老李:person'],
    ['我在人民公园跑步，他住在幸福小区三号楼', '人民公园:place'],
    ['登录有问题，数据库连接失败，耗时300毫秒', '登录:concept | 数据库:concept | 300毫秒:quantity'],
    ['登入有問題，資料庫連線逾時', '登入:concept | 資料庫:concept'],
    [
      '我用iPhone 15和华为Mate60，微信和支付宝都装了，内存12GB',
      'iPhone 15:product | 华为Mate60:product | 微信:service | 支付宝:service | 12GB:quantity',
    ],
    ['《三体》和“百年孤独”都很好看', '三体:concept | 百年孤独:concept'],
    ['跑了5公里，用了两个半小时，花了三千元', '5公里:quantity | 两个半小时:quantity | 三千元:quantity'],
    ['陈静昨天来了，我给陈静打了电话', '陈静:person'],
    ['张老师的课在南京路的上海图书馆', '张老师:person | 南京路:place | 上海图书馆:place'],
    ['台北市的張偉和陳醫師去了臺灣大學', '台北市:place | 張偉:person | 陳醫師:person | 臺灣大學:place'],
    [
      '部署到生产环境之前要跑测试，docker容器和k8s集群都要更新',
      '部署:concept | 生产环境:concept | 测试:concept | docker:tool | 容器:concept | k8s:tool | 集群:concept',
    ],
    ['我们公司和一家科技公司合作，分公司在深圳', '深圳:place'],
    ['手机号13912345678，邮箱li.lei@example.cn', '13912345678:identifier | li.lei@example.cn:identifier'],
    ['修改src/store/db.ts里的openStore函数', 'src/store/db.ts:file | openStore:identifier | 函数:concept'],
    ['请看 `config.yaml` 和 README.md', 'config.yaml:file | README.md:file'],
    ['周末爬山，去了灵隐寺和千岛湖', '灵隐寺:place | 千岛湖:place'],
    ['在朝阳区建国路和中山路交叉口', '朝阳区:place | 建国路:place | 中山路:place'],
    ['给王芳发了邮件，问李雷要了东西', '王芳:person | 李雷:person'],
    ['Zelda说她明天到，Docker很好用', 'Zelda:concept | Docker:tool'],
    ['他说程序有bug，需要重构，王芳负责修复', 'bug:concept | 重构:concept | 王芳:person'],
    ['东京タワーに行きました', '东京:place'],
    ['我和林小雨、陈大明一起去的', '林小雨:person | 陈大明:person'],
    ['陈明，你好。李雪在北京，孙悦今天来', '陈明:person | 李雪:person | 北京:place | 孙悦:person'],
    ['我喜欢哈利·波特，约翰和玛丽也喜欢', '哈利·波特:person | 约翰:person | 玛丽:person'],
    ['我叫林晓雯，今年二十五岁', '林晓雯:person'],
    ['周杰和马丽今天没来', '周杰:person | 马丽:person'],
    ['赵敏说她找到了新工作，赵敏很开心', '赵敏:person'],
    ['麻烦@李雷 看一下', '@李雷:person'],
    ['小张和老陈都同意了', '小张:person | 老陈:person'],
    ['欧阳娜娜老师的演唱会', '欧阳娜娜:person'],
    ['每天坐地铁上班，走路十分钟就到公司', '十分钟:quantity'],
    ['下个月去成都和重庆旅游', '成都:place | 重庆:place'],
    ['我家住在江苏省苏州市工业园区', '江苏省:place | 苏州市:place'],
    ['在北京大学第三医院看病', '北京大学第三医院:place'],
    ['她在招商银行上班，老公在字节跳动', '招商银行:place | 字节跳动:organisation'],
    ['约在万达广场的海底捞，坐地铁到人民广场地铁站', '万达广场:place | 海底捞:organisation | 人民广场地铁站:place'],
    ['读完了《平凡的世界》和《Dune》', '平凡的世界:concept | Dune:concept'],
    ['看了「千与千寻」，配乐很好听', '千与千寻:concept'],
    ['用ChatGPT写了代码，放在GitHub上', 'ChatGPT:tool | GitHub:service'],
    ['买了小米14和MacBook Pro', '小米14:product | MacBook Pro:product'],
    ['React组件里的useState报错了', 'React:tool | 组件:concept | useState:identifier | 报错:concept'],
    [
      '订单服务的接口超时，日志在/var/log/order.log',
      '订单:concept | 接口:concept | 超时:concept | 日志:concept | /var/log/order.log:file',
    ],
    ['把API_KEY写到.env里，不要提交', 'API_KEY:identifier | .env:file | 提交:concept'],
    ['MySQL升级到v8.0.32，磁盘剩20GB', 'MySQL:tool | v8.0.32:identifier | 20GB:quantity'],
    [
      '修复了#1234，提交3fa9c1e，请王强看PR',
      '#1234:identifier | 提交:concept | 3fa9c1e:identifier | 王强:person | PR:concept',
    ],
    ['支付回调 POST /pay/notify 返回HTTP 500', '支付:concept | POST /pay/notify:endpoint | HTTP 500:identifier'],
    ['体重七十公斤，身高180厘米，体温38度', '七十公斤:quantity | 180厘米:quantity | 38度:quantity'],
    ['打了八折，一共三百二十块钱', '八折:quantity | 三百二十块钱:quantity'],
    ['電話是0912-345-678，信箱 chen@example.tw', '0912-345-678:identifier | chen@example.tw:identifier'],
    ['請聯絡張經理，地址在臺北市中山路', '張經理:person | 臺北市:place | 中山路:place'],
    ['陳美玲說她下週去東京，我跟陳美玲一起去', '陳美玲:person | 東京:place'],
    ['後端的資料庫掛了，前端顯示錯誤', '後端:concept | 資料庫:concept | 前端:concept | 錯誤:concept'],
    ['他買了華為手機和蘋果電腦', '華為:organisation'],
    ['部署失敗，請檢查設定檔 config/app.yml', '部署:concept | 設定:concept | config/app.yml:file'],
    ['和Emma去吃饭，Tom说不来了', 'Emma:person | Tom:person'],
    ['我在Amazon买了Kindle，花了$99', 'Amazon:organisation | Kindle:service | $99:quantity'],
    ['**重要**：数据库密码不要写在代码里', '数据库:concept | 密码:concept'],
    ['王老师，您好！请问作业什么时候交？', '王老师:person'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test.each([
    '韩剧，毛病，钟声，钱包，汤好，龙虾，何必，何时，林业，谢谢',
    '王者荣耀，张口就来，唐诗三百首，周日在家，胡说八道',
    '跟高中同学聚会，和平常一样，找时间聊，叫车回家',
    '这家医院很好，旁边有一个公园',
    '他说：“我们走吧”',
    '今天很高兴，方便的话周末一起吃饭，马上到',
    '有一天一块去爬山，一起走路回家',
    '变成都市人了，网上线下都可以',
    '三块蛋糕，五个苹果，两本书',
    '高兴高兴，程序程序员，方便方便',
    '今天天气真好，我们出去走走吧',
    '我妈做的饭太好吃了',
    '马上要下雨了，快回家',
    '他高兴地说一切都好',
    '这个方案不错，周末再讨论',
    '一个人去医院排队，等了好久',
    '附近有家餐厅还可以，下次带你去',
    '他在大学学习，大学生活很丰富',
    '孩子在幼儿园，我去超市买东西',
    '城市里的公路都堵车，地区不同',
    '想换个公司，科技公司也行',
    '老公和女儿去公园了',
    '我觉得应该可以吧',
    '谢谢，辛苦了，明天见！',
    '三个人，五本书，第二次',
    '“没问题”，他说，“明天给你”',
    '去年三月，星期五，下午三点',
    '十分感谢，一起努力，一定行',
    '今天好累喔，什麼都不想做',
    '我在学校图书馆自习',
    '我们学校和你们公司有合作',
    '路上小心，注意安全',
    '张开嘴，何况如此，于是走了',
    '和平时一样，和谐社会，问题不大',
    '给我看看，跟他说过了，和她聊聊',
    '好的👌 收到，没问题😊',
    '哈哈哈哈哈，笑死我了',
    '嗯嗯，我知道啦~',
    '下班后去健身房，路过一家银行',
    'OK，那就这样，明天再说',
    '小王子这本书很有名',
  ])('nothing in: %s', (text) => {
    expect(read(text)).toBe('')
  })
})

describe('traditional characters', () => {
  test.each([
    ['王老師在臺灣大學圖書館', '王老师在台湾大学图书馆'],
    ['請聯絡張經理，資料庫壞了', '请联络张经理，资料库坏了'],
    ['我跟陳美玲去東京看《進擊的巨人》，花了三萬塊錢', '我跟陈美玲去东京看《进击的巨人》，花了三万块钱'],
    ['劉醫師說後端部署在臺北', '刘医师说后端部署在台北'],
  ])('%s names the same as %s', (traditional, simplified) => {
    const keys = (text: string) => readEntities(text).map(({ key, kind, span }) => ({ key, kind, span }))
    expect(keys(traditional)).toEqual(keys(simplified))
    expect(keys(traditional).length).toBeGreaterThan(1)
  })
})
