import type { Box } from '@playhouse/domain/plan'
import { expect, test } from 'vitest'
import { covers, meets, type Point } from '#plan-index'
import { type Block, nearName, placeOf } from './near-names.ts'

const hall = { viewBox: { x: -3_000, y: -3_000, width: 6_000, height: 6_000 }, stage: { polygon: [], z: 0, label: '' } }
const anywhere = (): boolean => true

function blockOf(outline: readonly Point[]): Block {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { outline, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } }
}
const rectangle = (x: number, y: number, width: number, height: number): Block =>
  blockOf([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ])
const boxAround = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})
/** A part of a ring round the origin, from one radius to another; angles in degrees from straight down, against the clock. */
function bow(innerRadius: number, outerRadius: number, from: number, to: number): Block {
  const steps = Array.from({ length: 13 }, (_, step) => ((from + ((to - from) * step) / 12) * Math.PI) / 180)
  const along =
    (radius: number) =>
    (angle: number): Point => [Math.sin(angle) * radius, Math.cos(angle) * radius]
  return blockOf([...steps.map(along(innerRadius)), ...steps.toReversed().map(along(outerRadius))])
}
const nameOf = (block: Block, blocks: readonly Block[], k: number, isFree: (place: Box) => boolean = anywhere) =>
  nearName('Grand tier left', 13, block, blocks, hall, k, isFree)

test('nested curved galleries have their names at their own edges', () => {
  const rings = [600, 950, 1_300, 1_650].map((radius) => [-75, -22, 31].map((from) => bow(radius, radius + 250, from, from + 44)))
  const blocks = [rectangle(-350, -300, 700, 600), ...rings.flat()]
  let named = 0
  for (const k of [0.1, 0.2, 0.3, 0.5, 1])
    for (const block of blocks) {
      const label = nameOf(block, blocks, k)
      if (!label) continue
      named += 1
      const place = placeOf(label, k)
      for (const other of blocks) expect(meets(other.outline, place)).toBe(false)
      // A line away at most, where letters stand at the edge.
      const reach = 20 / k
      expect(meets(block.outline, boxAround(place, reach))).toBe(true)
    }
  expect(named).toBeGreaterThan(40)
})

test('a name wider than its column never extends above the next one', () => {
  const columns = [0, 150, 300].map((x) => rectangle(x, 0, 100, 1_200))
  expect(nameOf(columns[1]!, columns, 0.4)).toBeUndefined()
  expect(nameOf(columns[1]!, columns, 1)?.y).toBe(0)
  expect(nameOf(columns[1]!, [columns[1]!], 0.4)?.y).toBe(0)
})

test('a name beside its block is next to no other block', () => {
  const [block, other] = [rectangle(0, 0, 400, 400), rectangle(-300, 215, 250, 400)]
  const isBeside = ({ x, y }: Box): boolean => x < -20 && y > 150 && y < 250
  expect(nameOf(block, [block], 1, isBeside)?.right).toBeLessThan(0)
  expect(nameOf(block, [block, other], 1, isBeside)).toBeUndefined()
})

test('above and below are tried before the sides, and the outer side before the inner one', () => {
  const [left, right] = [rectangle(-2_000, 0, 300, 300), rectangle(1_700, 0, 300, 300)]
  expect(nameOf(left, [left], 1)).toMatchObject({ right: 0, y: 0 })
  const isLevel = (place: Box): boolean => covers(place, { x: -9_000, y: 150, width: 18_000, height: 0 })
  expect(nameOf(left, [left], 1, isLevel)?.x).toBe(-2_000)
  expect(nameOf(right, [right], 1, isLevel)?.x).toBe(2_000)
})

test('a name at the wall moves inwards as far as necessary', () => {
  const [left, right] = [rectangle(-2_990, 0, 40, 900), rectangle(2_950, 0, 40, 900)]
  const isInside = ({ x, width }: Box): boolean => x >= -3_000 && x + width <= 3_000
  expect(nameOf(left, [left], 1, isInside)?.x).toBeGreaterThan(-2_970)
  expect(nameOf(right, [right], 1, isInside)?.x).toBeLessThan(2_970)
})

test('a name that fills a gap between two blocks is omitted', () => {
  const blocks = [0, 420].map((y) => rectangle(-2_995, y, 5_990, 400))
  const isBetween = ({ y }: Box): boolean => y > 390 && y < 420
  expect(nameOf(blocks[1]!, blocks, 1, isBetween)).toBeUndefined()
  expect(nameOf(blocks[1]!, blocks, 2, isBetween)?.y).toBe(420)
})

test('a name is never beyond the stage, where it would be read as that of the stage', () => {
  const block = rectangle(-1_000, 0, 2_000, 1_200)
  const polygon: [number, number][] = [
    [-400, -200],
    [400, -200],
    [400, -20],
    [-400, -20],
  ]
  const withStage = { ...hall, stage: { ...hall.stage, polygon } }
  for (const k of [0.05, 0.1, 0.2, 0.4]) {
    const label = nearName('Ground floor', 13, block, [block], withStage, k, anywhere)!
    expect(nameOf(block, [block], k)!.y, 'without a stage it is above').toBe(0)
    expect([label.y, label.down > 0]).toEqual([1_200, true])
  }
})
