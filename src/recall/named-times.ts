import type { GraphNode, Json } from '../graph/nodes.ts'
import type { NamedTime } from '../ports/graph-store.ts'

/** The times that a message names, as the store keeps them in its body: `[start, end, from, to]`. */
export function namedTimesOf({ body }: GraphNode): NamedTime[] {
  const times = body['times']
  return Array.isArray(times) ? (times as readonly Json[]).flatMap((one) => timeOf(one) ?? []) : []
}

function timeOf(one: Json): NamedTime | null {
  if (!Array.isArray(one)) return null
  const [start, end, from, to] = one as readonly Json[]
  const isMoment = (value: Json | undefined) => typeof value === 'number' || value === null
  if (typeof start !== 'number' || typeof end !== 'number' || !isMoment(from) || !isMoment(to)) return null
  return { span: { start, end }, time: { from: from as number | null, to: to as number | null } }
}
