import { Buffer, BufferUsage, CanvasSource, Geometry, GlProgram, Shader, type WebGLRenderer } from 'pixi.js'
import { bandGlyph, drawAtlas, glyphColumns, glyphLines, tickGlyph } from '#look'
import type { Core } from '../core.ts'
import type { Dress, Frame } from '../painter.ts'
import { glyphCell, seatFragment, seatVertex } from './seat-program.ts'
import type { Uniforms } from './uniforms.ts'
import { writtenOnce } from './written-once.ts'

const vertices = 4
const glyphs = { columns: glyphColumns, lines: glyphLines, bands: bandGlyph(0), tick: tickGlyph }

export type SeatMesh = {
  readonly dress: (dress: Dress) => void
  readonly refresh: (seats: readonly number[] | 'all') => void
  /** Compiles what draws seats and uploads where they are, a step at a time: the first zoom needn't wait for it. */
  readonly prepare: (renderer: WebGLRenderer) => Generator<void>
  readonly draw: (renderer: WebGLRenderer, frame: Frame) => void
  readonly destroy: () => void
}

/** State, band, type and flags of a seat in one word, as the programs read it. */
export const seatWord = ({ state, plan, offers }: Core, seat: number): number =>
  (state[seat]! | (offers().bandOf[seat]! << 8) | (plan.type[seat]! << 16) | (plan.flags[seat]! << 24)) >>> 0

/** Every seat of the hall in two buffers, drawn in spans: as points from afar, as quads from near. */
export function createSeatMesh(core: Core, { view, look }: Uniforms): SeatMesh {
  const { plan } = core
  const states = new Uint32Array(plan.seatCount * vertices)
  const write = (seat: number): void => {
    const word = seatWord(core, seat)
    const at = seat * vertices
    states[at] = states[at + 1] = states[at + 2] = states[at + 3] = word
  }
  for (let seat = 0; seat < plan.seatCount; seat++) write(seat)

  const bytesOfPlace = 8 * vertices
  const bytesOfIndices = 24
  const positionBuffer = writtenOnce(plan.seatCount * bytesOfPlace, BufferUsage.VERTEX | BufferUsage.COPY_DST, () => cornersOf(plan))
  const indexBuffer = writtenOnce(plan.seatCount * bytesOfIndices, BufferUsage.INDEX | BufferUsage.COPY_DST, () =>
    quadIndices(plan.seatCount),
  )
  const stateBuffer = new Buffer({ data: states, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST })
  // Out of sight for a minute is not out of use: seats hidden by the level of detail must not be uploaded again.
  stateBuffer.autoGarbageCollect = false
  const attributes = (every: number) =>
    ({
      aPosition: { buffer: positionBuffer, format: 'float32x2', stride: 8 * every, offset: 0 },
      aState: { buffer: stateBuffer, format: 'unorm8x4', stride: 4 * every, offset: 0 },
    }) as const
  const quads = new Geometry({ attributes: attributes(1), indexBuffer })
  const points = new Geometry({ topology: 'point-list', attributes: attributes(vertices) })
  quads.autoGarbageCollect = points.autoGarbageCollect = false

  let atlas = new CanvasSource({ resource: document.createElement('canvas') })
  let written = ''
  const shaderOf = (asPoints: boolean): Shader =>
    new Shader({
      glProgram: GlProgram.from({
        name: asPoints ? 'seat-points' : 'seat-quads',
        vertex: seatVertex(asPoints, glyphs),
        fragment: seatFragment(asPoints, glyphs),
      }),
      resources: asPoints ? { view, look } : { view, look, uGlyphs: atlas },
    })
  const quadShader = shaderOf(false)
  const pointShader = shaderOf(true)
  // Pixi keeps only the last range it was told of a buffer, so ours are merged into one before it is told.
  let [from, to] = [Infinity, -1]

  return {
    dress: ({ letterOf, font }) => {
      const letters = Array.from({ length: tickGlyph - glyphs.bands }, (_, band) => letterOf(band))
      if (written === [font, ...letters].join()) return
      written = [font, ...letters].join()
      const before = atlas
      atlas = new CanvasSource({
        resource: drawAtlas(glyphCell, letterOf, font),
        autoGenerateMipmaps: true,
        mipmapFilter: 'nearest',
        autoGarbageCollect: false,
      })
      quadShader.resources['uGlyphs'] = atlas
      before.destroy()
    },
    refresh: (seats) => {
      if (seats === 'all') {
        for (let seat = 0; seat < plan.seatCount; seat++) write(seat)
        ;[from, to] = [0, plan.seatCount - 1]
        return
      }
      for (const seat of seats) {
        write(seat)
        if (seat < from) from = seat
        if (seat > to) to = seat
      }
    },
    *prepare(renderer) {
      for (const [shader, geometry] of [
        [pointShader, points],
        [quadShader, quads],
      ] as const) {
        yield
        renderer.shader.bind(shader)
        yield
        renderer.geometry.bind(geometry, shader.glProgram)
      }
      yield
    },
    draw: (renderer, { spans, level }) => {
      if (to >= from) {
        stateBuffer.update((to - from + 1) * vertices * 4, from * vertices * 4)
        ;[from, to] = [Infinity, -1]
      }
      if (spans.count === 0) return
      const { gl } = renderer
      const asPoints = level === 'points'
      const shader = asPoints ? pointShader : quadShader
      renderer.shader.bind(shader)
      renderer.geometry.bind(asPoints ? points : quads, shader.glProgram)
      for (let span = 0; span < spans.count; span++) {
        const first = spans.bounds[span * 2]!
        const count = spans.bounds[span * 2 + 1]! - first
        // Not by Pixi, which would read the indices for their width.
        if (asPoints) gl.drawArrays(gl.POINTS, first, count)
        else gl.drawElements(gl.TRIANGLES, count * 6, gl.UNSIGNED_INT, first * bytesOfIndices)
      }
    },
    destroy: () => {
      quads.destroy()
      points.destroy()
      quadShader.destroy()
      pointShader.destroy()
      positionBuffer.destroy()
      indexBuffer.destroy()
      stateBuffer.destroy()
      atlas.destroy()
    },
  }
}

/** Each seat's place four times: its corners are told apart by the vertex number. */
function cornersOf({ x, y, seatCount }: Core['plan']): Float32Array {
  const places = new Float32Array(seatCount * vertices * 2)
  for (let seat = 0, at = 0; seat < seatCount; seat++, at += 8) {
    places[at] = places[at + 2] = places[at + 4] = places[at + 6] = x[seat]!
    places[at + 1] = places[at + 3] = places[at + 5] = places[at + 7] = y[seat]!
  }
  return places
}

/** Two triangles a quad of four vertices. */
export function quadIndices(quads: number): Uint32Array {
  const indices = new Uint32Array(quads * 6)
  for (let quad = 0, at = 0; quad < quads; quad++) {
    const first = quad * vertices
    indices[at++] = first
    indices[at++] = first + 1
    indices[at++] = first + 2
    indices[at++] = first + 2
    indices[at++] = first + 1
    indices[at++] = first + 3
  }
  return indices
}
