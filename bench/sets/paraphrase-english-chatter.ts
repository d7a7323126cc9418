import type { Chatter } from './chatter.ts'

/** The matters of the evidence once more, of other people or from another side, so that no matter stands alone. */
export const PARAPHRASE_ENGLISH_CHATTER: Chatter = {
  vocabulary: {
    person:
      'Gareth / Tamsin / Leila / Yusuf / Paolo / Ingrid / Simone / Jonas / Kasper / Noor / Odile / my cousin / the lady upstairs / the man from number nine',
    day: 'Monday / Tuesday / Wednesday / Thursday / Friday / Saturday / Sunday',
    month: 'January / April / May / July / August / October / November',
    place: 'the library / the post office / the chemist / the garden centre / the town hall / the market / the harbour',
    client: 'the museum / the dairy / the ferry line / the seed shop / the university / the water board',
  },
  script: `
{person} wants to go paddling on {day}.
[Is the water warm enough?|Take a dry bag.]

{person} has had toothache since {day}.
[Cloves help.|Does it have to come out?]
[They'll know on {day2}.|No, a filling will do.]

{person}'s phone backs up nothing but blurry photographs.
[Delete them.|Mine too.]

{person} fell off a ladder on {day}.
[Anything broken?|Poor thing.]
[Just a bruise.|The ladder.]

The thumbnails look fuzzy on {person}'s screen.
[It's the zoom.|Then we make them larger.]

{person} is looking for a new mattress.
[Because of the back?|Ours sags as well.]
[Mostly the noise.|They want it softer.]

{person}'s landlord wants {15-60} more a month.
[Can he do that?|Everybody's does.]
[From {month}, he says.|They'll ask a lawyer.]

{person} is reading a book about containers, {300-900} pages.
[The ones on ships?|Good luck.]

{person}'s car wouldn't start on {day}.
[The battery?|It's {9-19} years old.]
[No petrol, can you believe it.|Flat, of course.]

{person} is leaving {client}.
[Already?|Where to?]
[In {month}.|They won't tell.]

What do you give somebody who turns {30-59}?
[Socks.|A voucher for {place}.]

{person}'s cat eats nothing but tuna.
[Spoilt.|Clever.]

The gift wrap is all used up.
[{place} has some.|Take newspaper.]

{person} swapped the on-call week with {person2}.
[Fine by me.|Does the calendar know?]

The date picker shows {month} twice.
[Odd.|In every browser?]

{person} got a parking ticket near {place}, {15-55} euros.
[They'd better pay soon.|Again?]

{person}'s baby cries all night.
[Colic?|They look tired.]

The integration tests are red again.
[Who touched them?|Run them once more.]
[Nobody, they say.|Green now.]

{person} and {person2} are getting married in {month}.
[Finally!|Big party?]
[A small one.|Only the family.]

{person} baked a loaf, hard as a brick.
[Too little water.|I'd eat it.]

{client} paid the invoice from {month}.
[At last.|All of it?]

{person} swallows vitamins by the handful.
[Which ones?|Does it help?]
[All there are.|So they say.]

Whose turn is it to empty the dishwasher?
[{person}'s.|Not mine.]

{person}'s boys are learning to ride on {day}s.
[On ponies?|Brave.]

The start page looks odd in {person}'s browser.
[An old one, I bet.|Refresh it.]

{person}'s brother has a farm in Canada now.
[What does he grow?|Cold there.]

{person} drinks {4-9} cups of tea a day.
[Black?|That's nothing.]

Legal wants to read the contract with {client} again.
[How long will that take?|What for?]
[A week.|They never say.]

The intern asks where the stapler is.
[Top drawer.|{person} had it.]

An orchestra plays at {place} on {day}.
[Are there tickets left?|Loud, I fear.]

{person} is looking for a used scooter.
[How much can they spend?|Whatever for?]
[{400-900}.|For the way to work.]

We need masking tape for the skirting boards.
[How much?|{place} has it.]

The settings have {3-9} switches that do nothing.
[{person} made them.|One day we tidy up.]

The release notes are far too long.
[Nobody reads them.|Cut the thanks.]

{person}'s visa came through.
[For how long?|Lucky.]
[{30-90} days.|A year.]

{person}'s mother has moved in with them.
[How is it going?|The strict one?]
[She rearranges the kitchen.|So far so good.]

Who takes notes in the meeting on {day}?
[{person}.|I did last time.]

The partner in Sweden asks for another test account.
[Another one?|{person} can do that.]

{person} can't choose between shares and a savings book.
[Neither could I.|Ask at the bank.]

{person}'s nanny has the flu.
[Who looks after the twins?|That's going round.]
[They take turns.|{person2} does.]

{person} forgot a bag on the tram.
[Anything in it?|Try the lost property office.]
[Only apples.|They did, it's there.]

Our tumble dryer hums.
[It always did.|Is it level?]

{person}'s puppy chewed a slipper.
[Just one?|They do that.]

{person}'s piano needs tuning.
[I can hear it.|Who does that?]

{person} got {51-96} points in the history exam.
[Out of a hundred?|Bravo.]

The pizza at {place} was burnt.
[Send it back.|I like it dark.]

{person}'s roses have black spots.
[That's the damp.|Cut them off.]

{person} is learning Danish.
[Why?|Say something!]
[Because of a crime series.|No idea.]

The light in the oven is broken.
[Leave it.|I've got a spare bulb.]

{person}'s gym has got a new rowing machine.
[Is it any good?|Who needs that?]
`,
}
