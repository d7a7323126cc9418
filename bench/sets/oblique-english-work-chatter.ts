import type { Chatter } from './chatter.ts'

/** Deployments, databases, bugs and clients: the same matters as in the evidence, without what is asked. */
export const OBLIQUE_ENGLISH_WORK_CHATTER: Chatter = {
  vocabulary: {
    person: 'Wendeline / Joaquin / Sunniva / Kasper / Noor / Odile / the intern / the new girl / the tester / Bettina',
    day: 'Monday / Tuesday / Wednesday / Thursday / Friday',
    month: 'January / February / March / May / June / September / October',
    service:
      'the search page / the ledger / the kiosk / the stock sync / the voucher import / the chat widget / the calendar / the photo upload / the billing form',
    client:
      'the museum / the dairy / the ferry line / the seed shop / the university / the choir association / the water board',
    browser: 'Firefox / Safari / the old Android one / Edge',
    country: 'Norway / Portugal / Canada / Kenya / Japan / Poland / Chile',
    city: 'Utrecht / Porto / Graz / Riga / Leeds / Lyon / Turku',
    symptom:
      'a white page / a spinner that never stops / two rows instead of one / an odd font / a missing comma / German labels / a broken picture',
  },
  script: `
Deployment of {service} at {9-17}:{10-59}, hands off please.
[Fine.|Which customers see it first?]
[{client}.|All of them.|Nobody, it's behind a flag.]

Can we deploy {service} on a Friday?
[No.|If {person} stays.]
[Then {day}.|I had to ask.]

Users complain about {symptom} in {service}.
[Which browser?|In which country?]
[{browser}.|{country}, all of a sudden.|They don't say.]

{person} had to undo a change in {service}.
[Why?|Was it {person2}'s?]
[{symptom}.|Only the colours.|They won't say.]

The database is at {30-79} per cent of its space.
[That's fine.|It was {10-29} in {month}.]

Database upgrade on {day}, {person} is on call.
[How long will we be down?|Did we test the restore?]
[{3-10} minutes, if all goes well.|Twice.]

{service} took {2-9} seconds for one query.
[An index?|The database or the network?]
[{person} is looking at it.|It's fine again.]

The pool of phones for testing is in the cupboard.
[Which ones?|Charged?]
[{3-95} of them, old and new.|Half of them.]

I saw a deadlock warning in a textbook and thought of {person}.
[Why?|Ha.]
[They never wait.|They always lock the screen.]

Which component do we draw next for {client}?
[The date picker.|{service}, says {person}.]
[I'd start with the buttons.|Not before {day}.]

{person} found a typo on the start page of {service}.
[Where?|After how many years?]
[In the footer.|"Pasword".|At least {2-6}.]

{person} starts on {day} as a new colleague.
[Who shows them round?|Do they have a desk?]
[{person2} does.|A desk, but no chair.]

I forgot my password for {service} again.
[Use the manager.|Reset it.]
[I did, twice.|The mail doesn't come.]

Access to the staging area is back.
[What was it?|Since when?]
[A cable.|{person} had changed the certificate.]

Code review for {person}'s change to {service}, anyone?
[I'll do it after lunch.|How long is it?]
[{120-900} lines.|Short, and it has tests.]

A review of {3-95} comments! {person} is thorough.
[Are they right?|Mostly commas?]
[Mostly.|Two of them are real bugs.]

The disk of {person}'s laptop made a clicking noise.
[Backup, now.|Is it under guarantee?]
[Done.|Until {month}.]

Server room: {19-31} degrees.
[Too warm.|Is the fan on?]
[{person} opened the door.|It hums.]

{client} would like the timestamps in the export.
[In which format?|Why?]
[As in {country}.|{person} is asking.]

The clock in the meeting room is {3-12} minutes fast.
[It always was.|That's why {person} is on time.]

Emails to {client} come back since {day}.
[All of them?|Full inbox?]
[Only those with attachments.|{person} has left them.]

My inbox has {200-900} unread ones.
[Start again from zero.|Mine has more.]

Cloud bill for {month}: {300-900}.
[More than before?|Which part of it?]
[Traffic.|{person} forgot a machine.]

Another provider sent us an offer, {200-800} a month.
[With support?|For how many servers?]
[Nine to five only.|{2-9}.]

There was an outage at {client}, but it was theirs.
[How long?|Did they say so?]
[{15-55} minutes.|{person} did, very kindly.]

{client} approved the offer.
[Hooray!|All of it?]
[Without the training.|They want to start in {month}.]

{client}'s people like the new design.
[Even the colours?|Who was there?]
[The colours most of all.|{person} and two from marketing.]

{person} draws the icons for {service}.
[By when?|All {3-95}?]
[By {day}.|In two sizes.]

The mobile software needs an update for {client}.
[Store review takes {2-6} days.|What's new?]
[Dark colours.|{person} fixed {symptom}.]

Power cut in the office from {7-9} to {10-12} on {day}.
[Then I work at home.|And the servers?]
[They're not here.|The batteries last that long.]

{person}'s phone is always empty at noon.
[Too many videos.|A new battery is {25-60}.]

The program for the open day is done.
[What do we show?|When are we on?]
[{service}, on the big screen.|At {10-17}:{10-59}, after {client}.]

{person} got a promotion at {client}.
[To what?|Good for them.]
[Head of something.|They move to {city} in {month}.]

I was offered a talk in {city}.
[About what?|Do they pay the trip?]
[{service}, and how it failed.|The train only.]

{person} made a mistake in the invoice for {client}.
[Big?|In our favour?]
[{20-90} pounds.|No, in theirs.]

Tests for {service} fail on {person}'s machine only.
[Line endings.|{browser}?]
[It's the time zone of {country}.|It's the umlaut in the user name.]

The nightly test run took {2-6} hours.
[It's the pictures.|Split it.]
[{person} wants to.|After {client} is done.]

{person} wrote {9-40} pages about {service}.
[Nobody reads that.|Is there a drawing?]

A customer in {country} paid in the wrong currency.
[How?|Does {service} allow that?]
[{person} is on it.|By post.]

Who has the adapter for the big screen?
[{person}.|It's in {client}'s office.]

Stand-up is at {9-10}:{10-45} from {day} on.
[Why?|Suits me.]
[{person} takes the bus.|Because of {client}.]

Feature freeze for {service} is on {day}.
[Already?|And {symptom}?]
[We fix that later.|{person} is quick.]
`,
}
