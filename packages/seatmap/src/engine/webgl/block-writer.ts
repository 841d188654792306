import { earcut } from 'pixi.js'
import type { Shape } from '#layers'
import type { Point } from '#plan-index'
import { fillSlot } from './paint.ts'
import { stackedOf } from './stacking.ts'
import { type TriangleWriter, type Triangles, writeTriangles } from './triangles.ts'

/**
 * Floats a vertex: place on the plan (2), offset in CSS pixels (2), slot of the fill (the line's is the next), width of the
 * line (negative: a line without fill), how many plan units a whole offset may reach at most (1); then how far three edges
 * are away, in plan units (3) and in pixels to add (3).
 */
export const blockStride = 13
/** CSS pixels on either side of the line that its soft edge needs. */
const margin = 0.6
/** As far away as an edge that plays no part, and as long as a way may be that nothing limits. */
const nowhere = 1e6
/**
 * A block's share of the hall, for each of its corners, from which it is drawn in two: a plain inside, and a rim. Smaller
 * ones have fewer pixels to save than the triangles of a rim cost.
 */
const worthARim = 1e-4
/**
 * Square pixels of a block, for each of its corners, from which it is quicker to fill its inside apart from its rim, for a
 * processor that draws: a thin triangle more costs it as much as to look for the edge in so many pixels.
 */
const worthItsTriangles = 400
const triangulate = earcut as (flat: number[]) => number[]

type Block = Extract<Shape, { kind: 'polygon' }>
/** An edge of a polygon: where it begins, and the direction that leads out. */
type Edge = { readonly from: Point; readonly out: Point }
/** The edges that a vertex knows of. */
type Near = readonly (Edge | undefined)[]

/**
 * Turns polygons into triangles that know how far their outer edges are away, so that fill, line and soft edge are drawn
 * in one go. The inside of a large block sees no edge: a processor that draws fills it at a third of the cost. All insides
 * are drawn before all rims; what lies over another's rim is drawn in its turn instead. From so far that most blocks are small
 * all of them are drawn in one piece.
 */
export function writeBlocks(shapes: readonly Shape[]): Triangles {
  const writer = writeTriangles(blockStride)
  const small = extentOf(shapes) * worthARim
  const stacked = stackedOf(shapes)
  let [corners, area] = [0, 0]
  shapes.forEach((shape, place) => {
    if (shape.kind !== 'polygon' || shape.points.length < 3) return
    const rimmed = writeBlock(writer, shape, fillSlot(place), stacked.has(place) ? Infinity : small)
    corners += rimmed.corners
    area += rimmed.area
  })
  return writer.finish(corners > 0 ? Math.sqrt((worthItsTriangles * corners) / area) : 0)
}

/** What of a block is drawn apart from its rim: its area, and the corners of a rim that it could do without. */
type Rimmed = { readonly corners: number; readonly area: number }

