import type { Camera, Size } from '#camera'
import type { Colour, Ink, Level } from '#look'
import type { Label, Shape, Sheet } from '#layers'
import type { FilterMask } from '#store'
import type { Core } from './core.ts'

/** One picture to draw. It is the same object in every frame, filled anew: a painter keeps nothing of it but editions. */
export type Frame = {
  readonly camera: Camera
  readonly level: Level
  /** Diameter of a seat in CSS pixels. */
  readonly seatSize: number
  readonly spans: Spans
  readonly mask: FilterMask
  /** What everything lies on. */
  readonly ground: Colour
  readonly light: Sheet<Shape>
  readonly below: Sheet<Shape>
  readonly above: Sheet<Shape>
  readonly labels: Sheet<Label>
}

/** Seats to draw: `count` pairs of first and one past last. None when only areas are drawn. */
export type Spans = { readonly count: number; readonly bounds: Readonly<Uint32Array> }

/** Colours, letters and font: what a new palette or a new offer changes. */
export type Dress = { readonly ink: Ink; readonly letterOf: (band: number) => string; readonly font: string }

/** Draws a core. Two are kept: WebGL, and a 2D canvas where WebGL can't be had. */
export interface Painter {
  readonly kind: 'webgl' | 'canvas'
  readonly canvas: HTMLCanvasElement
  /** Draws without a graphics processor: fewer pixels, areas for longer. */
  readonly software: boolean
  /** `resolution` is device pixels a CSS pixel. */
  resize(size: Size, resolution: number): void
  dress(dress: Dress): void
  /** These seats changed their state or band. */
  refresh(seats: readonly number[] | 'all'): void
  paint(frame: Frame): void
  /** Makes what the first picture did without, a step at a time, while nobody waits for it. */
  prepare(): Generator<void>
  destroy(): void
}

/** Makes a painter for a core; `redraw` is called when its picture was lost and has come back. @throws when it can't draw here. */
export type PainterMaker = (core: Core, size: Size, redraw: () => void) => Promise<Painter>

/** Loads the best painter this browser can have. `undefined` when it has no canvas at all. */
export async function loadPainter(): Promise<PainterMaker | undefined> {
  if (hasContext('webgl2')) return (await import('./webgl/webgl-painter.ts')).makeWebglPainter
  if (hasContext('2d')) return (await import('./canvas/canvas-painter.ts')).makeCanvasPainter
  return undefined
}

/** Whether a canvas can be had to draw on in this way. Asked once a page: a context costs tens of milliseconds. */
function hasContext(kind: 'webgl2' | '2d'): boolean {
  let known = contexts.get(kind)
  if (known === undefined) contexts.set(kind, (known = makesContext(kind)))
  return known
}
const contexts = new Map<string, boolean>()

function makesContext(kind: 'webgl2' | '2d'): boolean {
  try {
    const context = document.createElement('canvas').getContext(kind)
    // Browsers keep few contexts alive: the probe's is given back at once.
    if (context && 'getExtension' in context) context.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}
