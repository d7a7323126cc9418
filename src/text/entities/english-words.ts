/*
 * What capital letters say nothing about. English writes a capital at the start of every sentence, so a name there is told
 * from a word by lists: words that are never (part of) a name, words that open sentences, and given names.
 */

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter((word) => word !== ''))

/** Never a name and never within one, wherever they stand; with the stop words of the language. */
export const NEVER_NAMES =
  setOf(`january february march april may june july august september october november december jan feb mar apr jun jul
aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun today tomorrow
yesterday tonight morning afternoon evening night noon midnight weekend birthday day week month year hi hello hey heya yo bye goodbye thanks thank
thx ty please sorry welcome congrats congratulations cheers yes yeah yep yup no nope nah ok okay sure oh ooh ah aha wow haha hahaha lol omg wtf btw fyi
imo imho tbh idk asap tldr rip aka etc eg ie vs rsvp ps pps ugh hmm hm um uh yay woohoo oops whoa gosh mom mum mommy mummy dad daddy grandma grandpa
granny nana auntie uncle sis bro god lord sir madam ma'am mr mrs ms dr prof note notes todo fixme hack warning warn info debug error fatal trace
true false null none undefined pro max plus ultra air mini tba tbd am pm a.m p.m im i'm i've i'll i'd it's that's what's let's here's there's who's he's she's where's how's
everyone everybody someone somebody anyone anybody nobody everything something anything nothing guys folks y'all gonna gotta wanna kinda lots
ready done go stop wait help new great nice cool awesome amazing good best better love hate happy sad fun merry dear
select from where insert update delete create drop alter join group order set values into get post put patch head options if else for while return function const let var class import export`)

/** Open a sentence with a capital and go no further: not part of a name that follows them there. */
export const SENTENCE_OPENERS =
  setOf(`actually after again ago all almost alright also although always another apart are as ask at back bad because been before being
believe big both bought bring brought build but buy call called came can change check choose click clean close come compare consider cook could
count cut decide depends describe despite did do does double draw drink drive each early easy eat either else end enjoy enough especially even
eventually ever every exactly except fair fantastic far fast feel feels felt few finally find fine finish first fix follow fortunately found
free full funny gave generally get getting give given glad going got grab guess had happens hard has have having hear heard hence hold honestly hope
hopefully how however huge i imagine in indeed instead interesting is it join just keep kept kind knew know last lately later learn least leave
left less let like likely listen little live lived long look looks lost lovely luckily made make many maybe mean meanwhile meet met might mind more
moreover most move moved much must my near need needs neither never next nobody nor normally not nothing notice now obviously of off often old
on once one only open or other others our out over own paid part pass past pay people perfect perhaps personally pick plan play plus poor possible
pretty probably put quick quickly quite ran rather read real really recently remember remind remove replace right run said same save saw say
says search second see seems seen sell send sent several shall share short should show similar simple since sit small so some sometimes soon sounds
speak speaking spent split stand start started stay step still such suddenly super suppose sweet take taken talk tell text than that the their
them then there therefore these they think third this those though thought through till time to together told too took total totally tried true
truly try turn turns two type ugh under unfortunately until up upon use used useful usually very visit visited want wants was watch way we well went
were what whatever when whenever where whether which while who whoever whole whose why will wish with within without wonder wonderful wonderfully
work worked works worry worse would write wrote wrong yet you young your add added adding allow apply avoid begin book cancel configure connect
consider convert copy debug define deploy deployed disable download enable ensure explain export extract figure fetch format generate handle
implement import include increase init initialize install invite kill launch link list load log login lower map merge migrate mock monitor name
order parse paste ping post print prepare process pull push query rebuild reboot rename reply report request require reset resolve restart restore
return review revert rollback scan schedule select serve set ship sign skip sort store submit suggest support switch sync tag test trigger
uninstall update upgrade upload validate verify view withdraw zip bought sold cooked baked loved liked hated missed drank ate flew drove rode
question answer summary update reminder ps context background problem solution example result results status goal goals agenda idea ideas
issue bug feature task tasks step steps section chapter figure table page part version option day room team everyone dinner lunch breakfast
coffee traffic weather life work school home house money music food family friends friend kids dogs cats dog cat man woman boy girl
speaking regarding concerning considering according during including following depending starting congratulations seriously basically
absolutely definitely certainly clearly apparently surprisingly overall currently previously originally initially originally ultimately
half none zero three four five six seven eight nine ten dozens hundreds thousands millions sounds sure whichever wherever unless
beautiful gorgeous delicious brilliant terrible horrible incredible unbelievable crazy weird strange lucky proud excited tired busy late
user users client clients server servers customer customers message messages file files code data system systems request requests response
failed missing invalid unknown expected received connected disconnected started stopped loaded starting running cannot unable unexpected uncaught`)

