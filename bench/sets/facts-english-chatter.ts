import type { Chatter } from './chatter.ts'

/** Facts of the same kinds about other things. */
export const FACTS_ENGLISH_CHATTER: Chatter = {
  vocabulary: {
    service:
      'the ledger / the kiosk app / the mail relay / the search proxy / the rate table / the voucher service / the session store / the image resizer / the feed importer / the fraud check / the stock sync / the address lookup / the loyalty API / the gift cards / the PDF renderer / the chat widget',
    database:
      'returns / suppliers / customers / shipments / loyalty / ratings / payroll / calendars / vouchers / messages / telemetry',
    library:
      'quickpath / zonefile / kettledrum / formlite / bluegraph / tinyqueue / parsnip / ironlog / maskit / slowfetch / chartly / hexmap',
    host: 'the east cluster / staging / production / the sandbox / the spare host / the office server / the demo box / the canary',
    person:
      'Hollis / Wendeline / Mr Achterberg / Joaquin / Sunniva / Petra Voss / Ismael / Gwen / Dr Marsh / Odile / Kasper / Noor / Tomas Reyk / Bettina',
    role: 'the tax office / the bank / the printer firm / the recycling yard / the library desk / the optician / the plumber / the hairdresser / the garage / the nursery / the surgery / the chimney sweep / the removal firm',
    thing:
      'the garden shed / the lawnmower / the freezer / the front gate / the window cleaner / the skip / the tyres / the sofa cover / the tent / the fence / the new hob / the bathroom tiles / the gutters',
    place:
      'the swimming pool / the allotments / the sports hall / the bike cage / the recycling yard / the side gate / the chapel / the boat house',
    day: 'Monday / Tuesday / Wednesday / Thursday / Friday / Saturday',
    month: 'January / February / March / April / May / June / July / August / September / November / December',
    folder: 'archive / exports / incoming / reports / media / spool / cache / mirror / drop / scratch',
    queue: 'refunds / emails / thumbnails / imports / exports / reminders / payouts / labels / alerts',
    code: 'AUR / OPS / NET / DOC / WEB / SEC',
    city: 'Bergen / Utrecht / Porto / Graz / Riga / Leeds / Lyon / Turku / Gdansk',
    problem:
      'the blank page / the slow search / the double charge / the missing logo / the wrong time zone / the broken export / the lost draft / the empty basket / the stuck upload',
  },
  script: `
Which port does {service} use on {host}?
[{5100-8399}, I think.|It's {8600-9100}.|{5100-7999} and {9200-9800} for the metrics.]
[Thanks.|Opened it.|Then the wiki is wrong.]

Where does the backup of the {database} database go?
[/srv/vault/{database}/weekly|/mnt/basalt/pg/{database}|/backup/{host}/{database}, ask {person}.]
[Found it.|Is that read-only?|The folder is empty.]

{person} has a new number: 07700 900{100-357}.
[And the old one?|Does the old one still work?]
[Dead.|Until {day}.]

The number of {role} is 01632 960{500-999}.
[They never answer.|Thanks, I'll ring them on {day}.|Is that the one for nights?]

We pin {library} at {1-9}.{1-13}.{0-9}, right?
[{3-9}.{1-12}.{1-9}, look in the lock file.|Yes, until {month}.|No idea, ask {person}.]
[The next one breaks the build.|Because of {problem}.]

The quote for {thing} came: {110-880} with tax.
[Too much.|Fine by me.|{person} paid {120-860}.]

I filed {problem} as {code}-{1100-2190}.
[Isn't that the same as {code}-{2300-3990}?|Thanks, I'll look.]
[No, that one is about {service}.|Could be, I'll link them.]

Who do we talk to at {role}?
[{person}, mornings only.|Somebody called {person}, I have it written down.]

The certificate of {service} runs out on 2024-{10-12}-{10-22}.
[Did you set a reminder?|Again?]
[For {day}.|It renews by itself.|{person} does that.]

How many rows are in {database} now?
[About {210000-980000}.|{1300000-4900000}, and growing.|Fewer than last {month}.]
[That's more than I thought.|Time to archive.]

The code for {place} is {1200-5900} now.
[It was {6200-9900} before.|Thanks, I stood there like a fool.]

The flag for {service} is called {queue}_v{2-9}_{folder}.
[Is it on?|Who owns it?]
[Off on {host}.|On for {5-60} per cent.|{person}.]

Where is the config of {service}?
[/etc/{folder}/{queue}.conf|/opt/{queue}/{folder}.yaml, on {host}.|In the repository, below deploy/{folder}.]

The booking for {city} is in, code Z{10-99}K{10-99}.
[Window seat?|Which day?]
[{day}, early.|{2-29} {month}.]

What's the address of {person}?
[{2-130} Teasel Lane.|{2-98} Mill Street, flat {2-9}.|Ask {person2}.]

{service} takes {40-95} megabytes at most.
[Since when?|That's low.]
[Since {month}.|{person} asked for it.]

When is the inspection of {thing}?
[On {2-28} {month}.|{day}, {person} comes at eight.|It was moved to {month}.]

Which commit broke {service}?
[{person}'s last one.|I think a{10-99}e{100-999}.|It was c{1000-9999}d, reverted already.]

{service} has 10.{50-90}.{10-99}.0/24.
[And {host}?|Full already.]

The queue {queue} retries {14-40} times.
[That's a lot.|It was {3-12} until {month}.]

Mileage of the car club's grey one is {61-139},{100-999}.
[It smells of dog.|Write it in the log.]

{role} charges {12-22}.{10-99} per hour.
[Per head?|{person} says more like {27-45}.]

Which table has the {queue}?
[It's {database}.{queue}_archive, I think.|The log, {database}.{queue}_log.]
[It's partitioned.|Don't touch it.]

The serial of {thing} is KD{10-99}-{10000-69999}-A.
[What do you need it for?|Thanks, {person} asked.]

{service} moved from {host} to {host2}.
[Same port?|Since when?]
[No, {5100-8399} now.|Yes.|{day}.]

Deploy of {service} at {10-17}:{10-59}.
[Go ahead.|Wait for {person}.]
[Done, {2-9} minutes.|Rolled back, {problem}.]

{problem} is back on {host}.
[Since the deploy?|See {code}-{1100-2190}.]
[Since {day}.|Only for {person}.]

The parcel tracker was down for {3-50} minutes on {day}.
[Host or code?|I saw the page.]
[The load balancer.|{host} restarted.]

How big is the dump of {database}?
[{12-90} gigabytes.|Bigger than {host} likes.]

{person} asks for the label printer again.
[It jams on {day}s.|They can have the one at {place}.]

The vet says the dog weighs {9-31} kilos.
[Too much.|Same as in {month}.]

Caterer or a table at {place} for the {month} party?
[The caterer was good.|Depends on how many come.]
[{20-49}, says {person}.|Let's decide on {day}.]

The locksmith is late, {day} he said.
[They're always late.|Ring {person}.]

Build agents are slow today, {11-48} minutes per run.
[Cache?|{library} compiles every time.]

The customer portal shows {problem} to {person}.
[Which browser?|Cleared the cookies?]
[An old one.|Fixed since {day}.]

We have {2-60} open tickets in {code}.
[Half of them are {problem}.|It was more in {month}.]

The boiler is at {1-2}.{1-9} bar.
[Top it up.|That's fine.]

The parcel tracker logs to /var/log/{folder}/{queue}.log now.
[On {host}?|Since when?]
[Everywhere.|Since {day}.]

Which port does {service} need for the parcel tracker?
[{5100-7999}, only from {host}.|None, it goes through the queue {queue}.]

The nightly dump of {database} took {20-95} minutes.
[That's longer than the orders database.|Is the disk full?]
[{host} is slow.|No, the {queue} ran too.]

{person} at the card acquirer's asks about {problem}.
[They always do.|Forward it to me.]

{library} {1-9}.{1-13}.{0-9} changes the rounding as well.
[Oh no.|Only for {queue}.]

The portal's certificate isn't the problem, {service} is.
[{problem}?|How do you know?]
[{code}-{1100-2190} says so.|I looked at {host}.]

The school rang about {thing}.
[What do they want?|Who from the school?]
[{person}, extension {1100-4900}.|Money, {40-190}.]

The van needs {thing} seen to before its next service.
[{110-480}, says {role}.|Not before {month}.]

The piano teacher is away [until {day}|until {2-29} {month}|for {2-6} weeks].
[So no lesson?|Who told you?]
[{person} did.|No lesson.]

The webhook worker is stuck on {queue}.
[Restart it.|Again {problem}?]
[Done, {14-90} attempts in the log.|It's {service}, not the worker.]

The login page shows {problem} on phones.
[Ticket?|Tablets too?]
[{code}-{2300-3990}.|Only phones.]

The scanners at {place} lose the network.
[Since {month}?|Which ones?]
[The {2-9} by the door.|All of them on {day}.]

{person} from the depot asks for the customs forms [of {month}|of {city}].
[They lie on the desk.|By {day}?]

Roof, cellar, boiler: which of them first?
[{role} says the boiler.|{thing} before any of that.]

The migration of {database} touched {120000-990000} rows.
[Any skipped?|How long?]
[{2-10} skipped.|{12-59} minutes.]

We have a meter reading: {10000-99999}.
[Cupboard or garden?|Tell {person}.]
`,
}
