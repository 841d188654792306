import type { Point } from '#plan-index'
import type { Paint } from '#look'

/**
 * The items of one layer. The list is refilled in place: a painter reads it again only when `version` has changed, so that
 * moving the camera costs nothing.
 */
export type DisplayList<T> = { readonly items: readonly T[]; readonly version: number }

/** A flat figure in plan units. Strokes keep their width in CSS pixels at every zoom. */
export type Shape =
  | { readonly kind: 'polygon'; readonly points: readonly Point[]; readonly fill?: Paint; readonly stroke?: Stroke }
  | { readonly kind: 'glow'; readonly x: number; readonly y: number; readonly radius: number; readonly fill: Paint }
  | Ring
/** A circle of a fixed size on screen, round a place on the plan. */
export type Ring = {
  readonly kind: 'ring'
  readonly x: number
  readonly y: number
  readonly pixels: number
  readonly fill?: Paint
  readonly stroke?: Stroke
}
export type Stroke = { readonly colour: Paint; readonly width: number }

/**
 * One line of text. Its middle stands so many CSS pixels to the right of a place on the plan and below it. `turn`: a quarter
 * of a turn, to be read downwards (1) or upwards (-1).
 */
export type Label = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly right: number
  readonly down: number
  /** CSS pixels. */
  readonly size: number
  readonly weight: 500 | 700
  readonly turn?: -1 | 1
  readonly colour: Paint
}

/** A line of text wherever it stands. */
export type Text = Pick<Label, 'text' | 'size' | 'weight'>

/** A rough width of a line, enough to keep labels apart without measuring. Letters of East Asia and pictures are square. */
export function widthOf(text: string, size: number): number {
  let width = 0
  for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) < firstSquare ? 0.58 : 1
  return width * size
}
/** Han, kana, hangul and, in halves, emoji come from here on. */
const firstSquare = 0x2e80

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text in at most so many letters, the last of them three dots where some are left out. No letter is cut in two. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const whole = Array.from(letters.segment(text.slice(0, most * 16)), ({ segment }) => segment)
  return whole.length <= most && text.length <= most * 16 ? text : `${whole.slice(0, most - 1).join('')}…`
}
