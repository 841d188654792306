import { bands } from '@playhouse/domain/pricing'
import { UniformGroup } from 'pixi.js'
import { type Colour, glyphCell, type Ink, letterInk } from '#look'
import type { Frame } from '../painter.ts'

/** Slots of the palette after those of the bands. */
export const paletteSlot = { taken: bands.length, selected: bands.length + 1, houseInk: bands.length + 2 } as const
/** Length of the palette in the shader, unused slots included. */
export const paletteSlots = 16

const unknownGround: Colour = [0, 0, 0, 0]
/** Whether the background of a frame is one colour: then shapes can be mixed with it in the shader and need no blending. */
export const isEven = ({ light }: Pick<Frame, 'light'>): boolean => light.items.length === 0

/** The uniforms that all programs share: the camera, and the styles of seats. */
export function createUniforms() {
  /** Changes with each frame of a moving camera. */
  const view = new UniformGroup(
    {
      uCamera: { value: new Float32Array(3), type: 'vec3<f32>' },
      uSize: { value: new Float32Array(2), type: 'vec2<f32>' },
      uSeat: { value: 1, type: 'f32' },
      uResolution: { value: 1, type: 'f32' },
      uGround: { value: new Float32Array(4), type: 'vec4<f32>' },
      uGlyph: { value: new Float32Array(2), type: 'vec2<f32>' },
    },
    { isStatic: true },
  )
  /** Changes with palette and filters: a recolour or a filter uploads only this, and nothing per seat. */
  const look = new UniformGroup(
    {
      uPalette: { value: new Float32Array(paletteSlots * 4), type: 'vec4<f32>', size: paletteSlots },
      uInk: { value: new Float32Array(paletteSlots * 4), type: 'vec4<f32>', size: paletteSlots },
      uBands: { value: 0, type: 'i32' },
      uTypes: { value: 0, type: 'i32' },
      uFlags: { value: 0, type: 'i32' },
    },
    { isStatic: true },
  )
  return {
    view,
    look,
    setTheme: (ink: Ink): void => {
      const put = (slot: number, colour: Colour): void => {
        look.uniforms.uPalette.set(colour, slot * 4)
        look.uniforms.uInk.set(letterInk(ink, colour), slot * 4)
      }
      ink.bands.forEach((colour, band) => put(band, colour))
      put(paletteSlot.taken, ink.taken)
      put(paletteSlot.selected, ink.selected)
      put(paletteSlot.houseInk, ink.houseInk)
      look.update()
    },
    setCamera: ({ camera, size, seatSize, mask, ground, light }: Frame, resolution: number): void => {
      const { uniforms } = view
      uniforms.uCamera[0] = camera.k
      uniforms.uCamera[1] = camera.x
      uniforms.uCamera[2] = camera.y
      uniforms.uSize[0] = size.width
      uniforms.uSize[1] = size.height
      uniforms.uSeat = seatSize
      uniforms.uResolution = resolution
      uniforms.uGround.set(isEven({ light }) ? ground : unknownGround)
      uniforms.uGlyph[0] = fadeIn(8, 11, seatSize)
      uniforms.uGlyph[1] = Math.log2(glyphCell / (seatSize * resolution))
      view.update()
      const { uniforms: styleUniforms } = look
      if (styleUniforms.uBands === mask.bands && styleUniforms.uTypes === mask.types && styleUniforms.uFlags === mask.flags) return
      styleUniforms.uBands = mask.bands
      styleUniforms.uTypes = mask.types
      styleUniforms.uFlags = mask.flags
      look.update()
    },
  }
}
/** Smooth step from 0 to 1 between two sizes. */
function fadeIn(from: number, to: number, size: number): number {
  const share = Math.max(0, Math.min(1, (size - from) / (to - from)))
  return share * share * (3 - 2 * share)
}
export type Uniforms = ReturnType<typeof createUniforms>
