import { describe, expect, test } from 'vitest'
import type { StoredObservation } from '../../src/graph/observation.ts'
import { suggestionsOf } from '../../src/infer/suggestions.ts'
import { DAY, HOUR_MS, observed, T0 } from './observed.ts'

/** `CAUSES 1 2`, in the order of strength. */
function found(fresh: readonly StoredObservation[], around: readonly StoredObservation[] = [], kind?: string) {
  return suggestionsOf(fresh, around)
    .filter((edge) => kind === undefined || edge.kind === kind)
    .map((edge) => `${edge.kind} ${edge.from.slice(2)} ${edge.to.slice(2)}`)
}

const auth = observed('auth', {
  type: 'feature',
  session: 's1',
  concepts: ['auth', 'jwt'],
  filesModified: ['src/auth/token.ts'],
})
const repair = (given: Parameters<typeof observed>[1] = {}) =>
  observed('checkout', {
    type: 'bugfix',
    session: 's2',
    at: T0 + 3 * HOUR_MS,
    concepts: ['checkout', 'auth'],
    filesModified: ['src/checkout/pay.ts'],
    ...given,
  })

describe('a change causes a repair', () => {
  test('that comes soon after and is about the same', () => {
    const [edge] = suggestionsOf([repair()], [auth]).filter(({ kind }) => kind === 'CAUSES')
    expect(edge).toMatchObject({ from: 'e~auth', to: 'e~checkout', state: 'suggested', provenance: 'inferred' })
    expect(edge!.evidence).toEqual(['e~auth', 'e~checkout'])
    expect(edge!.weight).toBeGreaterThan(0.2)
  })

  test('whichever of the two is observed last', () => {
    expect(found([auth], [repair()], 'CAUSES')).toEqual(found([repair()], [auth], 'CAUSES'))
    expect(found([auth, repair()], [], 'CAUSES')).toEqual(['CAUSES auth checkout'])
  })

  test('the sooner, the likelier; a file of it in the repair makes it likelier', () => {
    const weight = (given: Parameters<typeof observed>[1]) =>
      suggestionsOf([repair(given)], [auth]).find(({ kind }) => kind === 'CAUSES')!.weight
    expect(weight({ at: T0 + HOUR_MS })).toBeGreaterThan(weight({ at: T0 + 20 * HOUR_MS }))
    expect(weight({ filesRead: ['src/auth/token.ts'] })).toBeGreaterThan(weight({}))
  })

  test.each<[string, StoredObservation, StoredObservation]>([
    ['comes before it', auth, repair({ at: T0 - HOUR_MS })],
    ['comes long after it', auth, repair({ at: T0 + 4 * DAY })],
    ['is about something else', auth, repair({ concepts: ['checkout'] })],
    ['is none', auth, repair({ type: 'discovery' })],
    ['follows what changed nothing', observed('auth', { type: 'discovery', concepts: ['auth'] }), repair()],
  ])('but none that %s', (_, before, after) => {
    expect(found([after], [before], 'CAUSES')).toEqual([])
  })

  test('two causes of a repair at most, the likeliest', () => {
    const many = Array.from({ length: 6 }, (_, i) =>
      observed(`c${i}`, {
        type: 'change',
        concepts: ['auth'],
        filesModified: ['src/x.ts'],
        at: T0 + (i * HOUR_MS) / 10,
      }),
    )
    expect(found([repair({ filesRead: ['src/x.ts'] })], many, 'CAUSES')).toEqual([
      'CAUSES c5 checkout',
      'CAUSES c4 checkout',
    ])
  })
})

describe('events of two sessions are alike', () => {
  const one = observed('1', { concepts: ['auth', 'jwt'], filesModified: ['src/auth/token.ts', 'src/auth/refresh.ts'] })
  const other = (given: Parameters<typeof observed>[1] = {}) =>
    observed('2', {
      session: 's2',
      at: T0 + 10 * DAY,
      concepts: ['auth', 'jwt'],
      filesModified: ['src/auth/token.ts', 'src/auth/refresh.ts'],
      ...given,
    })

  test('where they change the same files about the same subjects', () => {
    expect(found([other()], [one])).toEqual(['SIMILAR 1 2'])
  })

  test.each<[string, StoredObservation]>([
    ['they are of one session', other({ session: 's1' })],
    ['one is of a subagent of the other', other({ session: 's1/a', agent: 'a' })],
    ['only a subject is shared', other({ filesModified: [], concepts: ['auth', 'mail', 'queue'] })],
  ])('but not where %s', (_, second) => {
    expect(found([second], [one], 'SIMILAR')).toEqual([])
  })
})

describe('a text refers to earlier work', () => {
  const cart = observed('cart', { concepts: ['cart', 'discount'], filesModified: ['src/cart/price.ts'] })
  const later = (given: Parameters<typeof observed>[1]) => observed('later', { session: 's2', at: T0 + DAY, ...given })

  test.each([
    ['by two of its subjects', later({ narrative: 'The cart lost its discount; see what was done.' })],
    ['by a file that it changed', later({ narrative: 'As in price.ts, amounts are whole cents.' })],
    ['in Chinese', later({ language: 'zh', concepts: ['cart', 'discount'], narrative: '购物车的折扣不见了。' })],
  ])('%s', (_, text) => {
    expect(found([text], [cart], 'REFERENCES')).toEqual(['REFERENCES later cart'])
  })

  test.each([
    ['that it does not name', later({ narrative: 'The cartography of discounted maps.' })],
    ['of its own session', later({ session: 's1', narrative: 'The cart lost its discount.' })],
    ['of long ago', later({ at: T0 + 31 * DAY, narrative: 'The cart lost its discount.' })],
  ])('but not to work %s', (_, text) => {
    expect(found([text], [cart], 'REFERENCES')).toEqual([])
  })
})

test('what everything is about says nothing', () => {
  const all = Array.from({ length: 60 }, (_, i) =>
    observed(`n${i}`, { session: `s${i}`, at: T0 + i * 60_000, concepts: ['shop'], filesModified: [`src/n${i}.ts`] }),
  )
  const fix = observed('fix', {
    type: 'bugfix',
    session: 'x',
    at: T0 + 2 * HOUR_MS,
    concepts: ['shop'],
    filesModified: ['src/z.ts'],
  })
  expect(found([fix], all)).toEqual([])
})

test('long and odd texts cost no more than their length', () => {
  const text = `${'a-'.repeat(50_000)} 购物车${' '.repeat(50_000)}`
  const began = performance.now()
  suggestionsOf(
    [observed('1', { narrative: text, concepts: ['cart', 'x'.repeat(100_000)] })],
    [observed('2', { session: 's2', narrative: text, concepts: ['y'.repeat(100_000)] })],
  )
  expect(performance.now() - began).toBeLessThan(1_000)
})
