import type { Chatter } from './chatter.ts'

/** What people at home write to each other on ordinary days. */
export const EVERYDAY_ENGLISH: Chatter = {
  vocabulary: {
    day: 'Monday / Tuesday / Wednesday / Thursday / Friday / Saturday / Sunday',
    time: 'half six / seven / quarter to nine / noon / ten past four / eight / half nine / five / six thirty / quarter past one',
    person:
      'Hannah / Jonas / Mei / Aunt Vera / Rob / Leila / Uncle Pat / Simone / Dev / Tamsin / Gareth / Yusuf / Ingrid / Paolo / my brother / the neighbour',
    food: 'lentil soup / mushroom risotto / fish pie / dumplings / shakshuka / roast chicken / noodles / aubergine curry / pancakes / leek tart / chilli / stuffed peppers',
    item: 'oat milk / bin bags / dishwasher tablets / light bulbs / onions / rice / batteries / toothpaste / coffee filters / soap / butter / lemons / cat litter / foil / candles',
    place:
      'the market / the corner shop / the library / the pool / the post office / the garden centre / the station / the town hall / the pharmacy / the park / the museum / the hardware shop / the swimming baths',
    room: 'kitchen / bathroom / hallway / spare room / living room / cellar / attic / balcony',
    object:
      'kettle / hoover / toaster / printer / washing machine / lamp / radio / blender / drill / doorbell / heater / ironing board / iron / shower head',
    feeling: 'tired / relieved / annoyed / cheerful / worried / hungry / bored / nervous / grumpy / hopeful',
    weather: 'rain / sleet / fog / wind / sunshine / hail / drizzle / a thunderstorm / frost / heat',
    show: 'the baking show / that detective series / the quiz / the documentary about eels / the news / the darts / a film about monks / the skiing / the cricket',
    job: 'the report / the rota / the budget sheet / the newsletter / the stock list / the slides / the timetable / the survey form / the minutes',
    colour: 'grey / mustard / navy / white / olive / pink / rust / cream',
    sport: 'badminton / yoga / five-a-side / climbing / rowing / table tennis / spin class / netball',
    book: 'the one about the lighthouse / a biography of a clockmaker / that crime novel / a history of salt / the poems / the spy story',
    reason:
      'the train was late / the meeting dragged on / the queue was endless / I forgot my keys / the roads were closed / my phone died',
  },
  script: `
Anyone home around {time}? There's a parcel for {person}.
[I'll be back by then.|I can take it.|No, sorry, I'm at {place}.]
[Thanks!|Brilliant, thank you.|You're a star.]

I'm making {food} tonight, who's in?
[Me, please.|Count me in.|Save me a bowl, I'm back late.]
[Shall I bring {item}?|Do you need {item} for it?]
[No need, there's enough.|Yes, one packet will do.|Yes please, as much as you can carry.]

We're out of {item} and nearly out of {item2}.
[I pass {place} later, I'll get some.|Put it on the list please.|Again?]

The {object} is making that noise again.
[Have you tried turning it off?|It did that on {day} as well.|I thought {person} had fixed it.]
[It stopped by itself.|I'll look at it after dinner.|Let's just buy a new one.]

What's the weather doing on {day}?
[They say {weather} all day.|{weather} in the morning, then better.|No idea, the app says {weather} and the radio says {weather2}.]
[Then I won't cycle.|Right, umbrella it is.|Good for the plants at least.]

Did you see {show} last night?
[I fell asleep after ten minutes.|Yes, the ending was silly.|No, don't tell me anything!]
[{person} says the next one is better.|I'd watch it again.]

{person} asked whether we want to come over on {day}.
[I'd like that.|I've got {sport} then.|Only if there's {food}.]
[I'll tell {person}.|Let me check and tell them tomorrow.]

So {feeling} today. {job} took me until {time}.
[Go to bed early.|Poor you, there's {food} in the oven.|That job will be the end of you.]

Who left the lights on in the {room}?
[Not me, I was at {place}.|Possibly me. Sorry.|The {room2} as well, I've noticed.]

My turn for the {room} this week, right?
[Yes, and I do the {room2}.|No, you did it last week.|I swapped with you, remember?]
[I'll do it on {day}.|Fine, fine.]

{sport} was cancelled, too much {weather}.
[Oh well, more time for {show}.|Again? That's the second time.|You can come with me to {place} instead.]

I ran into {person} at {place}.
[How are they?|I haven't seen them for ages.]
[{feeling}, mostly. They asked after you.|Fine, and they've painted everything {colour}.|Talking about {show} as always.]

Should we paint the {room} {colour} or {colour2}?
[{colour}, please.|Anything but {colour2}.|It's fine as it is.]
[I'll get samples at {place}.|We can decide later.]

Late for dinner, {reason}.
[No problem, we're eating at {time}.|We kept you some {food}.]

I'm reading {book}.
[Any good?|Is that the one {person} lent you?]
[Slow start, but I like it.|It gets better after page {40-190}.|I keep falling asleep, so no.]

Can somebody lend me an umbrella? {weather} all the way here.
[Take the {colour} one by the door.|Mine is at {place}, sorry.]

{person} has a cold and won't come on {day}.
[That's going round.|Tell them to drink ginger.]
[I'll bring some {food} over.|We move it to next week then.]

The bus to {place} takes for ever now.
[They're digging up the road since {day}.|Walk, it's {12-45} minutes.|I take the tram instead.]

Meeting at work moved to {time} on {day}, because of {job}.
[At least not on {day2}.|Does that mean you're late for {sport}?]
[I'll manage.|Probably. Start without me.]

Does anyone know where the {object} is?
[In the {room}, under the stairs thing.|{person} borrowed it.|Top shelf, behind the {item}.]
[Found it.|Not there.|It wasn't, but never mind.]

Happy {day}! I brought croissants.
[You're the best.|Is there an almond one?]

{person} wants to sell the {object} for {15-85}.
[Too much.|Take it, ours is falling apart.|Ask for a fiver less.]

How was {sport}?
[We lost by {2-9}.|Good, but I'm {feeling} now.|Nobody came except {person}.]

I booked the court for {sport} at {time}.
[On {day}?|I'll bring the balls.]
[Yes, on {day}, with {person}.|Next week, actually.]

My phone is at {4-19} per cent, so if I vanish that's why.
[Noted.|Charger is in the {room}.]

They've put the price of {item} up again.
[At {place} it's cheaper.|Everything is up.|I paid {2-6} pounds {day}.]

Did the post come?
[Only a bill and a postcard from {person}.|Nothing for you.|A leaflet about {sport} classes.]

The neighbours have a new cat, {colour} and enormous.
[It sat in our {room} this morning.|I've already given it {item}. I know.]

Where shall we eat on {day}? {person} pays.
[The place near {place}?|I could eat {food}.]
[Book for {time} then.|I'll ask what {person} wants.]

I forgot {person}'s birthday.
[It was {day}. I signed the card for you.|Send flowers.|They forgot yours too.]

{job} is finally done.
[Well done!|Did {person} like it?]
[They want it shorter.|No reaction so far.|They loved it, apparently.]

Can we turn the heating down in the {room}?
[It's freezing in the {room2} though.|I'm wearing two jumpers as it is.]

There's {weather} coming, close the windows in the {room}.
[Done.|I'm at {place}, can you?]

{person} rang about {day}.
[What did they want?|Did you say yes?]
[To borrow the {object}.|Just to chat. They're {feeling}.|A lift to {place}.]

I've been thinking of learning to cook {food} properly.
[Ask {person}, theirs is famous.|There's a course at {place}.]

Somebody rang the bell at {time} and ran away.
[Children.|The {colour} jacket again?]

The vacuum bag is full and there's no new one.
[I'll order some.|{place} has them.]

We need someone to water the plants from {day} to {day2}.
[I'm here.|Ask {person}.]
[Thanks, the ones in the {room} need the most.]

Did anybody move my {colour} scarf?
[Behind the door.|{person} wore it home, I think.]

I have two tickets for {show} live, at {place}.
[Take {person}.|I'd come, which day?]
[It's on {day} at {time}.|{day}, but it's standing only.]

{person} found a wallet near {place} with {20-90} in it.
[Handed it in, I hope.|Whose was it?]

Our {object} has a guarantee, hasn't it?
[Two years, the paper is in the {room}.|It ended on {day}, of course.]

What's that smell in the {room}?
[My {food} experiment.|I think it's the drain.]

I slept about {3-6} hours.
[The {weather}?|You should stop watching {show}.]

{person} and {person2} are not speaking at the moment.
[What happened?|Because of {day}?]
[Something about the {object}.|Don't ask.]

Cinema on {day}? There's something with subtitles.
[If it's not longer than two hours.|I'd rather stay in with {show}.]

The shop at the corner is closing down.
[No! Where do we get {item} now?|{person} told me in spring.]

I've lost {2-5} socks to the {object} this month.
[They come back as lids.|It's the price we pay.]

They want volunteers for the street party on {day}.
[I can bring {food}.|{person} does the music.]
[I'll put us down for tables.|Please not the tombola again.]

What's the code of the copy shop for {job}?
[Ask at the desk.|It's on the receipt.]

[Haha.|Very funny.|I can't stop laughing.]

[Right, off to {place}.|I'm going out for a bit, back by {time}.|Need anything from {place}?]

[Night, all.|I'm going to bed, {feeling}.|See you tomorrow.]

[The tram is stuck again.|Running late, {reason}.]
`,
}
