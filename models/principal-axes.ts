/** What turns vectors into shorter ones that keep what tells them apart. */
export interface Projection {
  /** The mean of the vectors: what all have in common says nothing. */
  readonly mean: Float64Array
  /** One axis after the other, the most telling first. */
  readonly axes: readonly Float64Array[]
}

/** Rotations stop when what is left beside the diagonal is nothing to what stands on it; that takes seven rounds or so. */
const SWEEPS_MAX = 30
const REST_SHARE_MAX = 1e-13

/**
 * The principal axes of vectors, each divided by the fourth root of its variance: half way to all axes being worth the
 * same, since the first ones of a language model mostly tell how words are written and how common they are.
 */
export function principalAxes(vectors: readonly Float32Array[], axesMax: number): Projection {
  const width = vectors[0]!.length
  const mean = new Float64Array(width)
  for (const vector of vectors) for (let i = 0; i < width; i++) mean[i]! += vector[i]! / vectors.length
  const { values, columns } = eigen(covariance(vectors, mean), width)
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]!).slice(0, axesMax)
  const axes = order.map((column) => {
    const axis = Float64Array.from({ length: width }, (_, row) => columns[row * width + column]!)
    // Either direction of an axis is right; one must be chosen for builds to agree.
    const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
    const scale = Math.sign(largest) / Math.max(values[column]!, Number.EPSILON) ** 0.25
    return axis.map((value) => value * scale)
  })
  return { mean, axes }
}

export function project({ mean, axes }: Projection, vector: Float32Array): Float64Array {
  const centred = Float64Array.from(vector, (value, i) => value - mean[i]!)
  return Float64Array.from(axes, (axis) => {
    let sum = 0
    for (let i = 0; i < axis.length; i++) sum += axis[i]! * centred[i]!
    return sum
  })
}

function covariance(vectors: readonly Float32Array[], mean: Float64Array): Float64Array {
  const width = mean.length
  const sums = new Float64Array(width * width)
  const centred = new Float64Array(width)
  for (const vector of vectors) {
    for (let i = 0; i < width; i++) centred[i] = vector[i]! - mean[i]!
    for (let i = 0; i < width; i++) {
      const value = centred[i]!
      for (let j = i; j < width; j++) sums[i * width + j]! += value * centred[j]!
    }
  }
  for (let i = 0; i < width; i++) {
    for (let j = i; j < width; j++) {
      sums[i * width + j]! /= vectors.length
      sums[j * width + i] = sums[i * width + j]!
    }
  }
  return sums
}

/** Eigenvalues and, in columns, eigenvectors of a symmetric matrix, by the rotations of Jacobi. The matrix is used up. */
function eigen(matrix: Float64Array, width: number): { values: Float64Array; columns: Float64Array } {
  // Rows of the transpose are rotated, so that what is read together stands together.
  const vectors = new Float64Array(width * width)
  for (let i = 0; i < width; i++) vectors[i * width + i] = 1
  for (let sweep = 0; sweep < SWEEPS_MAX && restShare(matrix, width) > REST_SHARE_MAX; sweep++) {
    for (let p = 0; p < width - 1; p++) for (let q = p + 1; q < width; q++) rotate(matrix, vectors, { width, p, q })
  }
  const columns = new Float64Array(width * width)
  for (let i = 0; i < width; i++) for (let j = 0; j < width; j++) columns[j * width + i] = vectors[i * width + j]!
  return { values: Float64Array.from({ length: width }, (_, i) => matrix[i * width + i]!), columns }
}

/** The squares beside the diagonal as a share of those on it. */
function restShare(matrix: Float64Array, width: number): number {
  let [beside, on] = [0, 0]
  for (let i = 0; i < width; i++) {
    on += matrix[i * width + i]! ** 2
    for (let j = 0; j < i; j++) beside += matrix[i * width + j]! ** 2
  }
  return on === 0 ? 0 : beside / on
}

function rotate(matrix: Float64Array, vectors: Float64Array, at: { width: number; p: number; q: number }): void {
  const { width, p, q } = at
  const apq = matrix[p * width + q]!
  if (apq === 0) return
  const theta = (matrix[q * width + q]! - matrix[p * width + p]!) / (2 * apq)
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  for (let k = 0; k < width; k++) {
    const [left, right] = [matrix[k * width + p]!, matrix[k * width + q]!]
    matrix[k * width + p] = cosine * left - sine * right
    matrix[k * width + q] = sine * left + cosine * right
  }
  for (const rows of [matrix, vectors]) {
    const [first, second] = [p * width, q * width]
    for (let k = 0; k < width; k++) {
      const [left, right] = [rows[first + k]!, rows[second + k]!]
      rows[first + k] = cosine * left - sine * right
      rows[second + k] = sine * left + cosine * right
    }
  }
}
