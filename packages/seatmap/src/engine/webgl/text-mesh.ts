import { GlProgram, Shader, UniformGroup, type WebGLRenderer } from 'pixi.js'
import type { Label, DisplayList } from '#layers'
import type { Ink } from '#look'
import { createColours, putColour, slotReading } from './paint.ts'
import { createQuadMesh } from './quad-mesh.ts'
import type { TextAtlas, TextCell } from './text-atlas.ts'
import type { Uniforms } from './uniforms.ts'

/**
 * A quad has its position on the plan and its size in pixels, so panning and zooming need no new vertices. Its corner is
 * rounded to whole device pixels, so that text is as sharp as the page's.
 */
const vertex = `#version 300 es
precision highp float;
in vec2 aPosition;
in vec2 aOffset;
in vec2 aSpan;
in vec2 aCell;
in float aSlot;
uniform vec3 uCamera;
uniform vec2 uSize;
uniform float uResolution;
uniform float uSide;
${slotReading}
out vec2 vCell;
out vec4 vColour;
void main() {
  vCell = aCell / uSide;
  vColour = colourOf(aSlot);
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
/** Floats per vertex: position on the plan, offset, span, cell (2 each), slot of its colour. */
const stride = 9

export type TextMesh = {
  /** Writes the labels of a list unless they are written already; a new palette writes only colours. */
  readonly write: (list: DisplayList<Label>, ink: Ink) => void
  readonly draw: (renderer: WebGLRenderer) => void
  readonly warm: (renderer: WebGLRenderer) => void
  readonly destroy: () => void
}

/** All text of a frame except the seats' numbers, as one mesh of quads. */
export function createTextMesh(atlas: TextAtlas, { view }: Uniforms): TextMesh {
  const quads = createQuadMesh({
    aPosition: 'float32x2',
    aOffset: 'float32x2',
    aSpan: 'float32x2',
    aCell: 'float32x2',
    aSlot: 'float32',
  })
  const colours = createColours((source) => void (shader.resources['uColours'] = source))
  const own = new UniformGroup({ uSide: { value: atlas.side, type: 'f32' } }, { isStatic: true })
  const shader = new Shader({
    glProgram: GlProgram.from({ name: 'text', vertex, fragment: textFragment }),
    resources: { view, own, uText: atlas.source, uColours: colours.source() },
  })
  let [read, version] = [-1, -1]
  let writtenLabels: readonly Label[] = []
  let currentInk: Ink | undefined

  return {
    write: (list, ink) => {
      const isRead = read === list.version
      read = list.version
      if (!isRead || currentInk !== ink) {
        currentInk = ink
        colours.fill(list.items.length, (target) => list.items.forEach((label, slot) => putColour(target, slot, label.colour(ink))))
      }
      if (version === atlas.version() && (isRead || areSaidAlike(writtenLabels, list.items))) return
      writtenLabels = [...list.items]
      version = atlas.version()
      const { floats } = quads.open(list.items.length)
      let count = 0
      list.items.forEach((label, slot) => {
        const cell = atlas.cellOf(label.text, label.size, label.weight)
        if (cell) writeLabel(floats, count++ * 4 * stride, label, slot, cell, atlas.resolution)
      })
      quads.close(count)
    },
    draw: (renderer) => quads.draw(renderer, shader),
    warm: (renderer) => quads.warm(renderer, shader),
    destroy: () => {
      quads.destroy()
      shader.destroy()
      colours.destroy()
    },
  }
}

/** Whether two lists of labels differ only in colours. */
const areSaidAlike = (before: readonly Label[], now: readonly Label[]): boolean =>
  before.length === now.length && now.every((label, slot) => isSaidAlike(before[slot]!, label))

const isSaidAlike = (a: Label, b: Label): boolean =>
  a.text === b.text &&
  a.x === b.x &&
  a.y === b.y &&
  a.right === b.right &&
  a.down === b.down &&
  a.size === b.size &&
  a.weight === b.weight &&
  a.turn === b.turn

function writeLabel(floats: Float32Array, at: number, label: Label, slot: number, cell: TextCell, resolution: number): void {
  const scale = label.size / cell.size / resolution
  const { turn = 0 } = label
  const [width, height] = turn === 0 ? [cell.width * scale, cell.height * scale] : [cell.height * scale, cell.width * scale]
  for (let corner = 0; corner < 4; corner++) {
    const right = corner & 1
    const down = corner >> 1
    // Position of this corner in the unturned text, 0 to 1 each.
    const shareAlong = turn === 0 ? right : turn > 0 ? down : 1 - down
    const shareAcross = turn === 0 ? down : turn > 0 ? 1 - right : right
    floats[at++] = label.x
    floats[at++] = label.y
    floats[at++] = label.right - width / 2
    floats[at++] = label.down - height / 2
    floats[at++] = right * width
    floats[at++] = down * height
    floats[at++] = cell.x + shareAlong * cell.width
    floats[at++] = cell.y + shareAcross * cell.height
    floats[at++] = slot
  }
}
