import type { EntityMention } from './entities/entities.ts'

/*
 * What a text holds that a question can ask for, as flags: a message that names a time may answer "when", one with a
 * number "how many".
 */

export const HELD = {
  number: 1,
  time: 2,
  person: 4,
  place: 8,
  /** An identifier, a path, an endpoint, a version. */
  identifier: 16,
} as const

const NUMBER =
  /\p{Nd}|[一二两三四五六七八九十百千万亿][个只次条位天种件本张台份小分页倍块元岁年月日号点半名人]|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|dozen|twice|once)\b/iu

/** The flags of a text whose times and things are known. */
export function heldIn(text: string, mentions: readonly EntityMention[], namesTime: boolean): number {
  let held = namesTime ? HELD.time : 0
  if (NUMBER.test(text)) held |= HELD.number
  for (const { node, kind } of mentions) {
    if (node !== 'entity' || kind === 'identifier') held |= HELD.identifier
    else if (kind === 'person') held |= HELD.person
    else if (kind === 'place') held |= HELD.place
    else if (kind === 'quantity') held |= HELD.number
  }
  return held
}
