import type { StoredObservation } from '../../graph/observation.ts'
import { frameOf } from './frame.ts'
import { detailLine, indexLine, tellingDetail } from './index-line.ts'

export interface RelevantEntry {
  readonly stored: StoredObservation
  /** The fact that answers by itself. */
  readonly fact: string | null
}

/** The context of a prompt; `null` where there is nothing to say. */
export function packRelevant(
  entries: readonly RelevantEntry[],
  { lengthMax }: { readonly lengthMax: number },
): string | null {
  if (entries.length === 0) return null
  const isChinese = entries.filter(({ stored }) => stored.observation.language === 'zh').length * 2 > entries.length
  const language = isChinese ? 'zh' : 'en'
  const { head, foot } = frameOf('prompt', language)
  let text = head
  for (const { stored, fact } of entries) {
    const below = fact === null ? tellingDetail(stored.observation, language) : detailLine('fact', [fact], language)
    const block = indexLine(stored, language) + below
    if (text.length + block.length + foot.length <= lengthMax) text += block
  }
  return text === head ? null : text + foot
}
