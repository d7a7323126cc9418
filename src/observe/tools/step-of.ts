import type { ToolUse } from '../../graph/activity.ts'
import type { NodeId } from '../../graph/nodes.ts'
import { readEdit, readEditor, readRead, readSearch, readWrite } from './file-tools.ts'
import { asObject, bounded, listOf, outputText, textOf } from './given-values.ts'
import { readShell } from './shell-tools.ts'
import type { Step, StepParts } from './step.ts'

type Reader = (activity: ToolUse, output: string) => StepParts

/** Names of tools, of all hosts that we know, by what they do. Compared without case, `_` and `-`. */
const READERS: ReadonlyMap<string, Reader> = new Map(
  (
    [
      [
        readShell,
        'bash shell exec execcommand shellcommand localshell container.exec runshellcommand runterminalcmd runcommand runinterminal terminal powershell executecommand',
      ],
      [
        readRead,
        'read readfile view viewfile readmanyfiles notebookread openfile cat getfilecontents readtextfile readmultiplefiles',
      ],
      [
        readSearch,
        'grep glob ls list listdirectory listdir search searchfiles grepsearch filesearch codebasesearch searchfilecontent findfiles toolsearch lsp readfolder searchcode',
      ],
      [
        readEdit,
        'edit multiedit notebookedit applypatch editfile replace replaceinfile searchreplace strreplace editnotebook inserttext applydiff editblock patch',
      ],
      [readWrite, 'write writefile writetofile createfile savefile'],
      [readEditor, 'strreplacebasededittool strreplaceeditor texteditor'],
      [readWeb, 'webfetch websearch fetch webrun googlewebsearch browse fetchurl'],
      [readDelegate, 'task agent spawnagent delegate subagent'],
      [readAsk, 'askuserquestion askuser requestuserinput'],
      [readPlan, 'todowrite updateplan exitplanmode taskcreate taskupdate tasklist enterplanmode'],
    ] satisfies readonly (readonly [Reader, string])[]
  ).flatMap(([reader, names]) => names.split(' ').map((name): [string, Reader] => [name, reader])),
)

/** The step that a tool call was. */
export function stepOf(record: NodeId, activity: ToolUse): Step {
  const output =
    activity.error !== null ? joined(bounded(activity.error), outputText(activity.output)) : outputText(activity.output)
  const parts = readerOf(activity.tool)(activity, output)
  return {
    record,
    tool: activity.tool,
    read: [],
    modified: [],
    made: [],
    removed: [],
    moved: [],
    changes: [],
    command: null,
    outcome: activity.outcome,
    isInterrupted: isInterrupted(activity),
    output,
    about: '',
    answers: [],
    ...(activity.outcome === 'error' && parts.kind !== 'command' ? withoutEffects(parts) : parts),
  }
}

/** The code that a host tells beside the output says nothing that the output does not. */
function joined(error: string, output: string): string {
  if (output === '' || error.includes(output)) return error
  return `${error}\n${output}`
}

/** An edit that failed has changed nothing. */
function withoutEffects(parts: StepParts): StepParts {
  const { kind, command, about, outcome } = parts
  return { kind, ...(command && { command }), ...(about && { about }), ...(outcome && { outcome }) }
}

function isInterrupted({ error, output }: ToolUse): boolean {
  if (asObject(output)?.['interrupted'] === true) return true
  return (
    error !== null &&
    /^interrupted\b|interrupted by user|user doesn't want to (?:proceed|take)|tool use was rejected|aborted by user/iu.test(
      error.slice(0, 1000),
    )
  )
}

function readerOf(tool: string): Reader {
  const known = READERS.get(folded(tool))
  if (known) return known
  // Of a tool that a server offers, the last part says what it does.
  if (!tool.startsWith('mcp')) return readOther
  const own = folded(tool.split('__').at(-1) ?? '')
  return READERS.get(own) ?? readOther
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[_-]/gu, '')
}

function readWeb({ input }: ToolUse): StepParts {
  return { kind: 'web', about: textOf(input, 'url', 'query', 'q', 'search_term') ?? '' }
}

function readDelegate({ input }: ToolUse): StepParts {
  return { kind: 'delegate', about: textOf(input, 'description', 'prompt', 'message', 'task') ?? '' }
}

function readPlan({ input }: ToolUse): StepParts {
  return { kind: 'plan', about: textOf(input, 'plan', 'explanation', 'subject') ?? '' }
}

function readOther({ input }: ToolUse): StepParts {
  return { kind: 'other', about: textOf(input, 'query', 'url', 'path', 'name', 'title') ?? '' }
}

function readAsk({ input, output }: ToolUse, text: string): StepParts {
  const questions = listOf(input['questions'] ?? null).map((entry) => textOf(asObject(entry), 'question') ?? '')
  const given = asObject(asObject(output)?.['answers'])
  const answers = Object.entries(given ?? {}).flatMap(([question, answer]) =>
    typeof answer === 'string' ? [{ question, answer }] : [],
  )
  // Older versions tell it as text alone: "question"="answer".
  if (answers.length === 0) {
    for (const [, question = '', answer = ''] of text.matchAll(/"([^"\n]{1,300})"="([^"\n]{1,300})"/gu)) {
      answers.push({ question, answer })
    }
  }
  return { kind: 'ask', about: questions.join(' '), answers }
}
