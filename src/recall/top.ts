/**
 * The places of the `limit` largest positive values, largest first; equal values keep the order of `before`.
 * A partial selection: a heap of the best so far, its worst on top.
 */
export function largest(
  values: ArrayLike<number>,
  limit: number,
  before: (a: number, b: number) => number,
  isAllowed: (place: number) => boolean = () => true,
): number[] {
  const isWorse = (a: number, b: number) => values[a]! < values[b]! || (values[a] === values[b] && before(a, b) > 0)
  const heap: number[] = []
  for (let place = 0; place < values.length; place++) {
    if (!(values[place]! > 0)) continue
    if (heap.length === limit && !isWorse(heap[0]!, place)) continue
    if (!isAllowed(place)) continue
    if (heap.length < limit) {
      heap.push(place)
      siftUp(heap, isWorse)
    } else {
      heap[0] = place
      siftDown(heap, isWorse)
    }
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1))
}

type IsWorse = (a: number, b: number) => boolean

function siftUp(heap: number[], isWorse: IsWorse): void {
  let child = heap.length - 1
  while (child > 0) {
    const parent = (child - 1) >> 1
    if (!isWorse(heap[child]!, heap[parent]!)) return
    ;[heap[child], heap[parent]] = [heap[parent]!, heap[child]!]
    child = parent
  }
}

function siftDown(heap: number[], isWorse: IsWorse): void {
  let parent = 0
  for (;;) {
    let worst = parent
    for (const child of [2 * parent + 1, 2 * parent + 2]) {
      if (child < heap.length && isWorse(heap[child]!, heap[worst]!)) worst = child
    }
    if (worst === parent) return
    ;[heap[parent], heap[worst]] = [heap[worst]!, heap[parent]!]
    parent = worst
  }
}
