import type { Chatter } from './chatter.ts'

/** Everything else that is said while a greenhouse is being built; the same words, other matters. */
export const LONG_TOPIC_ENGLISH_CHATTER: Chatter = {
  vocabulary: {
    day: 'Monday / Tuesday / Wednesday / Thursday / Friday / Saturday / Sunday / the weekend',
    time: 'nine / half ten / noon / two / quarter to four / five / half six / seven',
    person:
      'Agnes / Bruno / Milan / Farah / old Mr Dunne / Lotte / Edith / Samuel / Chiara / Nils / Mrs Rowe / the caretaker / Oskar / Wanda',
    part: 'bench / door / gutter / frame / window / vent / gable / path / step / roof / post / ridge / hinge / shelf / hose / tap / fence',
    tool: 'drill / spirit level / long ladder / wheelbarrow / tape measure / mixer / hand saw / clamp / rubber mallet / staple gun / chalk line / jigsaw',
    material:
      'gravel / screws / sealant / sand / brackets / putty / linseed oil / wire mesh / battens / roofing felt / mortar / primer / hardwood wedges',
    plant:
      'chard / basil / aubergines / cucumbers / peppers / lettuce / spinach / sweet peas / dill / radishes / melons / parsley / fennel / marigolds / kohlrabi',
    place:
      'the north side / the south corner / the brick wall / the shed / the gate / the long bench / the compost / the first bay / the last bay / the water butt',
    shop: "the builders' merchant / the hardware shop / the tip / the online auction / the nursery on the ring road / the scrapyard / the joiner's / the farm shop",
    weather: 'rain / frost / wind / heat / drizzle / fog / sleet',
    body: 'the council / the planning office / the parish / the school / the allotment club / the insurance / the local paper / the scouts / the residents’ board',
    pest: 'aphids / slugs / spider mites / mildew / a mouse / ants / leaf miners / damping off / woodlice',
    reason:
      'the lorry broke down / it was too wet / nobody had the key / the drill died / we ran out of light / half of us had colds',
    money:
      'forty / sixty / eighty-five / a hundred and ten / a hundred and twenty / two hundred / three hundred and fifty',
  },
  script: `
Who has the {tool}? I want to finish the {part} on {day}.
[It's in the shed, behind the {material}.|{person} took it home.|I do, I'll bring it at {time}.]
[Thanks.|Perfect.|Please charge it first.]

The {part} at {place} is crooked by {2-9} millimetres.
[Nobody will see that.|Then we plane it.|{person} hung it, ask them.]
[I'll see it every time.|I'll do it again on {day}.]

We need more {material}.
[How much?|Again?]
[{2-30} kilos at least.|As much as {shop} has.|Enough for the whole {part}.]
[I can pick it up on {day}.|Put it on the account.]

{person} offered us {material} left over from the {part} at home.
[For nothing?|Is it any good?]
[For {money}, but it's nearly new.|For nothing, we only have to fetch it.]

I'd put the {plant} at {place}, it's the warmest there.
[Not next to the {plant2}.|I'd keep that for the {plant2}.|Ask {person}, they grew them last year.]

{body} wrote to us about the {part}.
[What do they want now?|Good or bad?]
[A photograph and a signature.|To know when we finish.|Only to say that it's fine.]

No work on {day}, {reason}.
[Then {day2}.|I'll tell {person}.|A pity, I had taken the day off.]

Work party on {day} at {time}, please bring gloves.
[I'm there.|I can stay until {time2}.|I'll bring {person}.]
[We do the {part} and, if there's time, the {part2}.|There'll be soup.]

The {plant} have {pest}.
[All of them?|Wash them with soap.]
[Only the ones at {place}.|Yes, and the {plant2} too.]

How many {plant} did we sow?
[{12-70} pots.|Two trays, I think.|Ask {person}.]
[Half came up.|That's too many.|More than we can eat.]

I priced the {part} at {shop}: {money}.
[Too much.|That's what I expected.|{person} can get it for less.]
[Then we build it ourselves.|Let's wait until the next sale.]

Money: we have {money} left for the {part}.
[And the {material}?|Is that with the donations?]
[That's already paid.|Everything included.|Not counting what {person} promised.]

The {part} doesn't close since the {weather}.
[Wood moves.|Plane it, or wait.]
[I'll take it off on {day}.|It will dry by {day}.]

{person} wants to join us, they say they can grow {plant}.
[Welcome!|And can they handle a {tool}?]
[They've built a greenhouse before, a small one.|They've never held a {tool}.]

Photos of the {part} are up on the board.
[It looks like a real greenhouse!|Who is the one with the {tool}?]
[That's {person}.|Me, from behind.]

Can we reach {place} with the hose?
[Not without a second one.|Just about.]
[I'll buy {5-25} metres at {shop}.|Then we water by can.]

{person} from {body} came to look round.
[What did they say?|You should have called me.]
[They liked the {part}.|They asked {2-9} times about safety.|They want to grow {plant}.]

I oiled the {part} today. It took {2-6} hours.
[It shines.|Twice is better, says {person}.]

{weather} is coming on {day}, cover the {plant}.
[Done.|With what?]
[The fleece from the shed.|Old curtains will do.]

Does the {part} go in before or after the {part2}?
[Before.|After, otherwise you can't reach the screws.|Kofi's drawing says before.]

The {tool} is broken.
[That was the good one.|{person} can mend it.]
[I'll look at {shop} for another.|It only needs a new blade.]

[Who watered yesterday?|Did anyone water on {day}?] The {plant} look thirsty.
[I did, but not {place}.|{person} should have.]
[I'll go over at {time}.|I've done it now.]

The {plant} taste wonderful.
[You're not supposed to eat them yet.|Which ones, the ones at {place}?]

We should put {material} under the {part}, it sinks.
[How deep?|I said so at the beginning.]
[{5-18} centimetres.|{person} says a hand's breadth.]

{shop} is closed until {day}.
[Typical.|Then we use what we have.]

I wrote the piece for {body}. {120-480} words about the greenhouse.
[Did you mention the volunteers?|Can I read it?]
[It's pinned on the door of the shed.|They cut it by half.]

{person} fell off the {part}, nothing broken.
[Oh dear!|Was anyone holding the ladder?]
[They're laughing already.|A bruise and some shame.]

The wall warms up nicely, {17-31} degrees at {time}.
[And at {place}?|With the vents open?]
[{12-16} there.|Half open.]

Next meeting on {day} at {time}, at {person}'s place.
[What's on the list?|I can't, {reason}.]
[The {part}, the {material} and who buys what.|Money, mostly.]

I counted the {material}, we have {40-300} left.
[That's enough for the {part}.|I'd have said more.]

Could we collect the rain from the {part} too?
[It runs off at {place} anyway.|Too little, says {person}.]

{person} gave us a bag of seeds, {plant}, from {2017-2022}.
[Too old?|Sow them all.]
[Every {2-5}th comes up, I guess.|They're fine, I tested ten.]

The drawing says {85-240} centimetres for the {part}, but there's less room.
[Measure again.|Then we cut it.]
[I measured {2-4} times.|{person} drew it from memory.]

Kids from {body} came by and planted {plant}.
[How many were they?|Did anything survive?]
[{9-28}, and all with muddy shoes.|Most of it, upside down.]

I dreamt about the {part} again.
[We all do.|You need a day off.]

What do we call the thing? {person} suggests The Glass Nose.
[No.|I like it.|{body} will love that.]

I can't lift the {part} alone.
[Wait for {person}.|I'm there at {time}.]

The paint at {place} is peeling already.
[Two coats weren't enough.|Because of the {weather}.]
[{person} does a third one on {day}.|Scrape it and start again.]

Insurance question: is the {part} covered?
[Only against {weather}.|{body} should know.]

The {pest} are back, at {place} this time.
[I thought the soap worked.|Then we take the {plant} out.]

I have {money} in receipts from {shop}, who pays me back?
[Give them to me at the meeting.|{person} has the cash.]

The door sticks, lift it a little.
[It's the hinge.|It's the {weather}.|It's you.]

We got a donation, {money}, from {person}.
[How kind!|For anything special?]
[For the {part}.|They only want a jar of pickles.]

{person} asks whether dogs are allowed in.
[No.|On a lead.|Only if they eat {pest}.]

We have to move the {plant}, they shade the {plant2}.
[On {day}, together.|To {place}?]

I'd like a clock in there.
[And a sofa?|A thermometer is more useful.]

The {material} got wet.
[All of it?|Who left it at {place}?]
[The top {2-6} bags.|{reason}, so it stayed out.]

[Good work today, everybody.|My back!|I'm sore all over, but it's growing.]

[I'm at the lot until {time}.|Anyone at the greenhouse? I forgot my jacket.|The gate was open again.]

[It stands!|It looks different every day.|I can't wait for spring.]

[The compost is steaming.|First bee of the year at {place}.|There's a robin living behind the {material}.]

The planning office asks again about the permit for the {part}.
[I thought we had that.|Didn't {person} send it?]
[Sent on {day}.|They want it twice.]

Somebody should thank the grant people, {person} says.
[With a photo?|With {plant}.]
[I'll write on {day}.|And send them the bill for the {material}.]

{2-8} of the old windows don't fit the frame by the {part}.
[Turn them round.|Plane the frame.]
[Tried that.|{person} can cut them.]

A window cracked in the {weather}, at {place}.
[Only one?|Do we have a spare?]
[Two, if you count the small one.|There's one behind the {material}.]

The roofer can't come on {day}.
[Then the {part} has to wait.|Is it the roof or his back?]
[{reason}, he says.|He sends {person}.]

{person} asks whether the water board knows about the {part}.
[They only own the lot.|We told them on {day}.]

I swept the benches, there's {pest} below.
[At {place}?|Again?]
[Everywhere but {place2}.|A few, I've washed them.]

The children of the school want to paint the {part} too.
[One wall is enough.|Which colour?]
[They say {person} promised.|They vote on {day}.]

Whose turn is it on the watering rota?
[{person}'s.|Look at the board.]
[They're away until {day}.|Then I'll do it.]

The electrician sent the bill for the cable: {money}.
[That's with the lamp?|As agreed.]
[With everything.|{person} pays half.]

The post at {place} needs another bracket, by the {part}.
[Is it twisted?|I've got {2-9} left.]
[No, only loose.|A bit, in the {weather}.]

Do we need heating for the {plant}?
[Not before winter.|They like it cool.]
[{person} has a small stove.|The wall does it.]

Volunteers for {day}: {person}, {person2} and me.
[That's not enough for the {part}.|I'll come too.]

{person} counted {20-95} visitors on {day}.
[In the {weather}?|And what did they buy?]
[{plant}, all of it.|Tea, mostly.]

What's the handrail made of at {person}'s?
[Larch, I think.|Pipe.]

The sawmill has {material} in the yard, cheap.
[How cheap?|We have enough wood.]
[{money} for the lot.|Take it for the {part}.]
`,
}
