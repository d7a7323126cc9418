import type { Instant } from './spans.ts'

/** What a space is for; it governs extraction, retention and packing. */
export const PURPOSES = ['companion', 'project', 'support'] as const
export type Purpose = (typeof PURPOSES)[number]

export type SpaceId = string

/** The boundary of isolation. Nothing crosses it unless a reader names several spaces. */
export interface Space {
  readonly id: SpaceId
  readonly purpose: Purpose
  readonly createdAt: Instant
  /** Everything that leads here, the first given name first. */
  readonly aliases: readonly string[]
  /** Version of the rules by which its first records were read; later ones may have been read by newer ones. */
  readonly textVersion: number
}

/** Characters of an alias, at most. */
export const ALIAS_LENGTH_MAX = 500

/** An alias in the one form that is stored and compared: NFC, no surrounding or doubled white space. */
export function normaliseAlias(alias: string): string {
  return alias.normalize('NFC').trim().replace(/\s+/gu, ' ')
}
