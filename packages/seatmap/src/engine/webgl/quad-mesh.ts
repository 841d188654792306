import { Buffer, BufferUsage, Geometry, type Shader, type VertexFormat, type WebGLRenderer } from 'pixi.js'

/** Quads that are written seldom and drawn in each frame. Its buffers grow and are never released. */
export type QuadMesh = {
  /** Returns the buffer with space for this number of quads, as floats and as words. Its earlier content may be lost. */
  readonly open: (quads: number) => { readonly floats: Float32Array; readonly words: Uint32Array }
  /** Uploads the first `quads` of them. */
  readonly close: (quads: number) => void
  readonly draw: (renderer: WebGLRenderer, shader: Shader) => void
  /** Draws nothing visible, so that the graphics process compiles the shader. */
  readonly warm: (renderer: WebGLRenderer, shader: Shader) => void
  readonly destroy: () => void
}

/** @param layout attributes in their order within a vertex, four bytes per float or word */
export function createQuadMesh(layout: Readonly<Record<string, VertexFormat>>): QuadMesh {
  const sizes: Partial<Record<VertexFormat, number>> = { float32x2: 8, unorm8x4: 4 }
  const stride = Object.values(layout).reduce((sum, format) => sum + (sizes[format] ?? 4), 0)
  let words = new Uint32Array(stride)
  let floats = new Float32Array(words.buffer)
  let [room, count] = [0, 0]
  const buffer = new Buffer({ data: words, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST, shrinkToFit: false })
  const indexBuffer = new Buffer({ data: quadIndices(1), usage: BufferUsage.INDEX | BufferUsage.COPY_DST, shrinkToFit: false })
  let offset = 0
  const attributes = Object.fromEntries(
    Object.entries(layout).map(([name, format]) => {
      const attribute = { buffer, format, stride, offset }
      offset += sizes[format] ?? 4
      return [name, attribute]
    }),
  )
  const geometry = new Geometry({ attributes, indexBuffer })
  geometry.autoGarbageCollect = buffer.autoGarbageCollect = indexBuffer.autoGarbageCollect = false

  const drawTriangles = (renderer: WebGLRenderer, shader: Shader, corners: number): void => {
    renderer.shader.bind(shader)
    renderer.geometry.bind(geometry, shader.glProgram)
    renderer.geometry.draw('triangle-list', corners, 0)
  }

  return {
    open: (quads) => {
      if (quads > room) {
        room = Math.max(256, quads + (quads >> 2))
        words = new Uint32Array(room * stride)
        floats = new Float32Array(words.buffer)
        buffer.setDataWithSize(words, words.length, true)
        const indices = quadIndices(room)
        indexBuffer.setDataWithSize(indices, indices.length, true)
      }
      return { floats, words }
    },
    close: (quads) => {
      count = quads
      if (count > 0) buffer.update(count * stride * 4)
    },
    draw: (renderer, shader) => {
      if (count > 0) drawTriangles(renderer, shader, count * 6)
    },
    warm: (renderer, shader) => drawTriangles(renderer, shader, 3),
    destroy: () => {
      geometry.destroy()
      buffer.destroy()
      indexBuffer.destroy()
    },
  }
}

/** Two triangles per quad of four vertices. */
function quadIndices(quads: number): Uint32Array {
  const indices = new Uint32Array(quads * 6)
  for (let quad = 0, at = 0; quad < quads; quad++) {
    const first = quad * 4
    indices[at++] = first
    indices[at++] = first + 1
    indices[at++] = first + 2
    indices[at++] = first + 2
    indices[at++] = first + 1
    indices[at++] = first + 3
  }
  return indices
}
