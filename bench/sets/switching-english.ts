/** Three flatmates. What is asked about often stands next to the message that names it, as people talk. */
export const SWITCHING_ENGLISH = `
* Nadia: The piano tuner rang while you were out, Owen.
Owen: Oh no, is he still coming this week?
* Nadia: Not before the nineteenth, first thing in the morning.
Owen: Fine, I'm home then anyway.
? neighbour | When is the piano tuner coming now? | the nineteenth

* Felix: Grandma's ninetieth is coming and nobody has booked anything yet.
Nadia: Does she want a big do, or just the family?
Felix: Family only, she says. My aunt found a room at the Heron.
* Felix: It fits forty-four if we push the tables together.
Nadia: That should be plenty.
? neighbour | How many people fit in the room for Grandma's ninetieth? | forty-four

* Owen: Took the Volvo in for its inspection.
Nadia: And? Dead?
* Owen: Nearly. The rear wheel bearing has to be replaced before they sign it off.
Nadia: Could be worse.
? direct | Which part of the Volvo has to be replaced before the inspection is signed off? | rear wheel bearing

* Nadia: I signed up for the pottery class at last.
Felix: The one above the bakery? Who teaches it?
* Nadia: A retired stonemason called Bertram. Monday evenings, eight weeks.
? neighbour | Who teaches Nadia's pottery class above the bakery? | Bertram

* Felix: Has anyone talked to the landlord about the lease?
Owen: I did, he was surprisingly friendly.
Nadia: So how long will he let us stay?
* Owen: To the end of September, without raising anything.
Felix: I can live with that.
? neighbour | How long will the landlord let them stay on the lease? | end of September

* Owen: Biscuit ate something in the park again.
Felix: Was the vet worried? Is she allowed her dinner?
* Owen: Not for thirty-six hours, and then only rice.
Nadia: Poor dog.
? neighbour | For how long is Biscuit not allowed her dinner after what she ate in the park? | thirty-six hours

* Felix: Quick one about Lisbon: I found a flat.
Nadia: In the middle of everything or up a hill?
Felix: Up a hill, obviously. Near the Graça viewpoint.
Owen: And the owner wants a deposit, I suppose?
* Felix: Two hundred and eighty, back when we hand in the keys.
? neighbour | What deposit does the owner of the flat in Lisbon want? | Two hundred and eighty

* Nadia: My thesis supervisor finally answered.
Owen: After only three weeks!
* Nadia: She wants chapter four split in two and the survey moved into the appendix.
? direct | What does the thesis supervisor want moved into the appendix? | the survey | appendix

* Owen: Do we know when the sofa comes?
Felix: They sent a message while I was in the shower.
* Felix: Between half two and five, and somebody has to hold the lift open.
Nadia: I can be here.
? neighbour | Between which times does the sofa come? | half two and five

* Felix: Band practice was a mess.
Nadia: Drummer late again?
* Felix: Worse, he has got a place in a touring circus in Ghent.
Owen: You are making that up. He's leaving?
Felix: In two weeks.
? neighbour | Why is the drummer leaving Felix's band? | touring circus

* Nadia: Someone took my bike from the yard last night.
Owen: The green one? Was it locked?
Nadia: With the good lock even. I went to the police.
Felix: Did they give you a reference?
* Nadia: KT-2291, on a slip, for later.
? neighbour | What reference did the police give Nadia for her bike? | KT-2291

* Owen: Allotment news: we are off the waiting list.
Felix: After two years!
* Owen: Plot 61, right beside the compost heaps, but it has its own tap.
? direct | Which plot did Owen get at the allotment? | Plot 61

* Felix: About the wedding of my cousin, I asked what they would like.
Nadia: Please not towels.
* Felix: They'd rather have something for the honeymoon, they are saving for kayaks.
Owen: That's easy then, money in an envelope.
? neighbour | What is Felix's cousin saving for, as a wedding present? | kayaks

Felix: Where are we camping this year, the lake or the dunes?
Owen: Not the dunes, I still have sand in my ears.
* Nadia: Then the lake. The warden keeps us the pitch under the larches from the second week of August.
? direct | Which pitch does the warden keep for camping at the lake? | under the larches

* Nadia: The choir got the programme for the autumn concert.
Owen: Are you doing the solo?
* Nadia: No, Marguerite sings it. I'm in the back row with the altos.
? neighbour | Who sings the solo at the choir's autumn concert? | Marguerite

* Owen: My interview at the harbour office was today.
Felix: How did it go? What did they ask?
Owen: Four people behind a table, very stiff.
* Owen: Three times whether I'd mind night shifts, and I said only in winter.
Nadia: Good answer.
? neighbour | What did they ask Owen in the interview at the harbour office? | night shifts

* Felix: Dentist. Nothing but bad news.
Nadia: Root canal? What does it cost?
* Felix: Two of them, and a crown on top, eleven hundred all in.
Owen: Ouch in both senses.
? neighbour | What does the root canal at Felix's dentist cost? | eleven hundred

* Nadia: Who wants to come to film club? They show a Hungarian one about a whale.
Owen: Of course they do.
* Nadia: Starts at quarter past eight in the old tram depot, bring a cushion.
? neighbour | Where does film club show the Hungarian one about a whale? | old tram depot

* Owen: The tuner came, by the way. The piano sounds like a different animal.
Felix: I heard! What was wrong with it, and what did it cost?
* Owen: Two broken strings and moth in the felt. A hundred and thirty-five.
Nadia: Cheaper than a new one.
? neighbour | What was wrong with the piano when the tuner came? | moth in the felt
? neighbour | What did the tuner cost for the piano? | A hundred and thirty-five

* Felix: My passport is a problem, the office didn't take the photo booth pictures.
Nadia: Why not?
* Felix: Because I'm smiling, and the next free slot is in five weeks.
Owen: Never smile.
? neighbour | Why didn't the office take the pictures for Felix's passport? | I'm smiling

* Nadia: Update on Grandma's ninetieth, Felix's aunt says she doesn't want a chocolate cake.
Owen: What else is there?
* Felix: Almond with quince, from the place by the station.
Nadia: I'd eat that.
? neighbour | Which cake does Grandma want for her ninetieth instead of chocolate? | Almond with quince

Owen: Training log: eighteen kilometres before breakfast.
Felix: The marathon is turning you into a different person.
* Owen: My left shin hurts, so the physio makes me swim instead for ten days.
? direct | What does the physio make Owen do because his shin hurts? | swim instead

* Felix: Chess league, round three.
Nadia: Against whom?
Felix: A ten-year-old with a juice box.
* Felix: She offered a draw on move forty-seven and I was grateful.
Owen: I'd have paid to see that.
? direct | On which move was Felix offered a draw in the chess league? | move forty-seven

Nadia: Somebody flooded the bathroom of Mrs Aldous downstairs and it was our washing machine.
Owen: Oh no. Is she angry?
* Nadia: Not at all. Mrs Aldous only wants us to pay for the rug from her bathroom, sixty-five, and to drink sherry with her.
Felix: Deal.
? direct | What does Mrs Aldous want for the rug after the washing machine flooded her bathroom? | sixty-five

* Owen: The Volvo again. I'm thinking of selling it.
Nadia: Who would take that?
* Owen: A teacher from Moss Lane offered nine hundred and fifty, cash, without driving it.
? direct | What did the teacher offer for the Volvo? | nine hundred and fifty

* Felix: So, the band has somebody new.
Nadia: A new drummer?
* Felix: Yes, she's called Ottoline, plays like a threshing machine and owns a van.
Owen: The van decides it.
? neighbour | What is the name of the new drummer in Felix's band? | Ottoline

* Nadia: My sister moves house on the weekend and needs arms.
Owen: How many floors?
* Nadia: Fourth, no lift, and she has a harmonium.
Felix: I suddenly have plans.
? neighbour | Which instrument is there to carry when Nadia's sister moves house? | harmonium

* Owen: The harbour office rang!
Felix: And? When do you start?
* Owen: The third of November, on probation for half a year.
Nadia: We must celebrate.
? neighbour | When does Owen start at the harbour office? | third of November

* Felix: The flat in Lisbon fell through, the owner has sold it.
Nadia: No! And now?
* Felix: A colleague lends us hers in Alcântara, if we water forty pots of basil.
Owen: That's a good trade.
? direct | What do they have to water at the colleague's flat in Lisbon? | forty pots of basil

* Nadia: The insurance wrote about the bike.
Owen: Do they pay?
* Nadia: Only half, because the receipt is missing. That makes three hundred and ten.
Felix: Better than nothing.
? neighbour | How much does the insurance pay for Nadia's bike? | three hundred and ten

* Owen: How was your choir concert? I had to leave at the break.
Nadia: Good until the power cut.
* Nadia: We sang the last piece in the dark, and the mayor held up his phone as a lamp.
? direct | Who held up a lamp at the choir concert in the dark? | the mayor | lamp

* Owen: I think the slugs won at the allotment.
Nadia: All the lettuce?
* Owen: Every leaf. The man next door swears by sheep's wool around the stems.
? direct | What does the man next door at the allotment use against slugs? | sheep's wool

* Felix: Small wedding crisis: my cousin's best man has broken his leg.
Owen: Who makes the speech then?
* Felix: I do. Seven minutes, no jokes about the goat, she was very clear.
Nadia: Now I want to know about the goat.
? direct | What must Felix not joke about in his speech at the wedding? | the goat | jokes

* Nadia: Submitted! The thesis is in.
Felix: Bravo! When is the defence?
* Nadia: They only had one date left, the twenty-sixth, at eight in the morning in the botany building.
Owen: Cruel.
? neighbour | When is the defence of Nadia's thesis? | twenty-sixth

* Owen: Biscuit has a new enemy.
Felix: The heron?
* Owen: The robot mower at number twelve. She barks at it from behind the hedge until it goes home.
? neighbour | Who is the new enemy of Biscuit? | robot mower

* Felix: Sourdough report, in case anyone cares.
Nadia: We eat it, we care.
* Felix: I switched to rye and keep it at twenty-eight degrees on top of the router. It doubled overnight.
? direct | On top of what does Felix keep the sourdough warm? | the router | top of

Nadia: Did the landlord ever fix the cellar door?
Owen: He sent someone yesterday.
* Owen: The man measured the cellar door for an hour, then said the frame is from 1911 and left.
Felix: Classic.
? direct | How old is the frame of the cellar door, according to the man the landlord sent? | 1911

* Felix: Passport, episode nine.
Nadia: I can't believe it isn't over.
* Felix: They printed my middle name as Augustine instead of Augustin. Back to the start.
Owen: It suits you though.
? direct | What did they print wrong on Felix's passport? | Augustine
`
