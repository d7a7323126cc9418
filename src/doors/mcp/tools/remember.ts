import * as z from 'zod'
import { EngraphError } from '../../../graph/errors.ts'
import { given } from '../../cli/usage.ts'
import { notice, type } from '../answer-schemas.ts'
import { tool } from '../tool.ts'

const names = z.array(z.string().min(1).max(300)).max(50)

export const rememberTool = tool({
  name: 'remember',
  title: 'Remember a note',
  description:
    'Stores a note: a decision with its reason, a pitfall, what the user wants kept. Tool calls and edits are recorded without it.',
  input: z.strictObject({
    text: z.string().min(1).max(20_000),
    title: z.string().max(200).optional(),
    type: type.optional().describe('Default discovery.'),
    concepts: names.optional(),
    files: names.optional(),
  }),
  output: z.object({ notice, id: z.string(), isNew: z.boolean(), hint: z.string() }),
  effect: 'write',
  async run({ text, ...about }, memory) {
    if (memory === null) throw new EngraphError('space-unknown', 'The space of this project could not be made.')
    const { id, isNew } = await memory.remember({ text, ...given(about) })
    const next = isNew ? `Remembered as ${id}.` : `It was known already, as ${id}.`
    return { structured: { id, isNew, hint: next }, text: next }
  },
})
