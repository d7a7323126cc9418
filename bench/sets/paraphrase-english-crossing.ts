/** What the same four people say, asked for in Chinese. */
export const PARAPHRASE_ENGLISH_CROSSING = `
* Elena: The babysitter wants fourteen euros an hour now.
? crossing | 看孩子的保姆现在一小时收多少钱？ | fourteen euros an hour

* Martin: We've signed the bakery chain for three years, beginning in May.
? crossing | 和那家连锁面包店的合同签了多久？ | for three years

* Nell: I left my laptop on the train to Bremen, in the luggage rack.
Theo: Ring the lost property office.
? crossing | 我把笔记本电脑忘在哪趟车上了？ | the train to Bremen

* Theo: My cholesterol is too high, the doctor says no more cheese.
? crossing | 因为胆固醇太高，医生不让我吃什么？ | no more cheese

* Elena: The washing machine has to stand on the rubber mat, otherwise it wanders across the floor.
? crossing | 洗衣机下面要垫什么才不会乱跑？ | the rubber mat

* Martin: The build is red because someone upgraded the compiler without telling anyone.
? crossing | 构建为什么失败了？ | upgraded the compiler

* Nell: We've named the puppy Pickle, the children voted.
? crossing | 小狗起了什么名字？ | Pickle

* Theo: I put my back out lifting the piano up the stairs.
? crossing | 我是搬什么东西把腰闪了？ | lifting the piano

* Elena: They are going to the Azores for their honeymoon, to see whales.
? crossing | 他们去哪里度蜜月？ | the Azores

* Martin: The link for resetting a password is only good for twenty minutes.
? crossing | 重置密码的链接多久以后失效？ | twenty minutes

* Nell: The best pizza in town is at Salvatore's, next to the fire station.
? crossing | 城里最好吃的披萨店在什么旁边？ | the fire station

* Theo: I failed the maths exam, two points short.
? crossing | 数学考试我差几分没及格？ | two points short

* Elena: I've put Grandma's ring into the safe at the bank.
? crossing | 奶奶的戒指存放在哪里？ | the safe at the bank

* Martin: We lost the tender, the competition was twenty per cent cheaper.
? crossing | 我们投标输给对手是因为什么？ | twenty per cent cheaper

* Nell: The leaves of the tomatoes are turning yellow, the gardener says they need more iron.
? crossing | 番茄叶子发黄，园丁说缺什么？ | more iron

* Theo: I'm learning Finnish so that I can talk to my girlfriend's parents.
? crossing | 我为什么要学芬兰语？ | talk to my girlfriend's parents

* Elena: The caretaker reminded us that quiet hours in the house are from one to three.
? crossing | 楼里规定几点到几点要保持安静？ | from one to three

* Martin: Screenshots of a bug go into the ticket, not into the chat, where nobody finds them again.
? crossing | 程序出错的截图应该贴到哪里？ | into the ticket

* Nell: Our oven is fifteen degrees hotter than the dial says.
? crossing | 烤箱的实际温度比显示的高多少度？ | fifteen degrees

* Theo: My gym is closed for renovation until the end of August.
? crossing | 我常去的健身房装修到什么时候？ | the end of August
`
