/** 同样四个人说的话，用英语来问。 */
export const PARAPHRASE_CHINESE_CROSSING = `
* 文静：家教一节课收两百五，只教物理。
? crossing | How much does the private tutor charge for a lesson? | 两百五

* 大鹏：我的耳机落在去杭州的高铁上了。
? crossing | On which train did I leave my headphones? | 去杭州的高铁

* 吴迪：跟电信公司签了两年，明年一月生效。
? crossing | For how long did we sign with the telephone company? | 签了两年

* 雅琴：血糖偏高，大夫叫我别再喝果汁了。
? crossing | What should I stop drinking because of my blood sugar? | 果汁

* 文静：儿子给乌龟起了个名字叫闪电。
? crossing | What is our turtle called? | 闪电

* 大鹏：打篮球跟人撞了一下，门牙磕掉半颗。
? crossing | How did I break my tooth? | 打篮球跟人撞了

* 吴迪：消息队列堵住了，消费者的线程全卡在发短信上。
? crossing | Which step were the consumers stuck on when our message queue jammed? | 卡在发短信上

* 雅琴：他们蜜月去冰岛，说要看极光。
? crossing | Where are they going on their honeymoon? | 冰岛

* 文静：房产证我夹在那本旧字典里了。
? crossing | Where did I put the deed to the flat? | 旧字典

* 大鹏：短信验证码只有五分钟有效。
? crossing | How soon does the verification code expire? | 五分钟有效

* 吴迪：老客户嫌红色刺眼，所以网站改成绿的了。
? crossing | Why did we change the colour of the website? | 嫌红色刺眼

* 雅琴：女儿钢琴比赛拿了第二名，高兴坏了。
? crossing | Which place did our daughter win in the piano competition? | 第二名

* 文静：发面的水三十五度最好，再烫酵母就死了。
? crossing | How warm should the water for the dough be? | 三十五度

* 大鹏：缺陷一律提到看板上，别私下发微信。
? crossing | Where should bugs be reported? | 提到看板上

* 吴迪：机房停电以后，备用电源只撑得住四十分钟。
? crossing | How long does the emergency power in the server room last? | 四十分钟

* 雅琴：我在学西班牙语，因为女婿是秘鲁人。
? crossing | Why am I learning Spanish? | 女婿是秘鲁人

* 文静：物业通知，中午十二点到两点不许装修。
? crossing | During which hours is noisy renovation work forbidden in our building? | 十二点到两点

* 大鹏：楼下的游泳池要到八月底才重新开放。
? crossing | When does the swimming pool reopen? | 八月底

* 吴迪：網頁打開慢，是因為字體文件太大。
? crossing | Why does the web page load so slowly? | 字體文件太大

* 雅琴：體溫計放在電視櫃的第二個抽屜裡。
? crossing | Where do we keep the thermometer? | 第二個抽屜
`
