import { Buffer, BufferUsage, CanvasSource, Geometry, GlProgram, Shader, UniformGroup, type WebGLRenderer } from 'pixi.js'
import { bandGlyph, drawAtlas, glyphColumns, glyphLines, tickGlyph } from '#look'
import type { Core } from '../core.ts'
import type { Dress, Frame } from '../painter.ts'
import { paletteSlot, paletteSlots, seatFragment, seatVertex } from './seat-program.ts'

const glyphCell = 64
const vertices = 4

export type SeatMesh = {
  readonly dress: (dress: Dress) => void
  readonly refresh: (from: number, to: number) => void
  readonly draw: (renderer: WebGLRenderer, frame: Frame, size: { width: number; height: number }, resolution: number) => void
  readonly destroy: () => void
}

/** Every seat of the hall in two buffers, drawn in ranges: as points from afar, as quads from near. */
export function createSeatMesh(core: Core): SeatMesh {
  const { plan } = core
  const positions = new Float32Array(plan.seatCount * vertices * 2)
  const states = new Uint8Array(plan.seatCount * vertices * 4)
  const indices = new Uint32Array(plan.seatCount * 6)
  for (let seat = 0; seat < plan.seatCount; seat++) {
    for (let corner = 0; corner < vertices; corner++) positions.set([plan.x[seat]!, plan.y[seat]!], (seat * vertices + corner) * 2)
    const first = seat * vertices
    indices.set([first, first + 1, first + 2, first + 2, first + 1, first + 3], seat * 6)
  }
  const stateWords = new Uint32Array(states.buffer)
  const write = (from: number, to: number): void => {
    const { bandOf } = core.offers()
    for (let seat = from; seat <= to; seat++)
      stateWords.fill(
        core.state[seat]! | (bandOf[seat]! << 8) | (plan.type[seat]! << 16) | ((plan.flags[seat]! << 24) >>> 0),
        seat * vertices,
        seat * vertices + vertices,
      )
  }
  write(0, plan.seatCount - 1)

  const positionBuffer = new Buffer({ data: positions, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST })
  const stateBuffer = new Buffer({ data: states, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST })
  // Out of sight for a minute is not out of use: seats hidden by the level of detail must not be uploaded again.
  positionBuffer.autoGarbageCollect = stateBuffer.autoGarbageCollect = false
  const quads = new Geometry({
    attributes: {
      aPosition: { buffer: positionBuffer, format: 'float32x2', stride: 8, offset: 0 },
      aState: { buffer: stateBuffer, format: 'unorm8x4', stride: 4, offset: 0 },
    },
    indexBuffer: indices,
  })
  const points = new Geometry({
    topology: 'point-list',
    attributes: {
      aPosition: { buffer: positionBuffer, format: 'float32x2', stride: 8 * vertices, offset: 0 },
      aState: { buffer: stateBuffer, format: 'unorm8x4', stride: 4 * vertices, offset: 0 },
    },
  })
  quads.autoGarbageCollect = points.autoGarbageCollect = false

  const uniforms = new UniformGroup({
    uCamera: { value: new Float32Array(3), type: 'vec3<f32>' },
    uSize: { value: new Float32Array(2), type: 'vec2<f32>' },
    uSeat: { value: 1, type: 'f32' },
    uResolution: { value: 1, type: 'f32' },
    uBands: { value: 0, type: 'i32' },
    uTypes: { value: 0, type: 'i32' },
    uFlags: { value: 0, type: 'i32' },
    uDetail: { value: 0, type: 'i32' },
    uPalette: { value: new Float32Array(paletteSlots * 4), type: 'vec4<f32>', size: paletteSlots },
  })
  let glyphs = new CanvasSource({ resource: document.createElement('canvas') })
  const glyphIds = { bands: bandGlyph(0), tick: tickGlyph }
  const shaderOf = (asPoints: boolean): Shader =>
    new Shader({
      glProgram: GlProgram.from({
        name: asPoints ? 'seat-points' : 'seat-quads',
        vertex: seatVertex(asPoints),
        fragment: seatFragment(asPoints, glyphColumns, glyphLines, glyphIds),
      }),
      resources: asPoints ? { uniforms } : { uniforms, uGlyphs: glyphs },
    })
  const quadShader = shaderOf(false)
  const pointShader = shaderOf(true)
  let dirty: [number, number] | undefined

  return {
    dress: ({ ink, letterOf, font }) => {
      const palette = uniforms.uniforms.uPalette
      const put = (slot: number, colour: readonly number[]): void => palette.set(colour, slot * 4)
      ink.bands.forEach((colour, band) => put(band, colour))
      put(paletteSlot.taken, ink.taken)
      put(paletteSlot.selected, ink.selected)
      put(paletteSlot.house, ink.house)
      put(paletteSlot.houseInk, ink.houseInk)
      const before = glyphs
      glyphs = new CanvasSource({ resource: drawAtlas(glyphCell, letterOf, font), autoGenerateMipmaps: true, autoGarbageCollect: false })
      quadShader.resources['uGlyphs'] = glyphs
      before.destroy()
    },
    refresh: (from, to) => {
      write(from, to)
      dirty = dirty ? [Math.min(dirty[0], from), Math.max(dirty[1], to)] : [from, to]
    },
    draw: (renderer, frame, size, resolution) => {
      if (dirty) {
        // Pixi keeps only the last range it was told of a buffer, so ours are merged into one before it is told.
        stateBuffer.update((dirty[1] - dirty[0] + 1) * vertices * 4, dirty[0] * vertices * 4)
        dirty = undefined
      }
      if (frame.ranges.length === 0) return
      const values = uniforms.uniforms
      values.uCamera.set([frame.camera.k, frame.camera.x, frame.camera.y])
      values.uSize.set([size.width, size.height])
      values.uSeat = frame.seatSize
      values.uResolution = resolution
      values.uBands = frame.mask.bands
      values.uTypes = frame.mask.types
      values.uFlags = frame.mask.flags
      values.uDetail = frame.level === 'numbers' ? 1 : 0
      uniforms.update()
      const asPoints = frame.level === 'points'
      const shader = asPoints ? pointShader : quadShader
      renderer.shader.bind(shader)
      renderer.geometry.bind(asPoints ? points : quads, shader.glProgram)
      for (const [from, to] of frame.ranges)
        if (asPoints) renderer.geometry.draw('point-list', to - from, from)
        else renderer.geometry.draw('triangle-list', (to - from) * 6, from * 6)
    },
    destroy: () => {
      quads.destroy()
      points.destroy()
      quadShader.destroy()
      pointShader.destroy()
      positionBuffer.destroy()
      stateBuffer.destroy()
      glyphs.destroy()
    },
  }
}
