import { Buffer, BufferUsage, Geometry, GlProgram, Shader, type WebGLRenderer } from 'pixi.js'
import type { Shape, Sheet } from '#layers'
import type { Ink } from '#look'
import { createColours, sameFigures, writeColours } from './paint.ts'
import type { ShapeProgram } from './shape-program.ts'
import type { Uniforms } from './uniforms.ts'

export type ShapeMesh = {
  /** Draws the shapes of its sheet. What hasn't changed since the frame before is not written again; a new palette writes colours alone. */
  readonly draw: (renderer: WebGLRenderer, sheet: Sheet<Shape>, ink: Ink) => void
  /** Draws nothing, but has the graphics process compile what draws. */
  readonly warm: (renderer: WebGLRenderer) => void
  readonly destroy: () => void
}

export function createShapeMesh({ name, vertex, fragment, layout, stride, write }: ShapeProgram, { view }: Uniforms): ShapeMesh {
  const buffer = new Buffer({ data: new Float32Array(stride), usage: BufferUsage.VERTEX | BufferUsage.COPY_DST, shrinkToFit: false })
  const indexBuffer = new Buffer({ data: new Uint32Array(3), usage: BufferUsage.INDEX | BufferUsage.COPY_DST, shrinkToFit: false })
  let offset = 0
  const attributes = Object.fromEntries(
    Object.entries(layout).map(([attribute, floats]) => {
      const place = { buffer, format: `float32x${floats}` as const, stride: stride * 4, offset }
      offset += floats * 4
      return [attribute, place]
    }),
  )
  const geometry = new Geometry({ attributes, indexBuffer })
  geometry.autoGarbageCollect = buffer.autoGarbageCollect = indexBuffer.autoGarbageCollect = false
  const colours = createColours((source) => void (shader.resources['uColours'] = source))
  const shader = new Shader({ glProgram: GlProgram.from({ name, vertex, fragment }), resources: { view, uColours: colours.source() } })
  let written: readonly Shape[] = []
  let edition = -1
  let worn: Ink | undefined
  let count = 0

  const read = (shapes: readonly Shape[]): void => {
    if (!sameFigures(written, shapes)) {
      const { vertices, indices } = write(shapes)
      count = indices.length
      if (count > 0) {
        buffer.setDataWithSize(vertices, vertices.length, true)
        indexBuffer.setDataWithSize(indices, indices.length, true)
      }
    }
    written = [...shapes]
  }
  const paint = (shapes: readonly Shape[], ink: Ink): void => {
    colours.fill(shapes.length * 2, (into) => writeColours(shapes, ink, into))
  }

  return {
    draw: (renderer, { items, edition: now }, ink) => {
      if (now !== edition) read(items)
      if (now !== edition || ink !== worn) paint(items, ink)
      edition = now
      worn = ink
      if (count === 0) return
      renderer.shader.bind(shader)
      renderer.geometry.bind(geometry, shader.glProgram)
      renderer.geometry.draw('triangle-list', count, 0)
    },
    warm: (renderer) => {
      renderer.shader.bind(shader)
      renderer.geometry.bind(geometry, shader.glProgram)
      // All three corners in one place.
      renderer.geometry.draw('triangle-list', 3, 0)
    },
    destroy: () => {
      geometry.destroy()
      buffer.destroy()
      indexBuffer.destroy()
      shader.destroy()
      colours.destroy()
    },
  }
}
