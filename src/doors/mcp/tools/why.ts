import * as z from 'zod'
import type { NodeId } from '../../../graph/nodes.ts'
import type { SearchHit } from '../../../project/answers.ts'
import { notice } from '../answer-schemas.ts'
import { tool } from '../tool.ts'
import { NO_MEMORY } from './search.ts'

const list = z.array(z.string())

const output = z.object({
  notice,
  id: z.string(),
  isFound: z.boolean(),
  rank: z.number().nullable(),
  relevance: z.number().nullable().describe('0..1, the sum of parts'),
  fact: z.string().nullable().describe('the fact that matched best'),
  routes: list,
  ranks: z.record(z.string(), z.number()).describe('in each list that found it'),
  parts: z.record(z.string(), z.number()),
  terms: list.describe('words of the query that stand in it'),
  path: list,
  walk: list.describe('steps through the graph that led to it'),
  records: list.describe('the first that it rests on'),
  recordCount: z.number(),
  hint: z.string(),
})

const RECORDS_MAX = 20
const WALK_MAX = 10

export const whyTool = tool({
  name: 'why',
  title: 'Why it was found',
  description:
    'Explains why search gives an id for a query, or that it does not: routes, ranks, matching words, the path through the graph, and the records it rests on.',
  input: z.strictObject({ query: z.string().min(1).max(2_000), id: z.string().min(1).max(200) }),
  output,
  effect: 'read',
  async run({ query, id }, memory) {
    const { hit, records } = memory === null ? NOTHING : await memory.why(query, id)
    const why = hit?.why ?? null
    const hint = memory === null ? NO_MEMORY : hintOf(hit, query, id)
    const structured = {
      id,
      isFound: hit !== null,
      rank: hit?.rank ?? null,
      relevance: hit === null ? null : rounded(hit.relevance),
      fact: hit?.fact?.text ?? null,
      routes: [...(why?.routes ?? [])],
      ranks: { ...why?.ranks },
      parts: Object.fromEntries(Object.entries(why?.parts ?? {}).map(([name, part]) => [name, rounded(part)])),
      terms: [...(why?.terms ?? [])],
      path: [...(why?.path ?? [])],
      walk: (why?.walk ?? []).slice(0, WALK_MAX).map(({ from, kind, to, certainty }) => {
        return `${from} -${kind}→ ${to} (${certainty})`
      }),
      records: records.slice(0, RECORDS_MAX),
      recordCount: records.length,
      hint,
    }
    return { structured, text: [...linesOf(structured), hint].join('\n') }
  },
})

const NOTHING: { readonly hit: SearchHit | null; readonly records: readonly NodeId[] } = { hit: null, records: [] }

function hintOf(hit: SearchHit | null, query: string, id: string): string {
  if (hit !== null) return `It is number ${hit.rank} for ${JSON.stringify(query)}.`
  return `${id} is not among the first 100 for ${JSON.stringify(query)}. Use an id as search gives it, or other words.`
}

function linesOf(found: Omit<z.output<typeof output>, 'notice'>): readonly string[] {
  if (!found.isFound) return []
  const { relevance, routes, ranks, parts, terms, path, walk, fact } = found
  const largestFirst = Object.entries(parts).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
  const rows: readonly (readonly [string, string])[] = [
    ['relevance', `${relevance} = ${largestFirst.map(([name, part]) => `${name} ${part}`).join(' + ')}`],
    ['routes', routes.join(', ')],
    [
      'ranks',
      Object.entries(ranks)
        .map(([name, rank]) => `${name} #${rank}`)
        .join(', '),
    ],
    ['words', terms.join(', ')],
    ['fact', fact ?? ''],
    ['path', path.join(' → ')],
    ['walk', walk.join('; ')],
  ]
  return rows.filter(([, content]) => content !== '').map(([label, content]) => `${label}: ${content}`)
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
