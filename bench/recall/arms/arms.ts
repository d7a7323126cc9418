import { recallConfigHash } from '../../../src/engraph.ts'
import { EngraphError } from '../../../src/graph/errors.ts'
import { ablationRankings } from '../ablation.ts'
import { type RankingOverrides, STRUCTURE_ALONE, withoutSignals } from '../signals.ts'
import type { Arm } from './arm.ts'
import { engraphArm } from './engraph.ts'
import { flatArm } from './flat.ts'

export const ARM_NAMES = ['flat', 'structure', 'engraph'] as const
export type ArmName = (typeof ARM_NAMES)[number]

/** What to measure. Plain data, so that another process can make the same arms of it. */
export interface ArmsRequest {
  readonly arms: readonly ArmName[]
  /** Other values for numbers of the ranking, in the arms `structure` and `engraph`. */
  readonly ranking?: RankingOverrides
  /** Signals that the engraph arm does without. */
  readonly without?: readonly string[]
  /** Whether the engraph arm is also measured without each of its signals in turn. */
  readonly ablation?: boolean
}

export interface PlannedArms {
  readonly names: readonly ArmName[]
  readonly arms: readonly Arm[]
  /** Ways of asking the engraph arm, each without one signal; `null` where none is asked for. */
  readonly ablation: readonly string[] | null
  readonly without: readonly string[]
  readonly configHash: string
}

/** Errors: `invalid-input` and `invalid-options` for what cannot be measured. */
export function planArms(request: ArmsRequest): PlannedArms {
  const names = [...new Set(request.arms)]
  const without = [...new Set(request.without)]
  const { ranking = {}, ablation = false } = request
  const reduced = withoutSignals(ranking, without)
  if (!names.includes('engraph') && (without.length > 0 || ablation)) {
    throw new EngraphError('invalid-input', 'Signals are left out of the arm engraph, which is not measured.', {
      hint: 'Add engraph to the arms.',
    })
  }
  const signals = ablation ? ablationRankings(reduced, without) : {}
  const rankings = {
    ...(names.includes('structure') ? { structure: { ...ranking, ...STRUCTURE_ALONE } } : {}),
    ...(names.includes('engraph') ? { engraph: reduced, ...signals } : {}),
  }
  return {
    names,
    arms: [
      ...(names.includes('flat') ? [flatArm()] : []),
      ...(Object.keys(rankings).length > 0 ? [engraphArm(rankings)] : []),
    ],
    ablation: ablation ? Object.keys(signals) : null,
    without,
    configHash: recallConfigHash(reduced),
  }
}
