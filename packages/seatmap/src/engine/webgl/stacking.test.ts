import { expect, test } from 'vitest'
import type { Point } from '#plan-index'
import { stackedOf } from './stacking.ts'

const square = (x: number, y: number, side = 100): Point[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
]
const stackedAmong = (...outlines: readonly (readonly Point[])[]): number[] =>
  [...stackedOf(outlines.map((points) => ({ kind: 'polygon', points })))].toSorted((a, b) => a - b)

test('a block over the edge of an earlier one is stacked, on either side', () => {
  for (const [x, y] of [
    [50, 50],
    [-50, 50],
    [0, -50],
    [99, 20],
  ] as const)
    expect(stackedAmong(square(0, 0), square(x, y))).toEqual([1])
  expect(stackedAmong(square(0, 0), square(50, 0), square(100, 0), square(500, 0))).toEqual([1, 2])
})

test('a block that covers another one is stacked; one inside another covers no edge', () => {
  expect(stackedAmong(square(25, 25, 50), square(0, 0))).toEqual([1])
  expect(stackedAmong(square(0, 0), square(25, 25, 50))).toEqual([])
})

test('a block inside a stacked one is drawn after it', () => {
  expect(stackedAmong(square(0, 0), square(50, 50), square(110, 110, 10))).toEqual([1, 2])
  expect(stackedAmong(square(0, 0), square(-50, 50), square(-40, 110, 10))).toEqual([1, 2])
})

test('neighbours with a common edge or corner are not stacked, nor are blocks of which only the boxes overlap', () => {
  expect(stackedAmong(square(0, 0), square(100, 0), square(0, 100), square(100, 100))).toEqual([])
  const upper: Point[] = square(0, 0).toSpliced(2, 1)
  const lower: Point[] = square(0, 0).toSpliced(0, 1)
  expect(stackedAmong(upper, lower)).toEqual([])
})

test('only polygons can be stacked', () => {
  const light = { kind: 'glow', x: 0, y: 0, radius: 500, fill: () => [1, 1, 1, 1] as const } as const
  expect([...stackedOf([light, { kind: 'polygon', points: square(0, 0) }, { kind: 'polygon', points: [] }])]).toEqual([])
})
