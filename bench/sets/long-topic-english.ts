/** Four neighbours build a greenhouse for their street, from the first idea to the first winter. */
export const LONG_TOPIC_ENGLISH = `
* Maren: I measured the lot behind the old fire station, in case we're serious about a greenhouse.
* Maren: It is twenty-six metres long and nine wide, and the morning sun reaches all of it.
Kofi: I'm serious.
? detail | How long is the lot behind the old fire station that Maren measured? | twenty-six metres

Tobias: I asked at the council who owns the lot.
* Tobias: It belongs to the water board, and the person to write to is a Mrs Lindqvist.
Ivy: I'll write to her tonight.
? detail | Who is the person at the water board to write to about the lot? | Mrs Lindqvist

Ivy: We have an answer! We may use the lot for fifteen years.
Kofi: For how much?
* Ivy: The rent is symbolic: one crate of tomatoes a year, handed over on St Martin's Day.
? detail | What is the rent for the lot? | one crate of tomatoes

Kofi: I've drawn three shapes: a tunnel, a ridge house and a lean-to against the fire station wall.
Maren: The wall keeps the heat at night.
* Tobias: We voted, and the lean-to won five to two, mostly because of the brick wall.
? detail | Which shape of greenhouse won the vote, with five to two? | lean-to | won

Maren: The planning office wants a drawing with a stamp.
* Maren: My former neighbour Anselm is a structural engineer and stamps it for a bottle of plum brandy.
Ivy: A good exchange.
? detail | What does Anselm want for stamping the drawing? | plum brandy

Tobias: The soil test came back.
Kofi: Please say it's clean.
* Tobias: Lead is fine, but there is too much zinc along the north fence, so no beds within two metres of it.
? detail | Which metal is too high in the soil along the north fence? | zinc

Ivy: Fundraising, first evening: we took in more than I thought.
* Ivy: Two thousand three hundred and forty from the raffle and the soup, and not a single bowl was left.
Maren: You were wonderful.
? detail | How much did the first fundraising evening with raffle and soup take in? | Two thousand three hundred and forty

* Kofi: The savings bank foundation gives grants for things like ours.
* Kofi: The deadline is the eleventh of April, and they want two letters from schools.
Ivy: I can ask both head teachers.
? detail | What is the deadline for the grant of the savings bank foundation? | eleventh of April

Tobias: The permit is here!
Maren: Any conditions?
* Tobias: One: the ridge mustn't be higher than three metres eighty because of the fire station's hose tower.
? detail | How high may the ridge be because of the fire station's hose tower? | three metres eighty

Maren: We need to decide between glass and polycarbonate.
* Kofi: A salvage yard in Norrby has eighty old school windows, all the same size, for six each.
Tobias: That decides it, then.
? detail | How many old school windows does the salvage yard in Norrby have? | eighty | windows

Ivy: The digger man came for the foundation trench.
* Ivy: He hit an old cistern at the east corner, brick vault and all, still half full.
Kofi: Nobody knew about that?
*2 Ivy: Nobody alive. It holds about seven cubic metres.
? detail | What did the digger man hit at the east corner while digging the foundation trench? | an old cistern
? detail | How many cubic metres does the old cistern at the east corner hold? | seven cubic metres

Kofi: Change of plan: we keep the cistern and catch the rain from the roof in it.
* Tobias: I found a hand pump for it, cast iron, from the monastery sale, forty-five.
? detail | Where did Tobias find the hand pump for the cistern? | the monastery sale

* Maren: Concrete day was a success, everybody is dead.
* Maren: We mixed a hundred and twelve bags, and Kofi's uncle did thirty of them alone.
? detail | How many bags of concrete were mixed on concrete day? | a hundred and twelve bags

Tobias: The timber for the frame: larch or Douglas fir?
Ivy: What lasts longer?
* Tobias: The sawmill recommends larch for the posts, and the sawyer, Hedda, planes it for nothing.
? detail | Which wood does the sawmill recommend for the posts of the frame? | larch | recommends

* Ivy: The grant came through, the whole sum!
Kofi: Read it out!
* Ivy: They give us eight thousand five hundred, and want a plaque with their logo beside the door.
? detail | What do the people of the grant want beside the door? | a plaque

Kofi: Frame raising, Saturday: I need at least fourteen people.
Maren: I can bring the rowing club.
* Kofi: Then we start at six, before the wind. The ladders come from the volunteer brigade of Tranemo.
? detail | Where do the ladders for the frame raising come from? | volunteer brigade of Tranemo

* Maren: One of the posts is twisted, third from the left.
Tobias: Leave it, I'll pull it straight with a strap and put a bracket behind it.
? detail | Which post of the frame is twisted? | third from the left

* Tobias: Bad news about the windows, the van braked hard.
Ivy: How many?
* Tobias: Nine are cracked. I called the yard and they only have five more of that size.
? detail | How many windows cracked when the van braked? | Nine are cracked

Ivy: What colour do we paint the frame?
Kofi: White, like all of them.
* Ivy: The children of the school voted for ox-blood red, and I promised to honour it.
? detail | Which colour did the children of the school vote for? | ox-blood red

Maren: The vents need openers that work without electricity.
* Maren: There are cylinders filled with wax that push the vent up from nineteen degrees. We need six.
Kofi: Clever things.
? detail | At what temperature do the wax cylinders push the vents up? | nineteen degrees

* Kofi: Our electrician looked at the cable to the fire station.
* Kofi: We may draw sixteen amps at most, so the heated bench and the kettle never together.
? detail | How many amps may be drawn through the cable from the fire station? | sixteen amps

Tobias: Somebody took the wheelbarrows.
Ivy: Both?
* Tobias: Both, and the cash tin with the coffee money. From now on the shed has a lock, and Mr Okafor at number thirty keeps the spare key.
? detail | Who keeps the spare key of the shed? | Mr Okafor

* Ivy: I talked to the beekeepers about pollination.
* Ivy: They say honey bees hate glass, we should get a box of bumblebees in spring, about fifty euros.
? detail | What do the beekeepers advise for pollination instead of honey bees? | a box of bumblebees

Maren: Draft of the bench plan is on the wall.
* Maren: Tobias wants seventy-eight centimetres high, I asked for a lower stretch of fifty-five for wheelchairs.
? detail | How high is the lower stretch of the benches for wheelchairs? | fifty-five | wheelchairs

Kofi: The first seedlings moved in today!
Ivy: Which ones?
* Kofi: Leeks and two trays of artichokes that Mrs Baptiste had been keeping on her stairs.
? detail | Who had been keeping the trays of artichokes on her stairs? | Mrs Baptiste

Tobias: We had an inspector here, unannounced.
Maren: What did she find?
* Tobias: The handrail at the two steps is missing, and we have until the fourteenth of November to put one up.
? detail | Until when must the missing handrail be put up? | fourteenth of November

* Ivy: Opening day speaker: the mayor can't come.
* Ivy: Instead we get Professor Quill from the botanic garden, who'll talk about the sex life of figs.
Kofi: Even better.
? detail | Who speaks on opening day instead of the mayor? | Professor Quill

Maren: Tally of the opening: four hundred and six visitors by the clicker.
Tobias: I don't believe it.
* Maren: And the plant sale sold out by two, except for the rue.
? detail | Which plant did not sell out at the opening? | the rue

* Kofi: White fly. It's everywhere on the beans.
* Ivy: I ordered the little wasps, Encarsia, on cards to hang between the leaves. No spraying until then.
Kofi: All right.
? detail | What did Ivy order against the white fly? | Encarsia

* Tobias: The roof of the lean-to leaks where it meets the brick.
* Tobias: The roofer says the flashing was put in upside down. He comes back with lead strips and does it properly.
? detail | Why does the roof leak where it meets the brick, according to the roofer? | upside down

* Ivy: Rent day! I carried the crate to the water board.
Maren: Was she pleased?
* Ivy: She asked for cherry tomatoes next time, her grandson throws the big ones.
? detail | What does the water board want next time on rent day? | cherry tomatoes

Maren: Membership stands at fifty-three households.
Tobias: Then the watering rota needs a new system.
* Maren: Every household gets a coloured clothes peg; whoever's peg is on the hose is on duty.
? detail | What shows which household is on duty in the watering rota? | clothes peg

Kofi: Heating for the winter, three offers.
* Kofi: The pellet stove from Brandt and Daughter is the cheapest over ten years, and they service it themselves.
? detail | Which firm offers the pellet stove for heating? | Brandt and Daughter

Tobias: The storm took two panes and the weather vane.
* Tobias: The vane landed in the pond of the kindergarten, nobody was hurt.
Ivy: Thank heavens.
? detail | Where did the weather vane land in the storm? | pond of the kindergarten

Ivy: First frost, and inside it stayed at four degrees with the stove on low.
* Maren: The lemon tree that the consul gave us has already dropped its leaves though. Too wet, not too cold.
? detail | Who gave the lemon tree? | the consul

* Kofi: Annual meeting: who does the books next year?
* Tobias: Ruth Abernathy volunteered, she used to audit shipping companies.
Maren: We don't deserve her.
? detail | Who volunteered to do the books next year? | Ruth Abernathy
`
