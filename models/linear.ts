import type { OnnxGraph } from './onnx-graph.ts'
import { type QuantizedTensor, toFloats, zeroPoint } from './tensorflow-weights.ts'

/** Multiplies rows by the weights of several names, and adds their biases. */
export type Linear = (rows: string, names: readonly string[]) => readonly string[]

/** The largest value of a row becomes this; 128 stands for zero. */
const TOP = 127
const ZERO = 128

/**
 * Products of bytes. Each row, that is each token, is made bytes by its own largest value:
 *
 *     rows ── largest of each ÷ 127 = steps ──┐
 *       └──────── bytes = rows ÷ steps + 128 ─┴─ (bytes − 128) × (weights − zero) × scale × steps + bias
 *
 * The usual operators take one step for all rows of a batch. Then a vector depends on the texts that it was computed
 * with, by a cosine of up to .012, and the largest value of any token makes those of all coarse.
 * Weights are signed bytes, which processors multiply twice as fast with unsigned ones.
 */
export function quantizedLinear(graph: OnnxGraph, weightsOf: (name: string) => QuantizedTensor): Linear {
  const one = graph.constant('one', { type: 'float', shape: [], data: Float32Array.of(1) })
  const inverseTop = graph.constant('inverse-top', { type: 'float', shape: [], data: Float32Array.of(1 / TOP) })
  // A row of zeros would divide by zero.
  const stepMin = graph.constant('step-min', { type: 'float', shape: [], data: Float32Array.of(1e-20) })
  const zero = graph.constant('zero', { type: 'uint8', shape: [], data: Uint8Array.of(ZERO) })
  const columns = graph.constant('columns', { type: 'int64', shape: [1], data: BigInt64Array.of(1n) })
  const list = graph.constant('list', { type: 'int64', shape: [1], data: BigInt64Array.of(-1n) })

  return (rows, names) => {
    const largest = graph.node('ReduceMax', [graph.node('Abs', [rows]), columns])
    const steps = graph.node('Max', [graph.node('Mul', [largest, inverseTop]), stepMin])
    const stepList = graph.node('Reshape', [steps, list])
    const zeros = graph.node('Expand', [zero, graph.node('Shape', [stepList])])
    const bytes = graph.node('QuantizeLinear', [rows, stepList, zeros], { integers: { axis: 0 } })

    return names.map((name) => {
      const tensor = weightsOf(`${name}/Tensordot/ReadVariableOp`)
      const signed = Int8Array.from(tensor.data, (byte) => byte - ZERO)
      const weights = graph.constant(`${name}/weights`, { type: 'int8', shape: tensor.shape, data: signed })
      const weightsZero = Int8Array.of(zeroPoint(tensor) - ZERO)
      const zeroName = graph.constant(`${name}/zero`, { type: 'int8', shape: [], data: weightsZero })
      const scale = graph.constant(`${name}/scale`, { type: 'float', shape: [], data: Float32Array.of(tensor.scale) })
      const biases = toFloats(weightsOf(`${name}/BiasAdd/ReadVariableOp`))
      const bias = graph.constant(`${name}/bias`, { type: 'float', shape: [biases.length], data: biases })
      const product = graph.node('MatMulIntegerToFloat', [bytes, weights, one, scale, zero, zeroName], {
        domain: 'com.microsoft',
      })
      return graph.node('Add', [graph.node('Mul', [product, steps]), bias])
    })
  }
}
