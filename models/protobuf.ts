/** What a protobuf message is made of, as bytes. Numbers are unsigned and below 2^53, which is all that ONNX needs here. */
export type Field = Uint8Array

/** An integer under a field number. */
export function integer(field: number, value: number): Field {
  return Buffer.concat([varint(field * 8), varint(value)])
}

/** A 32-bit float under a field number. */
export function float(field: number, value: number): Field {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return Buffer.concat([varint(field * 8 + 5), bytes])
}

/** A string, bytes or a message under a field number. */
export function bytes(field: number, value: string | Uint8Array): Field {
  const content = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content])
}

/** Integers under one field number, packed. */
export function integers(field: number, values: readonly number[]): Field {
  return bytes(field, Buffer.concat(values.map(varint)))
}

export function message(fields: readonly Field[]): Uint8Array {
  return Buffer.concat(fields)
}

function varint(value: number): Buffer {
  const digits: number[] = []
  let rest = value
  while (rest > 127) {
    digits.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...digits, rest])
}
