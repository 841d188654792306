import { earcut } from 'pixi.js'
import type { Colour } from '#look'
import type { Shape } from '#layers'
import type { Point } from '#plan-index'

/** Floats a vertex: place on the plan (2), offset in CSS pixels (2), slot of its colour, opacity. */
export const shapeStride = 6
/** Pixels over which an edge fades out: smooth without multisampling, which software renderers pay dearly for. */
const feather = 0.9
const circle = Array.from({ length: 48 }, (_, i) => [Math.cos((i / 24) * Math.PI), Math.sin((i / 24) * Math.PI)] as const)
const triangulate = earcut as (flat: number[]) => number[]

/** Each figure has two colours, written apart from it: a block changes its colour and keeps its triangles. */
export const slotsOf = (shapes: readonly Shape[]): number => shapes.length * 2

/** Turns figures into triangles. */
export function writeShapes(shapes: readonly Shape[]): { vertices: Float32Array; indices: Uint32Array } {
  const writer = createWriter()
  shapes.forEach((shape, place) => {
    const [fill, stroke] = [place * 2, place * 2 + 1]
    if (shape.kind === 'glow') writeGlow(writer, shape.x, shape.y, shape.radius, fill)
    else if (shape.kind === 'ring') writeRing(writer, shape, fill, stroke)
    else writePolygon(writer, shape, fill, stroke)
  })
  return writer.finish()
}

/** Writes the colours of the figures, premultiplied, four bytes a slot. */
export function writeColours(shapes: readonly Shape[], into: Uint8Array): void {
  const put = (slot: number, colour: Colour | undefined): void => {
    const [red, green, blue, alpha] = colour ?? [0, 0, 0, 0]
    into[slot * 4] = Math.round(red * alpha * 255)
    into[slot * 4 + 1] = Math.round(green * alpha * 255)
    into[slot * 4 + 2] = Math.round(blue * alpha * 255)
    into[slot * 4 + 3] = Math.round(alpha * 255)
  }
  shapes.forEach((shape, place) => {
    put(place * 2, shape.fill)
    put(place * 2 + 1, shape.kind === 'glow' ? undefined : shape.stroke?.colour)
  })
}

/** Whether two lists of figures differ in nothing but colours. */
export const sameFigures = (before: readonly Shape[], now: readonly Shape[]): boolean =>
  before.length === now.length && now.every((shape, place) => sameFigure(before[place]!, shape))

function sameFigure(a: Shape, b: Shape): boolean {
  if (a.kind === 'glow') return b.kind === 'glow' && a.x === b.x && a.y === b.y && a.radius === b.radius
  if (b.kind === 'glow' || !a.fill !== !b.fill || a.stroke?.width !== b.stroke?.width) return false
  if (a.kind === 'polygon') return b.kind === 'polygon' && a.points === b.points
  return b.kind === 'ring' && a.x === b.x && a.y === b.y && a.pixels === b.pixels
}

type Writer = ReturnType<typeof createWriter>
function createWriter() {
  const vertices: number[] = []
  const indices: number[] = []
  return {
    vertex: (x: number, y: number, dx: number, dy: number, slot: number, opacity: number): number =>
      vertices.push(x, y, dx, dy, slot, opacity) / shapeStride - 1,
    triangle: (a: number, b: number, c: number): void => void indices.push(a, b, c),
    finish: () => ({ vertices: new Float32Array(vertices), indices: new Uint32Array(indices) }),
  }
}

/** Joins rings of vertices, each closed, to strips. */
function strips(writer: Writer, rings: readonly (readonly number[])[]): void {
  for (let r = 0; r + 1 < rings.length; r++) {
    const [inner, outer] = [rings[r]!, rings[r + 1]!]
    inner.forEach((a, i) => {
      const next = (i + 1) % inner.length
      writer.triangle(a, inner[next]!, outer[i]!)
      writer.triangle(inner[next]!, outer[next]!, outer[i]!)
    })
  }
}

/** Four rings: an edge that fades in, the line, an edge that fades out. */
function writeLine(writer: Writer, width: number, ring: (offset: number, opacity: number) => number[]): void {
  const half = width / 2
  strips(writer, [ring(-half - feather / 2, 0), ring(-half + feather / 2, 1), ring(half - feather / 2, 1), ring(half + feather / 2, 0)])
}

function writePolygon(writer: Writer, { points, fill, stroke }: Extract<Shape, { kind: 'polygon' }>, face: number, line: number): void {
  const normals = outwardNormals(points)
  const ring =
    (slot: number) =>
    (offset: number, opacity: number): number[] =>
      points.map(([x, y], i) => writer.vertex(x, y, normals[i]![0] * offset, normals[i]![1] * offset, slot, opacity))
  if (fill) {
    const filled = ring(face)
    const inner = filled(0, 1)
    const faces = triangulate(points.flat())
    for (let i = 0; i < faces.length; i += 3) writer.triangle(inner[faces[i]!]!, inner[faces[i + 1]!]!, inner[faces[i + 2]!]!)
    strips(writer, [inner, filled(feather, 0)])
  }
  if (stroke) writeLine(writer, stroke.width, ring(line))
}

function writeRing(writer: Writer, { x, y, pixels, fill, stroke }: Extract<Shape, { kind: 'ring' }>, face: number, line: number): void {
  const ring =
    (slot: number) =>
    (radius: number, opacity: number): number[] =>
      circle.map(([cos, sin]) => writer.vertex(x, y, cos * radius, sin * radius, slot, opacity))
  const radius = pixels / 2
  if (fill) {
    const middle = writer.vertex(x, y, 0, 0, face, 1)
    const edge = ring(face)(radius - feather / 2, 1)
    edge.forEach((a, i) => writer.triangle(middle, a, edge[(i + 1) % edge.length]!))
    strips(writer, [edge, ring(face)(radius + feather / 2, 0)])
  }
  if (stroke) writeLine(writer, stroke.width, (offset, opacity) => ring(line)(radius + offset, opacity))
}

/** Light that falls off with distance, in steps close enough to look smooth. */
function writeGlow(writer: Writer, x: number, y: number, radius: number, slot: number): void {
  const steps = [0, 0.15, 0.3, 0.45, 0.6, 0.8, 1]
  const rings = steps.map((step) =>
    circle.map(([cos, sin]) => writer.vertex(x + cos * radius * step, y + sin * radius * step, 0, 0, slot, (1 - step) ** 2)),
  )
  strips(writer, rings)
}

/** Mitre at each corner, pointing out of the polygon whichever way it winds; sharp corners are cut at twice the width. */
function outwardNormals(points: readonly Point[]): [number, number][] {
  const count = points.length
  let doubleArea = 0
  points.forEach(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % count]!
    doubleArea += x * ny - nx * y
  })
  const side = doubleArea < 0 ? -1 : 1
  const edge = (from: Point, to: Point): [number, number] => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const length = Math.hypot(dx, dy) || 1
    return [(dy / length) * side, (-dx / length) * side]
  }
  return points.map((point, i) => {
    const [ax, ay] = edge(points[(i + count - 1) % count]!, point)
    const [bx, by] = edge(point, points[(i + 1) % count]!)
    const [mx, my] = [ax + bx, ay + by]
    const scale = 2 / Math.max(0.5, mx * mx + my * my)
    return [mx * scale, my * scale]
  })
}
