import { describe, expect, test } from 'vitest'
import { readEntities } from '../../../src/text/entities/entities.ts'

const read = (text: string) =>
  readEntities(text)
    .map(({ label, node, kind }) => `${label}:${node === 'entity' ? kind : node}`)
    .join(' | ')

describe('what an English text names', () => {
  test.each([
    ['We met Maria Lopez at the Museum of Modern Art yesterday.', 'Maria Lopez:person | Museum of Modern Art:place'],
    ['I finished reading "Pride and Prejudice" and \'Dune\' last night.', 'Pride and Prejudice:concept | Dune:concept'],
    ['Thanks Ana! See you on Friday.', 'Ana:person'],
    ['My sister Tala loves New York.', 'Tala:person | New York:place'],
    [
      'The AWS bill was $45.50, JWT API and the EPUB file',
      'AWS:service | $45.50:quantity | JWT:concept | API:concept | EPUB:concept',
    ],
    ["Ana's car broke down. Running Docker locally is slow.", 'Ana:person | Docker:tool'],
    [
      'He lives in San Francisco with his friend Jonas and Dr. Smith.',
      'San Francisco:place | Jonas:person | Smith:person',
    ],
    [
      'J. K. Rowling wrote Harry Potter and the Goblet of Fire.',
      'J. K. Rowling:person | Harry Potter and the Goblet of Fire:concept',
    ],
    [
      '@ana can you look at src/auth/token.ts and package.json? #travel',
      '@ana:person | src/auth/token.ts:file | package.json:file | #travel:concept',
    ],
    [
      'The endpoint POST /api/v1/login returns HTTP 404, see /api/users/:id and GET https://api.example.com/v1/x',
      'endpoint:concept | POST /api/v1/login:endpoint | HTTP 404:identifier | /api/users/:id:endpoint | GET https://api.example.com/v1/x:endpoint',
    ],
    [
      'Rename tokenStore to sessionStore, keep token_ttl and MAX_RETRIES; `npm run build` fails',
      'tokenStore:identifier | sessionStore:identifier | token_ttl:identifier | MAX_RETRIES:identifier | npm run build:identifier',
    ],
    [
      'Ticket ABC-123, #1234, commit 3f2a9bc, v1.2.3, ECONNREFUSED, E1234',
      'ABC-123:identifier | #1234:identifier | commit:concept | 3f2a9bc:identifier | v1.2.3:identifier | ECONNREFUSED:identifier | E1234:identifier',
    ],
    [
      'I bought an iPhone 15 Pro, use GPT-4, PostgreSQL, Node.js and Vue 3 with 12 GB RAM',
      'iPhone 15 Pro:product | GPT-4:product | PostgreSQL:tool | Node.js:tool | Vue 3:product | 12 GB:quantity | RAM:concept',
    ],
    [
      'It took 300 ms, 80%, 5 km, 3.5 hours. I have 3 cats and 20 books.',
      '300 ms:quantity | 80%:quantity | 5 km:quantity | 3.5 hours:quantity',
    ],
    [
      'C:\\Users\\x\\y.txt and ./a/b.md and ../lib/util.js and ~/notes/todo.txt',
      'C:\\Users\\x\\y.txt:file | ./a/b.md:file | ../lib/util.js:file | ~/notes/todo.txt:file',
    ],
    ['login fails after deploy of the backend', 'login:concept | deploy:concept | backend:concept'],
    ['Check utils.py:42 — TypeError: Cannot read properties of undefined', 'utils.py:file | TypeError:identifier'],
    [
      'We should go to Lake Tahoe and University of Washington in July.',
      'Lake Tahoe:place | University of Washington:organisation',
    ],
    [
      'Mail me at ana.b@example.org or call +1 555-123-4567 / 13800138000',
      'ana.b@example.org:identifier | +1 555-123-4567:identifier | 13800138000:identifier',
    ],
    ['Visit https://www.example.com/a/b?x=1). Nice!', 'https://www.example.com/a/b?x=1:identifier'],
    ["I'm from Texas and work for Google Cloud.", 'Texas:place | Google Cloud:service'],
    [
      'Tomorrow I meet the Boston Consulting Group at Times Square.',
      'Boston Consulting Group:organisation | Times Square:place',
    ],
    ['The Great Wall of China is long.', 'Great Wall of China:concept'],
    ['```\nconst Foo = new Bar()\nfetchUser(id)\n```', 'fetchUser:identifier'],
    ['U.S. and U.K. sign deal; NATO too', 'U.S.:place | U.K.:place | NATO:organisation'],
    ['Müller und Zoë leben in Berlin.', 'Zoë:concept | Berlin:place'],
    ['My neighbour Jonas lives in Porto now.', 'Jonas:person | Porto:place'],
    ['Dr. Okafor told me to rest.', 'Okafor:person'],
    ['Professor Lindqvist gave a talk at Stanford.', 'Professor Lindqvist:person | Stanford:organisation'],
    ["We saw Ludwig van Beethoven's house in Vienna.", 'Ludwig van Beethoven:concept | Vienna:place'],
    ['She read The Count of Monte Cristo twice.', 'Count of Monte Cristo:concept'],
    ['I am learning Spanish with Duolingo every day.', 'Spanish:concept | Duolingo:service'],
    ['The meeting with Ines and Farid is in Room 12.', 'Ines:concept | Farid:concept'],
    ["Ines's dog and the O'Brien family", "Ines:concept | O'Brien:concept"],
    ['Our CEO flew to the UK; NASA called.', 'CEO:concept | UK:place | NASA:organisation'],
    ['Flight KL1234 from Amsterdam, gate B12', 'KL1234:identifier | Amsterdam:place | B12:identifier'],
    [
      'Windows 11 and Python 3.12 are installed, Ubuntu 22.04 too',
      'Windows 11:product | Python 3.12:product | Ubuntu 22.04:product',
    ],
    ['Johnson & Johnson hired her, R&D at AT&T', 'Johnson & Johnson:concept | R&D:concept | AT&T:concept'],
    ['Try `git rebase -i` or `useEffect`, not `true`.', 'git rebase -i:identifier | useEffect:identifier'],
    [
      'Set timeout to 30s and retry; the server returns 502',
      'timeout:concept | 30s:quantity | retry:concept | server:concept',
    ],
    ['curl -X POST https://api.example.com/v2/orders', 'POST https://api.example.com/v2/orders:endpoint'],
    ['DELETE /users/{userId}/sessions failed', 'DELETE /users/{userId}/sessions:endpoint'],
    [
      'see docs/guide.md and [the site](https://example.org/docs)',
      'docs/guide.md:file | https://example.org/docs:identifier',
    ],
    ['Error code ERR_BAD_TOKEN, exit 137', 'ERR_BAD_TOKEN:identifier'],
    ['192.168.1.10:8080 and localhost:3000 refuse', '192.168.1.10:8080:identifier | localhost:3000:identifier'],
    ['550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440000:identifier'],
    ['#cooking tips from @chef_luis', '#cooking:concept | @chef_luis:person'],
    ['Invoice of €1,299.00, 15% off, weighs 2.5 kg', '€1,299.00:quantity | 15%:quantity | 2.5 kg:quantity'],
    ['```ts\nconst total = Price.sum(items)\n```\nSee `src/price.ts`', 'Price.sum:identifier | src/price.ts:file'],
    ['[INFO] 2024-03-01 12:00:01 OrderService started in 350 ms', 'OrderService:identifier | 350 ms:quantity'],
    ['WARN  connection to redis lost, retrying in 5s', 'redis:tool | 5s:quantity'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test.each([
    'Hey there, how are you doing today?',
    'OMG I AM SO HAPPY TODAY',
    'I took a test and ordered pizza in order to celebrate.',
    'e.g. this is fine, i.e. okay. and/or he/she 24/7 w/o',
    '😀 Great day! 🎉 So fun',
    '## Getting Started With The New Release',
    'SELECT * FROM users WHERE id = 5',
    'Is anyone coming to the party on Saturday?',
    'Good morning! Happy birthday!',
    'Sounds great, talk to you later.',
    'WHY IS EVERYTHING SO EXPENSIVE',
    'I need to buy milk, eggs and bread.',
    'Yesterday was long. Nothing happened. Maybe tomorrow.',
    'Well, I think so. However, it may rain in April.',
    'My mom and I baked cookies for the kids.',
    'There are 12 of us and 3 cars.',
    'He said "I will be there" and left.',
    'First things first: eat, sleep, repeat.',
    'LOL ok, see you at 7 pm!',
    'Walking home was nice. Finally some rest!',
    "The cat sat on the mat; the dog didn't.",
    'Let me know if that works for you 👍',
    '🎉🎉🎉 wow!!! 😂',
    '1. Wash the car\n2. Feed the cats\n3. Sleep',
    '> Quoted text here\n\n- Item one\n- Item two',
    '| Name | Value |\n|---|---|\n| Size | 3 |',
    'The answer is 42, or maybe 43.',
    'She said "Traffic was awful" and (Maybe) left',
  ])('nothing in: %s', (text) => {
    expect(read(text)).toBe('')
  })
})
