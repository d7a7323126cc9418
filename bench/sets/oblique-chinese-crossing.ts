/** 同样四个人说的话，用英语来问。 */
export const OBLIQUE_CHINESE_CROSSING = `
* 阿珍：护照落在酒店的保险柜里了，前台答应给寄回来。
? crossing | Where did I forget my travel document? | 酒店的保险柜里

* 子轩：支付回调来了两遍，同一单扣了客人两回，加上幂等键才好。
? crossing | How did we stop charging customers twice? | 幂等键

* 老秦：体检出来我尿酸高，虾蟹跟啤酒都得戒。
? crossing | What must I give up after my medical check-up? | 虾蟹跟啤酒

* 方瑶：闺女小提琴考级过了，评委只嫌她站得太僵。
? crossing | What did the examiners criticise when our daughter played the violin? | 站得太僵

* 阿珍：婚宴不摆在酒楼了，改在外公的桂花园里。
? crossing | Where will the marriage be celebrated now? | 桂花园

* 子轩：单元测试时好时坏，根子是大家共用了一个临时目录。
? crossing | What made our tests flaky? | 共用了一个临时目录

* 老秦：热水器打不着火，师傅换了根电极就好了。
? crossing | Which part was replaced so that we can take warm showers again? | 电极

* 方瑶：信用卡让人盗刷了，刷在一家卖钓竿的网店。
? crossing | What does the shop sell where the fraud with my card happened? | 钓竿

* 阿珍：姥姥一个喷嚏，假牙飞进鱼塘里去了。
? crossing | Where did grandma lose her dentures? | 鱼塘

* 老秦：我報了個夜校學電焊，禮拜二禮拜四上課。
? crossing | Which craft am I learning in evening classes? | 電焊

* 方瑶：租客提前搬走了，押金我只退了一半，墙上涂得乱七八糟。
? crossing | Why did the tenant not get the whole deposit back? | 墙上涂得乱七八糟

* 阿珍：去敦煌的半道上爆了胎，幸亏有个养路工帮着换上。
? crossing | Who helped us with the flat tyre on the journey? | 养路工

* 子轩：搜索慢是没走索引，两张表的字段类型对不上。
? crossing | Why were the database queries slow? | 字段类型对不上

* 老秦：戒烟满一百天，全靠嗑瓜子熬过来。
? crossing | What helped me to quit smoking? | 嗑瓜子

* 方瑶：臭小子在学校一屁股坐碎了同桌的眼镜，赔了人家三百六。
? crossing | What did our son break at school? | 同桌的眼镜

* 阿珍：昨夜打雷，院子里那棵枇杷被劈成两半了。
? crossing | Which tree was struck by lightning? | 枇杷

* 子轩：证书过期没人发觉，是因为提醒一直寄给早就离职的小邵。
? crossing | Why did nobody notice that the certificate had run out? | 早就离职的小邵

* 老秦：那辆二手车的表被人动过手脚，实际跑了十九万公里。
? crossing | How far had the used car really been driven? | 十九万公里

* 方瑶：我恐高，坐缆车全程闭着眼睛数数。
? crossing | How did I cope with my fear on the cable car? | 闭着眼睛数数

* 方瑶：机房搬家定在芒种那天，夜里动手。
? crossing | On which date does the whole data centre relocate? | 芒种
`
