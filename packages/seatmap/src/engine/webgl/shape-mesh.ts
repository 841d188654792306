import { Buffer, BufferUsage, Geometry, GlProgram, Shader, UniformGroup, type WebGLRenderer } from 'pixi.js'
import type { Camera, Size } from '#camera'
import type { Shape } from '#layers'
import { shapeStride, writeShapes } from './shape-writer.ts'

const vertex = `#version 300 es
precision highp float;
in vec2 aPosition;
in vec2 aOffset;
in vec4 aColour;
uniform vec3 uCamera;
uniform vec2 uSize;
out vec4 vColour;
void main() {
  vColour = aColour;
  vec2 place = aPosition * uCamera.x + uCamera.yz + aOffset;
  gl_Position = vec4(place / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
`
const fragment = `#version 300 es
precision highp float;
in vec4 vColour;
out vec4 finalColor;
void main() { finalColor = vColour; }
`

export type ShapeMesh = {
  /** Draws the figures; the same array as before is not built again. */
  readonly draw: (renderer: WebGLRenderer, shapes: readonly Shape[], camera: Camera, size: Size) => void
  readonly destroy: () => void
}

export function createShapeMesh(): ShapeMesh {
  const buffer = new Buffer({ data: new Uint8Array(shapeStride * 3), usage: BufferUsage.VERTEX | BufferUsage.COPY_DST, shrinkToFit: false })
  const indexBuffer = new Buffer({ data: new Uint32Array(3), usage: BufferUsage.INDEX | BufferUsage.COPY_DST, shrinkToFit: false })
  const geometry = new Geometry({
    attributes: {
      aPosition: { buffer, format: 'float32x2', stride: shapeStride, offset: 0 },
      aOffset: { buffer, format: 'float32x2', stride: shapeStride, offset: 8 },
      aColour: { buffer, format: 'unorm8x4', stride: shapeStride, offset: 16 },
    },
    indexBuffer,
  })
  geometry.autoGarbageCollect = buffer.autoGarbageCollect = indexBuffer.autoGarbageCollect = false
  const uniforms = new UniformGroup({
    uCamera: { value: new Float32Array(3), type: 'vec3<f32>' },
    uSize: { value: new Float32Array(2), type: 'vec2<f32>' },
  })
  const shader = new Shader({ glProgram: GlProgram.from({ name: 'shapes', vertex, fragment }), resources: { uniforms } })
  let written: readonly Shape[] | undefined
  let count = 0

  return {
    draw: (renderer, shapes, camera, size) => {
      if (shapes !== written && (shapes.length > 0 || count > 0)) {
        const { vertices, indices } = writeShapes(shapes)
        count = indices.length
        if (count > 0) {
          buffer.setDataWithSize(vertices, vertices.length, true)
          indexBuffer.setDataWithSize(indices, indices.length, true)
        }
      }
      written = shapes
      if (count === 0) return
      uniforms.uniforms.uCamera.set([camera.k, camera.x, camera.y])
      uniforms.uniforms.uSize.set([size.width, size.height])
      uniforms.update()
      renderer.shader.bind(shader)
      renderer.geometry.bind(geometry, shader.glProgram)
      renderer.geometry.draw('triangle-list', count, 0)
    },
    destroy: () => {
      geometry.destroy()
      buffer.destroy()
      indexBuffer.destroy()
      shader.destroy()
    },
  }
}
