import type { Chatter } from './chatter.ts'
import { EVERYDAY_CHINESE } from './everyday-chinese.ts'
import { EVERYDAY_ENGLISH } from './everyday-english.ts'

/** Says the words of the questions without answering them: the same topics touched in passing, and others' affairs. */
export const SWITCHING_ENGLISH_CHATTER: Chatter = {
  vocabulary: EVERYDAY_ENGLISH.vocabulary,
  script: `
Can you play something quiet on the piano? {person} is asleep.
[Only if it's slow.|It's {time}, of course.]

{person}'s dentist moved the appointment to {day}.
[Lucky, that's one more week without.|Mine always runs late.]

The landlord was at {place} with {person}. I hid behind the {item}.
[Why? He's harmless.|Did he say anything?]
[We owe him an answer about the bins.|Only hello.]

Biscuit slept on the {object} all afternoon.
[That dog is a cat.|And who let her into the {room}?]

{person} wants to come along to Lisbon too.
[No room, sorry.|Let them find their own flat.]
[I'll tell them gently.|They're {feeling} enough as it is.]

Did you oil the bike of {person}?
[Yes, and pumped the tyres up.|On {day}, promised.]

I ran with {person} before {sport}, {5-12} kilometres.
[In that {weather}?|Is that for a marathon as well?]

The band next door rehearses again, since {time}.
[They should meet Felix's band.|The drummer isn't bad.|At least they stop at ten.]

{person} is off to a wedding on {day} and can't find the {colour} suit.
[It's in the {room}.|Weddings are for shoes, nobody sees the suit.]

The choir of {place} is looking for tenors.
[{person} sings.|Not me.]

I have to write a thesis on {food} by now, I've cooked it so often.
[Chapter one: onions.|I'd defend you.]

{person} brought carrots from their allotment.
[How many?|Ours could look like that.]
[{3-30}, all crooked.|A bucket full.]

The sofa of {person} is {colour} now.
[A cover?|New?]
[They dyed it in the {room}.|From {place}, second-hand.]

The vet rang about {person}'s cat.
[Anything bad?|Is she eating again?]
[She has to stay there until {day}.|Just the bill, {40-140}.]

{person} had an interview on {day}.
[As what?|They asked about {job}, I bet.]
[At {place}, behind the counter.|They haven't heard back.]

I lost at chess against {person}, in {12-30} moves.
[They cheat.|You always open the same way.]

My cousin asks whether you still have that {object}.
[In the {room}.|I gave it to {person}.]

Somebody parked a Volvo in front of the gate, not ours, a {colour} one.
[I'll put a note on it.|That's {person}'s.]

{person} left the passport at {place} and missed the train.
[No!|And then?]
[They went on {day} instead.|Came home {feeling}.]

Grandma sends her love, she watched {show}.
[Did she like it?|She should come on {day}.]

The insurance wants to know how many of us live here.
[Three and a dog.|Ask {person}, they filled it in last time.]

{person} asked when the piano is free.
[On {day}, all afternoon.|Never before {time}.]

The vet says Biscuit should eat less {food}.
[Who gives her {food}?|She isn't fat.]
[{person} does.|Tell that to Biscuit.]

What do we take to Lisbon, the {colour} bag or the {colour2} one?
[The {colour}.|Both are too big.]

The harbour was closed because of {weather}.
[The office too?|I saw it from {place}.]
[Until {time}.|{person} was stuck there.]

Grandma asks who brings her {food} on {day}.
[I do.|{person} does, and the cake too.]

The pottery bowl from {person} leaks.
[It's a vase then.|Bring it back to the class.]

{person} borrowed the bike and came back with {item}.
[As long as it comes back.|And with air in the tyres?]

The landlord sent somebody to read the meter in the {room}.
[How long did he stay?|At {time}?]
[{12-45} minutes.|He was {feeling}.]

Someone from the choir stood at the door at {time}.
[For the notes?|What did they want?]
[{person}'s umbrella.|To borrow the {object}.]

The drummer of {person}'s band broke the {object}.
[How?|Send him the bill.]
[With a stick.|Nobody knows.]

{person} wants to sell the car and take the train.
[What do they ask for it?|About time.]
[{900-2900}, with winter tyres.|Whatever {person2} offers.]

Does the sofa go in the {room} or by the window?
[By the window.|Wait until it's here.]

The dentist's bill for {person} was {80-240}.
[Just for looking?|They should see mine.]

My passport photo looks like {person}.
[It's the {weather} hair.|They accepted it?]

I start on {job} on {day}.
[Good luck.|At {time}?]

The film on {day} is about a {colour} dog.
[At the club?|Where do you find these?]
[At {place}.|{person} chose it.]
`,
}

