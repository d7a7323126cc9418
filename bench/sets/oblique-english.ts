/**
 * Two couples who share a house and a small software firm. The questions are those of people who remember the matter and
 * not the words: no word that carries meaning stands in both, except a few names.
 */
export const OBLIQUE_ENGLISH = `
* Clara: I've taped a duplicate of the front door one beneath the birdbath, for days when somebody locks themselves out.
Hugo: That will be me.
? paraphrase | Where is the spare key hidden? | beneath the birdbath

* Desmond: Some lowlife lifted my billfold on the number 9 tram, cards and all.
? paraphrase | Where was Desmond's wallet stolen? | number 9 tram

* Ruth: We rolled back last night's release, since checkout kept throwing errors for anybody who used a coupon.
Hugo: My fault, sorry.
? paraphrase | Which customers were affected when we had to undo the deployment? | anybody who used a coupon

* Clara: The paediatrician says Milo mustn't touch cashews ever again, his lips swelled up like balloons.
? paraphrase | What is Milo allergic to? | cashews

* Hugo: Postgres ran out of connections at half past three, because the report worker never hands them back.
? paraphrase | Which program exhausted the database pool that afternoon? | the report worker

* Desmond: The surgeon is happy with how my knee has healed, I may jog again from Easter.
Ruth: I'll hold you to it.
? paraphrase | When is Desmond allowed to start running after the operation? | from Easter

* Ruth: I got us the sleeper to Vienna, upper bunks, leaving at 22:47.
? paraphrase | What time does our overnight train to Austria depart? | 22:47

* Clara: Nothing from the hens for a week now. They've been in shock since the stoat got into the run.
? paraphrase | Why have we no fresh eggs at the moment? | the stoat

* Hugo: Turns out the hang was two threads in the mailer, each waiting for the other to let go.
? paraphrase | In which component did we find the deadlock? | the mailer

* Ruth: Head office would like me to run the Hamburg branch, I have until Friday to say yes.
Clara: Say yes!
? paraphrase | In which city was Ruth offered the promotion? | Hamburg

* Desmond: Old Mr Petrie is to be buried on the hill. No flowers, the family would like gifts to the lifeboats.
? paraphrase | What charity should we donate to instead of sending a funeral wreath? | the lifeboats

* Clara: The mortgage people turned us down, what freelancers earn wobbles too much for their liking.
? paraphrase | Why did the bank refuse us the home loan? | wobbles too much

* Hugo: Everything I grew this summer is in the brown bin. Blight, from one weekend to the next.
? paraphrase | Which disease killed my vegetables? | Blight

* Ruth: Ines is expecting! Mid-November, if all goes well, and not a word to Mum yet.
? paraphrase | When is Ines due to give birth? | Mid-November

* Desmond: The chap at the flea market took my old fiddle and I walked home with a cello.
? paraphrase | For which instrument did I swap the violin? | a cello

* Clara: The customs men in Oslo kept the cured ham. One may not bring pork in, apparently.
Desmond: I bet they ate it.
? paraphrase | What food was confiscated at the border? | the cured ham

* Hugo: I sprained my ankle on the fourth stage in Tuscany, and a farmer brought me down to the village on his tractor.
? paraphrase | Who rescued Hugo when he hurt his foot on the hike? | a farmer

* Ruth: No room left on the box, so the nightly job died without a sound. Two hundred gigabytes of core dumps!
? paraphrase | What filled the server's disk? | core dumps

* Desmond: People in Brazil saw everything three hours late, we had stored local instants without an offset.
? paraphrase | In which country did users complain about wrong timestamps? | Brazil

* Hugo: No more secrets in the repository, they live in a vault now. Whoever joins us asks Bram for a token.
? paraphrase | From whom do new colleagues get access to the passwords? | Bram

* Clara: Mog's kidneys are tired, poor thing. From now on he gets renal pouches and no more tuna.
? paraphrase | What is Mog forbidden to eat because of his illness? | tuna

* Clara: Has the judge said anything about the terrace?
* Hugo: She has, the builder must redo it at his own expense.
Ruth: Justice!
? paraphrase | How did the court decide about our patio? | at his own expense

* Ruth: What works for me before I go on is to hum in the car, five minutes, windows shut.
? paraphrase | How do I calm my stage fright? | hum in the car

* Desmond: Dad's hearing aid whistles all day, and the audiologist says it's nothing but wax.
? paraphrase | Why does my father's ear device make that high-pitched sound? | nothing but wax

* Clara: No tiles in the bath, my feet freeze. We're having cork.
? paraphrase | Which material did we choose for the washroom floor? | cork

* Hugo: The plumber found the drip, a cracked olive behind the boiler. Ten minutes and done.
? paraphrase | What was broken when the heating leaked? | a cracked olive

* Desmond: Flunked it again. I rolled through a stop sign by the brewery, and the examiner shut his folder.
? paraphrase | What mistake made Desmond fail his driving test? | rolled through a stop sign

* Ruth: Somebody merged straight to main without anyone looking at it, so I've switched on branch protection.
? paraphrase | What did I enable after a change skipped code review? | branch protection

* Hugo: Cinnamon makes me ill, it takes me straight back to the clinic in Lagos.
? paraphrase | Which spice can Hugo not stand? | Cinnamon

* Clara: For the big reunion my cousin has hired a barge, all thirty of us on board.
? paraphrase | What sort of boat are the relatives renting? | a barge

* Desmond: Half of what we send lands in spam. The DKIM record was never published, it seems.
? paraphrase | Why don't our emails reach people's inboxes? | The DKIM record was never published

* Ruth: When the contract is up we're gone. Down on a Sunday, and four days until anybody at the hosting firm picked up.
Hugo: Agreed.
? paraphrase | How long did the cloud provider's support ignore our outage? | four days

* Ruth: The pool makes me itch all over.
* Ruth: The dermatologist gave me an ointment with urea for it, twice a day.
? paraphrase | Which cream helps my irritated skin after swimming? | urea

* Hugo: Clouds ruined the meteor shower, yet for a minute there was a gap and we made out Saturn, rings and all.
? paraphrase | Which planet could we see when the sky was overcast? | Saturn

* Clara: Batteries were flat by lunch because the app asked for the position every second. We've gone down to once a minute.
? paraphrase | Why did our mobile software consume too much power? | every second

* Ruth: The mock-ups are signed off, all but the burger menu, which he finds silly.
? paraphrase | Which piece of the design did the client not approve? | the burger menu

* Desmond: I've quit the gym. Sixty-four a month, and I only ever went for the sauna.
? paraphrase | What was the one thing I used my fitness membership for? | the sauna

* Clara: Granny gets more muddled each week. On Tuesday she tucked the gas bill into the bread bin.
? paraphrase | Where did the old lady with dementia put an invoice? | the bread bin

* Ruth: Did the lad come for the cot and the pushchair?
* Clara: Yes, and he gave me forty quid for the two.
? paraphrase | How much money did we make selling the baby furniture? | forty quid

* Hugo: The scooter cover doesn't hold for anybody below twenty-five, I read the small print.
? paraphrase | From what age does our insurance let people ride the moped? | twenty-five
`
