import type { Camera, Size } from '#camera'
import type { Colour, Ink, Level } from '#look'
import type { Label, Shape, DisplayList, Text } from '#layers'
import type { FilterMask } from '#store'
import type { Core } from './core.ts'
import type { Steps } from './slices.ts'

/** The content of one frame. The same object is refilled for every frame, so a painter keeps only the versions of its lists. */
export type Frame = {
  readonly camera: Camera
  /** Size of the drawn part of the canvas, from its upper left corner; CSS pixels. */
  readonly size: Size
  readonly level: Level
  /** Diameter of a seat in CSS pixels. */
  readonly seatSize: number
  readonly spans: Spans
  readonly mask: FilterMask
  /** Background colour. */
  readonly ground: Colour
  readonly light: DisplayList<Shape>
  readonly shapesBelow: DisplayList<Shape>
  readonly shapesAbove: DisplayList<Shape>
  readonly labels: DisplayList<Label>
}

/** Seats to draw: `count` pairs of first and one past last. None when only areas are drawn. */
export type Spans = { readonly count: number; readonly bounds: Readonly<Uint32Array> }

/** Content of a later frame: its shapes, or some of its texts. */
export type Prefetch = { readonly shapesBelow: DisplayList<Shape> } | { readonly texts: readonly Text[] }

/** Colours, letters and font: the data that a new palette or new offers change. */
export type Theme = { readonly ink: Ink; readonly letterOf: (band: number) => string; readonly font: string }

/** Draws a core. There are two: WebGL, and a 2D canvas where WebGL is not available. */
export interface Painter {
  readonly kind: 'webgl' | 'canvas'
  readonly canvas: HTMLCanvasElement
  /** Whether it draws without a graphics processor: with fewer pixels, and areas up to a larger scale. */
  readonly software: boolean
  /** `size` of the canvas; `resolution` is device pixels a CSS pixel. */
  resize(size: Size, resolution: number): void
  setTheme(theme: Theme): void
  /** Reads the state and the band of these seats again. */
  refresh(seats: readonly number[] | 'all'): void
  paint(frame: Frame): void
  /** Writes the content of the first frame in steps, so that painting it takes a short time. */
  write(frame: Frame): Steps
  /** Prepares the content that the next frames are likely to draw, as far as there is space. */
  prefetch(content: Prefetch): void
  /** Creates in idle time what the first frame did not need. Each step is one yield. */
  prepare(): Steps
  destroy(): void
}

/** Makes a painter for a core. `redraw` is called when a lost context is restored. @throws when the painter cannot draw here. */
export type PainterMaker = (core: Core, redraw: () => void) => Promise<Painter>
