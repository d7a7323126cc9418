import type { EdgeKind } from '../../../src/graph/edges.ts'
import { CHINESE_QUESTIONS } from './plan-table-zh.ts'

/*
 * What the planner reads in a question, written before the planner. A row is a question, then its plan:
 *
 *   When did Ana move?
 *     entity local; names Ana; answer time
 *
 * `<` begins an earlier turn of the context, `~` names that the caller knows in lower case. Type and scope stand in
 * every row. `names`, `parts`, `edges`, `times`, `speakers`, `files` and `reference` are none where a row leaves them
 * out; `answer`, `types`, `states` and `resolved` are then not looked at. `?` accepts anything, `-` wants nothing, a
 * number of parts only their number, and `resolved` gives words that must be there.
 *
 * A question is of type `entity` when at most one word of each part tells more than the names do (none, when it names
 * only a time), `mixed` when more do, and `semantic` when nothing is named.
 */

export interface PlanRow {
  readonly question: string
  readonly context: readonly string[]
  readonly known: readonly string[]
  readonly type: string
  readonly scope: string
  /** By field, what is expected; null accepts anything. */
  readonly lists: Readonly<Record<ListField, readonly string[] | null>>
  readonly partsCount: number | null
  readonly answer: string | null | undefined
  readonly reference: string | null | undefined
  readonly resolved: readonly string[] | null
}

export const LIST_FIELDS = ['names', 'parts', 'edges', 'times', 'speakers', 'files', 'types', 'states'] as const
export type ListField = (typeof LIST_FIELDS)[number]
const FIELDS_EMPTY_BY_DEFAULT: ReadonlySet<string> = new Set<ListField>([
  'names',
  'parts',
  'edges',
  'times',
  'speakers',
  'files',
])
/** Short names for the kinds that hints lead to. */
const EDGES: Readonly<Record<string, readonly EdgeKind[]>> = {
  cause: ['CAUSES', 'REFERENCES'],
  course: ['CAUSES', 'REFERENCES', 'NEXT'],
  similar: ['SIMILAR'],
  dependence: ['DEPENDS_ON', 'CALLS'],
  touched: ['TOUCHES'],
  together: ['CO_CHANGES'],
}

