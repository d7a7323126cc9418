import { timeReader } from '../../../src/text/times/time-mentions.ts'

const read = await timeReader()

/** The times in a text as `words = from..to grain`, one day without its end, several parted by a bar. */
export function timesIn(text: string, saidAt: string): string {
  const mentions = read(text, Date.parse(saidAt))
  return mentions
    .map(({ span, time, grain, isYearless }) => {
      const stretch = grain === 'day' ? shown(time.from) : `${shown(time.from)}..${shown(time.to)}`
      return `${text.slice(span.start, span.end)} = ${stretch} ${grain}${isYearless ? ', any year' : ''}`
    })
    .join(' | ')
}

function shown(at: number): string {
  return new Date(at).toISOString().slice(0, at % 86_400_000 === 0 ? 10 : 16)
}
