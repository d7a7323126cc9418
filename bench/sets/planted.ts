/**
 * The hand-written part of a set is a script: episodes separated by blank lines, in the order in which they happened.
 *
 *     Ann: Did the joiner ring?                        a message that is no evidence
 *     * Ben: He did, he needs eleven more days.        evidence for every question of the episode
 *     *2 Ann: Then we paint in the meantime.           evidence for the second question only
 *     ? detail | How many days …? | eleven more days | joiner
 *
 * Evidence is the message that says the answer and, where that one does not say itself what it is about ("He does, he needs
 * eleven more days"), the message that does.
 *
 * A question has a category, its words, the answer as it stands in the evidence, and, when the answer is so short that
 * others say it too, the word of the subject that nobody else says together with it.
 */
export interface PlantedEpisode {
  readonly lines: readonly PlantedLine[]
  readonly questions: readonly PlantedQuestion[]
}

export interface PlantedLine {
  readonly speaker: string
  readonly text: string
  readonly evidence: 'none' | 'all' | number
}

export interface PlantedQuestion {
  readonly category: string
  readonly question: string
  readonly answer: string
  readonly subject: string | null
}

export function readPlanted(script: string): readonly PlantedEpisode[] {
  return script
    .trim()
    .split(/\n[ \t]*\n/)
    .map((block) => {
      const rows = block.split('\n').filter((row) => row.trim() !== '')
      return {
        lines: rows.filter((row) => !row.startsWith('?')).map(readLine),
        questions: rows.filter((row) => row.startsWith('?')).map(readQuestion),
      }
    })
}

/** Whether a text would answer a question: it says the answer, and the subject where the answer alone says little. */
export function answers(text: string, { answer, subject }: Pick<PlantedQuestion, 'answer' | 'subject'>): boolean {
  if (subject !== null && !text.toLowerCase().includes(subject.toLowerCase())) return false
  for (let at = text.indexOf(answer); at >= 0; at = text.indexOf(answer, at + 1)) {
    if (!joins(text[at - 1], answer[0]) && !joins(text[at + answer.length], answer.at(-1))) return true
  }
  return false
}

/** Both belong to one word or number: "40" does not stand in "1400", nor "八公分" in "十八公分". */
function joins(outside = '', inside = ''): boolean {
  return [/[a-z0-9]/i, /[零一二三四五六七八九十百千万]/].some((kind) => kind.test(outside) && kind.test(inside))
}

function readLine(row: string): PlantedLine {
  const [, mark, number, speaker, text] = /^(\*(\d?) )?([^:：]{1,20})[:：] ?(.+)$/.exec(row) ?? []
  if (speaker === undefined || text === undefined) throw new Error(`Not a line of a script: ${row}`)
  const evidence = mark === undefined ? 'none' : number === '' ? 'all' : Number(number)
  return { speaker, text, evidence }
}

function readQuestion(row: string): PlantedQuestion {
  const [category, question, answer, subject] = row
    .slice(1)
    .split(' | ')
    .map((part) => part.trim())
  if (!category || !question || !answer) throw new Error(`Not a question of a script: ${row}`)
  return { category, question, answer, subject: subject ?? null }
}