/** `small`: below this area, for each of its corners, a block's inside isn't told from its rim. */
function writeBlock(writer: TriangleWriter, { points, fill, stroke }: Block, slot: number, small: number): Rimmed {
  const width = stroke?.width ?? 0
  const { edges, area } = edgesOf(points)
  const reach = width / 2 + margin
  const moves = points.map((_, i) => mitre(edges.at(i - 1)!.out, edges[i]!.out))
  const middle = meanOf(points)
  const put = ([x, y]: Point, [right, down]: Point, [a, b, c]: Near, line: number, far = nowhere): number =>
    writer.vertex(
      ...[x, y, right, down, slot, line, far],
      ...[depthOf(a, x, y), depthOf(b, x, y), depthOf(c, x, y)],
      ...[growth(a, right, down), growth(b, right, down), growth(c, right, down)],
    )
  const next = (i: number): number => (i + 1) % points.length
  const triangle = (a: number, b: number, c: number): void => {
    writer.triangle(a, b, c)
    writer.whole(a, b, c)
  }
  const outer = (i: number, near: Near, line: number, by = reach): number => put(points[i]!, times(moves[i]!, by), near, line)

  if (fill && edges.every((edge) => depthOf(edge, ...middle) > 0)) {
    // Every edge faces the middle: one triangle per edge, with the lines of its neighbours at the corners.
    // At a corner that points inwards the neighbour's line runs on through the middle of the block: it is no limit there.
    const limits = edges.map(({ out }, i) => dot(out, minus(points[next(next(i))]!, points[next(i)]!)) <= 0)
    const inwards =
      area / points.length < small ? undefined : points.map((_, i) => wayIn(points[i]!, middle, [edges.at(i - 1)!, edges[i]!], reach))
    const heart = inwards && put(middle, [0, 0], [], width)
    edges.forEach((edge, i) => {
      const near: Near = [edge, limits.at(i - 1) ? edges.at(i - 1) : undefined, limits[i] ? edges[next(i)] : undefined]
      const [a, b] = [outer(i, near, width), outer(next(i), near, width)]
      const own = put(middle, [0, 0], near, width)
      if (heart === undefined) return triangle(own, a, b)
      writer.whole(own, a, b)
      const [c, d] = [i, next(i)].map((corner) => put(points[corner]!, inwards![corner]!.offset, near, width, inwards![corner]!.far))
      writer.plain(heart, c!, d!)
      writer.triangle(c!, a, b)
      writer.triangle(c!, b, d!)
    })
    return heart === undefined ? { corners: 0, area: 0 } : { corners: points.length, area }
  }
  // A bow: the fill, and a strip along each edge. Of what has no fill, the strips alone.
  if (fill) {
    const corners = points.map((point) => put(point, [0, 0], [], 0))
    const faces = triangulate(points.flat())
    const face = small < Infinity ? writer.plain : writer.triangle
    for (let i = 0; i < faces.length; i += 3) {
      const [a, b, c] = [corners[faces[i]!]!, corners[faces[i + 1]!]!, corners[faces[i + 2]!]!]
      face(a, b, c)
      writer.whole(a, b, c)
    }
  }
  edges.forEach((edge, i) => {
    const [a, b, c, d] = [i, next(i)].flatMap((corner) => [-reach, reach].map((by) => outer(corner, [edge], -width, by)))
    triangle(a!, b!, c!)
    triangle(c!, b!, d!)
  })
  return { corners: 0, area: fill ? area : 0 }
}

/**
 * How many pixels a corner has to move towards the middle until both its edges are `deep` pixels away, and how many plan
 * units each of them may be worth at most: beyond the middle, which is all there is of a small block, it goes no further.
 */
function wayIn(corner: Point, middle: Point, edges: readonly Edge[], deep: number): { readonly offset: Point; readonly far: number } {
  const way = minus(middle, corner)
  const share = deep / Math.min(...edges.map((edge) => depthOf(edge, ...middle)))
  return { offset: times(way, share), far: 1 / share }
}

/** How deep inside of an edge a place lies. */
const depthOf = (edge: Edge | undefined, x: number, y: number): number =>
  edge ? edge.out[0] * (edge.from[0] - x) + edge.out[1] * (edge.from[1] - y) : nowhere
/** By how much a move takes a vertex deeper. */
const growth = (edge: Edge | undefined, right: number, down: number): number => (edge ? -(edge.out[0] * right + edge.out[1] * down) : 0)

function edgesOf(points: readonly Point[]): { readonly edges: readonly Edge[]; readonly area: number } {
  let doubleArea = 0
  points.forEach(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length]!
    doubleArea += x * ny - nx * y
  })
  // Whichever way the polygon winds.
  const side = doubleArea < 0 ? -1 : 1
  const edges = points.map((from, i): Edge => {
    const [x, y] = points[(i + 1) % points.length]!
    const length = Math.hypot(x - from[0], y - from[1]) || 1
    return { from, out: [((y - from[1]) / length) * side, ((from[0] - x) / length) * side] }
  })
  return { edges, area: Math.abs(doubleArea) / 2 }
}

/** How a corner moves when both its edges move out by one; sharp corners are cut at twice that. */
function mitre([ax, ay]: Point, [bx, by]: Point): Point {
  const [mx, my] = [ax + bx, ay + by]
  const scale = 2 / Math.max(0.5, mx * mx + my * my)
  return [mx * scale, my * scale]
}

/** The extent of the rectangle around all polygons. */
function extentOf(shapes: readonly Shape[]): number {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const shape of shapes) {
    if (shape.kind !== 'polygon') continue
    for (const [x, y] of shape.points) {
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  }
  return (right - left) * (bottom - top)
}

const meanOf = (points: readonly Point[]): Point => {
  const [x, y] = points.reduce<Point>(([sx, sy], [px, py]) => [sx + px, sy + py], [0, 0])
  return [x / points.length, y / points.length]
}
const dot = ([ax, ay]: Point, [bx, by]: Point): number => ax * bx + ay * by
const minus = ([ax, ay]: Point, [bx, by]: Point): Point => [ax - bx, ay - by]
const times = ([x, y]: Point, by: number): Point => [x * by, y * by]
