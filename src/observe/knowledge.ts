import { KNOWLEDGE_KINDS, type KnowledgeKind, type ObservationType } from '../graph/observation.ts'
import type { EventFiles, EventReading } from './event-reading.ts'
import { sentencesOf } from './sentences.ts'
import { isWarning, isWeighing, type Statement } from './statements.ts'

/** The same change in so many files is a pattern. */
const PATTERN_FILES_MIN = 3

export interface KnowledgeGiven {
  readonly reading: EventReading
  readonly type: ObservationType
  readonly files: EventFiles
  readonly decisions: readonly Statement[]
  readonly findings: readonly Statement[]
}

export function knowledgeOf({ reading, type, files, decisions, findings }: KnowledgeGiven): readonly KnowledgeKind[] {
  const kinds = new Set<KnowledgeKind>()
  if (type === 'discovery' && files.modified.length === 0 && findings.length > 0) kinds.add('how-it-works')
  const said = reading.replies.slice(-4).flatMap(({ text }) => sentencesOf(text))
  const asked = reading.prompts.flatMap(({ text }) => sentencesOf(text))
  if ([...said, ...asked].some(isWarning)) kinds.add('gotcha')
  if (
    decisions.some(({ text }) => isWeighing(text)) ||
    [...said, ...asked].some((text) => /trade-?offs?|权衡|取舍/iu.test(text))
  ) {
    kinds.add('trade-off')
  }
  if (repeatsChange(reading)) kinds.add('pattern')
  return KNOWLEDGE_KINDS.filter((kind) => kinds.has(kind))
}

function repeatsChange({ steps }: EventReading): boolean {
  const places = new Map<string, Set<string>>()
  for (const { changes } of steps) {
    for (const { path, old, fresh } of changes) {
      if (old === '' || fresh === '') continue
      const change = `${old.slice(0, 400)}\u0000${fresh.slice(0, 400)}`
      const known = places.get(change) ?? new Set()
      places.set(change, known.add(path))
      if (known.size >= PATTERN_FILES_MIN) return true
    }
  }
  return false
}
