import type { Camera, Size } from '#camera'
import type { Colour, Ink, Level } from '#look'
import type { Label, Shape, DisplayList, Text } from '#layers'
import type { FilterMask } from '#store'
import type { Core } from './core.ts'

/** One picture to draw. It is the same object in every frame, filled anew: a painter keeps nothing of it but editions. */
export type Frame = {
  readonly camera: Camera
  /** What is drawn of the canvas, from its upper left corner; CSS pixels. */
  readonly size: Size
  readonly level: Level
  /** Diameter of a seat in CSS pixels. */
  readonly seatSize: number
  readonly spans: Spans
  readonly mask: FilterMask
  /** What everything lies on. */
  readonly ground: Colour
  readonly light: DisplayList<Shape>
  readonly below: DisplayList<Shape>
  readonly above: DisplayList<Shape>
  readonly labels: DisplayList<Label>
}

/** Seats to draw: `count` pairs of first and one past last. None when only areas are drawn. */
export type Spans = { readonly count: number; readonly bounds: Readonly<Uint32Array> }

/** What a picture will show: its figures, or some of its words. */
export type Prefetch = { readonly below: DisplayList<Shape> } | { readonly texts: readonly Text[] }

/** Colours, letters and font: what a new palette or a new offer changes. */
export type Theme = { readonly ink: Ink; readonly letterOf: (band: number) => string; readonly font: string }

/** Draws a core. Two are kept: WebGL, and a 2D canvas where WebGL can't be had. */
export interface Painter {
  readonly kind: 'webgl' | 'canvas'
  readonly canvas: HTMLCanvasElement
  /** Draws without a graphics processor: fewer pixels, areas for longer. */
  readonly software: boolean
  /** `size` of the canvas; `resolution` is device pixels a CSS pixel. */
  resize(size: Size, resolution: number): void
  setTheme(theme: Theme): void
  /** These seats changed their state or band. */
  refresh(seats: readonly number[] | 'all'): void
  paint(frame: Frame): void
  /** These will be drawn before long: gets them ready, as far as there is room. */
  prefetch(ahead: Prefetch): void
  /** Makes what the first picture did without, a step at a time, while nobody waits for it. */
  prepare(): Generator<void>
  destroy(): void
}

/** Makes a painter for a core; `redraw` is called when its picture was lost and has come back. @throws when it can't draw here. */
export type PainterMaker = (core: Core, redraw: () => void) => Promise<Painter>

/** Neither depth nor stencil is drawn with, and what isn't there need not be cleared in each frame: a tenth of what a processor does for one. */
const wishes: WebGLContextAttributes = { alpha: false, antialias: false, depth: false, stencil: false }

/** Loads the best painter this browser can have. `undefined` when it has no canvas at all. */
export async function loadPainter(): Promise<PainterMaker | undefined> {
  // A context costs tens of milliseconds: the one that tells whether there can be any is the one that is drawn with.
  let firstContext = contextOf('webgl2', wishes)
  if (firstContext) {
    const { makeWebglPainter } = await import('./webgl/webgl-painter.ts')
    return (core, redraw) => {
      const context = firstContext ?? contextOf('webgl2', wishes)
      firstContext = undefined
      if (!context) throw new Error('no WebGL context')
      return makeWebglPainter(context, core, redraw)
    }
  }
  if (contextOf('2d')) return (await import('./canvas/canvas-painter.ts')).makeCanvasPainter
  return undefined
}

/** A context on a canvas of its own, where one can be had. */
function contextOf(kind: 'webgl2', contextAttributes: WebGLContextAttributes): WebGL2RenderingContext | undefined
function contextOf(kind: '2d'): CanvasRenderingContext2D | undefined
function contextOf(kind: string, wishes?: WebGLContextAttributes): RenderingContext | undefined {
  try {
    return document.createElement('canvas').getContext(kind, wishes) ?? undefined
  } catch {
    return undefined
  }
}
