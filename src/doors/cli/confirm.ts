import { createInterface } from 'node:readline/promises'

export type Answer = 'yes' | 'no' | 'nobody-to-ask'

/** Asks a person at the terminal, on stderr so that stdout stays clean. */
export async function confirm(question: string): Promise<Answer> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return 'nobody-to-ask'
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // End of input (ctrl-d) settles no question; it counts as a no.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    const answer = await Promise.race([terminal.question(question), closed])
    return /^(?:y|yes|是)$/iu.test(answer.trim()) ? 'yes' : 'no'
  } finally {
    terminal.close()
  }
}
