// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Shape } from '#layers'
import { runAtOnce } from '../slices.ts'
import { blockStride, writeBlocks as writeBlocksInSteps } from './block-writer.ts'
import type { Triangles } from './triangles.ts'

const writeBlocks = (shapes: readonly Shape[]): Triangles => runAtOnce(writeBlocksInSteps(shapes))
const square = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
] as const
/** From its middle not every edge is visible. */
const horseshoe = [
  [0, 0],
  [150, 0],
  [150, 150],
  [100, 150],
  [100, 50],
  [50, 50],
  [50, 100],
  [0, 100],
] as const
const block = (points: Extract<Shape, { kind: 'polygon' }>['points'], width = 2): Shape => ({
  kind: 'polygon',
  points,
  fill: () => [1, 0, 0, 1],
  stroke: { colour: () => [0, 0, 1, 1], width },
})
type Vertex = { x: number; y: number; dx: number; dy: number; far: number; away: number[]; pixels: number[] }
function verticesOf(shape: Shape): Vertex[] {
  return readVertices(writeBlocks([shape]))
}
function readVertices({ vertices, indices }: Pick<Triangles, 'vertices' | 'indices'>): Vertex[] {
  return Array.from(indices, (index) => {
    const [x, y, dx, dy, , , far, ...rest] = vertices.slice(index * blockStride, (index + 1) * blockStride)
    return { x: x!, y: y!, dx: dx!, dy: dy!, far: far!, away: rest.slice(0, 3), pixels: rest.slice(3, 6) }
  })
}
/** Screen position of a vertex at a scale, and its distance in pixels to the nearest edge, positive inside. */
const drawn = ({ x, y, dx, dy, far, away, pixels }: Vertex, k: number): { x: number; y: number; inside: number } => {
  const part = Math.min(1, far * k)
  return { x: x * k + dx * part, y: y * k + dy * part, inside: Math.min(...away.map((units, i) => units * k + pixels[i]! * part)) }
}
/** Far from everything: in a hall with it, a block is too small for a separate rim. */
const elsewhere = block([
  [1e4, 1e4],
  [1e4 + 1, 1e4],
  [1e4, 1e4 + 1],
])
/** The vertices of a block that is small beside its hall. */
const smallBlock = (shape: Shape): Vertex[] => readVertices(writeBlocks([shape, elsewhere])).slice(0, -9)

const areaOf = (corners: readonly { readonly x: number; readonly y: number }[]): number => {
  let area = 0
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = [corners[i]!, corners[i + 1]!, corners[i + 2]!]
    area += Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
  }
  return area
}

test('triangles cover exactly the polygon, for any winding and shape', () => {
  for (const points of [square, square.toReversed()]) expect(areaOf(verticesOf(block(points)))).toBeCloseTo(10_000)
  // A horseshoe's stroke adds strips, which have no area on the plan.
  for (const points of [horseshoe, horseshoe.toReversed()]) expect(areaOf(verticesOf(block(points)))).toBeCloseTo(15_000)
})

test('corners move outwards by the same pixels from both edges', () => {
  for (const { x, y, dx, dy } of smallBlock(block(square))) {
    if (x === 50) continue
    expect(Math.sign(dx)).toBe(x === 0 ? -1 : 1)
    expect(Math.sign(dy)).toBe(y === 0 ? -1 : 1)
    expect([Math.abs(dx), Math.abs(dy)]).toEqual([expect.closeTo(1.6), expect.closeTo(1.6)])
  }
})

test('a corner has distance 0 to its own edges minus its offset, and the middle a positive one to all', () => {
  for (const corner of smallBlock(block(square))) {
    const nearest = corner.away.map((away, edge) => away + corner.pixels[edge]!)
    if (corner.x === 50) expect(nearest).toEqual([50, 50, 50])
    else expect(Math.min(...nearest)).toBeCloseTo(-1.6)
  }
})

test('a concave corner cuts nothing from the block', () => {
  const notched = block([
    [0, 0],
    [50, 30],
    [100, 0],
    [100, 100],
    [0, 100],
  ])
  const corners = smallBlock(notched)
  for (let i = 0; i < corners.length; i += 3)
    for (const edge of [0, 1, 2]) {
      const middle = (corners[i]!.away[edge]! + corners[i + 1]!.away[edge]! + corners[i + 2]!.away[edge]!) / 3
      expect(middle).toBeGreaterThan(0)
    }
})

test.each([8, 1, 0.05, 0.001])('the inside of a large block has no edge distances, and the rim covers the rest, at a scale of %d', (k) => {
  const corners = verticesOf(block(square)).map((vertex) => drawn(vertex, k))
  const { plain } = writeBlocks([block(square)])
  expect(plain).toBe(12)
  // Half the line and half a pixel, or the depth of the block where it is less.
  for (const { inside } of verticesOf(block(square, 0))
    .slice(0, plain)
    .map((vertex) => drawn(vertex, k)))
    expect(inside).toBeGreaterThan(0)
  const rim = corners.slice(plain)
  for (const { inside } of rim) expect(inside).toBeCloseTo(inside < 0 ? -1.6 : Math.min(1.6, 50 * k), 3)
  // Nothing is left out, and nothing drawn twice.
  expect(areaOf(corners)).toBeCloseTo((100 * k + 3.2) ** 2, 1)
})

test('in the far view large blocks are drawn in one part: the same area and edges with fewer triangles', () => {
  const { vertices, indices, plain, whole, wholeBelow } = writeBlocks([block(square), block(horseshoe)])
  expect(plain).toBeGreaterThan(0)
  // The square needs one triangle per edge instead of three; the horseshoe saves none.
  expect(indices.length - whole.length).toBe(4 * 2 * 3)
  const outline = (wanted: Triangles['indices']): Set<string> =>
    new Set(
      readVertices({ vertices, indices: wanted })
        .map((vertex) => drawn(vertex, wholeBelow))
        .filter(({ inside }) => inside < 0)
        .map(({ x, y, inside }) => [x, y, inside].map((one) => one.toFixed(3)).join()),
    )
  expect(outline(whole)).toEqual(outline(indices))
  expect(areaOf(readVertices({ vertices, indices: whole }))).toBeCloseTo(areaOf(readVertices({ vertices, indices })))
  // Forty pixels by forty: four hundred for each corner.
  expect(writeBlocks([block(square)]).wholeBelow).toBeCloseTo(0.4)
  expect(writeBlocks([block(horseshoe)]).whole).toHaveLength(0)
})

test.each([
  ['a square', square],
  ['a horseshoe', horseshoe],
] as const)('%s that overlaps the edge of an earlier block is drawn after all of it', (_, points) => {
  const over = points.map(([x, y]) => [x + 40, y + 40] as const)
  const [under, both] = [writeBlocks([block(points)]), writeBlocks([block(points), block(over)])]
  expect(under.plain).toBeGreaterThan(0)
  expect([...both.indices.slice(0, under.indices.length)]).toEqual([...under.indices])
  expect(both.plain).toBe(under.plain)
  expect(both.indices.length).toBeGreaterThan(under.indices.length)
})

test('a shape without fill is a line, and covers nothing below it', () => {
  const { plain, indices } = writeBlocks([{ kind: 'polygon', points: square, stroke: { colour: () => [0, 0, 1, 1], width: 2 } }])
  expect(plain).toBe(0)
  expect(indices).toHaveLength(4 * 6)
})

test('no shapes write no triangles', () => {
  expect(writeBlocks([]).indices).toHaveLength(0)
  expect(writeBlocks([block([])]).indices).toHaveLength(0)
})
