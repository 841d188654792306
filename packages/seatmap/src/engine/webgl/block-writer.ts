import { earcut } from 'pixi.js'
import type { Shape } from '#layers'
import type { Point } from '#plan-index'
import { fillSlot } from './paint.ts'
import { stackedOf } from './stacking.ts'
import type { Steps } from '../slices.ts'
import { type TriangleWriter, type Triangles, writeTriangles } from './triangles.ts'

/**
 * Floats per vertex: position on the plan (2), offset in CSS pixels (2), slot of the fill (the stroke's is the next), stroke
 * width (negative: a stroke without fill), maximum length of the whole offset in plan units (1); then, for three edges, the
 * distance in plan units (3) and its change by the offset in pixels (3).
 */
export const blockStride = 13
/** Width of the antialiased edge on either side of the stroke, in CSS pixels. */
const margin = 0.6
/** The distance of an absent edge, and the length of an unlimited offset; plan units. */
const outOfReach = 1e6
/**
 * Minimum area per corner, as a share of the hall's extent, of a block that is drawn in two parts: a plain inside and a rim.
 * For smaller blocks the triangles of the rim cost more than the pixels of a plain inside save.
 */
const minRimmedShare = 1e-4
/**
 * Minimum area per corner, in square pixels, from which separate insides and rims are faster on a software renderer: one
 * more thin triangle costs as much as the distance test of so many pixels.
 */
const minPixelsPerCorner = 400
const triangulate = earcut as (flat: number[]) => number[]

type Block = Extract<Shape, { kind: 'polygon' }>
/** An edge of a polygon: its start, and its outward normal. */
type Edge = { readonly from: Point; readonly out: Point }
/** The edges to which a vertex has the distance, at most three. */
type Near = readonly (Edge | undefined)[]

/**
 * Converts polygons to triangles. Each vertex has its distance to the nearest outer edges, so that fill, stroke and
 * antialiasing are drawn in one pass. The inside of a large block needs no distance test, which makes it three times as fast
 * on a software renderer. All insides are drawn before all rims; a block that overlaps the rim of another is drawn in its
 * own place in the order instead. At scales at which most blocks are small, each block is drawn in one part. A step writes
 * one shape.
 */
export function* writeBlocks(shapes: readonly Shape[]): Steps<Triangles> {
  const writer = writeTriangles(blockStride)
  const small = extentOf(shapes) * minRimmedShare
  const stackedShapes = stackedOf(shapes)
  let [corners, area] = [0, 0]
  for (const [place, shape] of shapes.entries()) {
    yield
    if (shape.kind !== 'polygon' || shape.points.length < 3) continue
    const rim = writeBlock(writer, shape, fillSlot(place), stackedShapes.has(place) ? Infinity : small)
    corners += rim.corners
    area += rim.area
  }
  return writer.finish(corners > 0 ? Math.sqrt((minPixelsPerCorner * corners) / area) : 0)
}

/** The part of a block with a separate rim: its area, and the number of corners of the rim. */
type Rimmed = { readonly corners: number; readonly area: number }

/** @param small minimum area per corner of a block with a separate rim */
function writeBlock(writer: TriangleWriter, { points, fill, stroke }: Block, slot: number, small: number): Rimmed {
  const width = stroke?.width ?? 0
  const { edges, area } = edgesOf(points)
  const reach = width / 2 + margin
  const moves = points.map((_, i) => mitre(edges.at(i - 1)!.out, edges[i]!.out))
  const middle = meanOf(points)
  const put = ([x, y]: Point, [right, down]: Point, [a, b, c]: Near, line: number, far = outOfReach): number =>
    writer.vertex(
      ...[x, y, right, down, slot, line, far],
      ...[depthOf(a, x, y), depthOf(b, x, y), depthOf(c, x, y)],
      ...[distanceChange(a, right, down), distanceChange(b, right, down), distanceChange(c, right, down)],
    )
  const next = (i: number): number => (i + 1) % points.length
  const triangle = (a: number, b: number, c: number): void => {
    writer.triangle(a, b, c)
    writer.whole(a, b, c)
  }
  const outer = (i: number, near: Near, line: number, by = reach): number => put(points[i]!, times(moves[i]!, by), near, line)

  if (fill && edges.every((edge) => depthOf(edge, ...middle) > 0)) {
    // The polygon is star-shaped from its middle: one triangle per edge, bounded by the lines of the neighbouring edges. At
    // a concave corner the neighbour's line passes through the block and is no bound.
    const limits = edges.map(({ out }, i) => dot(out, minus(points[next(next(i))]!, points[next(i)]!)) <= 0)
    const inwardNormal =
      area / points.length < small
        ? undefined
        : points.map((_, i) => inwardOffset(points[i]!, middle, [edges.at(i - 1)!, edges[i]!], reach))
    const centre = inwardNormal && put(middle, [0, 0], [], width)
    edges.forEach((edge, i) => {
      const near: Near = [edge, limits.at(i - 1) ? edges.at(i - 1) : undefined, limits[i] ? edges[next(i)] : undefined]
      const [a, b] = [outer(i, near, width), outer(next(i), near, width)]
      const own = put(middle, [0, 0], near, width)
      if (centre === undefined) return triangle(own, a, b)
      writer.whole(own, a, b)
      const [c, d] = [i, next(i)].map((corner) =>
        put(points[corner]!, inwardNormal![corner]!.offset, near, width, inwardNormal![corner]!.far),
      )
      writer.plain(centre, c!, d!)
      writer.triangle(c!, a, b)
      writer.triangle(c!, b, d!)
    })
    return centre === undefined ? { corners: 0, area: 0 } : { corners: points.length, area }
  }
  // Any other polygon: the triangulated fill, and a strip along each edge. Without a fill, only the strips.
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
 * Offset in pixels that moves a corner towards the middle until both its edges are `distance` pixels away; and the maximum
 * length of that offset in plan units, so that it never passes the middle of a small block.
 */
function inwardOffset(
  corner: Point,
  middle: Point,
  edges: readonly Edge[],
  distance: number,
): { readonly offset: Point; readonly far: number } {
  const toMiddle = minus(middle, corner)
  const share = distance / Math.min(...edges.map((edge) => depthOf(edge, ...middle)))
  return { offset: times(toMiddle, share), far: 1 / share }
}

/** Distance of a point to an edge, positive inside; plan units. */
const depthOf = (edge: Edge | undefined, x: number, y: number): number =>
  edge ? edge.out[0] * (edge.from[0] - x) + edge.out[1] * (edge.from[1] - y) : outOfReach
/** Change of the distance to an edge by an offset. */
const distanceChange = (edge: Edge | undefined, right: number, down: number): number =>
  edge ? -(edge.out[0] * right + edge.out[1] * down) : 0

function edgesOf(points: readonly Point[]): { readonly edges: readonly Edge[]; readonly area: number } {
  let doubleArea = 0
  points.forEach(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length]!
    doubleArea += x * ny - nx * y
  })
  // Independent of the winding of the polygon.
  const side = doubleArea < 0 ? -1 : 1
  const edges = points.map((from, i): Edge => {
    const [x, y] = points[(i + 1) % points.length]!
    const length = Math.hypot(x - from[0], y - from[1]) || 1
    return { from, out: [((y - from[1]) / length) * side, ((from[0] - x) / length) * side] }
  })
  return { edges, area: Math.abs(doubleArea) / 2 }
}

/** Offset of a corner when both its edges move out by one (a mitre join); limited to twice that at sharp corners. */
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
