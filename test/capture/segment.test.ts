import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  COHESION_WINDOW,
  EVENT_MESSAGES_LONG,
  EVENT_MESSAGES_MAX,
  extendEvent,
  isCut,
  type OpenEvent,
  opensEvent,
  PAUSE_MS,
  type SegmentMessage,
} from '../../src/capture/segment.ts'

const MINUTE_MS = 60_000

/** Many terms about one subject: `auth0 auth1 …`. */
const about = (subject: string, count = 30) => new Set(Array.from({ length: count }, (_, i) => `${subject}${i}`))
/** An id at which no event is cut, and one at which a long one is. */
const [uncut, cut] = [false, true].map(
  (wanted) => Array.from({ length: 100 }, (_, i) => `m${i}`).find((id) => isCut(id) === wanted)!,
)
const said = (terms: ReadonlySet<string>, at = 0, id = uncut!): SegmentMessage => ({ id, at, terms })

/** The messages as events, each by the number of its messages. */
function segment(messages: readonly SegmentMessage[]): number[] {
  const lengths: number[] = []
  let open: OpenEvent | null = null
  for (const message of messages) {
    const opens = opensEvent(open, message)
    if (opens) lengths.push(0)
    lengths[lengths.length - 1]!++
    open = extendEvent(opens ? null : open, message)
  }
  return lengths
}

/** An event that has gone on about one subject for a while. */
const settled = Array<SegmentMessage>(COHESION_WINDOW).fill(said(about('auth')))

describe('an event', () => {
  test('is opened by the first message, whatever it says', () => {
    expect(opensEvent(null, said(new Set()))).toBe(true)
    expect(segment([said(about('auth'))])).toEqual([1])
    expect(segment([])).toEqual([])
  })

  test('goes on while the subject does', () => {
    expect(segment([...settled, said(about('auth')), said(about('auth'))])).toEqual([COHESION_WINDOW + 2])
  })

  test('ends after a pause that is longer than allowed, and not before', () => {
    const pausedFor = (pauseMs: number) => [said(about('auth'), 1000), said(about('auth'), 1000 + pauseMs)]
    expect(segment(pausedFor(PAUSE_MS))).toEqual([2])
    expect(segment(pausedFor(PAUSE_MS + 1))).toEqual([1, 1])
  })

  test('measures the pause from its last message, not from its first', () => {
    const steps = [0, 1, 2, 3].map((step) => said(about('auth'), step * (PAUSE_MS - MINUTE_MS)))
    expect(segment(steps)).toEqual([4])
  })

  test('ends when it is full', () => {
    const messages = Array<SegmentMessage>(2 * EVENT_MESSAGES_MAX + 1).fill(said(about('auth')))
    expect(segment(messages)).toEqual([EVENT_MESSAGES_MAX, EVENT_MESSAGES_MAX, 1])
  })

  test('ends at a cut once it is long, and not before', () => {
    const cutAfter = (count: number) => [
      ...Array<SegmentMessage>(count).fill(said(about('auth'))),
      said(about('auth'), 0, cut),
    ]
    expect(segment(cutAfter(EVENT_MESSAGES_LONG))).toEqual([EVENT_MESSAGES_LONG, 1])
    expect(segment(cutAfter(EVENT_MESSAGES_LONG - 1))).toEqual([EVENT_MESSAGES_LONG])
  })

  test('ends when the subject changes', () => {
    expect(segment([...settled, said(about('holiday')), said(about('holiday'))])).toEqual([COHESION_WINDOW, 2])
  })

  test('goes on when a message about something else still takes up what was said', () => {
    const mixed = new Set([...about('holiday', 15), ...about('auth', 15)])
    expect(segment([...settled, said(mixed)])).toEqual([COHESION_WINDOW + 1])
  })

  test('does not end at once, before it has a subject of its own', () => {
    expect(segment([said(about('auth')), said(about('holiday'))])).toEqual([2])
  })

  test('has the subject of its last messages, not of those long ago', () => {
    // From "auth" to "holiday" by way of messages that know both.
    const bridge = said(new Set([...about('auth'), ...about('holiday')]))
    const drifted = [...settled, bridge, ...Array<SegmentMessage>(COHESION_WINDOW).fill(said(about('holiday')))]
    expect(segment(drifted)).toEqual([drifted.length])
    expect(segment([...drifted, said(about('auth'))])).toEqual([drifted.length, 1])
  })
})

describe('a short reply', () => {
  test.each([[[]], [['yes']], [['do', 'that']]])('such as %j never changes the subject', (terms) => {
    expect(segment([...settled, said(new Set(terms))])).toEqual([COHESION_WINDOW + 1])
  })

  test('opens an event after a pause all the same', () => {
    expect(segment([...settled, said(new Set(['yes']), PAUSE_MS + 1)])).toEqual([COHESION_WINDOW, 1])
  })
})

