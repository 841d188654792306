import { Buffer, BufferUsage, Geometry, GlProgram, Shader, UniformGroup, type WebGLRenderer } from 'pixi.js'
import type { Size } from '#camera'
import type { Label } from '#layers'
import { createTextAtlas, type TextCell } from './text-atlas.ts'

/** Bytes a vertex: place on the screen (2 floats), place in the atlas (2 floats), premultiplied colour (4 bytes). */
const stride = 20
const vertex = `#version 300 es
precision highp float;
in vec2 aPosition;
in vec2 aCell;
in vec4 aColour;
uniform vec2 uSize;
uniform float uSide;
out vec2 vCell;
out vec4 vColour;
void main() {
  vCell = aCell / uSide;
  vColour = aColour;
  gl_Position = vec4(aPosition / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
`
const fragment = `#version 300 es
precision highp float;
uniform sampler2D uText;
in vec2 vCell;
in vec4 vColour;
out vec4 finalColor;
void main() { finalColor = vColour * texture(uText, vCell).a; }
`

export type TextMesh = {
  readonly setFont: (font: string) => void
  readonly draw: (renderer: WebGLRenderer, labels: readonly Label[], size: Size) => void
  readonly destroy: () => void
}

/** All text of a frame as one mesh of quads, written anew for each frame that has text. */
export function createTextMesh(resolution: number): TextMesh {
  const atlas = createTextAtlas(resolution)
  let room = 0
  const buffer = new Buffer({ data: new Uint8Array(stride * 4), usage: BufferUsage.VERTEX | BufferUsage.COPY_DST, shrinkToFit: false })
  const indexBuffer = new Buffer({ data: new Uint32Array(6), usage: BufferUsage.INDEX | BufferUsage.COPY_DST, shrinkToFit: false })
  const geometry = new Geometry({
    attributes: {
      aPosition: { buffer, format: 'float32x2', stride, offset: 0 },
      aCell: { buffer, format: 'float32x2', stride, offset: 8 },
      aColour: { buffer, format: 'unorm8x4', stride, offset: 16 },
    },
    indexBuffer,
  })
  geometry.autoGarbageCollect = buffer.autoGarbageCollect = indexBuffer.autoGarbageCollect = false
  const uniforms = new UniformGroup({ uSize: { value: new Float32Array(2), type: 'vec2<f32>' }, uSide: { value: atlas.side, type: 'f32' } })
  const shader = new Shader({ glProgram: GlProgram.from({ name: 'text', vertex, fragment }), resources: { uniforms, uText: atlas.source } })

  const makeRoom = (labels: number): void => {
    if (labels <= room) return
    room = Math.max(256, labels * 2)
    const indices = new Uint32Array(room * 6)
    for (let i = 0; i < room; i++) indices.set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 2, 4 * i + 1, 4 * i + 3], i * 6)
    buffer.setDataWithSize(new Uint8Array(room * 4 * stride), room * 4 * stride, true)
    indexBuffer.setDataWithSize(indices, indices.length, true)
  }
  const cellsOf = (labels: readonly Label[]): (TextCell | undefined)[] =>
    labels.map(({ text, size, weight }) => atlas.cellOf(text, size, weight))

  return {
    setFont: atlas.setFont,
    draw: (renderer, labels, size) => {
      if (labels.length === 0) return
      let cells = cellsOf(labels)
      if (cells.includes(undefined)) {
        atlas.clear()
        cells = cellsOf(labels)
      }
      makeRoom(labels.length)
      const bytes = buffer.data as Uint8Array
      const floats = new Float32Array(bytes.buffer)
      let count = 0
      labels.forEach((label, i) => {
        const cell = cells[i]
        if (!cell) return
        writeLabel(floats, bytes, count, label, cell, resolution)
        count += 1
      })
      atlas.upload()
      buffer.update(count * 4 * stride)
      uniforms.uniforms.uSize.set([size.width, size.height])
      uniforms.update()
      renderer.shader.bind(shader)
      renderer.geometry.bind(geometry, shader.glProgram)
      renderer.geometry.draw('triangle-list', count * 6, 0)
    },
    destroy: () => {
      geometry.destroy()
      buffer.destroy()
      indexBuffer.destroy()
      shader.destroy()
      atlas.destroy()
    },
  }
}

function writeLabel(floats: Float32Array, bytes: Uint8Array, place: number, label: Label, cell: TextCell, resolution: number): void {
  const scale = label.size / cell.size / resolution
  const [width, height] = [cell.width * scale, cell.height * scale]
  // On whole device pixels text at its own size is drawn as sharp as the page's.
  const left = Math.round((label.x - width / 2) * resolution) / resolution
  const top = Math.round((label.y - height / 2) * resolution) / resolution
  const [red, green, blue, alpha] = label.colour
  for (let corner = 0; corner < 4; corner++) {
    const [right, down] = [corner & 1, corner >> 1]
    const at = (place * 4 + corner) * stride
    floats[at / 4] = left + right * width
    floats[at / 4 + 1] = top + down * height
    floats[at / 4 + 2] = cell.x + right * cell.width
    floats[at / 4 + 3] = cell.y + down * cell.height
    bytes[at + 16] = Math.round(red * alpha * 255)
    bytes[at + 17] = Math.round(green * alpha * 255)
    bytes[at + 18] = Math.round(blue * alpha * 255)
    bytes[at + 19] = Math.round(alpha * 255)
  }
}
