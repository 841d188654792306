// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { shapeStride, writeShapes } from './shape-writer.ts'

const square = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
] as const

/** Sum of the triangles' areas on the plan, edges left out: they have no extent there. */
function areaOf({ vertices, indices }: ReturnType<typeof writeShapes>): number {
  const floats = new Float32Array(vertices.buffer)
  const at = (vertex: number): [number, number] => [floats[(vertex * shapeStride) / 4]!, floats[(vertex * shapeStride) / 4 + 1]!]
  let area = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [[ax, ay], [bx, by], [cx, cy]] = [at(indices[i]!), at(indices[i + 1]!), at(indices[i + 2]!)]
    area += Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
  }
  return area
}

test('a filled polygon covers its own area, whichever way it winds', () => {
  for (const points of [square, square.toReversed()])
    expect(areaOf(writeShapes([{ kind: 'polygon', points, fill: [1, 0, 0, 1] }]))).toBeCloseTo(10_000)
})

test('edges fade out to nothing, outwards', () => {
  const { vertices } = writeShapes([{ kind: 'polygon', points: square, fill: [1, 1, 1, 1] }])
  const floats = new Float32Array(vertices.buffer)
  for (let vertex = 0; vertex < vertices.length / shapeStride; vertex++) {
    const [x, y, dx, dy] = [0, 1, 2, 3].map((i) => floats[(vertex * shapeStride) / 4 + i]!) as [number, number, number, number]
    const alpha = vertices[vertex * shapeStride + 19]
    if (dx === 0 && dy === 0) expect(alpha).toBe(255)
    else {
      expect(alpha).toBe(0)
      expect(Math.sign(dx)).toBe(x === 0 ? -1 : 1)
      expect(Math.sign(dy)).toBe(y === 0 ? -1 : 1)
    }
  }
})

test('colours are premultiplied', () => {
  const { vertices } = writeShapes([{ kind: 'ring', x: 0, y: 0, pixels: 10, fill: [1, 0.5, 0, 0.5] }])
  expect([...vertices.slice(16, 20)]).toEqual([128, 64, 0, 128])
})

test('nothing to draw is nothing written', () => expect(writeShapes([]).indices).toHaveLength(0))
