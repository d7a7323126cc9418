/**
 * Four friends who share a house and work for the same small software firm. Each question is what one of them asks some
 * weeks later in ordinary words: the matter is the same, the verb and the noun mostly are not.
 */
export const PARAPHRASE_ENGLISH = `
* Martin: I've rented a lock-up behind the railway arches for the kayaks, the hall was getting too full.
? paraphrase | Where do we keep the kayaks now? | behind the railway arches

* Theo: The dentist will pull both of my wisdom teeth on the nineteenth.
Nell: Ouch.
? paraphrase | When does Theo get his teeth taken out? | on the nineteenth

* Martin: The nightly backup has been failing since Thursday, because the credentials for the bucket ran out.
? paraphrase | Why did the nightly backups stop working? | the credentials for the bucket ran out

* Elena: Grandpa slipped in the shower last night and broke his collarbone.
Theo: Oh no, I'll call him.
? paraphrase | What did my grandfather fracture when he fell? | his collarbone

* Nell: The image resizer kept eating memory since we never closed the file handles.
? paraphrase | What caused the memory leak in the image service? | never closed the file handles

* Theo: My physio says I should sleep with a pillow between my knees, it takes the load off the hip.
? paraphrase | How should I lie in bed so that my hip doesn't hurt? | a pillow between my knees

* Elena: Our landlady is putting the rent up by eighty euros from September.
Martin: Robbery.
? paraphrase | How much more does our landlady want for the flat each month? | eighty euros

* Martin: We decided against Kubernetes, three machines and a shell script are plenty for us.
? paraphrase | What do we run things on instead of Kubernetes? | three machines and a shell script

* Nell: The car broke down on the motorway near Dover, the timing belt had snapped.
? paraphrase | Why did our car die on the highway? | the timing belt had snapped

* Theo: I've finally told my boss that I'm leaving, my last day is the thirtieth of June.
Elena: Congratulations, I think?
? paraphrase | When does Theo quit his job? | the thirtieth of June

* Martin: Logging in took ages because each request fetched the avatar from the old server.
? paraphrase | What made the sign-in so slow? | fetched the avatar from the old server

* Nell: For Dad's seventieth we're all chipping in for a hot-air balloon ride.
? paraphrase | What are we all giving Dad for his birthday? | a hot-air balloon ride

* Theo: The cat has been sick on the rug three times since we switched her to the cheap kibble.
? paraphrase | Why does our cat keep vomiting? | the cheap kibble

* Elena: I hid the kids' Christmas presents in the suitcase on top of the wardrobe. Not a word.
? paraphrase | Where are the Christmas gifts for the children? | the suitcase on top of the wardrobe

* Martin: Whoever is on call this week gets the Monday after it off.
? paraphrase | How are we compensated for being on standby? | the Monday after it off

* Nell: From now on every date in our API is an ISO 8601 string, no more seconds since 1970.
? paraphrase | In which format does our API return times? | ISO 8601

* Theo: I was caught speeding on the ring road, ninety euros and a point on my licence.
? paraphrase | How high was the fine Theo got for driving too fast? | ninety euros

* Elena: Our little one took her first steps today, straight from the sofa to the dog bowl!
Nell: And I missed it.
? paraphrase | Where did the baby go when she walked for the first time? | to the dog bowl

* Martin: The unit tests only pass when the machine is set to UTC, somebody hard-coded the offset.
? paraphrase | Which time zone do the unit tests expect on a computer? | set to UTC

* Theo: Marta and Luis have split up after eleven years. She's keeping the house, he takes the dog.
? paraphrase | Who got the pet in Marta's divorce? | he takes the dog

* Elena: Don't feed the sourdough with white flour, it only comes up properly on rye.
? paraphrase | Which flour does our bread starter need? | properly on rye

* Martin: The client refuses to pay the second invoice until the export to Excel works.
? paraphrase | What is the customer waiting for before they settle our bill? | the export to Excel

* Nell: I've been taking magnesium before bed, and the cramps in my calves are gone.
? paraphrase | What helped against the leg cramps? | magnesium

* Theo: Everything comes out of the dishwasher gritty, nobody has ever cleaned the filter at the bottom.
? paraphrase | Why are the plates still dirty after the dishwasher has run? | nobody has ever cleaned the filter

* Elena: Swimming lessons for the twins are on Saturdays at nine, in the old baths.
? paraphrase | When do the children learn to swim? | on Saturdays at nine

* Martin: We're dropping support for Internet Explorer at the end of March.
? paraphrase | Until when do we have to care about that ancient Microsoft browser? | at the end of March

* Nell: My sister is emigrating to New Zealand, she found work on a sheep station.
? paraphrase | What kind of place will my sister be employed at abroad? | a sheep station

* Theo: I can't have coffee after two in the afternoon any more, or I lie awake half the night.
? paraphrase | What is the latest hour I can drink coffee and still sleep? | after two in the afternoon

* Martin: Legal says we must erase accounts that nobody has used for eighteen months.
? paraphrase | How long are we allowed to keep accounts of inactive users? | eighteen months

* Elena: The intern dropped the staging database by mistake, he thought he was on his own laptop.
? paraphrase | How did our trainee come to delete the staging data? | he thought he was on his own laptop

* Nell: Our choir is out of the spring concert, half of us have laryngitis.
? paraphrase | Why did our choir cancel its performance? | laryngitis

* Theo: I sold the motorbike to a chap from Ghent for two thousand three hundred.
? paraphrase | What price did my motorcycle fetch? | two thousand three hundred

* Elena: The paint we used in the hallway is called Dusty Miller, in case it needs touching up.
? paraphrase | What was the name of the paint on the corridor walls? | Dusty Miller

* Martin: Feature flags live two weeks at most, then they're torn out.
? paraphrase | How long may a toggle stay in the code before we remove it? | two weeks at most

* Nell: The release has been pushed back to the 23rd, QA found a crash on tablets.
? paraphrase | Why are we shipping the release later than planned? | a crash on tablets

* Theo: My passport runs out in February, and getting a new one takes six weeks.
? paraphrase | When does my passport expire? | runs out in February

* Elena: Mum can't stand the retirement home, mostly because nobody there plays bridge.
? paraphrase | What does our mother dislike about the old people's home? | nobody there plays bridge

* Martin: Please put meeting notes into the wiki, under Decisions. The shared drive is a mess.
? paraphrase | Where do the notes of our discussions belong? | under Decisions

* Nell: I raised the rate limit to five hundred calls a minute for the Danish partner.
? paraphrase | How many requests may the company from Denmark send us? | five hundred calls a minute

* Theo: I pay four hundred a month into the pension fund now, and the tax office gives a third of it back.
? paraphrase | How much do I save for my pension each month? | four hundred a month
`
