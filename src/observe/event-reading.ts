import type { ActivityRecord, Note, Prompt, Reply } from '../graph/activity.ts'
import type { NodeId } from '../graph/nodes.ts'
import { relativePath } from './paths.ts'
import type { Step } from './tools/step.ts'
import { stepOf } from './tools/step-of.ts'
import { languageOfText, type ObservedLanguage } from './wording.ts'

/** Of what came before an event so many records are looked at, the newest. */
const BEFORE_MAX = 120

/** A text that somebody said, with its record. */
export interface Said {
  readonly record: NodeId
  readonly text: string
}

/** The records of one event, read once for all rules. */
export interface EventReading {
  readonly root: string
  readonly language: ObservedLanguage
  readonly prompts: readonly Said[]
  readonly notes: readonly { readonly record: NodeId; readonly note: Note }[]
  readonly replies: readonly Said[]
  /** What was said when the work was done; empty where nothing was said behind the last tool call. */
  readonly closing: readonly Said[]
  readonly steps: readonly Step[]
  readonly records: readonly NodeId[]
  /** What the event follows: steps, the last prompts (the newest first), whether the event goes on with their work. */
  readonly before: {
    readonly steps: readonly Step[]
    readonly prompts: readonly Said[]
    readonly lastReply: Said | null
  }
  readonly isContinued: boolean
}

export interface EventGiven {
  /** In order. */
  readonly records: readonly ActivityRecord[]
  /** The records of the session before them, in order; the newest are looked at. */
  readonly before: readonly ActivityRecord[]
  /** The top of the work tree. */
  readonly root: string
}

export function readEvent({ records, before, root }: EventGiven): EventReading {
  const prompts: Said[] = []
  const replies: Said[] = []
  const steps: Step[] = []
  let closing: Said[] = []
  for (const { id, activity } of records) {
    if (activity.kind === 'tool') {
      steps.push(stepOf(id, activity))
      closing = []
    } else if (activity.kind === 'reply') {
      replies.push(said(id, activity))
      closing.push(said(id, activity))
    } else if (activity.kind === 'prompt') prompts.push(said(id, activity))
  }
  const recent = before.slice(-BEFORE_MAX)
  const asked = recent.flatMap(({ id, activity }) => (activity.kind === 'prompt' ? [said(id, activity)] : [])).reverse()
  const lastReply = recent.findLast(({ activity }) => activity.kind === 'reply')
  return {
    root,
    language: languageOf(prompts, asked, replies),
    prompts,
    notes: records.flatMap(({ id, activity }) => (activity.kind === 'note' ? [{ record: id, note: activity }] : [])),
    replies,
    closing,
    steps,
    records: records.map(({ id }) => id),
    before: {
      steps: recent.flatMap(({ id, activity }) => (activity.kind === 'tool' ? [stepOf(id, activity)] : [])),
      prompts: asked,
      lastReply: lastReply ? said(lastReply.id, lastReply.activity as Reply) : null,
    },
    isContinued: prompts.length === 0 && asked.length > 0,
  }
}

function said(record: NodeId, activity: Prompt | Reply): Said {
  return { record, text: typeof activity.text === 'string' ? activity.text : '' }
}

const THREE_WORDS = /[A-Za-z]{1,40}\s{1,4}[A-Za-z]{1,40}\s{1,4}[A-Za-z]/u

/** That of the user's words; a bare "ok" or a path takes that of the words before it. */
function languageOf(...groups: readonly (readonly Said[])[]): ObservedLanguage {
  for (const group of groups) {
    for (const { text } of group) {
      const language = languageOfText(text)
      if (language === 'zh' || (language === 'en' && THREE_WORDS.test(text.slice(0, 2_000)))) return language
    }
  }
  for (const group of groups) for (const { text } of group) if (text !== '') return languageOfText(text) ?? 'en'
  return 'en'
}

export const FILES_MAX = 60

export interface EventFiles {
  readonly read: readonly string[]
  /** Made, moved and removed ones too. */
  readonly modified: readonly string[]
  readonly made: readonly string[]
  readonly removed: readonly string[]
  readonly moved: readonly { readonly from: string; readonly to: string }[]
}

/** Files by their paths from the top of the work tree, each once, in the order in which they were touched. */
export function filesOf({ steps, root }: Pick<EventReading, 'steps' | 'root'>): EventFiles {
  const [read, modified, made, removed]: Set<string>[] = [new Set(), new Set(), new Set(), new Set()]
  const moved: { from: string; to: string }[] = []
  const relative = (path: string) => relativePath(root, path)
  for (const step of steps) {
    for (const path of step.read) read!.add(relative(path))
    // A file that was read or changed before was not made by writing it again.
    for (const path of step.made.map(relative)) {
      if (!modified!.has(path) && !read!.has(path)) made!.add(path)
      modified!.add(path)
    }
    for (const path of step.modified) modified!.add(relative(path))
    for (const path of step.removed.map(relative)) {
      removed!.add(path)
      modified!.add(path)
    }
    for (const { from, to } of step.moved) {
      moved.push({ from: relative(from), to: relative(to) })
      modified!.add(relative(from)).add(relative(to))
    }
  }
  const bounded = (paths: ReadonlySet<string>) => [...paths].slice(0, FILES_MAX)
  return { read: bounded(read!), modified: bounded(modified!), made: bounded(made!), removed: bounded(removed!), moved }
}
