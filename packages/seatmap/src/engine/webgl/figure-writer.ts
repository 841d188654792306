import type { Ring, Shape } from '#layers'
import { fillSlot, strokeSlot } from './paint.ts'
import type { Steps } from '../slices.ts'
import { type TriangleWriter, type Triangles, writeTriangles } from './triangles.ts'

/** Floats per vertex: position on the plan (2), offset in CSS pixels (2), slot of its colour, opacity. */
export const figureStride = 6
/** Width over which an edge fades out, in pixels: smooth without multisampling, which is slow on software renderers. */
const feather = 0.9
const circle = Array.from({ length: 48 }, (_, i) => [Math.cos((i / 24) * Math.PI), Math.sin((i / 24) * Math.PI)] as const)

/** Converts rings and light to triangles, a shape a step. */
export function* writeFigures(shapes: readonly Shape[]): Steps<Triangles> {
  const writer = writeTriangles(figureStride)
  for (const [place, shape] of shapes.entries()) {
    yield
    if (shape.kind === 'glow') writeGlow(writer, shape.x, shape.y, shape.radius, fillSlot(place))
    else if (shape.kind === 'ring') writeRing(writer, shape, fillSlot(place), strokeSlot(place))
  }
  return writer.finish()
}

/** Joins closed rings of vertices with triangle strips. */
function strips(writer: TriangleWriter, rings: readonly (readonly number[])[]): void {
  for (let r = 0; r + 1 < rings.length; r++) {
    const [inner, outer] = [rings[r]!, rings[r + 1]!]
    inner.forEach((a, i) => {
      const next = (i + 1) % inner.length
      writer.triangle(a, inner[next]!, outer[i]!)
      writer.triangle(inner[next]!, outer[next]!, outer[i]!)
    })
  }
}

function writeRing(writer: TriangleWriter, { x, y, pixels, fill, stroke }: Ring, face: number, line: number): void {
  const ring = (slot: number, radius: number, opacity: number): number[] =>
    circle.map(([cos, sin]) => writer.vertex(x, y, cos * radius, sin * radius, slot, opacity))
  const radius = pixels / 2
  if (fill) {
    const middle = writer.vertex(x, y, 0, 0, face, 1)
    const edge = ring(face, radius - feather / 2, 1)
    edge.forEach((a, i) => writer.triangle(middle, a, edge[(i + 1) % edge.length]!))
    strips(writer, [edge, ring(face, radius + feather / 2, 0)])
  }
  if (stroke) {
    const half = stroke.width / 2
    strips(writer, [
      ring(line, radius - half - feather / 2, 0),
      ring(line, radius - half + feather / 2, 1),
      ring(line, radius + half - feather / 2, 1),
      ring(line, radius + half + feather / 2, 0),
    ])
  }
}

/** A radial gradient of light, in steps close enough to look smooth. */
function writeGlow(writer: TriangleWriter, x: number, y: number, radius: number, slot: number): void {
  const steps = [0, 0.15, 0.3, 0.45, 0.6, 0.8, 1]
  const rings = steps.map((step) =>
    circle.map(([cos, sin]) => writer.vertex(x + cos * radius * step, y + sin * radius * step, 0, 0, slot, (1 - step) ** 2)),
  )
  strips(writer, rings)
}
