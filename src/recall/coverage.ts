import type { SpaceIndex } from './space-index.ts'

/**
 * For a question that wants several things, such as "which books did Ana read": what is taken from one session makes
 * the rest of that session worth less, by a factor of 1 - x each time, so that the answer covers several. Greedy, over
 * the best candidates only. Unlike maximal marginal relevance it never looks at how alike two texts are: two messages
 * that say the same in different sessions are two pieces of evidence.
 */
export function coverSessions(
  { session }: Pick<SpaceIndex, 'session'>,
  ranked: readonly { readonly slot: number; readonly worth: number }[],
  { repeated, limit }: { readonly repeated: number; readonly limit: number },
): number[] {
  const taken = new Map<number, number>()
  const left = ranked.map((_, place) => place)
  const chosen: number[] = []
  while (chosen.length < limit && left.length > 0) {
    let best = 0
    let bestWorth = Number.NEGATIVE_INFINITY
    for (let i = 0; i < left.length; i++) {
      const { slot, worth } = ranked[left[i]!]!
      const now = worth * (1 - repeated) ** (taken.get(session[slot]!) ?? 0)
      if (now > bestWorth) {
        best = i
        bestWorth = now
      }
    }
    const [place] = left.splice(best, 1)
    const slotSession = session[ranked[place!]!.slot]!
    taken.set(slotSession, (taken.get(slotSession) ?? 0) + 1)
    chosen.push(place!)
  }
  return chosen
}
