/** What the same four people say, asked for in Chinese. */
export const OBLIQUE_ENGLISH_CROSSING = `
* Desmond: My phone went over the railing into the harbour while I was taking pictures of the seals.
? crossing | Desmond 的手机掉到什么地方的水里去了？ | the harbour

* Ruth: The migration locked the accounts table for eleven minutes. Next time we add the column in two steps.
? crossing | 上次改表结构，服务卡了多久？ | eleven minutes

* Clara: Mum's blood pressure is back to normal, just because she leaves out the salt.
? crossing | 老妈的血压是怎么降下来的？ | leaves out the salt

* Hugo: Our flight home is off, the whole airport is on strike. We take the ferry from Bastia instead.
? crossing | 飞机取消以后，我们改坐什么回家？ | the ferry

* Ruth: I lent Grandfather's chess set to the priest, he promised to keep the queen away from the baby.
? crossing | 爷爷留下的棋借给谁了？ | the priest

* Clara: The wedding cake will be lemon with pistachio, anything chocolate melts in July.
? crossing | 婚礼的蛋糕最后选了什么口味？ | lemon with pistachio

* Desmond: The daemon keeps eating memory until the kernel kills it, every six hours on the dot.
? crossing | 那个内存泄漏的后台进程多长时间被系统干掉一次？ | every six hours

* Hugo: The cleaning lady gets fifteen an hour in cash, and she brings her own bucket.
? crossing | 保洁阿姨的工钱怎么算？ | fifteen an hour

* Ruth: Parents' evening is in the canteen this time, the hall is under water.
? crossing | 家长会为什么换了地方开？ | under water

* Hugo: The ringing in my ears began right after the fireworks, and it hasn't stopped since.
? crossing | Hugo 的耳鸣是因为什么开始的？ | the fireworks

* Clara: Our dog bit the courier in the calf. He is fine, but he would like new trousers.
? crossing | 被狗咬到的那个送快递的要我们赔什么？ | new trousers

* Desmond: We had rebuilt the index with the wrong collation, that's why all the umlauts came last.
? crossing | 带变音符号的名字为什么都排到最后？ | the wrong collation

* Ruth: Aunt Philippa left the two of us her beach hut! The solicitor read it out this morning.
? crossing | 姑妈的遗嘱给我们留了什么财产？ | her beach hut

* Hugo: I asked her at the top of the ski lift, on one knee in the snow, and she said yes.
? crossing | Hugo 是在哪里求婚的？ | the top of the ski lift

* Clara: The electrician has it, the crackling comes from an aluminium joint up in the loft.
? crossing | 电线噼啪响，毛病出在哪儿？ | an aluminium joint

* Desmond: The suite takes six minutes now instead of forty, because all cases share one browser.
? crossing | 自动化测试是靠什么办法变快的？ | share one browser

* Clara: The kiln cracked at twelve hundred degrees, and with it went all my teapots.
? crossing | 窑裂开的时候，我做的什么陶器毁了？ | all my teapots

* Ruth: Our accountant retires at Christmas, a young man called Ossian takes over her files.
? crossing | 会计退休以后，账目由谁接手？ | Ossian

* Hugo: I grind my teeth in my sleep, so I have to wear a splint.
? crossing | Hugo 晚上睡觉为什么得戴牙套？ | grind my teeth

* Desmond: The newspaper is cancelled, I kept only the crossword weekly.
? crossing | 报纸退订之后，我还留着哪份刊物？ | the crossword weekly
`
