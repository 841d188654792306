import { earcut } from 'pixi.js'
import type { Colour } from '#look'
import type { Shape, Stroke } from '#layers'
import type { Point } from '#plan-index'

/** Bytes a vertex: place on the plan (2 floats), offset in CSS pixels (2 floats), premultiplied colour (4 bytes). */
export const shapeStride = 20
/** Pixels over which an edge fades out: smooth without multisampling, which software renderers pay dearly for. */
const feather = 0.9
const circle = Array.from({ length: 48 }, (_, i) => [Math.cos((i / 24) * Math.PI), Math.sin((i / 24) * Math.PI)] as const)
const triangulate = earcut as (flat: number[]) => number[]

/** Turns figures into triangles. */
export function writeShapes(shapes: readonly Shape[]): { vertices: Uint8Array; indices: Uint32Array } {
  const writer = createWriter()
  for (const shape of shapes) {
    if (shape.kind === 'glow') writeGlow(writer, shape.x, shape.y, shape.radius, shape.colour)
    else if (shape.kind === 'ring') writeRing(writer, shape)
    else writePolygon(writer, shape.points, shape.fill, shape.stroke)
  }
  return writer.finish()
}

type Writer = ReturnType<typeof createWriter>
function createWriter() {
  const places: number[] = []
  const colours: number[] = []
  const indices: number[] = []
  return {
    vertex: (x: number, y: number, dx: number, dy: number, [red, green, blue, alpha]: Colour, opacity: number): number => {
      const a = alpha * opacity
      places.push(x, y, dx, dy)
      colours.push(red * a * 255, green * a * 255, blue * a * 255, a * 255)
      return places.length / 4 - 1
    },
    triangle: (a: number, b: number, c: number): void => void indices.push(a, b, c),
    finish: () => {
      const count = places.length / 4
      const vertices = new Uint8Array(count * shapeStride)
      const floats = new Float32Array(vertices.buffer)
      for (let i = 0; i < count; i++) {
        floats.set(places.slice(i * 4, i * 4 + 4), (i * shapeStride) / 4)
        vertices.set(colours.slice(i * 4, i * 4 + 4).map(Math.round), i * shapeStride + 16)
      }
      return { vertices, indices: new Uint32Array(indices) }
    },
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

function writePolygon(writer: Writer, points: readonly Point[], fill: Colour | undefined, stroke: Stroke | undefined): void {
  const normals = outwardNormals(points)
  const ring = (offset: number, colour: Colour, opacity: number): number[] =>
    points.map(([x, y], i) => writer.vertex(x, y, normals[i]![0] * offset, normals[i]![1] * offset, colour, opacity))
  if (fill) {
    const inner = ring(0, fill, 1)
    const faces = triangulate(points.flat())
    for (let i = 0; i < faces.length; i += 3) writer.triangle(inner[faces[i]!]!, inner[faces[i + 1]!]!, inner[faces[i + 2]!]!)
    strips(writer, [inner, ring(feather, fill, 0)])
  }
  if (stroke) {
    const half = stroke.width / 2
    strips(writer, [
      ring(-half - feather / 2, stroke.colour, 0),
      ring(-half + feather / 2, stroke.colour, 1),
      ring(half - feather / 2, stroke.colour, 1),
      ring(half + feather / 2, stroke.colour, 0),
    ])
  }
}

function writeRing(writer: Writer, { x, y, pixels, fill, stroke }: Extract<Shape, { kind: 'ring' }>): void {
  const ring = (radius: number, colour: Colour, opacity: number): number[] =>
    circle.map(([cos, sin]) => writer.vertex(x, y, cos * radius, sin * radius, colour, opacity))
  const radius = pixels / 2
  if (fill) {
    const middle = writer.vertex(x, y, 0, 0, fill, 1)
    const edge = ring(radius - feather / 2, fill, 1)
    edge.forEach((a, i) => writer.triangle(middle, a, edge[(i + 1) % edge.length]!))
    strips(writer, [edge, ring(radius + feather / 2, fill, 0)])
  }
  if (stroke) {
    const half = stroke.width / 2
    const { colour } = stroke
    strips(writer, [
      ring(radius - half - feather / 2, colour, 0),
      ring(radius - half + feather / 2, colour, 1),
      ring(radius + half - feather / 2, colour, 1),
      ring(radius + half + feather / 2, colour, 0),
    ])
  }
}

/** Light that falls off with distance, in steps close enough to look smooth. */
function writeGlow(writer: Writer, x: number, y: number, radius: number, colour: Colour): void {
  const steps = [0, 0.15, 0.3, 0.45, 0.6, 0.8, 1]
  const rings = steps.map((step) =>
    circle.map(([cos, sin]) => writer.vertex(x + cos * radius * step, y + sin * radius * step, 0, 0, colour, (1 - step) ** 2)),
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
