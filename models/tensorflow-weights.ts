/** Reads the weights of a TensorFlow.js graph model: one byte each, with a smallest value and a step for each tensor. */
export function readTensorFlowWeights(model: TensorFlowModel, bytes: Uint8Array): ReadonlyMap<string, QuantizedTensor> {
  const tensors = new Map<string, QuantizedTensor>()
  let offset = 0
  for (const { name, shape, dtype, quantization } of model.weightsManifest.flatMap(({ weights }) => weights)) {
    const count = shape.reduce((product, size) => product * size, 1)
    if (quantization) {
      tensors.set(name, {
        shape,
        data: bytes.subarray(offset, offset + count),
        scale: quantization.scale,
        min: quantization.min,
      })
    }
    offset += count * (quantization ? 1 : BYTES[dtype])
  }
  if (offset !== bytes.length) throw new Error(`The weights are ${bytes.length} bytes long, their list says ${offset}.`)
  return tensors
}

/** Every value is `min + scale × byte`. */
export interface QuantizedTensor {
  readonly shape: readonly number[]
  readonly data: Uint8Array
  readonly scale: number
  readonly min: number
}

/** The byte that stands for zero: the converter chose `min` so that there is one, in tensors that have both signs. */
export function zeroPoint({ min, scale }: QuantizedTensor): number {
  const exact = -min / scale
  const byte = Math.round(exact)
  if (byte < 0 || byte > 255 || Math.abs(byte - exact) > 1e-3) throw new Error(`No byte stands for zero: ${exact}.`)
  return byte
}

export function toFloats({ data, min, scale }: QuantizedTensor): Float32Array {
  return Float32Array.from(data, (byte) => min + scale * byte)
}

const BYTES = { float32: 4, int32: 4 } as const

export interface TensorFlowModel {
  readonly weightsManifest: readonly {
    readonly weights: readonly {
      readonly name: string
      readonly shape: readonly number[]
      readonly dtype: keyof typeof BYTES
      readonly quantization?: { readonly scale: number; readonly min: number }
    }[]
  }[]
}
