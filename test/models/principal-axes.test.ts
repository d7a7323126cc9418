import { expect, test } from 'vitest'
import { principalAxes, project } from '../../models/principal-axes.ts'

test('the first axis is along what differs most, and the mean projects to nothing', () => {
  const vectors = [-2, -1, 1, 2].flatMap((x) => [-0.1, 0.1].map((y) => Float32Array.of(x + 5, x + y + 5, 3)))
  const projection = principalAxes(vectors, 2)
  const [first] = projection.axes
  expect(first![0]! / first![1]!).toBeCloseTo(1, 1)
  expect(first![2]).toBeCloseTo(0)
  for (const value of project(projection, Float32Array.of(5, 5, 3))) expect(value).toBeCloseTo(0)
})

test('axes stand upright on each other', () => {
  const wave = (i: number, j: number) => Math.sin(i * 12.9898 + j * 78.233)
  const vectors = Array.from({ length: 60 }, (_, i) => Float32Array.from({ length: 12 }, (_, j) => wave(i, j)))
  const { axes } = principalAxes(vectors, 12)
  for (const [i, a] of axes.entries()) {
    for (const b of axes.slice(i + 1)) expect(a.reduce((sum, value, k) => sum + value * b[k]!, 0)).toBeCloseTo(0, 5)
  }
})
