import { expect, test } from 'vitest'
import { ProjectMemory } from '../../../src/project/project-memory.ts'
import { commit, newShop, write } from '../../shop-repository.ts'
import { newFolder } from '../project-activities.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const [TOKEN, REFRESH, TEST, CHARGE] = [
  'src/auth/token.ts',
  'src/auth/refresh.ts',
  'test/auth/token.test.ts',
  'src/payment/charge.ts',
]

async function rejectingMemory() {
  const folder = newShop(NOW)
  const clock = { now: () => NOW }
  const memory = (await ProjectMemory.open({ folder, home: newFolder('home'), embedder: 'words', clock }))!
  await memory.readCode()
  const reject = async (one: string, other: string) => {
    const edges = await memory.edges({ kind: 'CO_CHANGES', file: one })
    const found = edges.find(({ from, to }) => [from.label, to.label].includes(other))
    await memory.decideEdge(found!.id, { accept: false, by: 'ana' })
    return found!.id
  }
  const named = async (...files: readonly string[]) => {
    const whole = await memory.impact({ files })
    return [...whole.usually, ...whole.tests].map(({ path }) => path)
  }
  const briefed = async (file: string) => {
    const brief = await memory.impactBrief({ file })
    return [...brief!.usually, ...brief!.tests].map(({ path }) => path)
  }
  /** Some files change in one commit. */
  const change = (what: string, ...paths: readonly string[]) => {
    write(folder, Object.fromEntries(paths.map((path) => [path, `// ${what}\n`])))
    commit(folder, what, NOW)
  }
  return { memory, reject, named, briefed, change, [Symbol.asyncDispose]: () => memory.close() }
}

test('a pair that was rejected is named in no answer, from either of its ends', async () => {
  await using one = await rejectingMemory()
  expect(await one.named(TOKEN)).toEqual(expect.arrayContaining([REFRESH, TEST]))
  expect(await one.briefed(TOKEN)).toEqual(expect.arrayContaining([REFRESH, TEST]))
  await one.reject(TOKEN, REFRESH)
  await one.reject(TOKEN, TEST)
  for (const named of [await one.named(TOKEN), await one.briefed(TOKEN)]) {
    expect(named).not.toContain(REFRESH)
    expect(named).not.toContain(TEST)
  }
  expect(await one.named(REFRESH)).not.toContain(TOKEN)
  expect(await one.briefed(REFRESH)).not.toContain(TOKEN)
  const [dependents] = (await one.memory.impact({ files: [TOKEN] })).dependents
  expect(dependents!.of.map(({ path }) => path)).toContain(REFRESH)
})

test('it is rejected for that file alone: another one that is asked for may still speak for it', async () => {
  await using one = await rejectingMemory()
  await one.reject(TOKEN, REFRESH)
  expect(await one.named(TOKEN, 'src/checkout/order.ts')).toContain(REFRESH)
  expect(await one.named(TOKEN, CHARGE)).not.toContain(TOKEN)
})

test('whoever accepts it after all gets it back', async () => {
  await using one = await rejectingMemory()
  const id = await one.reject(TOKEN, REFRESH)
  await one.memory.decideEdge(id, { accept: true, by: 'ana' })
  expect(await one.named(TOKEN)).toContain(REFRESH)
  expect(await one.briefed(TOKEN)).toContain(REFRESH)
})

test('a commit of both after that is new evidence, and makes it a suggestion again until somebody answers', async () => {
  await using one = await rejectingMemory()
  const id = await one.reject(TOKEN, REFRESH)
  const stateOf = async () =>
    (await one.memory.edges({ kind: 'CO_CHANGES', file: TOKEN })).find((edge) => edge.id === id)
  one.change('other', TOKEN)
  await one.memory.readCode()
  expect(await one.named(TOKEN)).not.toContain(REFRESH)
  one.change('both', TOKEN, REFRESH)
  await one.memory.readCode()
  expect(await stateOf()).toMatchObject({ state: 'suggested', decidedBy: null })
  expect(await one.named(TOKEN)).toContain(REFRESH)
  one.change('another', TOKEN)
  await one.memory.readCode()
  expect(await stateOf()).toMatchObject({ state: 'suggested', decidedBy: null })
})
