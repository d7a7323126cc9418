import { type Linear, quantizedLinear } from './linear.ts'
import { type OnnxGraph, onnxGraph } from './onnx-graph.ts'
import { type QuantizedTensor, toFloats, zeroPoint } from './tensorflow-weights.ts'

/** Numbers of a vector, of a token or of a text. */
export const WIDTH = 384
const HEADS = 12
const LAYERS = 6
const NORM_EPSILON = 1e-12
const MICROSOFT = 'com.microsoft'

/**
 * all-MiniLM-L6-v2 as an ONNX file: six layers of BERT, the states of the tokens, and their mean at unit length.
 *
 * The weights stay the bytes that they are in the source; see `linear.ts` for how they are multiplied. Layers work on
 * all tokens of a batch as one list; only attention needs to know which of them are one text.
 */
export function miniLmGraph(weights: ReadonlyMap<string, QuantizedTensor>): Uint8Array {
  const graph = onnxGraph('all-MiniLM-L6-v2')
  const tensor = (name: string): QuantizedTensor => {
    const found = weights.get(name)
    if (!found) throw new Error(`The model has no weights named ${name}.`)
    return found
  }
  const bert: Weights = (name) => tensor(`StatefulPartitionedCall/model/tf_bert_model/bert/${name}`)
  const ids = graph.input('input_ids', 'int64', ['batch', 'tokens'])
  const mask = graph.input('attention_mask', 'int64', ['batch', 'tokens'])
  const kept = graph.node('Cast', [mask], { integers: { to: 6 } })
  const width = wholes(graph, 'width', WIDTH)
  const shape = graph.node('Concat', [graph.node('Shape', [ids]), width], { integers: { axis: 0 } })
  const linear = quantizedLinear(graph, bert)
  const layer = { graph, bert, linear, shape, kept }

  const rows = wholes(graph, 'rows', -1, WIDTH)
  let states = graph.node('Reshape', [embedded(graph, tensor, ids), rows])
  states = normalised(graph, bert, 'embeddings', states)
  for (let i = 0; i < LAYERS; i++) states = encoded({ ...layer, rows, name: `encoder/layer_._${i}`, states })

  const byText = graph.node('Reshape', [states, shape])
  graph.output('last_hidden_state', byText, ['batch', 'tokens', WIDTH])
  graph.output('sentence_embedding', meanPooled(graph, byText, mask), ['batch', WIDTH])
  return graph.bytes()
}

type Weights = (name: string) => QuantizedTensor

/** Vectors of words, places and the one kind of sentence there is. */
function embedded(graph: OnnxGraph, tensor: Weights, ids: string): string {
  // The converter gave the three tables no names.
  const [words, places, kinds] = [tensor('unknown'), tensor('unknown_0'), toFloats(tensor('unknown_1'))]
  const table = graph.constant('words', { type: 'uint8', shape: words.shape, data: words.data })
  const zero = graph.constant('words/zero', { type: 'uint8', shape: [], data: Uint8Array.of(zeroPoint(words)) })
  const scale = floats(graph, 'words/scale', Float32Array.of(words.scale), [])
  const word = graph.node('DequantizeLinear', [graph.node('Gather', [table, ids]), scale, zero])

  const positions = toFloats(places).map((value, i) => value + kinds[i % WIDTH]!)
  const all = floats(graph, 'positions', positions, places.shape)
  const count = graph.node('Shape', [ids], { integers: { start: 1, end: 2 } })
  const position = graph.node('Slice', [all, wholes(graph, 'first', 0), count, wholes(graph, 'axis/0', 0)])
  return graph.node('Add', [word, position])
}

interface Layer {
  readonly graph: OnnxGraph
  readonly bert: Weights
  readonly linear: Linear
  readonly name: string
  readonly states: string
  /** Which tokens are no padding. */
  readonly kept: string
  /** Shapes: a text of tokens each, and all tokens as one list. */
  readonly shape: string
  readonly rows: string
}

function encoded({ graph, bert, linear, name, states, kept, shape, rows }: Layer): string {
  const self = ['query', 'key', 'value'].map((part) => `${name}/attention/self/${part}`)
  const parts = linear(states, self).map((part) => graph.node('Reshape', [part, shape]))
  const heads = graph.node('MultiHeadAttention', [...parts, '', kept], {
    domain: MICROSOFT,
    integers: { num_heads: HEADS },
  })
  const [attended] = linear(graph.node('Reshape', [heads, rows]), [`${name}/attention/output/dense`])
  const seen = normalised(graph, bert, `${name}/attention/output`, graph.node('Add', [attended!, states]))

  const [wide] = linear(seen, [`${name}/intermediate/dense`])
  const [narrow] = linear(graph.node('Gelu', [wide!]), [`${name}/output/dense`])
  return normalised(graph, bert, `${name}/output`, graph.node('Add', [narrow!, seen]))
}

function normalised(graph: OnnxGraph, bert: Weights, name: string, rows: string): string {
  const gamma = floats(graph, `${name}/gamma`, toFloats(bert(`${name}/LayerNorm/batchnorm/mul/ReadVariableOp`)))
  const beta = floats(graph, `${name}/beta`, toFloats(bert(`${name}/LayerNorm/batchnorm/ReadVariableOp`)))
  return graph.node('LayerNormalization', [rows, gamma, beta], {
    integers: { axis: 1 },
    floats: { epsilon: NORM_EPSILON },
  })
}

function meanPooled(graph: OnnxGraph, states: string, mask: string): string {
  const axis = wholes(graph, 'axis/1', 1)
  const weight = graph.node('Unsqueeze', [
    graph.node('Cast', [mask], { integers: { to: 1 } }),
    wholes(graph, 'axis/2', 2),
  ])
  const sum = graph.node('ReduceSum', [graph.node('Mul', [states, weight]), axis], { integers: { keepdims: 0 } })
  const count = graph.node('ReduceSum', [weight, axis], { integers: { keepdims: 0 } })
  return graph.node('LpNormalization', [graph.node('Div', [sum, count])], { integers: { axis: 1, p: 2 } })
}

function floats(graph: OnnxGraph, name: string, data: Float32Array, shape: readonly number[] = [data.length]): string {
  return graph.constant(name, { type: 'float', shape, data })
}

function wholes(graph: OnnxGraph, name: string, ...values: readonly number[]): string {
  return graph.constant(name, { type: 'int64', shape: [values.length], data: BigInt64Array.from(values.map(BigInt)) })
}
