import { gitPlace } from '../../capture/git-place.ts'
import { emptyGraph } from '../code/empty.ts'
import type { ImpactAnswer } from './answers.ts'

/** The answer for no file at all, in a folder: whoever reads answers finds every field in it. */
export function emptyImpact(folder: string): ImpactAnswer {
  const { missing: _, ...counts } = emptyGraph().coverage
  const history = { state: 'unread', commits: 0, sessions: 0 } as const
  return {
    root: gitPlace(folder).root,
    ...{ files: [], dependents: [], usually: [], tests: [], sessions: { count: 0, of: [] }, knowledge: [], live: [] },
    coverage: { ...counts, examples: [], changed: [], history },
  }
}