describe('what an event knows of itself', () => {
  test('is its length, its last moment and its newest messages', () => {
    const first = extendEvent(null, said(about('a'), 5))
    expect(first).toEqual({ length: 1, lastAt: 5, recent: [about('a')] })
    expect(extendEvent(first, said(about('b'), 9))).toEqual({ length: 2, lastAt: 9, recent: [about('a'), about('b')] })
  })

  test('is bounded, however long it goes on, and it keeps the newest', () => {
    let open: OpenEvent | null = null
    for (let i = 0; i < 3 * COHESION_WINDOW; i++) open = extendEvent(open, said(about(`subject${i}-`), i))
    expect(open?.length).toBe(3 * COHESION_WINDOW)
    expect(open?.recent).toHaveLength(COHESION_WINDOW)
    expect(open?.recent.at(-1)).toEqual(about(`subject${3 * COHESION_WINDOW - 1}-`))
  })

  test('is not changed by going on', () => {
    const open = extendEvent(null, said(about('a')))
    extendEvent(open, said(about('b')))
    expect(open).toEqual({ length: 1, lastAt: 0, recent: [about('a')] })
  })
})

describe('whatever is said', () => {
  const subjects = fc.constantFrom(about('auth'), about('holiday'), about('auth', 3), new Set<string>())
  const pauses = fc.constantFrom(0, MINUTE_MS, PAUSE_MS, PAUSE_MS + 1)
  const sessions = fc.array(fc.tuple(subjects, pauses), { maxLength: 150 }).map((steps) => {
    let at = 0
    return steps.map(([terms, pauseMs]) => {
      at += pauseMs
      return said(terms, at)
    })
  })

  test('every message is in one event, and none is over-full', () => {
    fc.assert(
      fc.property(sessions, (messages) => {
        const lengths = segment(messages)
        expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(messages.length)
        expect(lengths.filter((length) => length < 1 || length > EVENT_MESSAGES_MAX)).toEqual([])
      }),
    )
  })

  test('no event reaches over a pause', () => {
    fc.assert(
      fc.property(sessions, (messages) => {
        let end = 0
        const ends = new Set(segment(messages).map((length) => (end += length)))
        for (let i = 1; i < messages.length; i++) {
          if (messages[i]!.at - messages[i - 1]!.at > PAUSE_MS) expect(ends).toContain(i)
        }
      }),
    )
  })

  test('where an event ends does not depend on what it has forgotten of itself', () => {
    // A session is taken up again from its last messages alone, as weaving does.
    fc.assert(
      fc.property(sessions, (messages) => {
        let open: OpenEvent | null = null
        let since = 0
        for (const [i, message] of messages.entries()) {
          const rebuilt: OpenEvent | null =
            i === since
              ? open
              : {
                  length: i - since,
                  lastAt: messages[i - 1]!.at,
                  recent: messages.slice(Math.max(since, i - COHESION_WINDOW), i).map(({ terms }) => terms),
                }
          const opens = opensEvent(open, message)
          expect(opensEvent(rebuilt, message)).toBe(opens)
          open = extendEvent(opens ? null : open, message)
          if (opens) since = i
        }
      }),
    )
  })
})

describe('an event of work', () => {
  const other = (id: string, at = 0) => said(about('payment'), at, id)

  test('is opened by what the agent was asked, whatever that says', () => {
    expect(segment([said(new Set(['go']), 0, 'q~1'), said(new Set(['yes']), 0, 'q~2')])).toEqual([1, 1])
    expect(segment([...settled, said(about('auth'), 0, 'q~1')])).toEqual([COHESION_WINDOW, 1])
  })

  test('goes on whatever the agent does, where words alone would open another', () => {
    expect(segment([...settled, other(uncut!)])).toEqual([COHESION_WINDOW, 1])
    expect(segment([...settled, other('u~1')])).toEqual([COHESION_WINDOW + 1])
  })

  test('ends after a pause, when it is full, and at a cut once it is long, whatever the agent does', () => {
    expect(segment([said(about('auth'), 0, 'q~1'), other('u~1', PAUSE_MS + 1)])).toEqual([1, 1])
    const [going, ending] = [false, true].map(
      (wanted) => Array.from({ length: 200 }, (_, i) => `u~${i}`).find((id) => isCut(id) === wanted)!,
    )
    const full = Array<SegmentMessage>(EVENT_MESSAGES_MAX).fill(other(going!))
    expect(segment([...full, other(going!)])).toEqual([EVENT_MESSAGES_MAX, 1])
    const long = Array<SegmentMessage>(EVENT_MESSAGES_LONG).fill(other(going!))
    expect(segment([...long, other(ending!)])).toEqual([EVENT_MESSAGES_LONG, 1])
  })
})
