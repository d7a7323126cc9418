import * as z from 'zod'
import { EngraphError } from '../../../graph/errors.ts'
import type { NodeId } from '../../../graph/nodes.ts'
import type { ProjectMemory } from '../../../project/project-memory.ts'
import { minuteOf, preview } from '../../cli/terminal-text.ts'
import { ids, notice, time } from '../answer-schemas.ts'
import type { DeletionCodes } from '../deletion-codes.ts'
import { type Answer, type Tool, tool } from '../tool.ts'
import { NO_MEMORY } from './search.ts'

/** Records of a dry run that are shown; all are counted. */
const SHOWN_MAX = 20
const TEXT_CHARACTERS_MAX = 200
/** What the memory takes at once. */
const IDS_AT_ONCE_MAX = 200

const output = z.object({
  notice,
  isDryRun: z.boolean(),
  count: z.number().describe('records'),
  records: z.array(z.object({ id: z.string(), at: time.nullable(), text: z.string() })).describe('the first of them'),
  code: z.string().nullable(),
  expiresAt: time.nullable(),
  problems: z.array(z.string()).describe('where the text may still stand'),
  hint: z.string(),
})
type Forgotten = Answer<z.output<typeof output>>

export function forgetTool(codes: DeletionCodes): Tool {
  return tool({
    name: 'forget',
    title: 'Forget for good',
    description:
      'Deletes observations, notes or records with all that was derived from them. Call it with ids first: that only lists what would go, and gives a code. When the user has agreed, call it with confirm and code.',
    input: z.strictObject({
      ids: ids.optional(),
      confirm: z.boolean().optional(),
      code: z.string().max(64).optional(),
    }),
    output,
    effect: 'delete',
    async run({ ids: given, confirm, code }, memory) {
      if (confirm === true) {
        const listed = code === undefined ? null : codes.take(code)
        if (listed === null) throw new EngraphError('invalid-input', 'There is no such code.', { hint: DRY_RUN })
        return memory === null ? nothing(NO_MEMORY) : act(memory, listed)
      }
      if (given === undefined) throw new EngraphError('invalid-input', 'Nothing says what to forget.', { hint: GIVE })
      return memory === null ? nothing(NO_MEMORY) : look(memory, given, codes)
    },
  })
}

const GIVE = 'Give ids as search and get give them.'
const DRY_RUN = 'Call forget with ids first; its code is good for one deletion, for ten minutes.'

/** Says what would go. */
async function look(memory: ProjectMemory, given: readonly NodeId[], codes: DeletionCodes): Promise<Forgotten> {
  const { ids, nodes } = await memory.forget({ ids: given }, { dryRun: true })
  if (ids.length === 0) return nothing('Nothing has these ids. Use ids as search and get give them.')
  const { code, expiresAt } = codes.give(ids)
  const records = nodes.slice(0, SHOWN_MAX).map(({ id, at, text }) => {
    return { id, at: at === null ? null : isoOf(at), text: preview(text, TEXT_CHARACTERS_MAX) }
  })
  const next = `${ids.length} records would go for good. When the user has agreed: forget({"confirm":true,"code":"${code}"}), within ten minutes.`
  const lines = records.map(({ id, at, text }) => `${id} · ${minuteOf(at === null ? null : Date.parse(at))} · ${text}`)
  return {
    structured: {
      isDryRun: true,
      count: ids.length,
      records,
      code,
      expiresAt: isoOf(expiresAt),
      problems: [],
      hint: next,
    },
    text: [...lines, '', next].join('\n'),
  }
}

/** Deletes what a dry run listed, and nothing that came since. */
async function act(memory: ProjectMemory, listed: readonly NodeId[]): Promise<Forgotten> {
  let count = 0
  let isPurged = true
  const problems: string[] = []
  for (let from = 0; from < listed.length; from += IDS_AT_ONCE_MAX) {
    const forgotten = await memory.forget({ ids: listed.slice(from, from + IDS_AT_ONCE_MAX) }, { dryRun: false })
    count += forgotten.ids.length
    isPurged &&= forgotten.isPurged
    problems.push(...forgotten.problems)
  }
  if (!isPurged) problems.push('Another process has the database open; the text leaves the file when that is done.')
  const next = `${count} records are forgotten.`
  return {
    structured: { isDryRun: false, count, records: [], code: null, expiresAt: null, problems, hint: next },
    text: [next, ...problems].join('\n'),
  }
}

function nothing(next: string): Forgotten {
  return {
    structured: { isDryRun: true, count: 0, records: [], code: null, expiresAt: null, problems: [], hint: next },
    text: next,
  }
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}