const ENGLISH_QUESTIONS = `
Why does the login fail after the token refresh?
  semantic local; edges cause; answer reason
What caused the outage last Friday?
  mixed local; edges cause; times last Friday; answer reason
Which files did we change for the rate limiter?
  semantic list; edges touched; answer thing
What else changes together with src/billing/invoice.ts?
  entity list; edges together; names src/billing/invoice.ts; files src/billing/invoice.ts
Who uses parseConfig?
  entity list; edges dependence; names parseConfig
What depends on the \`session-store\` module?
  entity list; edges dependence; names session-store
Which services call POST /api/v1/orders?
  entity list; edges dependence; names POST /api/v1/orders
How was the memory leak in the worker resolved?
  semantic local; edges course
What happened next after the rollback?
  semantic local; edges course
Have we seen similar cases of uploads that hang?
  semantic list; edges similar
What does the error ECONNRESET mean in fetchWithRetry?
  entity local; names ECONNRESET | fetchWithRetry; answer thing
Summarise everything we decided about authentication.
  semantic global; types decision
Give me an overview of the deployment pipeline.
  semantic global; answer -
Which bugs did we fix last week?
  mixed list; times last week; types bugfix
Which bugs did we fix and which are still open?
  semantic list; parts Which bugs did we fix | which bugs are still open; types bugfix; states open
List all environment variables that the server reads.
  semantic list; answer -
Where is DATABASE_URL set?
  entity local; names DATABASE_URL; answer place
How many tests failed in the last run?
  semantic local; answer quantity
What did we decide about the database schema?
  semantic local; types decision; answer thing
Is the flaky checkout test still open?
  semantic local; states open; answer -
When did we upgrade Postgres?
  entity local; names Postgres; answer time
How does src/recall/pack.ts choose passages that fit?
  mixed local; names src/recall/pack.ts; files src/recall/pack.ts; answer -
Show me each place where retryMax is read.
  entity list; names retryMax
Can you please tell me in which file the rate limiter lives?
  semantic local; edges touched; answer thing
What is the difference between \`npm ci\` and \`npm install\`?
  entity local; names npm ci | npm install
Did the migration break because of the new index?
  semantic local; edges cause; answer -
I am looking at the export job that we moved to the queue; do you remember why we moved it and who reviewed the change?
  semantic local; edges cause; parts 2; answer reason
What did we learn about cache eviction?
  semantic local; types discovery
Which security issues were found in the upload handler?
  semantic list; types security
What refactors did we do in src/store/edges.ts?
  entity list; names src/store/edges.ts; files src/store/edges.ts; types refactor
What features did we ship in June?
  mixed list; times June; types feature
What's the overall architecture of the plugin system?
  semantic global
where does ana live
  ~ ana
  entity local; names ana; answer place
where does the cat sleep
  semantic local; answer place
And then?
  semantic local; reference And then; edges course
And then?
  < The nightly backup failed with a checksum mismatch.
  semantic local; reference And then; edges course; resolved backup | checksum
Is that issue fixed?
  semantic local; reference that issue; resolved -
Who reported that issue?
  < The nightly backup fails with a checksum mismatch.
  < Kenji is looking into it.
  semantic local; reference that issue; resolved backup | checksum; answer person
How does it work?
  semantic local; reference it; resolved -
When was it merged?
  < The pull request for the retry queue is ready.
  semantic local; reference it; resolved retry | queue; answer time
How long does it take to build the image?
  semantic local; answer quantity
Is it possible to export the graph as a table?
  semantic local; answer -
Who runs the IT department in Zagreb?
  mixed local; names ?; answer person
What's new?
  semantic global; types -; states -
Any updates?
  semantic global; types -; states -
What did you tell me about that?
  semantic local; reference that
Hi
  semantic local; answer -
???
  semantic local; answer -
When did Ana move and where does she work now?
  entity local; names Ana; parts When did Ana move | where does Ana work now; states current; answer time
When did Ana and Bob meet and where do they live?
  entity local; names Ana | Bob; parts When did Ana and Bob meet | where do Ana and Bob live; answer time
Where did Ana and Bob's trip start?
  mixed local; names Ana | Bob; answer place
Does Mira like salt and pepper on her eggs?
  mixed local; names Mira; answer -
What are Tobias's hobbies?
  entity list; names Tobias
What books has Priya read this year?
  mixed list; names Priya; times this year; answer thing
What is Leila's address?
  entity local; names Leila
What did Kenji say about the leaking roof of the house in Osaka?
  mixed local; names Kenji | Osaka; speakers Kenji; answer thing
According to Bob, who paid for the dinner?
  mixed local; names Bob; speakers Bob; answer person
Who called Ana yesterday?
  entity local; names Ana; times yesterday; answer person
May I ask when May's birthday is?
  entity local; names May; answer time
Did we meet in May?
  mixed local; times May; answer -
Will Will bring cake to the party?
  mixed local; names Will; answer -
What was the name of the restaurant where Ana celebrated her birthday?
  mixed local; names Ana; answer thing
How many siblings does Mira have?
  entity local; names Mira; answer quantity
Which cities did Tobias and Leila visit last summer?
  mixed list; names Tobias | Leila; times last summer; answer place
When and where was the wedding?
  semantic local; answer time
What did both Ana and Kenji study?
  entity list; names Ana | Kenji
What did Ana buy and how much did it cost?
  entity local; names Ana; parts What did Ana buy | how much did it cost (Ana buy); answer thing
Do we have a colleague who speaks Portuguese and who knows Rust?
  mixed local; names Portuguese | Rust; answer -
Where did we put the script that builds and when necessary signs the app?
  semantic local; answer place
What happened with the landlord?
  semantic local
What happened last week?
  entity global; times last week
What did we do yesterday?
  entity global; times yesterday
Who wrote "The Old Lighthouse"?
  entity local; names The Old Lighthouse; answer person
Where did she study?
  < Leila finished her exams in Porto.
  < Then there was a long trip.
  semantic local; reference she; resolved Leila; answer place
What about Bob?
  < When did Ana start her new job?
  entity local; names Bob; reference What about Bob; resolved start | job
Did Mira mention that she wants to learn pottery?
  mixed local; names Mira; speakers Mira; answer -
What did I tell you about my knee?
  semantic local; answer thing
I would be very grateful if you could remind me, whenever you have a moment, what the doctor said about the dosage.
  semantic local; answer thing
Who else was at the concert?
  semantic list; answer person
Where did Ana use to live before Lisbon?
  entity local; names Ana | Lisbon; states past; answer place
My parcel has not arrived: when was it shipped and can I still cancel it?
  semantic local; parts 2; answer time
Hello, I hope you are well. Our team in Utrecht cannot open exports since Tuesday. Is this a known problem and is there a workaround?
  mixed local; names Utrecht; times Tuesday; parts 2
Which plans include phone support?
  semantic list; answer thing
Has the customer's refund been approved yet?
  semantic local; answer -
Which complaints are unresolved?
  semantic list; states open
What did the customer in Graz complain about?
  mixed local; names Graz
Have other customers had the same problem?
  semantic list; edges similar; reference the same problem
How do I reset my password?
  semantic local; answer -
Who is responsible for billing?
  semantic local; answer person
Recap the conversation with Priya.
  entity global; names Priya; answer -
What is our process for returns?
  semantic local; answer thing
Where do we keep the overview page?
  semantic local; answer place
What is the status of the shipment?
  semantic local
When is the deadline? And who is in charge?
  semantic local; parts When is the deadline | who is in charge (deadline); answer time
How come the price went up?
  semantic local; edges cause; answer reason
How long ago did Tobias quit?
  entity local; names Tobias; answer time
What changed in src/api/users.ts between 2024-03-01 and 2024-03-15?
  entity local; names src/api/users.ts; files src/api/users.ts; times 2024-03-01 | 2024-03-15; types change
What are the pros and cons of the new queue?
  semantic list
Which vulnerabilities were reported two weeks ago?
  mixed list; times two weeks ago; types security
Who painted the kitchen and when did the server crash?
  semantic local; parts Who painted the kitchen | when did the server crash; answer person
Who painted the kitchen and how long did it take?
  semantic local; parts Who painted the kitchen | how long did it take (painted kitchen); answer person
When did we move the database and why?
  semantic local; edges cause; answer time
When did we move the database and why did we do it?
  semantic local; edges cause; parts When did we move the database | why did we do it (move database); answer time
Which port does the gateway use and who renewed the certificate?
  semantic local; edges ?; parts Which port does the gateway use | who renewed the certificate; answer thing
When did Ana move and when did the server crash?
  mixed local; names Ana; parts When did Ana move | when did the server crash; answer time
Who booked the hotel and how much does breakfast cost?
  semantic local; parts Who booked the hotel | how much does breakfast cost; answer person
Who booked the hotel and how much did we pay?
  semantic local; parts Who booked the hotel | how much did we pay (booked hotel); answer person
Who fixed the gateway and what was the cause?
  semantic local; edges cause; parts Who fixed the gateway | what was the cause (fixed gateway); answer person
Why did the build fail and is there a workaround?
  semantic local; edges cause; parts Why did the build fail | is there a workaround (build fail); answer reason
Who booked the hotel and who said that the server crashed?
  semantic local; parts Who booked the hotel | who said that the server crashed; answer person
Who fixed the gateway? When does the train leave? Why was the demo late?
  semantic local; edges ?; parts Who fixed the gateway | When does the train leave | Why was the demo late; answer person
Where does Ana live and when did Bob meet her?
  entity local; names Ana | Bob; parts Where does Ana live | when did Bob meet her (Ana live); answer place
Do you know when Ana moved and where she works?
  entity local; names Ana; parts when Ana moved | where Ana works; answer time
When it rains, where do the kids play?
  semantic local; answer place
Find every message where Ana talks about her thesis
  mixed list; names Ana; answer -
What depends on edges.ts and who calls makeEdge?
  entity list; names edges.ts | makeEdge; files edges.ts; edges dependence; parts What depends on edges.ts | who calls makeEdge; answer thing
Any idea what that error means?
  < TypeError: cannot read properties of undefined in pack.ts
  semantic local; reference that error; resolved TypeError | pack.ts; answer thing
How many people work there?
  < Kenji joined a startup in Osaka.
  semantic local; reference there; resolved Osaka; answer quantity
What happens when the queue is full?
  semantic local; answer thing
`