export const SWITCHING_CHINESE_CHATTER: Chatter = {
  vocabulary: EVERYDAY_CHINESE.vocabulary,
  script: `
{person}家的热水器也坏了，{day}才有人修。
[现在师傅难约。|让他去{place}问问。]

{person}的牙医改到{day}了。
[又能拖几天。|我最怕看牙。]

在{place}看见房东和{person}聊天，我绕道走的。
[躲他干嘛。|说什么了？]
[垃圾分类的事还没回他。|就打了个招呼。]

年糕在{object}上睡了一下午。
[这狗当自己是猫。|谁让它进{room}的？]

{person}说也想跟咱们去厦门。
[住不下。|让他自己找房子。]
[我委婉点说。|他本来就够{feeling}了。]

{person}的自行车你给打气了吗？
[打了，链条也上了油。|{day}弄，答应你。]

跟{person}跑了{5-12}公里。
[这种天还跑，不是要{weather}吗？|也是为了马拉松？]

隔壁乐队又开始排练了，从{time}到现在。
[鼓手打得还行。|应该跟阿杰他们切磋一下。]

{person}{day}去吃喜酒，找不到那件{colour}西装。
[在{room}里吧。|婚礼上没人看他。]

{place}那边的合唱团在招男高音。
[{person}会唱。|反正不是我。]

{food}我都能写篇论文了。
[第一章写葱姜蒜。|答辩我去捧场。]

{person}送来一袋自己种的萝卜。
[几个？|咱们菜地要是能长成这样就好了。]
[{3-30}个，都歪歪扭扭的。|满满一袋。]

{person}家的沙发变成{colour}了。
[换了个套子？|新买的？]
[他自己在{room}里染的。|{place}淘的二手。]

宠物医院打电话来，说{person}家的猫。
[严重吗？|肯吃东西了没？]
[要住院到{day}。|就是催账，{140-540}块。]

{person}{day}去面试了。
[什么岗位？|肯定问了{job}。]
[{place}的收银。|还没消息。]

下围棋输给{person}了，才{60-110}手。
[他肯定悔棋。|你布局老是那一套。]

我表哥问你那个{object}还在不在。
[在{room}。|送给{person}了。]

门口停了辆捷达，不是咱们的，{colour}的。
[我去贴张条。|那是{person}的。]

{person}把护照忘在{place}，火车没赶上。
[天哪。|后来呢？]
[改了{day}的票。|灰溜溜回家了。]

外婆问你们好，她在看{show}。
[她喜欢吗？|{day}接她过来坐坐。]

保险公司打电话问咱们家住几口人。
[三个人一条狗。|上回是{person}填的表。]

楼下说咱们的洗衣机半夜太吵。
[谁{time}还洗衣服？|是{person}来那次吧。]

{person}问钢琴教室{day}有没有空。
[得打电话问。|晚上才有。]

医生说年糕不能再吃{food}了。
[谁给它吃{food}了？|它又不胖。]
[{person}呗。|你跟年糕说去。]

去厦门带{colour}的包还是{colour2}的？
[{colour}的。|都太大。]

港务局那边{weather}，封路了。
[什么时候通？|我在{place}就看见了。]
[{time}。|{person}堵在那儿了。]

外婆问{day}谁给她送{food}。
[我去。|{person}去，顺便带蛋糕。]

{person}做的陶艺碗漏水。
[那当花瓶吧。|拿回班里补补。]

{person}借了自行车，带回来一袋{item}。
[还回来就行。|气打了吗？]

房东派人来{room}抄表。
[待了多久？|{time}来的？]
[{12-45}分钟。|人挺{feeling}的。]

合唱团有人{time}来敲门。
[来拿谱子？|要什么？]
[来还{person}的伞。|想借{object}。]

{person}他们乐队的鼓手把{object}弄坏了。
[怎么弄的？|让他赔。]
[一棒子敲的。|没人知道。]

{person}想把车卖了改坐火车。
[开价多少？|早该卖了。]
[{9000-29000}，送一套雪地胎。|看{person2}出多少。]

沙发放{room}还是靠窗？
[靠窗。|等送来再说。]

{person}看牙医花了{180-640}。
[就看一眼？|让他看看我的。]

我护照照片拍得像{person}。
[都怪{weather}吹的头发。|这也能过？]

{job}我{day}开始弄。
[加油。|{time}要交吧？]

{day}放的电影讲一只{colour}的狗。
[观影会的？|你们上哪儿找的片子？]
[在{place}放。|{person}选的。]
`,
}