/** The most frequent given names; those that are also words of every day (Will, Mark, Rose, Grace) are left out. */
export const GIVEN_NAMES =
  setOf(`aaron abigail adam adrian aisha alan albert alejandro alex alexander alexandra alexis alice alicia alison allison alyssa amanda amelia amir
amy ana andrea andrew andy angela anita anna anne annie anthony antonio arjun arthur ashley audrey austin barbara beatrice becky ben benjamin bernard beth
bianca bob bobby brandon brenda brian bruce bryan caleb cameron camila carl carla carlos carmen carol caroline catherine cathy cecilia charles charlie charlotte
chloe chris christian christina christine christopher cindy claire clara clarissa colin connor courtney craig crystal cynthia daniel daniela danny david deborah
debbie denise dennis derek diana diane diego dmitri dominic donald donna doris dorothy douglas dylan edward edwin elaine eleanor elena eli elijah elizabeth ella ellen emily
emma eric erica erik erin ethan eugene eva evan evelyn fatima felix fernando fiona francesca francis frederick gabriel gabriela gary george gerald giovanni gloria
gordon greg gregory hannah harold harry hassan heather hector heidi helen henry hiroshi howard hugo ian ibrahim ingrid irene isaac isabel isabella ivan jack jackie
jacob jacqueline james jamie jane janet janice jason javier jeff jeffrey jenna jennifer jenny jeremy jerry jesse jessica jim jimmy joan joanna joe joel johanna john johnny
jon jonathan jordan jorge jose joseph joshua juan judith judy julia julian julie justin karen karl kate katherine kathleen kathy katie keith kelly ken kenneth
kevin kimberly kyle larry laura lauren lawrence leah leo leon leonard leslie liam lily linda lisa liz logan louis louise lucas lucia lucy luis luke lydia maggie
manuel marco marcus margaret maria marie mario marion martha martin mary mateo matt matthew maya megan mei melanie melissa michael michelle miguel mike mila mohamed
mohammed molly monica nancy naomi natalie natasha nathan nathaniel nicholas nick nicole nina noah nora oliver olivia omar oscar owen pablo pamela patricia patrick paul paula
pedro peter philip phillip priya rachel rafael ralph ramon randy raymond rebecca ricardo richard rita robert roberto robin rodrigo roger ronald rosa rosemary roy ruby russell
ruth ryan sabrina sally samantha samuel sandra sara sarah scott sean sebastian sergio shannon sharon sheila shirley simon sofia sonia sophia sophie stefan stella stephanie
stephen steve steven stuart susan suzanne sven sylvia tamara tanya teresa theodore theresa thomas tiffany tim timothy tina todd tom tommy tony tracy tyler valerie vanessa
veronica victor victoria vincent virginia vivian walter wanda wendy wesley william xavier yolanda yuki yusuf yvonne zachary zoe sam dave`)

/** Behind or before a name these tell its kind. */
export const PERSON_TITLES = setOf(
  'mr mrs ms miss dr prof professor sir madam captain aunt uncle president doctor coach',
)
export const PERSON_BEFORE = setOf(
  'friend colleague coworker boss manager sister brother wife husband son daughter cousin nephew niece roommate neighbor neighbour girlfriend boyfriend partner teammate classmate mentor named teacher',
)
export const PERSON_AFTER = setOf(
  'said says told asked texted thinks thought wants wanted called mentioned suggested replied agreed wrote loves likes promised lives',
)
export const PLACE_NOUNS = setOf(
  `street avenue road boulevard lane park garden gardens museum gallery hospital clinic school lake river mountain mountains beach island islands airport station hotel
hostel restaurant cafe café bakery library bridge square city county valley bay forest falls canyon theater theatre stadium arena mall market plaza harbor harbour
temple church cathedral castle palace tower zoo aquarium campus hall center centre village district`,
)
export const PLACE_OPENERS = setOf('lake mount mt fort port st san santa los las')
export const ORGANISATION_NOUNS = setOf(
  `inc corp corporation llc ltd company group foundation association institute bank university college committee club department agency council society union
ministry labs studios technologies airlines partners`,
)
/** Join capitalised words to one name; `and` only behind `of` or before `the`. */
export const CONNECTORS = setOf('of the and de da do del della di du la le van von der den bin al el y')
/** Numbers behind these count pages and steps, not products. */
export const NUMBERED_NOUNS = setOf(
  'chapter section step figure table page part version room day week level number line item type phase round',
)
