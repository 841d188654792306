import { GlProgram, Shader, UniformGroup, type WebGLRenderer } from 'pixi.js'
import type { Label, Sheet } from '#layers'
import type { Colour } from '#look'
import { createQuadMesh } from './quad-mesh.ts'
import type { TextAtlas, TextCell } from './text-atlas.ts'
import type { Uniforms } from './uniforms.ts'

/**
 * A quad keeps its place on the plan and its size in pixels, so that panning and zooming write nothing. Its corner is laid
 * on whole device pixels: text at its own size is drawn as sharp as the page's.
 */
const vertex = `#version 300 es
precision highp float;
in vec2 aPosition;
in vec2 aOffset;
in vec2 aSpan;
in vec2 aCell;
in vec4 aColour;
uniform vec3 uCamera;
uniform vec2 uSize;
uniform float uResolution;
uniform float uSide;
out vec2 vCell;
out vec4 vColour;
void main() {
  vCell = aCell / uSide;
  vColour = aColour;
  vec2 corner = floor((aPosition * uCamera.x + uCamera.yz + aOffset) * uResolution + 0.5) / uResolution;
  gl_Position = vec4((corner + aSpan) / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
`
export const textFragment = `#version 300 es
precision highp float;
uniform sampler2D uText;
in vec2 vCell;
in vec4 vColour;
out vec4 finalColor;
void main() { finalColor = vColour * texture(uText, vCell).r; }
`
/** Floats a vertex: place on the plan, offset, span, cell (2 each), colour (one word). */
const stride = 9

export type TextMesh = {
  /** Writes the labels of a sheet unless they are written already. */
  readonly write: (sheet: Sheet<Label>) => void
  readonly draw: (renderer: WebGLRenderer) => void
  readonly destroy: () => void
}

/** All text of a picture but the seats' numbers, as one mesh of quads. */
export function createTextMesh(atlas: TextAtlas, { view }: Uniforms): TextMesh {
  const quads = createQuadMesh({
    aPosition: 'float32x2',
    aOffset: 'float32x2',
    aSpan: 'float32x2',
    aCell: 'float32x2',
    aColour: 'unorm8x4',
  })
  const own = new UniformGroup({ uSide: { value: atlas.side, type: 'f32' } }, { isStatic: true })
  const shader = new Shader({
    glProgram: GlProgram.from({ name: 'text', vertex, fragment: textFragment }),
    resources: { view, own, uText: atlas.source },
  })
  let [written, edition] = [-1, -1]

  return {
    write: (sheet) => {
      if (written === sheet.edition && edition === atlas.edition()) return
      written = sheet.edition
      edition = atlas.edition()
      const { floats, words } = quads.open(sheet.items.length)
      let count = 0
      for (const label of sheet.items) {
        const cell = atlas.cellOf(label.text, label.size, label.weight)
        if (cell) writeLabel(floats, words, count++ * 4 * stride, label, cell, atlas.resolution)
      }
      quads.close(count)
    },
    draw: (renderer) => quads.draw(renderer, shader),
    destroy: () => {
      quads.destroy()
      shader.destroy()
    },
  }
}

function writeLabel(floats: Float32Array, words: Uint32Array, at: number, label: Label, cell: TextCell, resolution: number): void {
  const scale = label.size / cell.size / resolution
  const width = cell.width * scale
  const height = cell.height * scale
  const colour = wordOf(label.colour)
  for (let corner = 0; corner < 4; corner++) {
    const right = corner & 1
    const down = corner >> 1
    floats[at++] = label.x
    floats[at++] = label.y
    floats[at++] = label.right - width / 2
    floats[at++] = label.down - height / 2
    floats[at++] = right * width
    floats[at++] = down * height
    floats[at++] = cell.x + right * cell.width
    floats[at++] = cell.y + down * cell.height
    words[at++] = colour
  }
}

/** Four bytes, premultiplied. */
function wordOf(colour: Colour): number {
  const full = colour[3] * 255
  const red = Math.round(colour[0] * full)
  const green = Math.round(colour[1] * full)
  const blue = Math.round(colour[2] * full)
  return (red | (green << 8) | (blue << 16) | (Math.round(full) << 24)) >>> 0
}
