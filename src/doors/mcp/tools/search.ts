import * as z from 'zod'
import type { SearchResult } from '../../../project/answers.ts'
import { given } from '../../cli/usage.ts'
import { indexEntry, notice, time, type } from '../answer-schemas.ts'
import { entryOf, getHint, indexLines } from '../index-lines.ts'
import { type Answer, tool } from '../tool.ts'

const input = z.strictObject({
  query: z.string().max(2_000).optional().describe('Words in any order, English or Chinese. Without it, the newest.'),
  type: type.optional(),
  file: z.string().optional().describe('File or folder, by its path or the end of it.'),
  concept: z.string().optional().describe('Subject, such as auth.'),
  session: z.string().optional().describe('Its id.'),
  branch: z.string().optional(),
  since: time.optional().describe('From then on, ISO 8601.'),
  until: time.optional().describe('Before then.'),
  limit: z.int().min(1).max(100).optional().describe('Default 20.'),
})

const output = z.object({
  notice,
  outcome: z.enum(['found', 'nothing-found', 'incomplete']),
  entries: z.array(indexEntry.extend({ relevance: z.number() })),
  tokens: z.number().describe('of all entries as get gives them'),
  waiting: z.array(z.string()).describe('captured just now and not indexed yet'),
  hint: z.string(),
})

export const searchTool = tool({
  name: 'search',
  title: 'Search memory',
  description:
    'Searches what was done in earlier sessions of this project: fixes, decisions, failures, findings. Gives an index: id, time, type, title, and the tokens that reading each whole costs; then read what matters with get. Use it before you investigate, decide or fix what may have come up before.',
  input,
  output,
  effect: 'read',
  async run(asked, memory) {
    if (memory === null) return nothing(NO_MEMORY, 'nothing-found')
    return answerOf(await memory.search(given(asked)))
  },
})

/** What tools say of a project without a memory. */
export const NO_MEMORY =
  'Nothing is remembered of this project yet. Hooks record what is done in it; `remember` stores a note.'

function answerOf({ outcome, entries, waiting }: SearchResult): Answer<z.output<typeof output>> {
  if (entries.length === 0 && waiting.length === 0) {
    return nothing(outcome === 'incomplete' ? INCOMPLETE : NOTHING_FOUND, outcome)
  }
  const hint = entries.length === 0 ? WAITING : getHint(entries)
  const tokens = entries.reduce((sum, entry) => sum + entry.tokens, 0)
  const found = entries.map((entry) => ({ ...entryOf(entry), relevance: rounded(entry.relevance) }))
  const latest = waiting.length === 0 ? [] : ['', 'Captured just now, not indexed yet:', ...waiting]
  return {
    structured: { outcome, entries: found, tokens, waiting: [...waiting], hint },
    text: ['id · time · type · title · ~tokens', ...indexLines(entries), ...latest, '', hint].join('\n'),
  }
}

const NOTHING_FOUND = 'Nothing found. Try other words or fewer bounds; without a query it lists the newest.'
const INCOMPLETE = 'Nothing found so far; the index was not ready in full. Try again in some seconds.'
const WAITING = 'Only what was captured just now fits; search again in some seconds.'

function nothing(hint: string, outcome: SearchResult['outcome']): Answer<z.output<typeof output>> {
  return { structured: { outcome, entries: [], tokens: 0, waiting: [], hint }, text: hint }
}

function rounded(relevance: number): number {
  return Math.round(relevance * 1_000) / 1_000
}
