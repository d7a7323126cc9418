/**
 * How an edge is known. Hard ones are facts of the records, of the code, or of a person; traversal over them is
 * deterministic. Soft ones rank, suggest and fade, and an answer that rests on them says so.
 */
export const HARD_PROVENANCES = ['recorded', 'parsed', 'declared', 'confirmed'] as const
export const SOFT_PROVENANCES = ['observed', 'inferred', 'model'] as const
export const PROVENANCES = [...HARD_PROVENANCES, ...SOFT_PROVENANCES] as const

export type HardProvenance = (typeof HARD_PROVENANCES)[number]
export type SoftProvenance = (typeof SOFT_PROVENANCES)[number]
export type Provenance = HardProvenance | SoftProvenance

export type Certainty = 'hard' | 'soft'

const HARD: ReadonlySet<Provenance> = new Set(HARD_PROVENANCES)

export function certaintyOf(provenance: Provenance): Certainty {
  return HARD.has(provenance) ? 'hard' : 'soft'
}

/** Only what is literally there, with its coverage, may call an answer complete; a confirmed habit stays a habit. */
export function mayBeComplete(provenance: Provenance): boolean {
  return provenance === 'recorded' || provenance === 'parsed'
}

/** The stronger of two ways of knowing the same thing: the earlier one in `PROVENANCES`. */
export function strongerProvenance(a: Provenance, b: Provenance): Provenance {
  return PROVENANCES.indexOf(a) <= PROVENANCES.indexOf(b) ? a : b
}
