/*
 * Remembers a conversation in a temporary file, asks it five questions, and shows the best answer to each with its
 * evidence and the reason why it was found. Checks itself: the exit status is 1 when an expected record is not first.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engraph, formatPath } from 'engraph'
import { conversation } from './conversation.js'

/** When the questions are asked; "last week" would be counted from here. */
const NOW = '2026-06-10T09:00:00Z'

const QUESTIONS = [
  { question: 'When did Ana move the deployment of the billing service, and why?', expected: 'release-4' },
  { question: 'Which port does the payment gateway listen on in staging?', expected: 'staging-3' },
  { question: 'What was the cause of the double charges?', expected: 'double-charges-7' },
  { question: '退款超过多少钱需要经理批准？', expected: 'refunds-5' },
  { question: '我们打算怎么给林悦过生日？', expected: 'birthday-3' },
]

/** A Chinese sentence has many: words, characters and pairs of them. */
const TERMS_SHOWN_MAX = 10
const COLUMNS_MAX = 100

const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR
const paint = (code) => (text) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
const [bold, dim, red, green, cyan] = [1, 2, 31, 32, 36].map(paint)

const folder = await mkdtemp(join(tmpdir(), 'engraph-demo-'))
try {
  const memory = await Engraph.open({ path: join(folder, 'memory.db'), space: 'shop', purpose: 'project' })
  try {
    for (const delivery of conversation) await memory.remember(delivery)
    // Vectors are made behind; here we wait, so that each run answers alike.
    await memory.settle()
    await printRemembered(memory)
    let right = 0
    for (const [index, { question, expected }] of QUESTIONS.entries()) {
      const recalled = await memory.recall(question, { limit: 3, now: NOW })
      const isRight = recalled.items[0]?.node === expected
      if (isRight) right++
      const names = await namesOnWalk(memory, recalled.items[0])
      print('', bold(`${index + 1}. ${question}`), ...answerLines(recalled, { expected, isRight, names }))
    }
    print('', `${right} of ${QUESTIONS.length} expected records came first.`)
    if (right < QUESTIONS.length) process.exitCode = 1
  } finally {
    await memory.close()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function printRemembered(memory) {
  const { nodes, sessions, firstAt, lastAt } = await memory.stats()
  print(
    `Remembered ${nodes.message} messages of ${sessions} sessions, ${dayOf(firstAt)} to ${dayOf(lastAt)}, ` +
      `as ${nodes.event} events that mention ${nodes.entity} things, in one temporary file.`,
  )
}

/** What the nodes on the walk to an item are called; the item itself is `this`. */
async function namesOnWalk(memory, item) {
  if (!item) return new Map()
  const nodes = await memory.nodes(item.why.walk.flatMap(({ from, to }) => [from, to]))
  const names = nodes.map(({ id, kind, text }) => [id, kind === 'message' ? `“${text.slice(0, 24)}…”` : text])
  return new Map([...names, [item.node, 'this']])
}

function answerLines({ items, tookMs }, { expected, isRight, names }) {
  const [best] = items
  const check = isRight
    ? `${green('✓')} ${dim(`as expected, in ${tookMs.toFixed(1)} ms`)}`
    : `${red('✗')} expected ${expected} to come first`
  if (!best) return ['   nothing found', `   ${check}`]
  const { speaker, at, session, text, why } = best
  const ranks = Object.entries(why.ranks).map(([list, rank]) => `${list} #${rank}`)
  return [
    `   ${cyan(speaker)}, ${dayOf(at)}, session ${session}`,
    ...wrap(text).map((line) => `   ${line}`),
    dim(`   ranks  ${ranks.join(', ')}`),
    dim(`   terms  ${why.terms.slice(0, TERMS_SHOWN_MAX).join(' ')}${why.terms.length > TERMS_SHOWN_MAX ? ' …' : ''}`),
    dim(`   path   ${why.path.map(shortened).join(' → ')}`),
    ...(why.walk.length > 0 ? [dim(`   walk   ${formatPath(why.walk, (id) => names.get(id) ?? id)}`)] : []),
    `   ${check}`,
  ]
}

/** Lines of at most about `COLUMNS_MAX`; a Han character takes two columns and may end a line anywhere. */
function wrap(text) {
  const lines = ['']
  let columns = 0
  for (const piece of text.match(/\s*(?:\p{Script=Han}|[^\s\p{Script=Han}]+)/gu) ?? []) {
    const width = piece.length + (/\p{Script=Han}/u.test(piece) ? 1 : 0)
    if (columns + width > COLUMNS_MAX) {
      lines.push('')
      columns = 0
    }
    lines[lines.length - 1] += lines.at(-1) === '' ? piece.trimStart() : piece
    columns += width
  }
  return lines
}

/** Ids that Engraph makes are 32 digits long; eight are enough to look at. */
function shortened(step) {
  return step.replace(/(~[0-9a-f]{8})[0-9a-f]+/u, '$1…')
}

function dayOf(at) {
  return new Date(at).toISOString().slice(0, 10)
}

function print(...lines) {
  for (const line of lines) console.log(line)
}
