import type { Observation } from '../graph/observation.ts'
import { namesOfConcept } from './concepts.ts'

export interface ObservedTexts {
  /** Title, narrative, subjects in both languages, files. */
  readonly whole: string
  /** One for each fact, in their order. */
  readonly facts: readonly string[]
}

/** Of each language. */
const NAMES_PER_CONCEPT_MAX = 4

/** The texts by which an observation is found. */
export function observedTexts({
  title,
  narrative,
  concepts,
  filesRead,
  filesModified,
  facts,
}: Observation): ObservedTexts {
  const named = concepts.map((key) => namesIn(key).join(', '))
  const files = [...new Set([...filesModified, ...filesRead])]
  const whole = [title, narrative, named.join('; '), files.join(' ')].filter((part) => part !== '').join('\n')
  return { whole, facts: facts.map(({ text }) => text) }
}

function namesIn(key: string): readonly string[] {
  const names = [...new Set([key, ...namesOfConcept(key)])]
  const isHan = (name: string) => /\p{Script=Han}/u.test(name)
  const latin = names.filter((name) => !isHan(name)).slice(0, NAMES_PER_CONCEPT_MAX)
  return [...latin, ...names.filter(isHan).slice(0, NAMES_PER_CONCEPT_MAX)]
}
