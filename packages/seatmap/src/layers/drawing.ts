import type { Point } from '#plan-index'
import type { Paint } from '#look'

/**
 * The items of one layer. The list is refilled in place: a painter reads it again only when `version` has changed, so that
 * moving the camera costs nothing.
 */
export type DisplayList<T> = { readonly items: readonly T[]; readonly version: number }

/** A flat shape in plan units. Strokes keep their width in CSS pixels at every zoom. */
export type Shape =
  | { readonly kind: 'polygon'; readonly points: readonly Point[]; readonly fill?: Paint; readonly stroke?: Stroke }
  | { readonly kind: 'glow'; readonly x: number; readonly y: number; readonly radius: number; readonly fill: Paint }
  | Ring
/** A circle of a fixed size on screen, round a point of the plan. */
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
 * One line of text. `right` and `down`: CSS pixels from a point of the plan to the middle of the text. `turn`: a quarter
 * turn, to be read downwards (1) or upwards (-1).
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

/** A line of text without its position. */
export type Text = Pick<Label, 'text' | 'size' | 'weight'>

/**
 * Approximate width of a line, precise enough to keep labels apart without measuring. East Asian characters and emoji count
 * as square.
 */
export function widthOf(text: string, size: number): number {
  let width = 0
  for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) < firstSquare ? 0.58 : 1
  return width * size
}
/** First code unit of Han, kana, hangul and, as surrogates, emoji. */
const firstSquare = 0x2e80

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Shortens a text to a maximum number of UTF-16 code units, ending in an ellipsis. No character is cut in two. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const graphemes = Array.from(letters.segment(text.slice(0, most * 16)), ({ segment }) => segment)
  return graphemes.length <= most && text.length <= most * 16 ? text : `${graphemes.slice(0, most - 1).join('')}…`
}
