import { Buffer, BufferImageSource, BufferUsage, Geometry, GlProgram, Shader, type WebGLRenderer } from 'pixi.js'
import type { Shape, Sheet } from '#layers'
import { sameFigures, shapeStride, slotsOf, writeColours, writeShapes } from './shape-writer.ts'
import type { Uniforms } from './uniforms.ts'

/** Colours stand in a texture of this width, slot by slot. */
const textureWidth = 256

const vertex = `#version 300 es
precision highp float;
in vec2 aPosition;
in vec2 aOffset;
in vec2 aPaint;
uniform vec3 uCamera;
uniform vec2 uSize;
uniform sampler2D uColours;
out vec4 vColour;
void main() {
  int slot = int(aPaint.x + 0.5);
  vColour = texelFetch(uColours, ivec2(slot % ${textureWidth}, slot / ${textureWidth}), 0) * aPaint.y;
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
  /** Draws the figures of a sheet. What hasn't changed since the frame before is not written again. */
  readonly draw: (renderer: WebGLRenderer, sheet: Sheet<Shape>) => void
  readonly destroy: () => void
}

export function createShapeMesh({ view }: Uniforms): ShapeMesh {
  const buffer = new Buffer({ data: new Float32Array(shapeStride), usage: BufferUsage.VERTEX | BufferUsage.COPY_DST, shrinkToFit: false })
  const indexBuffer = new Buffer({ data: new Uint32Array(3), usage: BufferUsage.INDEX | BufferUsage.COPY_DST, shrinkToFit: false })
  const stride = shapeStride * 4
  const geometry = new Geometry({
    attributes: {
      aPosition: { buffer, format: 'float32x2', stride, offset: 0 },
      aOffset: { buffer, format: 'float32x2', stride, offset: 8 },
      aPaint: { buffer, format: 'float32x2', stride, offset: 16 },
    },
    indexBuffer,
  })
  geometry.autoGarbageCollect = buffer.autoGarbageCollect = indexBuffer.autoGarbageCollect = false
  let colours = colourTexture(1)
  const shader = new Shader({ glProgram: GlProgram.from({ name: 'shapes', vertex, fragment }), resources: { view, uColours: colours } })
  let figures: readonly Shape[] = []
  let sheetDrawn: Sheet<Shape> | undefined
  let edition = -1
  let count = 0

  const write = (shapes: readonly Shape[]): void => {
    if (!sameFigures(figures, shapes)) {
      const { vertices, indices } = writeShapes(shapes)
      count = indices.length
      if (count > 0) {
        buffer.setDataWithSize(vertices, vertices.length, true)
        indexBuffer.setDataWithSize(indices, indices.length, true)
      }
    }
    figures = [...shapes]
    const lines = Math.max(1, Math.ceil(slotsOf(shapes) / textureWidth))
    if (colours.height < lines) {
      colours.destroy()
      shader.resources['uColours'] = colours = colourTexture(lines)
    }
    writeColours(shapes, colours.resource as Uint8Array)
    colours.update()
  }

  return {
    draw: (renderer, sheet) => {
      if (sheet !== sheetDrawn || sheet.edition !== edition) write(sheet.items)
      sheetDrawn = sheet
      edition = sheet.edition
      if (count === 0) return
      renderer.shader.bind(shader)
      renderer.geometry.bind(geometry, shader.glProgram)
      renderer.geometry.draw('triangle-list', count, 0)
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

const colourTexture = (height: number): BufferImageSource =>
  new BufferImageSource({
    resource: new Uint8Array(textureWidth * height * 4),
    width: textureWidth,
    height,
    format: 'rgba8unorm',
    // They are premultiplied already.
    alphaMode: 'no-premultiply-alpha',
    scaleMode: 'nearest',
    autoGenerateMipmaps: false,
    autoGarbageCollect: false,
  })
