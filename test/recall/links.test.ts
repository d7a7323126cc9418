import { describe, expect, test } from 'vitest'
import type { Edge } from '../../src/graph/edges.ts'
import { DAY, FILLER, idsOf, rememberTalk, START } from './talk.ts'

describe('edges that were put by hand', () => {
  const TALK = `
    a1 0 Tom: The ledger import broke at noon.
    b1 4 Tom: A cable was cut near the station.
    b2 4 Tom: They work on it.
    c1 8 Tom: I wrote down how a restart is done.
    d1 9 Tom: Tea is in the kitchen.
  `
  const QUESTION = 'Did the ledger import break?'

  test.each(['b1 CAUSES a1', 'a1 CAUSES b1', 'b1 REFERENCES a1', 'a1 REFERENCES b1'])(
    'lift what they lead to above what merely stands beside it: %s',
    async (edge) => {
      await using memory = await rememberTalk(TALK + FILLER)
      expect(await memory.ask(QUESTION)).toEqual(['a1'])
      await memory.link(edge)
      const { items } = await memory.recall(QUESTION)
      expect(idsOf({ items })).toEqual(['a1', 'b1', 'b2'])
      const [, found] = items
      const [kind, isReverse] = [edge.split(' ')[1], edge.startsWith('b1')]
      expect(found!.why.walk).toMatchObject([
        { kind, from: 'a1', to: 'b1', isReverse, provenance: 'declared', certainty: 'hard' },
      ])
    },
  )

  test.each(['CAUSES', 'REFERENCES'])('count more where the question asks why: %s', async (kind) => {
    await using memory = await rememberTalk(
      `${TALK}\n e1 9 Tom: parseLedger() runs the import.\n e2 12 Tom: I read parseLedger().${FILLER}`,
    )
    await memory.link(`b1 ${kind} a1`)
    const lead = async (question: string) => {
      const { items, plan } = await memory.recall(question, { limit: 50 })
      const structure = (id: string) => items.find(({ node }) => node === id)!.why.parts['structure']!
      return { relations: plan.relations, lead: structure('b1') / structure('e2') }
    }
    const [plain, why] = [await lead(QUESTION), await lead('Why did the ledger import break?')]
    expect(plain.relations).toEqual([])
    expect(why.relations).toEqual(['CAUSES', 'REFERENCES'])
    expect(why.lead).toBeGreaterThan(plain.lead * 1.2)
  })

  const CLOSED: readonly (readonly [string, string, Partial<Edge>])[] = [
    ['that are only suggested', 'b1 CAUSES a1', { provenance: 'model' }],
    ['that were rejected', 'b1 CAUSES a1', { state: 'rejected' }],
    ['that were retired', 'b1 CAUSES a1', { state: 'retired' }],
    ['that hold no more', 'b1 CAUSES a1', { valid: { from: null, to: START + DAY } }],
    ['that hold not yet', 'b1 CAUSES a1', { valid: { from: START + 900 * DAY, to: null } }],
    ['that only tell that two are alike', 'a1 SIMILAR b1', {}],
  ]
  test.each(CLOSED)('are not walked %s', async (_, edge, given) => {
    await using memory = await rememberTalk(TALK + FILLER)
    await memory.link(edge, given)
    expect(await memory.ask(QUESTION)).toEqual(['a1'])
  })

  test('are walked by whether they hold at the moment of asking', async () => {
    await using memory = await rememberTalk(TALK + FILLER)
    await memory.link('b1 CAUSES a1', { valid: { from: null, to: START + DAY } })
    expect(await memory.ask(QUESTION, { now: START + DAY - 1 })).toContain('b1')
    expect(await memory.ask(QUESTION, { now: START + DAY })).not.toContain('b1')
  })

  test('of likeness are walked when the question asks for what is alike', async () => {
    await using memory = await rememberTalk(TALK + FILLER)
    await memory.link('a1 SIMILAR b1')
    expect(await memory.ask('Were there similar problems to the ledger import?')).toContain('b1')
  })

  test('that say that one message mentions another are told as they are', async () => {
    await using memory = await rememberTalk(TALK + FILLER)
    await memory.link('d1 MENTIONS a1')
    await memory.link('d1 MENTIONS b1')
    const { items } = await memory.recall(QUESTION)
    expect(idsOf({ items })).toEqual(['a1', 'd1'])
    expect(items[1]!.why.walk).toMatchObject([{ kind: 'MENTIONS', from: 'a1', to: 'd1', isReverse: true }])
  })

  test('between events lead to their messages, over the events', async () => {
    await using memory = await rememberTalk(TALK + FILLER)
    const events = await memory.store.containers(memory.space, ['a1', 'b1'])
    const [from, to] = [events.get('b1')!, events.get('a1')!]
    await memory.link(`${from} CAUSES ${to}`)
    const { items } = await memory.recall(QUESTION)
    expect(idsOf({ items }).sort()).toEqual(['a1', 'b1', 'b2'])
    expect(items.find(({ node }) => node === 'b2')!.why.walk).toMatchObject([
      { kind: 'CONTAINS', from: 'a1', to, isReverse: true, provenance: 'recorded' },
      { kind: 'CAUSES', from: to, to: from, isReverse: true, provenance: 'declared' },
      { kind: 'CONTAINS', from, to: 'b2', isReverse: false, provenance: 'recorded' },
    ])
  })

  test('to a thing are told by the kind and the provenance of each', async () => {
    await using memory = await rememberTalk(`${TALK}\n e1 12 Tom: I read parseLedger().${FILLER}`)
    const query = { direction: 'out', kinds: ['MENTIONS'], limit: 1 } as const
    const thing = (await memory.store.neighbours(memory.space, 'e1', query))[0]!.node
    await memory.link(`a1 MENTIONS ${thing.id}`, { provenance: 'observed' })
    const { items } = await memory.recall(QUESTION)
    expect(items.find(({ node }) => node === 'e1')!.why.walk).toMatchObject([
      { kind: 'MENTIONS', from: 'a1', to: thing.id, provenance: 'observed', certainty: 'soft' },
      { kind: 'MENTIONS', from: thing.id, to: 'e1', provenance: 'recorded', certainty: 'hard' },
    ])
  })
})
