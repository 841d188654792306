// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Shape } from '#layers'
import { plainPalette, readInk } from '#look'
import { runAtOnce } from '../slices.ts'
import { figureStride, writeFigures } from './figure-writer.ts'
import { fillSlot, sameFigures, strokeSlot, writeColours } from './paint.ts'

const square = [
  [0, 0],
  [100, 0],
  [100, 100],
] as const
const ring = { kind: 'ring', x: 0, y: 0, pixels: 10, fill: () => [1, 0.5, 0, 0.5] } as const satisfies Shape
const block = { kind: 'polygon', points: square, stroke: { colour: (ink) => ink.focus, width: 2 } } as const satisfies Shape

test('colours are premultiplied, and at the slots of the vertices', () => {
  const shapes: Shape[] = [block, ring]
  const colours = new Uint8Array(16)
  writeColours(shapes, readInk({ ...plainPalette, focus: '#00f' }), colours)
  const at = (slot: number): number[] => [...colours.slice(slot * 4, slot * 4 + 4)]
  expect(at(fillSlot(0))).toEqual([0, 0, 0, 0])
  expect(at(strokeSlot(0))).toEqual([0, 0, 255, 255])
  const { vertices } = runAtOnce(writeFigures(shapes))
  expect(at(vertices[figureStride - 2]!)).toEqual([128, 64, 0, 128])
})

test('a new colour keeps the shapes, a new width or position rewrites them', () => {
  const recoloured: Shape[] = [
    { ...ring, fill: () => [0, 1, 0, 1] },
    { ...block, stroke: { ...block.stroke, colour: () => [1, 1, 1, 1] } },
  ]
  expect(sameFigures([ring, block], recoloured)).toBe(true)
  expect(sameFigures([ring], [{ ...ring, pixels: 11 }])).toBe(false)
  expect(sameFigures([block], [{ ...block, stroke: { ...block.stroke, width: 3 } }])).toBe(false)
  expect(sameFigures([block], [{ ...block, points: [...square] }])).toBe(false)
  expect(sameFigures([ring], [block])).toBe(false)
})

test('the edge of a ring fades out completely', () => {
  const { vertices } = runAtOnce(writeFigures([ring]))
  const opacities = Array.from({ length: vertices.length / figureStride }, (_, vertex) => ({
    away: Math.hypot(vertices[vertex * figureStride + 2]!, vertices[vertex * figureStride + 3]!),
    opacity: vertices[vertex * figureStride + 5]!,
  }))
  const outermost = Math.max(...opacities.map(({ away: distance }) => distance))
  for (const { away, opacity } of opacities) expect(opacity).toBe(away > outermost - 0.01 ? 0 : 1)
})
