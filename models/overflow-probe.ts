import { onnxGraph } from './onnx-graph.ts'

/** Rows and columns of its weights, all of which are 127; `src/providers/local/overflow.ts` holds what it writes. */
const [ROWS, COLUMNS] = [64, 16]

/** A graph that multiplies bytes at their largest, to find processors on which such products overflow. */
export function overflowProbe(): Uint8Array {
  const graph = onnxGraph('probe')
  const given = graph.input('row', 'int64', [1, ROWS])
  const data = new Int8Array(ROWS * COLUMNS).fill(127)
  const weights = graph.constant('weights', { type: 'int8', shape: [ROWS, COLUMNS], data })
  const products = graph.node('MatMulInteger', [graph.node('Cast', [given], { integers: { to: 2 } }), weights])
  graph.output('sums', graph.node('Cast', [products], { integers: { to: 1 } }), [1, COLUMNS])
  return graph.bytes()
}
