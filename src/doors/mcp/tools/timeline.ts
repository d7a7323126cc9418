import * as z from 'zod'
import { given } from '../../cli/usage.ts'
import { indexEntry, notice } from '../answer-schemas.ts'
import { entryOf, getHint, indexLines } from '../index-lines.ts'
import { tool } from '../tool.ts'
import { NO_MEMORY } from './search.ts'

const count = z.int().min(0).max(50)

export const timelineTool = tool({
  name: 'timeline',
  title: 'What happened around it',
  description: 'What was done before and after something, oldest first, as an index like that of search.',
  input: z.strictObject({
    around: z.string().min(1).max(2_000).describe('An id, or words to search for.'),
    before: count.optional().describe('Entries; default 5.'),
    after: count.optional(),
  }),
  output: z.object({ notice, anchor: z.string().nullable(), entries: z.array(indexEntry), hint: z.string() }),
  effect: 'read',
  async run({ around, before, after }, memory) {
    const { anchor, entries } =
      memory === null ? NOWHERE : await memory.history({ around, ...given({ before, after }) })
    if (anchor === null || entries.length === 0) {
      const next = memory === null ? NO_MEMORY : `Nothing stands there: ${JSON.stringify(around)}. ${HOW}`
      return { structured: { anchor: null, entries: [], hint: next }, text: next }
    }
    const next = `It stands around ${anchor}. ${getHint(entries)}`
    return {
      structured: { anchor, entries: entries.map(entryOf), hint: next },
      text: [...indexLines(entries), '', next].join('\n'),
    }
  },
})

const NOWHERE = { anchor: null, entries: [] } as const
const HOW = 'Give an id as search gives it, or other words.'
