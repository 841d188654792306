import { GlProgram, Shader, UniformGroup, type WebGLRenderer } from 'pixi.js'
import type { Box } from '@playhouse/domain/plan'
import { type Camera, type Size, visibleBox } from '#camera'
import { drawnNumber, numberHeight, numberPlace } from '#layers'
import type { Core } from '../core.ts'
import type { Frame } from '../painter.ts'
import { createQuadMesh } from './quad-mesh.ts'
import { seatWord } from './seat-mesh.ts'
import { seatReading } from './seat-program.ts'
import { heightFor, type TextAtlas } from './text-atlas.ts'
import { textFragment } from './text-mesh.ts'
import { paletteSlot, type Uniforms } from './uniforms.ts'

/** Sizes are in diameters of a seat, and colours come from its state, so zooming, filters and palettes need no new vertices. */
const vertex = `#version 300 es
precision highp float;
precision highp int;
in vec2 aPosition;
in vec2 aExtent;
in vec2 aCell;
in vec4 aState;
uniform vec3 uCamera;
uniform vec2 uSize;
uniform float uSeat;
uniform float uResolution;
uniform float uSide;
${seatReading}
out vec2 vCell;
out vec4 vColour;
void main() {
  ivec4 seat = read(aState);
  vCell = aCell / uSide;
  vColour = seat.x == 3 ? uPalette[${paletteSlot.houseInk}] : uInk[slotOf(seat)];
  vec2 extent = aExtent * uSeat;
  vec2 toCorner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1);
  vec2 middle = aPosition * uCamera.x + uCamera.yz + vec2(0.0, uSeat * ${numberPlace.down.toFixed(3)});
  vec2 corner = floor((middle - extent * 0.5) * uResolution + 0.5) / uResolution;
  vec2 place = corner + extent * toCorner;
  bool shown = seat.x != 1 && seat.x != 4 && !dimmed(seat);
  gl_Position = shown ? vec4(place / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
`
/** Words per vertex: position on the plan, extent, cell (2 floats each), state (one word). */
const stride = 7
/** Numbers are also written this far beyond the screen, as a share of its size, so that panning seldom needs new ones. */
const overhang = 0.15

export type NumberMesh = {
  /** Reads the state of the seats again. */
  readonly refresh: () => void
  /** Writes the numbers that are missing or changed. */
  readonly write: (frame: Frame) => void
  readonly prepare: (renderer: WebGLRenderer) => void
  readonly draw: (renderer: WebGLRenderer, frame: Frame) => void
  readonly destroy: () => void
}

/** The numbers of the visible seats, once seats are large enough for one. */
export function createNumberMesh(core: Core, atlas: TextAtlas, { view, look }: Uniforms): NumberMesh {
  const { plan } = core
  const quads = createQuadMesh({ aPosition: 'float32x2', aExtent: 'float32x2', aCell: 'float32x2', aState: 'unorm8x4' })
  const own = new UniformGroup({ uSide: { value: atlas.side, type: 'f32' } }, { isStatic: true })
  const shader = new Shader({
    glProgram: GlProgram.from({ name: 'numbers', vertex, fragment: textFragment }),
    resources: { view, look, own, uText: atlas.source },
  })
  const seats: number[] = []
  let writtenBox: Box | undefined
  /** The atlas height for the current size of most numbers. */
  let step = NaN
  let [version, areas] = [-1, core.areas()]

  const writeWithin = (box: Box, seatSize: number): void => {
    seats.length = 0
    core.index.visit(box, (seat) => void (core.shows(seat) && seats.push(seat)))
    const { floats, words } = quads.open(seats.length)
    let at = 0
    for (const seat of seats) {
      const text = drawnNumber(plan.numberOf(seat))
      const height = numberHeight(text)
      const cell = atlas.cellOf(text, height * seatSize, 700)
      if (!cell) continue
      const scale = height / cell.size / atlas.resolution
      const word = seatWord(core, seat)
      for (let corner = 0; corner < 4; corner++) {
        floats[at++] = plan.x[seat]!
        floats[at++] = plan.y[seat]!
        floats[at++] = cell.width * scale
        floats[at++] = cell.height * scale
        floats[at++] = cell.x + (corner & 1) * cell.width
        floats[at++] = cell.y + (corner >> 1) * cell.height
        words[at++] = word
      }
    }
    quads.close(at / stride / 4)
  }

  return {
    refresh: () => {
      writtenBox = undefined
    },
    write: ({ camera, size, seatSize, level }) => {
      if (level !== 'numbers') return
      const now = heightFor(seatSize * numberPlace.height)
      if (writtenBox && covers(writtenBox, camera, size) && step === now && version === atlas.version() && areas === core.areas()) return
      step = now
      version = atlas.version()
      areas = core.areas()
      writtenBox = grow(visibleBox(camera, size), overhang)
      writeWithin(writtenBox, step / numberPlace.height)
    },
    prepare: (renderer) => renderer.shader.bind(shader),
    draw: (renderer, { level }) => {
      if (level === 'numbers') quads.draw(renderer, shader)
    },
    destroy: () => {
      quads.destroy()
      shader.destroy()
    },
  }
}

/** Whether the visible part of the plan lies in the box. */
const covers = (box: Box, { x, y, k }: Camera, { width, height }: Size): boolean =>
  box.x * k + x <= 0 && box.y * k + y <= 0 && (box.x + box.width) * k + x >= width && (box.y + box.height) * k + y >= height

const grow = ({ x, y, width, height }: Box, share: number): Box => ({
  x: x - width * share,
  y: y - height * share,
  width: width * (1 + 2 * share),
  height: height * (1 + 2 * share),
})
