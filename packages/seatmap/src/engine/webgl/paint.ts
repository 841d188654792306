import { BufferImageSource } from 'pixi.js'
import type { Colour, Ink } from '#look'
import type { Shape } from '#layers'

/** Width of the colour texture, in slots. */
const textureWidth = 256

/** GLSL of a vertex shader that reads the colour of a slot. */
export const slotReading = `
uniform sampler2D uColours;
vec4 colourOf(float slot) { return texelFetch(uColours, ivec2(int(slot + 0.5) % ${textureWidth}, int(slot + 0.5) / ${textureWidth}), 0); }
`

/** Slots of a shape's two colours. They are stored apart from its triangles, because a block often changes only its colour. */
export const fillSlot = (place: number): number => place * 2
export const strokeSlot = (place: number): number => place * 2 + 1

/** Writes the colours of the shapes, premultiplied, four bytes per slot. */
export function writeColours(shapes: readonly Shape[], ink: Ink, target: Uint8Array): void {
  for (let place = 0; place < shapes.length; place++) {
    const shape = shapes[place]!
    putColour(target, fillSlot(place), shape.fill?.(ink) ?? transparent)
    putColour(target, strokeSlot(place), shape.kind === 'glow' || !shape.stroke ? transparent : shape.stroke.colour(ink))
  }
}
const transparent: Colour = [0, 0, 0, 0]

/** Writes one colour, premultiplied, at its slot. */
export function putColour(target: Uint8Array, slot: number, colour: Colour): void {
  const full = colour[3] * 255
  const at = slot * 4
  target[at] = Math.round(colour[0] * full)
  target[at + 1] = Math.round(colour[1] * full)
  target[at + 2] = Math.round(colour[2] * full)
  target[at + 3] = Math.round(full)
}

/** The colours of shapes in a growing texture. A new palette uploads only this. */
export type Colours = {
  readonly source: () => BufferImageSource
  /** Writes this number of slots. */
  readonly fill: (slots: number, write: (target: Uint8Array) => void) => void
  readonly destroy: () => void
}

/** @param onChange receives the new source when the previous one was too small */
export function createColours(onChange: (source: BufferImageSource) => void): Colours {
  let source = textureOf(1)
  let before = new Uint32Array(0)
  return {
    source: () => source,
    fill: (slots, write) => {
      if (bytesOf(source).length < slots * 4) {
        const outgrown = source
        source = textureOf(slots)
        onChange(source)
        outgrown.destroy()
      }
      const words = new Uint32Array(bytesOf(source).buffer, 0, slots)
      if (before.length < slots) before = new Uint32Array(bytesOf(source).length / 4)
      before.set(words)
      write(bytesOf(source))
      // Most updates change no colour, and an upload takes longer than a comparison.
      if (!isAlike(words, before)) source.update()
    },
    destroy: () => source.destroy(),
  }
}

function isAlike(some: Uint32Array, others: Uint32Array): boolean {
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false
  return true
}

const bytesOf = ({ resource }: BufferImageSource): Uint8Array => resource as Uint8Array

function textureOf(slots: number): BufferImageSource {
  const height = Math.max(1, Math.ceil(slots / textureWidth))
  return new BufferImageSource({
    resource: new Uint8Array(textureWidth * height * 4),
    width: textureWidth,
    height,
    format: 'rgba8unorm',
    // The colours are premultiplied already.
    alphaMode: 'no-premultiply-alpha',
    scaleMode: 'nearest',
    autoGenerateMipmaps: false,
    autoGarbageCollect: false,
  })
}

/** Whether two lists of shapes differ only in colours. */
export const sameFigures = (before: readonly Shape[], now: readonly Shape[]): boolean =>
  before.length === now.length && now.every((shape, place) => sameFigure(before[place]!, shape))

function sameFigure(a: Shape, b: Shape): boolean {
  if (a.kind === 'glow') return b.kind === 'glow' && a.x === b.x && a.y === b.y && a.radius === b.radius
  if (b.kind === 'glow' || !a.fill !== !b.fill || a.stroke?.width !== b.stroke?.width) return false
  if (a.kind === 'polygon') return b.kind === 'polygon' && a.points === b.points
  return b.kind === 'ring' && a.x === b.x && a.y === b.y && a.pixels === b.pixels
}
