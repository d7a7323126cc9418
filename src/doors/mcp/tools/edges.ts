import * as z from 'zod'
import { EDGE_STATES } from '../../../graph/edges.ts'
import { EngraphError } from '../../../graph/errors.ts'
import { wording } from '../../../graph/wording.ts'
import type { EdgeEntry } from '../../../project/edges.ts'
import type { ProjectMemory } from '../../../project/project-memory.ts'
import { given } from '../../cli/usage.ts'
import { notice, time } from '../answer-schemas.ts'
import { type Answer, tool } from '../tool.ts'
import { NO_MEMORY } from './search.ts'

const end = z.object({ id: z.string(), label: z.string() })

const output = z.object({
  notice,
  edges: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      from: end,
      to: end,
      weight: z.number().describe('0..1, as of now'),
      provenance: z.string(),
      state: z.string(),
      count: z.number(),
      evidence: z.array(z.string()).describe('the newest of it'),
      lastSeen: time,
      decidedBy: z.string().nullable(),
    }),
  ),
  unknown: z.array(z.string()),
  hint: z.string(),
})

const IDS_MAX = 50
const EVIDENCE_MAX = 4

export const edgesTool = tool({
  name: 'edges',
  title: 'Suggested edges',
  description:
    'Lists what the memory suggests belongs together; accept or reject by ids what the user, or what you verified, settles.',
  input: z.strictObject({
    accept: z.array(z.string().max(500)).max(IDS_MAX).optional(),
    reject: z.array(z.string().max(500)).max(IDS_MAX).optional(),
    kind: z.enum(['CO_CHANGES', 'CAUSES', 'REFERENCES', 'SIMILAR']).optional(),
    state: z.enum(EDGE_STATES).optional(),
    file: z.string().max(1_000).optional(),
  }),
  output,
  effect: 'change',
  async run({ accept = [], reject = [], kind, state, file }, memory, { client }) {
    if (memory === null) return { structured: { edges: [], unknown: [], hint: NO_MEMORY }, text: NO_MEMORY }
    const both = accept.find((id) => reject.includes(id))
    if (both !== undefined) throw new EngraphError('invalid-input', 'An edge cannot be accepted and rejected at once.')
    if (accept.length + reject.length === 0) {
      const edges = await memory.edges(given({ kind, state, file }))
      return answerOf(edges, [], edges.length === 0 ? NONE : DECIDE)
    }
    const { edges, unknown } = await decide(memory, { accept, reject, client })
    const named = unknown.join(', ')
    // Nothing at all was done, which must not read like a decision that was stored.
    if (edges.length === 0) throw new EngraphError('invalid-input', wording`No edge has one of the ids ${named}.`)
    return answerOf(edges, unknown, unknown.length === 0 ? DECIDED : `Unknown: ${named}. ${UNKNOWN}`)
  },
})

const NONE = 'No edge fits. They come from what sessions change together, and from what happens soon after.'
const DECIDE = 'Accept or reject by id; what nobody decides on fades.'
const DECIDED = 'Stored. What is rejected stays away until there is new evidence.'
const UNKNOWN = 'The others are stored. Use ids as edges gives them.'

async function decide(
  memory: ProjectMemory,
  given: { readonly accept: readonly string[]; readonly reject: readonly string[]; readonly client: string },
) {
  const edges: EdgeEntry[] = []
  const unknown: string[] = []
  for (const id of [...given.accept, ...given.reject]) {
    const edge = await memory.decideEdge(id, { accept: given.accept.includes(id), by: given.client })
    if (edge === null) unknown.push(id)
    else edges.push(edge)
  }
  return { edges, unknown }
}

function answerOf(found: readonly EdgeEntry[], unknown: readonly string[], hint: string) {
  const edges = found.map(
    ({ id, kind, from, to, weight, provenance, state, count, evidence, lastSeen, decidedBy }) => ({
      ...{ id, kind, from, to, weight, provenance, state, count, decidedBy },
      evidence: evidence.slice(-EVIDENCE_MAX),
      lastSeen: new Date(lastSeen).toISOString(),
    }),
  )
  const lines = edges.map(({ id, kind, from, to, weight, state, count, decidedBy }) => {
    const by = decidedBy === null ? '' : `, by ${decidedBy}`
    return `${from.label} ${kind} ${to.label} · ${state}${by} · ${weight} · seen ${count}x · ${id}`
  })
  return { structured: { edges, unknown: [...unknown], hint }, text: [...lines, hint].join('\n') } satisfies Answer<
    z.output<typeof output>
  >
}
