import { Buffer, BufferImageSource, BufferUsage, Geometry, GlProgram, Shader, type WebGLRenderer } from 'pixi.js'
import { bandGlyph, drawAtlas, glyphColumns, glyphLines, tickGlyph } from '#look'
import type { Core } from '../core.ts'
import type { Theme, Frame } from '../painter.ts'
import { runAtOnce, type Steps } from '../slices.ts'
import { type SeatDetail, seatFragment, seatVertex } from './seat-program.ts'
import type { Uniforms } from './uniforms.ts'
import { createImmutableBuffer } from './immutable-buffer.ts'

/** Vertices per seat. */
const vertices = 3
const glyphs = { columns: glyphColumns, lines: glyphLines, bands: bandGlyph(0), tick: tickGlyph }

export type SeatMesh = {
  readonly setTheme: (theme: Theme) => void
  /** The same in steps, for a mesh that is not drawn yet. */
  readonly writeTheme: (theme: Theme) => Steps
  readonly refresh: (seats: readonly number[] | 'all') => void
  /** Compiles the seat programs and uploads positions, one step a yield, so that the first zoom need not wait. */
  readonly prepare: (renderer: WebGLRenderer) => Steps
  readonly draw: (renderer: WebGLRenderer, frame: Frame) => void
  readonly destroy: () => void
}

/** State, band, type and flags of a seat in one word, as the programs read it. */
export const seatWord = ({ state, plan, offers }: Core, seat: number): number =>
  (state[seat]! | (offers().bandOf[seat]! << 8) | (plan.type[seat]! << 16) | (plan.flags[seat]! << 24)) >>> 0

/** Every seat of the hall in two buffers, drawn in spans: as points in the far view, as triangles in the near view. */
export function createSeatMesh(core: Core, { view, look }: Uniforms): SeatMesh {
  const { plan } = core
  const states = new Uint32Array(plan.seatCount * vertices)
  const write = (seat: number): void => {
    const word = seatWord(core, seat)
    const at = seat * vertices
    states[at] = states[at + 1] = states[at + 2] = word
  }
  for (let seat = 0; seat < plan.seatCount; seat++) write(seat)

  const bytesPerSeat = 8 * vertices
  const positionBuffer = createImmutableBuffer(plan.seatCount * bytesPerSeat, BufferUsage.VERTEX | BufferUsage.COPY_DST, () =>
    cornersOf(plan),
  )
  const stateBuffer = new Buffer({ data: states, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST })
  // Pixi unloads unused buffers after a minute; seats hidden by the level of detail must not be uploaded again.
  stateBuffer.autoGarbageCollect = false
  const attributes = (every: number) =>
    ({
      aPosition: { buffer: positionBuffer, format: 'float32x2', stride: 8 * every, offset: 0 },
      aState: { buffer: stateBuffer, format: 'unorm8x4', stride: 4 * every, offset: 0 },
    }) as const
  const discs = new Geometry({ attributes: attributes(1) })
  const points = new Geometry({ topology: 'point-list', attributes: attributes(vertices) })
  discs.autoGarbageCollect = points.autoGarbageCollect = false

  let atlas = atlasOf(undefined)
  let atlasKey = ''
  const shaderOf = (detail: SeatDetail): Shader =>
    new Shader({
      glProgram: GlProgram.from({ name: `seat-${detail}`, vertex: seatVertex(detail, glyphs), fragment: seatFragment(detail, glyphs) }),
      resources: detail === 'points' ? { view, look } : { view, look, uGlyphs: atlas },
    })
  const shaders = { points: shaderOf('points'), glyphs: shaderOf('glyphs'), numbers: shaderOf('numbers') }
  // Pixi keeps only the last range passed for a buffer, so ranges are merged into one first.
  let [from, to] = [Infinity, -1]

  function* writeTheme({ letterOf, font }: Theme): Steps {
    const letters = Array.from({ length: tickGlyph - glyphs.bands }, (_, band) => letterOf(band))
    if (atlasKey === [font, ...letters].join()) return
    atlasKey = [font, ...letters].join()
    const before = atlas
    const canvas = yield* drawAtlas(letterOf, font)
    atlas = atlasOf(canvas)
    for (const detail of ['glyphs', 'numbers'] as const) shaders[detail].resources['uGlyphs'] = atlas
    before.destroy()
  }

  return {
    setTheme: (theme) => runAtOnce(writeTheme(theme)),
    writeTheme,
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
        [shaders.points, points],
        [shaders.glyphs, discs],
        [shaders.numbers, discs],
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
      const shader = shaders[level === 'areas' ? 'points' : level]
      renderer.shader.bind(shader)
      renderer.geometry.bind(asPoints ? points : discs, shader.glProgram)
      for (let span = 0; span < spans.count; span++) {
        const first = spans.bounds[span * 2]!
        const count = spans.bounds[span * 2 + 1]! - first
        if (asPoints) gl.drawArrays(gl.POINTS, first, count)
        else gl.drawArrays(gl.TRIANGLES, first * vertices, count * vertices)
      }
    },
    destroy: () => {
      discs.destroy()
      points.destroy()
      for (const shader of Object.values(shaders)) shader.destroy()
      positionBuffer.destroy()
      stateBuffer.destroy()
      atlas.destroy()
    },
  }
}

/** The glyphs' masks as a texture of one byte per pixel, which halves the cost of sampling. */
function atlasOf(canvas: HTMLCanvasElement | undefined): BufferImageSource {
  const { width, height } = canvas ?? { width: 1, height: 1 }
  const bytes = new Uint8Array(width * height)
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, width, height).data
  if (pixels) for (let at = 0; at < bytes.length; at++) bytes[at] = pixels[at * 4 + 3]!
  return new BufferImageSource({
    resource: bytes,
    width,
    height,
    format: 'r8unorm',
    alphaMode: 'no-premultiply-alpha',
    autoGenerateMipmaps: true,
    mipmapFilter: 'nearest',
    autoGarbageCollect: false,
  })
}

/** Each seat's position three times: the shader derives the corner from the vertex number. */
function cornersOf({ x, y, seatCount }: Core['plan']): Float32Array {
  const places = new Float32Array(seatCount * vertices * 2)
  for (let seat = 0, at = 0; seat < seatCount; seat++, at += 6) {
    places[at] = places[at + 2] = places[at + 4] = x[seat]!
    places[at + 1] = places[at + 3] = places[at + 5] = y[seat]!
  }
  return places
}
