import { wording } from '../../graph/wording.ts'
import type { ModelResults, ModelRunner, ModelWork } from './model-runner.ts'
import { unavailable } from './unavailable.ts'

export interface QueueOptions {
  /** Somebody waits for it: it goes before all that is not urgent. */
  readonly isUrgent: boolean
  readonly signal?: AbortSignal | undefined
}

/** Cuts calls into small pieces, so that a question waits for one of them at most, never for a whole bulk. */
export interface ModelQueue {
  run<Work extends ModelWork>(
    work: Work,
    texts: readonly string[],
    options: QueueOptions,
  ): Promise<readonly ModelResults[Work][]>
}

const PIECE_TEXTS_MAX = 8
/** A piece of long texts has fewer of them. */
const PIECE_CHARACTERS_MAX = 2_000
const WAITING_PIECES_MAX = 20_000

interface Piece {
  readonly work: ModelWork
  readonly texts: readonly string[]
  readonly done: (results: readonly ModelResults[ModelWork][]) => void
  readonly failed: (error: unknown) => void
}

export function modelQueue(runner: ModelRunner, name: string): ModelQueue {
  const urgent = new Set<Piece>()
  const others = new Set<Piece>()
  let isRunning = false

  return {
    run(work, texts, { isUrgent, signal }) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const queue = isUrgent ? urgent : others
        const places = pieces(texts)
        if (urgent.size + others.size + places.length > WAITING_PIECES_MAX) {
          return reject(unavailable(name, wording`too many texts wait for it`))
        }
        const results = new Array<ModelResults[typeof work]>(texts.length)
        const mine = new Set<Piece>()
        const end = (settle: () => void) => {
          for (const piece of mine) queue.delete(piece)
          mine.clear()
          signal?.removeEventListener('abort', aborted)
          settle()
        }
        const aborted = () => end(() => reject(signal!.reason))
        signal?.addEventListener('abort', aborted, { once: true })
        for (const part of places) {
          const piece: Piece = {
            work,
            texts: part.map((place) => texts[place]!),
            done: (given) => {
              if (!mine.delete(piece)) return
              for (const [i, place] of part.entries()) results[place] = given[i] as ModelResults[typeof work]
              if (mine.size === 0) end(() => resolve(results))
            },
            failed: (error) => {
              if (mine.has(piece)) end(() => reject(error))
            },
          }
          mine.add(piece)
          queue.add(piece)
        }
        if (mine.size === 0) end(() => resolve(results))
        void runNext()
      })
    },
  }

  /** One piece after the other, until none waits. */
  async function runNext(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      for (let piece = next(); piece; piece = next()) {
        try {
          piece.done(await runner.run(piece.work, piece.texts))
        } catch (error) {
          piece.failed(error)
        }
      }
    } finally {
      isRunning = false
    }
  }

  function next(): Piece | undefined {
    const queue = urgent.size > 0 ? urgent : others
    const [piece] = queue
    if (piece) queue.delete(piece)
    return piece
  }
}

/** Places of texts, those of like length together: what is padded is computed in vain. */
function pieces(texts: readonly string[]): readonly (readonly number[])[] {
  const places = texts.map((_, place) => place).sort((a, b) => texts[a]!.length - texts[b]!.length)
  const parts: number[][] = []
  for (const place of places) {
    const part = parts.at(-1)
    // The last one is the longest, and the others are padded to its length.
    const charactersPadded = texts[place]!.length * ((part?.length ?? 0) + 1)
    if (part && part.length < PIECE_TEXTS_MAX && charactersPadded <= PIECE_CHARACTERS_MAX) part.push(place)
    else parts.push([place])
  }
  return parts
}
