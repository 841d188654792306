import type { Point } from '#plan-index'
import type { Colour } from '#look'

/** A flat figure in plan units. Strokes keep their width in CSS pixels at every zoom. */
export type Shape =
  | { readonly kind: 'polygon'; readonly points: readonly Point[]; readonly fill?: Colour; readonly stroke?: Stroke }
  | { readonly kind: 'glow'; readonly x: number; readonly y: number; readonly radius: number; readonly colour: Colour }
  /** A circle of a fixed size on screen, round a place on the plan. */
  | {
      readonly kind: 'ring'
      readonly x: number
      readonly y: number
      readonly pixels: number
      readonly fill?: Colour
      readonly stroke?: Stroke
    }
export type Stroke = { readonly colour: Colour; readonly width: number }

/** One line of text, its middle at a place on the screen. Lengths in CSS pixels. */
export type Label = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight: 500 | 700
  readonly colour: Colour
}

/** A rough width of a line, enough to keep labels apart without measuring. */
export const widthOf = (text: string, size: number): number => text.length * size * 0.58
