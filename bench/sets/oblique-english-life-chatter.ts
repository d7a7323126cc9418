import type { Chatter } from './chatter.ts'

/** Home, health, family, travel, money and hobbies: the same matters as in the evidence, of other people or in passing. */
export const OBLIQUE_ENGLISH_LIFE_CHATTER: Chatter = {
  vocabulary: {
    person:
      'Gareth / Tamsin / Aunt Vera / Leila / Yusuf / Paolo / Ingrid / Simone / Mr Okafor / Jonas / the lodger / my niece / the lady from number six / Uncle Pat',
    day: 'Monday / Tuesday / Wednesday / Thursday / Friday / Saturday / Sunday',
    month: 'January / February / March / May / June / July / August / September / October',
    place:
      'the station / the pub / the chemist / the library / the town hall / the car park / the bakery / the surgery / the church hall / the playground',
    city: 'Utrecht / Porto / Bilbao / Riga / Leeds / Lyon / Turku / Krakow / Ghent / Seville',
    body: 'shoulder / elbow / back / wrist / hip / neck / big toe / thumb',
    doctor:
      'the doctor / the physiotherapist / the nurse / the dentist / the chemist / the eye doctor / the allergy clinic',
    allergen: 'pollen / dust / wasps / penicillin / wool / latex / shellfish / strawberries',
    instrument: 'the guitar / the clarinet / the drums / the accordion / the trumpet / the harp / the recorder',
    crop: 'beans / courgettes / carrots / spinach / peas / leeks / radishes / pumpkins',
    sum: '15 / 25 / 55 / 80 / 120 / 140 / 220 / 310',
    room: 'kitchen / hallway / attic / cellar / landing / box room',
    feeling: 'tired / relieved / cross / cheerful / worried / nervous / hopeful',
    planet: 'Venus / Jupiter / Mars / Mercury',
  },
  script: `
{person} would like a spare key as well.
[The locksmith cuts one for {3-14}.|Do they need one?]
[Only until {day}.|In case we're away in {month}.]

I stood outside without my keys again.
[Where were you?|How long for?]
[At {place}, until {7-11}:{10-59}.|Until {person} came home.]

The lock on the front door sticks when it's cold.
[A drop of oil helps.|So does the one at {place}.]

{person}'s wallet was stolen on {day}.
[At {place}?|Were the cards in it?]
[Yes, and {sum} in cash.|They found it empty in {city}.]

Never keep your cards and the PIN in the same purse, says {person}.
[Who would do that?|I do. Did. Won't.]

{person} is allergic to {allergen}, by the way.
[Since when?|Badly?]
[{doctor} found out on {day}.|A rash, nothing worse.]

Is there anything the children shouldn't eat at the party?
[{person}'s boy can't have {allergen}.|Sweets, if you ask me.]

{person} had the operation on {day}.
[And, how is the {body}?|Are they allowed to move it?]
[Sore, says {doctor}.|Home by {day2}, they hope.|Not before {month}.]

My {body} hurts when I run.
[Then don't run.|{doctor} would say swim.]
[I only did {2-9} miles.|It's the old shoes.]

{doctor} moved my appointment to {day}.
[Again?|At what time?]
[{7-11}:{10-59}.|They didn't say.]

{person} uses a cream for that rash, it smells of fish.
[Does it help?|Which {doctor} gave them that?]
[A little.|It's for the {body}, not for the skin.]

We missed the train to {city} by a minute.
[The night train?|When's the next one?]
[At {7-11}:{10-59}, from platform {2-9}.|There's a bus from {place}.]

Are the berths on the train to {city} booked?
[Not for {month}.|{person} does that on {day}.]

{person} was stopped at the border and had to open every bag.
[What did they find?|On the way to {city}?]
[Nothing but socks.|Cheese, and they let it through.]

{person} hurt a foot on the hike near {city}.
[Could they walk?|Who carried them?]
[They limped to {place}.|It was only a blister.]

How far is the hike on {day}?
[{7-19} miles, says the map.|Too far for my {body}.]
[I'll bring plasters.|I'll bring the stove.]

The eggs at {place} are {2-4} pounds a box now.
[Everything is.|Then pancakes are off.]

{person} sells fresh eggs at the gate.
[Brown ones?|From how many hens?]
[From {4-22}, they think.|Half a dozen for a pound.]

There's something nibbling the {crop}.
[Snails.|Look at the underside of the leaves.]
[It's only the outer leaves.|{person} puts beer out for them.]

The {crop} are ready, come and pick.
[How many?|I've still got {crop2} to use up.]
[A bucket at least.|Enough for {person} too.]

{person} had {9-24} pots of seedlings killed by frost.
[What a pity.|In {month}?]

[Tamsin|Leila|Simone|Ingrid] is having a baby!
[When is it due?|Boy or girl?]
[In {month}, they think.|It's going to be another boy.]

The lady with the twins is looking for baby clothes.
[We gave ours to {person}.|What size?]

{person} paid {sum} for a second-hand wardrobe.
[It's worth {sum2}.|Does it fit through the {room}?]

Did {person} sell the old furniture?
[The table went for {sum}.|Nobody wants it.]
[And the lamps?|Put it on the board at {place}.]

There was a funeral at {place} on {day}, I couldn't park.
[Whose?|All those wreaths.]
[An uncle of {person}'s.|I don't know.]

{person} collects for charity, they want {sum}.
[Which one?|I gave something on {day}.]
[The hospice.|A school roof in {city}.|Cancer research.]

The bank wants {person}'s papers once more for the loan.
[Which papers?|Are they buying?]
[Payslips since {month}.|A flat in {city}.]

The bank is closed until {day}.
[And the machine at {place}?|I need {sum} in cash.]

{person}'s loan came through.
[At what rate?|So they can move?]
[{2-5} and a bit per cent.|In {month}.]

{person} is learning {instrument}.
[I can hear that.|With whom?]
[Somebody in {city}, over the phone.|By themselves.]

Somebody left {instrument} at {place}.
[{person}'s, I think.|Worth anything?]
[{sum}, at most.|It has a crack.]

I can't swap my shift on {day}, sorry.
[{person} can.|Then {day2}.]

{person} has a performance on {day}, and terrible nerves.
[Tell them to breathe.|What are they playing?]
[Something on {instrument}.|They've practised for {3-9} weeks.]

Who goes on stage first at {place}?
[{person}, then the children.|They draw lots.]

{person}'s father doesn't hear the bell any more.
[He's {81-96}, after all.|He hears what he wants.]

What's that noise in the {room}?
[The pipes.|{person}, with {instrument}.]
[It's been there since {day}.|Thank goodness, I thought it was in my ear.]

The heating is on in the {room}, is that on purpose?
[Yes, {person} was cold.|No, turn it down.]

There's a leak in the roof at {place}.
[Much water?|Who do they get for it?]
[{2-8} buckets.|{person} knows somebody.]

Which floor does {person} have in the {room}?
[Carpet.|Oak, and it creaks.|Something grey.]
[I'd get splinters.|Easy to wipe, at least.]

{person} picked the paint for the {room}.
[Oh no.|And?]
[Cream, like everybody.|It isn't out of the tin yet.]

{person} passed the driving test.
[First time?|Watch out, everyone.]
[At the {2-5}th try.|No mistakes at all.]

My driving lesson is moved to {day}.
[At {7-11}:{10-59}?|Same teacher?]
[Yes, {7-11}:{10-59}.|No, {person} has a cold.]

The relatives from {city} come on {day}.
[How many?|Where do they all sleep?]
[{3-11}.|In the {room}, and at {person}'s.]

{person} was seasick on a boat for {2-9} hours.
[On the way to {city}?|Ginger helps.]

The sky was so clear on {day}, I saw {planet}.
[Are you sure?|That was a plane.]
[{person} has an app for it.|It was very bright.]

{person} is buying a telescope for {sum}.
[For that you see the moon.|Is it heavy?]

I joined a fitness class with {person}.
[What do you do there?|You?]
[We lie on mats.|Jumping, mostly. My {body}!]

Membership at the tennis club is {sum} a year.
[That's fair.|{person} pays half of that.]

{person}'s grandmother turned {88-101}.
[Does she still live alone?|Is she well?]
[Her memory isn't what it was.|She beat me at rummy.]

The invoice from {place} is {sum} too high.
[Ring them.|Did you pay?]

Which cat is that in the {room}?
[{person}'s, it comes for the food.|Ours has a friend?]
[It ate {2-4} bowls.|It's been ill, poor animal.]

{person}'s dog is on a diet.
[What is he allowed?|How did he take it?]
[Carrots.|He stares at me.]

The moped at {place} is for sale, {sum}.
[You can't ride that.|Does it start?]
[{person} tried it, it does.|My brother had one.]

The insurance wants photographs of the {room}.
[What for?|All of it?]
[The water damage from {month}.|For {person}'s claim.]

The court sent a letter to {person}.
[What about?|That sounds bad.]
[Jury service, in {month}.|A parking ticket at {place}.]

Could we have breakfast on the patio on {day}?
[If it's dry.|{person} has the cushions.]

Neighbours: {person} asks who parks in front of the gate.
[Not us.|The people from {city}, I think.]

A child on the bus asked {person} for the time in {city}.
[Sweet.|And did they know?]
`,
}
