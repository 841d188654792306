import { earcut } from 'pixi.js'
import type { Shape } from '#layers'
import type { Point } from '#plan-index'
import { fillSlot } from './paint.ts'
import { type TriangleWriter, type Triangles, writeTriangles } from './triangles.ts'

/**
 * Floats a vertex: place on the plan (2), offset in CSS pixels (2), slot of the fill (the line's is the next), width of the
 * line (negative: a line without fill); then how far three edges are away, in plan units (3) and in pixels to add (3).
 */
export const blockStride = 12
/** CSS pixels beyond the line that its soft edge needs. */
const margin = 0.6
/** As far away as an edge that plays no part. */
const nowhere = 1e6
const triangulate = earcut as (flat: number[]) => number[]

type Block = Extract<Shape, { kind: 'polygon' }>
/** An edge of a polygon: where it begins, and the direction that leads out. */
type Edge = { readonly from: Point; readonly out: Point }

/**
 * Turns polygons into triangles that know how far their outer edges are away, so that fill, line and soft edge are drawn
 * in one go: software renderers feel each sliver that a line of its own would add.
 */
export function writeBlocks(shapes: readonly Shape[]): Triangles {
  const writer = writeTriangles(blockStride)
  shapes.forEach((shape, place) => {
    if (shape.kind === 'polygon' && shape.points.length >= 3) writeBlock(writer, shape, fillSlot(place))
  })
  return writer.finish()
}

function writeBlock(writer: TriangleWriter, { points, stroke }: Block, slot: number): void {
  const width = stroke?.width ?? 0
  const edges = edgesOf(points)
  const reach = width / 2 + margin
  const moves = points.map((_, i) => mitre(edges.at(i - 1)!.out, edges[i]!.out))
  const middle = meanOf(points)
  const put = (place: Point, move: Point, by: number, near: readonly (Edge | undefined)[], line: number): number => {
    const offset: Point = [move[0] * by, move[1] * by]
    const away = near.map((edge) => (edge ? -dot(edge.out, [place[0] - edge.from[0], place[1] - edge.from[1]]) : nowhere))
    const pixels = near.map((edge) => (edge ? -dot(edge.out, offset) : 0))
    return writer.vertex(...place, ...offset, slot, line, ...away, ...pixels)
  }
  const next = (i: number): number => (i + 1) % points.length

  if (edges.every(({ from, out }) => dot(out, [middle[0] - from[0], middle[1] - from[1]]) < 0)) {
    // From its middle every edge is seen from inside: a triangle an edge, which knows its neighbours at the corners too.
    // At a corner that points inwards the neighbour's line runs on through the middle of the block: it is no limit there.
    const limits = edges.map(
      ({ out }, i) => dot(out, [points[next(next(i))]![0] - points[next(i)]![0], points[next(next(i))]![1] - points[next(i)]![1]]) <= 0,
    )
    edges.forEach((edge, i) => {
      const near = [edge, limits.at(i - 1) ? edges.at(i - 1) : undefined, limits[i] ? edges[next(i)] : undefined]
      const a = put(points[i]!, moves[i]!, reach, near, width)
      const b = put(points[next(i)]!, moves[next(i)]!, reach, near, width)
      writer.triangle(put(middle, [0, 0], 0, near, width), a, b)
    })
    return
  }
  // A bow: the fill, and a strip along each edge.
  const none = [undefined, undefined, undefined]
  const corners = points.map((point) => put(point, [0, 0], 0, none, 0))
  const faces = triangulate(points.flat())
  for (let i = 0; i < faces.length; i += 3) writer.triangle(corners[faces[i]!]!, corners[faces[i + 1]!]!, corners[faces[i + 2]!]!)
  edges.forEach((edge, i) => {
    const near = [edge, undefined, undefined]
    const [a, b, c, d] = [i, next(i)].flatMap((corner) =>
      [-reach, reach].map((by) => put(points[corner]!, moves[corner]!, by, near, -width)),
    )
    writer.triangle(a!, b!, c!)
    writer.triangle(c!, b!, d!)
  })
}

function edgesOf(points: readonly Point[]): Edge[] {
  let doubleArea = 0
  points.forEach(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length]!
    doubleArea += x * ny - nx * y
  })
  // Whichever way the polygon winds.
  const side = doubleArea < 0 ? -1 : 1
  return points.map((from, i) => {
    const [x, y] = points[(i + 1) % points.length]!
    const length = Math.hypot(x - from[0], y - from[1]) || 1
    return { from, out: [((y - from[1]) / length) * side, ((from[0] - x) / length) * side] }
  })
}

/** How a corner moves when both its edges move out by one; sharp corners are cut at twice that. */
function mitre([ax, ay]: Point, [bx, by]: Point): Point {
  const [mx, my] = [ax + bx, ay + by]
  const scale = 2 / Math.max(0.5, mx * mx + my * my)
  return [mx * scale, my * scale]
}

const meanOf = (points: readonly Point[]): Point => {
  const [x, y] = points.reduce<Point>(([sx, sy], [px, py]) => [sx + px, sy + py], [0, 0])
  return [x / points.length, y / points.length]
}
const dot = ([ax, ay]: Point, [bx, by]: Point): number => ax * bx + ay * by
