// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Shape } from '#layers'
import { sameFigures, shapeStride, slotsOf, writeColours, writeShapes } from './shape-writer.ts'

const square = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
] as const

/** Sum of the triangles' areas on the plan, edges left out: they have no extent there. */
function areaOf({ vertices, indices }: ReturnType<typeof writeShapes>): number {
  const at = (vertex: number): [number, number] => [vertices[vertex * shapeStride]!, vertices[vertex * shapeStride + 1]!]
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
  for (let vertex = 0; vertex < vertices.length / shapeStride; vertex++) {
    const [x, y, dx, dy, , opacity] = vertices.slice(vertex * shapeStride) as unknown as number[] as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    if (dx === 0 && dy === 0) expect(opacity).toBe(1)
    else {
      expect(opacity).toBe(0)
      expect(Math.sign(dx)).toBe(x === 0 ? -1 : 1)
      expect(Math.sign(dy)).toBe(y === 0 ? -1 : 1)
    }
  }
})

test('colours are premultiplied, and stand where the vertices look for them', () => {
  const shapes: Shape[] = [
    { kind: 'polygon', points: square, stroke: { colour: [0, 0, 1, 1], width: 2 } },
    { kind: 'ring', x: 0, y: 0, pixels: 10, fill: [1, 0.5, 0, 0.5] },
  ]
  const colours = new Uint8Array(slotsOf(shapes) * 4)
  writeColours(shapes, colours)
  const { vertices } = writeShapes(shapes)
  const colourOf = (vertex: number): number[] => {
    const slot = vertices[vertex * shapeStride + 4]!
    return [...colours.slice(slot * 4, slot * 4 + 4)]
  }
  expect(colourOf(0)).toEqual([0, 0, 255, 255])
  expect(colourOf(vertices.length / shapeStride - 1)).toEqual([128, 64, 0, 128])
})

test('a new colour leaves the figures as they are, a new width or place does not', () => {
  const ring = { kind: 'ring', x: 0, y: 0, pixels: 10, fill: [1, 0, 0, 1] } as const
  const block = { kind: 'polygon', points: square, stroke: { colour: [0, 0, 1, 1], width: 2 } } as const
  expect(
    sameFigures(
      [ring, block],
      [
        { ...ring, fill: [0, 1, 0, 1] },
        { ...block, stroke: { ...block.stroke, colour: [1, 1, 1, 1] } },
      ],
    ),
  ).toBe(true)
  expect(sameFigures([ring], [{ ...ring, pixels: 11 }])).toBe(false)
  expect(sameFigures([block], [{ ...block, stroke: { ...block.stroke, width: 3 } }])).toBe(false)
  expect(sameFigures([block], [{ ...block, points: [...square] }])).toBe(false)
  expect(sameFigures([ring], [block])).toBe(false)
})

test('nothing to draw is nothing written', () => expect(writeShapes([]).indices).toHaveLength(0))
