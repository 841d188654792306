import { Buffer, BufferUsage, Geometry, GlProgram, Shader, type WebGLRenderer } from 'pixi.js'
import type { Shape, DisplayList } from '#layers'
import type { Ink } from '#look'
import { runAtOnce, type Steps } from '../slices.ts'
import { createColours, sameFigures, writeColours } from './paint.ts'
import type { ShapeProgram } from './shape-program.ts'
import type { Uniforms } from './uniforms.ts'

/** Draws the shapes of a list. Unchanged shapes are not written again; a new palette writes only colours. */
export type ShapeMesh = {
  /** Writes the shapes of a list unless they are written already. */
  readonly write: (list: DisplayList<Shape>, ink: Ink) => Steps
  readonly draw: (renderer: WebGLRenderer, list: DisplayList<Shape>, ink: Ink) => void
  /** Draws nothing visible, so that the graphics process compiles the shaders. */
  readonly warm: (renderer: WebGLRenderer) => Steps
  readonly destroy: () => void
}

export function createShapeMesh({ name, vertex, fragment, plain, layout, stride, write }: ShapeProgram, { view }: Uniforms): ShapeMesh {
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
  const colours = createColours((source) => {
    for (const shader of shaders) shader.resources['uColours'] = source
  })
  const shaderOf = (name: string, source: { readonly vertex: string; readonly fragment: string }): Shader =>
    new Shader({ glProgram: GlProgram.from({ name, ...source }), resources: { view, uColours: colours.source() } })
  const edgeShader = shaderOf(name, { vertex, fragment })
  const fillShader = plain && shaderOf(`${name}-plain`, plain)
  const shaders = fillShader ? [fillShader, edgeShader] : [edgeShader]
  let writtenShapes: readonly Shape[] = []
  let version = -1
  let currentInk: Ink | undefined
  let [plainCount, separateCount, count, wholeBelow] = [0, 0, 0, 0]

  function* read(shapes: readonly Shape[]): Steps {
    if (!sameFigures(writtenShapes, shapes)) {
      const { vertices, indices, plain, whole, wholeBelow: below } = yield* write(shapes)
      ;[plainCount, separateCount, count, wholeBelow] = [plain, indices.length, indices.length + whole.length, below]
      if (count > 0) {
        buffer.setDataWithSize(vertices, vertices.length, true)
        const every = new Uint32Array(count)
        every.set(indices)
        every.set(whole, separateCount)
        indexBuffer.setDataWithSize(every, count, true)
      }
    }
    writtenShapes = shapes
  }
  const paint = (shapes: readonly Shape[], ink: Ink): void => {
    colours.fill(shapes.length * 2, (target) => writeColours(shapes, ink, target))
  }

  function* writeList(list: DisplayList<Shape>, ink: Ink): Steps {
    const now = list.version
    // A copy: the list may be refilled between two steps, and is then written again.
    const shapes = now === version ? writtenShapes : [...list.items]
    if (now !== version) yield* read(shapes)
    if (now !== version || ink !== currentInk) paint(shapes, ink)
    version = now
    currentInk = ink
  }

  const drawBy = (renderer: WebGLRenderer, shader: Shader, from: number, to: number): void => {
    if (to <= from) return
    renderer.shader.bind(shader)
    renderer.geometry.bind(geometry, shader.glProgram)
    renderer.geometry.draw('triangle-list', to - from, from)
  }

  return {
    write: writeList,
    draw: (renderer, list, ink) => {
      if (list.version !== version || ink !== currentInk) runAtOnce(writeList(list, ink))
      if (view.uniforms.uCamera[0]! < wholeBelow) return drawBy(renderer, edgeShader, separateCount, count)
      if (fillShader) drawBy(renderer, fillShader, 0, plainCount)
      drawBy(renderer, edgeShader, plainCount, separateCount)
    },
    *warm(renderer) {
      for (const shader of shaders) {
        // All three corners are the same point.
        drawBy(renderer, shader, 0, 3)
        yield
      }
    },
    destroy: () => {
      geometry.destroy()
      buffer.destroy()
      indexBuffer.destroy()
      for (const shader of shaders) shader.destroy()
      colours.destroy()
    },
  }
}
