import { recallConfigHash } from '../../../src/engraph.ts'
import { EngraphError } from '../../../src/graph/errors.ts'
import { ablationRankings } from '../ablation.ts'
import { type BenchEmbedder, BenchEmbedders, type EmbedderRequest, wantsVectors } from '../embedders.ts'
import { type RankingOverrides, STRUCTURE_ALONE, VECTORS_ALONE, withoutSignals } from '../signals.ts'
import type { Arm } from './arm.ts'
import { engraphArm } from './engraph.ts'
import { flatArm } from './flat.ts'

export const ARM_NAMES = ['flat', 'structure', 'vector', 'engraph', 'thorough'] as const
export type ArmName = (typeof ARM_NAMES)[number]

/** What to measure. Plain data, so that another process can make the same arms of it. */
export interface ArmsRequest extends EmbedderRequest {
  readonly arms: readonly ArmName[]
  /** Other values for numbers of the ranking, in the arms `structure`, `vector` and `engraph`. */
  readonly ranking?: RankingOverrides
  /** Signals that the engraph arm does without. */
  readonly without?: readonly string[]
  /** Whether the engraph arm is also measured without each of its signals in turn. */
  readonly ablation?: boolean
}

export interface PlannedArms {
  readonly names: readonly ArmName[]
  readonly arms: readonly Arm[]
  /** `null` where no arm has one. */
  readonly openEmbedder: (() => Promise<BenchEmbedder>) | null
  /** Ways of asking the engraph arm, each without one signal; `null` where none is asked for. */
  readonly ablation: readonly string[] | null
  readonly without: readonly string[]
  readonly configHash: string
}

/** Arms that need a model. */
const BY_MODEL: ReadonlySet<ArmName> = new Set(['vector', 'thorough'])

/** All arms that can be measured: some have nothing to rank by where nobody wants vectors. */
export function armsFor(request: EmbedderRequest): readonly ArmName[] {
  return wantsVectors(request) ? ARM_NAMES : ARM_NAMES.filter((name) => !BY_MODEL.has(name))
}

/** What is measured unless more is asked for: `thorough` takes many times as long. */
export function usualArms(request: EmbedderRequest): readonly ArmName[] {
  return armsFor(request).filter((name) => name !== 'thorough')
}

/** Errors: `invalid-input` and `invalid-options` for what cannot be measured. */
export function planArms(request: ArmsRequest, embedders = new BenchEmbedders()): PlannedArms {
  const names = [...new Set(request.arms)]
  const without = [...new Set(request.without)]
  const { ranking = {}, ablation = false } = request
  const reduced = withoutSignals(ranking, without)
  if (!names.includes('engraph') && (without.length > 0 || ablation)) {
    throw new EngraphError('invalid-input', 'Signals are left out of the arm engraph, which is not measured.', {
      hint: 'Add engraph to the arms.',
    })
  }
  if (names.some((name) => !armsFor(request).includes(name))) {
    throw new EngraphError(
      'invalid-input',
      'The arms vector and thorough rank by a model, and the embedder "words" is none.',
      {
        hint: 'Choose another embedder, such as --embedder builtin, or leave the arms out.',
      },
    )
  }
  const signals = ablation ? ablationRankings(reduced, without) : {}
  const rankings = {
    ...(names.includes('structure') ? { structure: { ...ranking, ...STRUCTURE_ALONE } } : {}),
    ...(names.includes('vector') ? { vector: { ...ranking, ...VECTORS_ALONE } } : {}),
    ...(names.includes('engraph') ? { engraph: reduced, ...signals } : {}),
    ...(names.includes('thorough') ? { thorough: reduced } : {}),
  }
  const openEmbedder = Object.keys(rankings).length > 0 ? () => embedders.open(request) : null
  return {
    names,
    arms: [
      ...(names.includes('flat') ? [flatArm()] : []),
      ...(openEmbedder ? [engraphArm({ rankings, openEmbedder })] : []),
    ],
    openEmbedder,
    ablation: ablation ? Object.keys(signals) : null,
    without,
    configHash: recallConfigHash(reduced),
  }
}
