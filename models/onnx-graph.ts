import { bytes, type Field, float, integer, integers, message } from './protobuf.ts'

/** Writes a graph of operators as an ONNX file: values are names, and each operator names its result. */
export interface OnnxGraph {
  /** Puts a tensor into the file. */
  constant(name: string, tensor: Tensor): string
  /** Adds an operator with one result, which is named after it. */
  node(operator: string, inputs: readonly string[], options?: NodeOptions): string
  input(name: string, type: ElementType, shape: readonly Dimension[]): string
  output(name: string, value: string, shape: readonly Dimension[]): void
  bytes(): Uint8Array
}

export type ElementType = 'float' | 'uint8' | 'int8' | 'int32' | 'int64'
/** A dimension that varies has a name. */
export type Dimension = number | string

export interface Tensor {
  readonly type: ElementType
  readonly shape: readonly number[]
  readonly data: Uint8Array | Int8Array | Float32Array | Int32Array | BigInt64Array
}

export interface NodeOptions {
  /** The names of its results, if there are several or if the name matters. */
  readonly outputs?: readonly string[]
  readonly integers?: Readonly<Record<string, number>>
  readonly floats?: Readonly<Record<string, number>>
  /** `com.microsoft` for operators of onnxruntime's own. */
  readonly domain?: string
}

const TYPE_CODES: Readonly<Record<ElementType, number>> = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 }
const OPERATOR_SET = 20
/** The version of the file format that brought operator set 20. */
const FORMAT_VERSION = 9
const ATTRIBUTE = { float: 1, integer: 2 } as const

export function onnxGraph(name: string): OnnxGraph {
  const nodes: Field[] = []
  const constants: Field[] = []
  const inputs: Field[] = []
  const outputs: Field[] = []
  const domains = new Set<string>()
  let count = 0

  return {
    constant(constantName, { type, shape, data }) {
      const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      constants.push(
        bytes(5, message([integers(1, shape), integer(2, TYPE_CODES[type]), bytes(8, constantName), bytes(9, raw)])),
      )
      return constantName
    },
    node(operator, nodeInputs, options = {}) {
      const results = options.outputs ?? [`${operator}_${++count}`]
      if (options.domain) domains.add(options.domain)
      nodes.push(
        bytes(
          1,
          message([
            ...nodeInputs.map((input) => bytes(1, input)),
            ...results.map((result) => bytes(2, result)),
            bytes(3, results[0]!),
            bytes(4, operator),
            ...attributes(options),
            ...(options.domain ? [bytes(7, options.domain)] : []),
          ]),
        ),
      )
      return results[0]!
    },
    input(inputName, type, shape) {
      inputs.push(bytes(11, valueInfo(inputName, type, shape)))
      return inputName
    },
    output(outputName, value, shape) {
      this.node('Identity', [value], { outputs: [outputName] })
      outputs.push(bytes(12, valueInfo(outputName, 'float', shape)))
    },
    bytes: () =>
      message([
        integer(1, FORMAT_VERSION),
        bytes(2, 'engraph'),
        bytes(7, message([...nodes, bytes(2, name), ...constants, ...inputs, ...outputs])),
        bytes(8, message([bytes(1, ''), integer(2, OPERATOR_SET)])),
        ...[...domains].map((domain) => bytes(8, message([bytes(1, domain), integer(2, 1)]))),
      ]),
  }
}

function attributes({ integers: whole = {}, floats = {} }: NodeOptions): Field[] {
  return [
    ...Object.entries(whole).map(([name, value]) =>
      bytes(5, message([bytes(1, name), integer(3, value), integer(20, ATTRIBUTE.integer)])),
    ),
    ...Object.entries(floats).map(([name, value]) =>
      bytes(5, message([bytes(1, name), float(2, value), integer(20, ATTRIBUTE.float)])),
    ),
  ]
}

function valueInfo(name: string, type: ElementType, shape: readonly Dimension[]): Uint8Array {
  const dimensions = shape.map((size) => bytes(1, typeof size === 'number' ? integer(1, size) : bytes(2, size)))
  const tensor = message([integer(1, TYPE_CODES[type]), bytes(2, message(dimensions))])
  return message([bytes(1, name), bytes(2, bytes(1, tensor))])
}
