import { EngraphError } from '../../src/graph/errors.ts'

export const SPLITS = ['all', 'tune', 'report'] as const
export type Split = (typeof SPLITS)[number]

export interface Selection {
  readonly split: Split
  /** Only these, by id. */
  readonly ids?: readonly string[]
  /** The first so many of what is left. */
  readonly spacesMax?: number
}

/**
 * Which spaces of a file are measured. Constants are chosen on `tune`, the first half of a file in its own order
 * (rounded down, at least one), and figures are claimed on `report`, the rest. A file of one space only reports.
 */
export function selectSpaces<S extends { readonly id: string }>(
  { name, spaces }: { readonly name: string; readonly spaces: readonly S[] },
  selection: Selection,
): S[] {
  const unknown = (selection.ids ?? []).filter((id) => !spaces.some((space) => space.id === id))
  if (unknown.length > 0) {
    throw new EngraphError('invalid-input', `No space of ${name} is called ${unknown.join(', ')}.`, {
      hint: `Its first spaces are ${spaces
        .slice(0, 5)
        .map((space) => space.id)
        .join(', ')}.`,
    })
  }
  const selected = bySplit(spaces, selection.split)
    .filter((space) => selection.ids?.includes(space.id) ?? true)
    .slice(0, selection.spacesMax ?? spaces.length)
  if (selected.length === 0) {
    throw new EngraphError('invalid-input', `No space of ${name} belongs to the split "${selection.split}".`, {
      hint: 'A file of one space is for reporting only.',
    })
  }
  return selected
}

function bySplit<S>(spaces: readonly S[], split: Split): readonly S[] {
  const tuned = spaces.length < 2 ? 0 : Math.max(1, Math.floor(spaces.length / 2))
  switch (split) {
    case 'all':
      return spaces
    case 'tune':
      return spaces.slice(0, tuned)
    case 'report':
      return spaces.slice(tuned)
    default:
      return split satisfies never
  }
}
