import type { ChangedFile } from '../../graph/changes.ts'

/** A commit as the log tells it. */
export interface LoggedCommit {
  readonly hash: string
  readonly atMs: number
  readonly author: string
  readonly email: string
  readonly parents: readonly string[]
  readonly subject: string
  /** At most `FILES_MAX` of them. */
  readonly files: readonly ChangedFile[]
  /** How many there are in truth. */
  readonly filesCount: number
}

/** With `-z`: a NUL ends every field, so that names with line ends and quotes are names like others. */
export const LOG_FORMAT = '%x01%H%x02%ct%x02%an%x02%ae%x02%P%x02%s'

/** More files say nothing of each other. */
const FILES_MAX = 2_000
const SUBJECT_LENGTH_MAX = 300

export interface LogParser {
  /** Commits that are complete with this piece. */
  readonly take: (piece: string) => LoggedCommit[]
  /** The last one, at the end of the output. */
  readonly end: () => LoggedCommit[]
}

/**
 * Reads `git log -z --name-status` in pieces of any length:
 *
 *     \1 hash \2 time \2 author \2 address \2 parents \2 subject NUL LF M NUL path NUL R100 NUL old NUL new NUL \1 …
 */
export function logParser(): LogParser {
  let rest = ''
  let open: { head: Omit<LoggedCommit, 'files' | 'filesCount'>; files: ChangedFile[]; filesCount: number } | null = null
  let status = ''
  let from: string | null = null

  const closed = (): LoggedCommit[] => {
    if (open === null) return []
    const { head, files, filesCount } = open
    open = null
    return [{ ...head, files, filesCount }]
  }
  const field = (text: string): LoggedCommit[] => {
    if (status === '' && text.startsWith('\u0001')) {
      const before = closed()
      open = { head: headOf(text.slice(1)), files: [], filesCount: 0 }
      return before
    }
    if (open === null) return []
    if (status === '') {
      status = text.replace(/^\n+/u, '')
    } else if (from === null && /^[RC]/u.test(status)) {
      from = text
    } else {
      open.filesCount++
      if (open.files.length < FILES_MAX) open.files.push(fileOf(status, text, from))
      status = ''
      from = null
    }
    return []
  }
  return {
    take(piece) {
      const fields = (rest + piece).split('\0')
      rest = fields.pop()!
      return fields.flatMap(field)
    },
    end: () => [...(rest === '' ? [] : field(rest)), ...closed()],
  }
}

function headOf(text: string): Omit<LoggedCommit, 'files' | 'filesCount'> {
  const [hash = '', seconds = '', author = '', email = '', parents = '', subject = ''] = text.split('\u0002')
  return {
    hash,
    atMs: (Number(seconds) || 0) * 1000,
    author,
    email,
    parents: parents === '' ? [] : parents.split(' '),
    subject: subject.slice(0, SUBJECT_LENGTH_MAX),
  }
}

function fileOf(status: string, path: string, from: string | null): ChangedFile {
  if (status.startsWith('R')) return { kind: 'renamed', path, from }
  if (status.startsWith('D')) return { kind: 'deleted', path, from: null }
  // A copy is a new file, whatever it was copied from.
  if (status.startsWith('A') || status.startsWith('C')) return { kind: 'added', path, from: null }
  return { kind: 'modified', path, from: null }
}
