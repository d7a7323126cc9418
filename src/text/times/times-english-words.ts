import type { TimeUnit } from './calendar.ts'

/* Words of English that times are made of, and a text as the tokens that the rules read. */

export const MONTHS: ReadonlyMap<string, number> = new Map(
  (
    'january february march april may june july august september october november december ' +
    'jan feb mar apr may jun jul aug sep oct nov dec'
  )
    .split(' ')
    .map((name, i) => [name, (i % 12) + 1] as const)
    .concat([['sept', 9]]),
)
/** Names that mean nothing else. The others are also names of people, verbs and adjectives, or are abbreviated. */
export const PLAIN_MONTHS: ReadonlySet<string> = new Set(
  'january february july september october november december'.split(' '),
)

const WEEKDAY_NAMES = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
export const WEEKDAYS: ReadonlyMap<string, number> = new Map([
  ...WEEKDAY_NAMES.map((name, i) => [name, i] as const),
  ...'mon tue wed thu fri sat sun'.split(' ').map((name, i) => [name, i] as const),
  ['tues', 1],
  ['weds', 2],
  ['thur', 3],
  ['thurs', 3],
])
export const PLAIN_WEEKDAYS: ReadonlySet<string> = new Set(WEEKDAY_NAMES)
export const WEEKDAY_PLURALS: ReadonlyMap<string, number> = new Map(WEEKDAY_NAMES.map((name, i) => [`${name}s`, i]))

export const SEASONS: ReadonlyMap<string, number> = new Map([
  ['spring', 0],
  ['summer', 1],
  ['autumn', 2],
  ['fall', 2],
  ['winter', 3],
])

/** Days of a fixed date, by their first word: the others, month and day. The longest stand first. */
export const HOLIDAYS: ReadonlyMap<
  string,
  readonly (readonly [words: readonly string[], month: number, day: number])[]
> = new Map([
  [
    'christmas',
    [
      [['eve'], 12, 24],
      [['day'], 12, 25],
      [[], 12, 25],
    ],
  ],
  ['boxing', [[['day'], 12, 26]]],
  [
    'new',
    [
      [['year', 'eve'], 12, 31],
      [['years', 'eve'], 12, 31],
      [['year', 'day'], 1, 1],
      [['years', 'day'], 1, 1],
    ],
  ],
  ['valentine', [[['day'], 2, 14]]],
  ['valentines', [[['day'], 2, 14]]],
  ['halloween', [[[], 10, 31]]],
])

export const UNITS: ReadonlyMap<string, TimeUnit> = new Map<string, TimeUnit>([
  ['hour', 'hour'],
  ['hours', 'hour'],
  ['hrs', 'hour'],
  ['day', 'day'],
  ['days', 'day'],
  ['night', 'day'],
  ['nights', 'day'],
  ['week', 'week'],
  ['weeks', 'week'],
  ['weekend', 'weekend'],
  ['weekends', 'weekend'],
  ['month', 'month'],
  ['months', 'month'],
  ['year', 'year'],
  ['years', 'year'],
  ['yrs', 'year'],
])

export const NUMBERS: ReadonlyMap<string, number> = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen twenty'
  )
    .split(' ')
    .map((name, i) => [name, i] as const)
    .concat([
      ['a', 1],
      ['an', 1],
      ['thirty', 30],
      ['forty', 40],
      ['fifty', 50],
      ['sixty', 60],
    ]),
)

export type Side = 'last' | 'this' | 'next'

/** Which neighbour of the present a word means. */
export const SIDES: ReadonlyMap<string, Side> = new Map([
  ['last', 'last'],
  ['past', 'last'],
  ['previous', 'last'],
  ['this', 'this'],
  ['current', 'this'],
  ['next', 'next'],
  ['coming', 'next'],
  ['upcoming', 'next'],
  ['following', 'next'],
])

/** The same as a number of weeks, months or years. */
export const SIDE_OFFSETS: ReadonlyMap<string, number> = new Map(
  [...SIDES].map(([word, side]) => [word, side === 'last' ? -1 : side === 'this' ? 0 : 1]),
)

export const ORDINALS: ReadonlyMap<string, number> = new Map(
  (
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
    'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
  )
    .split(' ')
    .map((name, i) => [name, i + 1]),
)

export const DAY_PARTS: ReadonlySet<string> = new Set(
  'morning afternoon evening night noon midday lunchtime midnight'.split(' '),
)

export interface Token {
  /** Lower case, without a possessive `'s`. */
  readonly text: string
  readonly kind: 'word' | 'number' | 'mark'
  readonly isCapital: boolean
  readonly start: number
  readonly end: number
  /** Nothing stands between it and the token before it. */
  readonly isGlued: boolean
}

/** Latin letters as ranges: a test by script takes several times as long. */
const TOKEN =
  /([A-Za-z_\u00C0-\u024F]+)(['’]s(?![A-Za-z_\u00C0-\u024F])|(?<=s)['’](?![A-Za-z_\u00C0-\u024F]))?|(\d+(?:[./:-]\d+)*)|\S/gu

export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let last = -1
  for (const match of text.matchAll(TOKEN)) {
    const [whole, word, , number] = match
    const start = match.index
    const end = start + whole.length
    const lower = word === undefined ? whole : word.toLowerCase()
    tokens.push({
      text: lower,
      kind: word !== undefined ? 'word' : number !== undefined ? 'number' : 'mark',
      isCapital: word !== undefined && whole.charCodeAt(0) !== lower.charCodeAt(0),
      start,
      end,
      isGlued: start === last,
    })
    last = end
  }
  return tokens
}