/** Every row, English before Chinese. */
export const PLAN_TABLE: readonly PlanRow[] = [...readRows(ENGLISH_QUESTIONS), ...readRows(CHINESE_QUESTIONS)]

function readRows(table: string): PlanRow[] {
  const rows: PlanRow[] = []
  let [question, context, known]: [string, string[], string[]] = ['', [], []]
  for (const line of table.split('\n')) {
    if (line === '') continue
    if (!line.startsWith('  ')) [question, context, known] = [line, [], []]
    else if (line.startsWith('  < ')) context.push(line.slice(4))
    else if (line.startsWith('  ~ ')) known = line.slice(4).split(' | ')
    else rows.push({ question, context, known, ...readPlan(line.trim()) })
  }
  return rows
}

function readPlan(line: string): Omit<PlanRow, 'question' | 'context' | 'known'> {
  const [head, ...rest] = line.split('; ')
  const [type, scope] = head!.split(' ')
  const given = new Map(rest.map((field) => [field.split(' ', 1)[0]!, field.slice(field.indexOf(' ') + 1)]))
  const list = (field: string): readonly string[] | null => {
    const text = given.get(field) ?? (FIELDS_EMPTY_BY_DEFAULT.has(field) ? '-' : '?')
    if (text === '?') return null
    if (text === '-') return []
    return field === 'edges'
      ? text.split(' | ').flatMap((hint): readonly string[] => EDGES[hint] ?? [hint])
      : text.split(' | ')
  }
  const one = (field: string, absent: string) => {
    const text = given.get(field) ?? absent
    return text === '?' ? undefined : text === '-' ? null : text
  }
  const counted = /^\d$/u.test(given.get('parts') ?? '')
  return {
    type: type!,
    scope: scope!,
    lists: Object.fromEntries(
      LIST_FIELDS.map((field) => [field, field === 'parts' && counted ? null : list(field)]),
    ) as Record<ListField, readonly string[] | null>,
    partsCount: counted ? Number(given.get('parts')) : null,
    answer: one('answer', '?'),
    reference: one('reference', '-'),
    resolved: list('resolved'),
  }
}
