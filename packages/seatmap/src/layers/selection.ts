import type { Plan } from '@playhouse/domain/plan'
import type { Paint } from '#look'
import type { Shape, Stroke } from './drawing.ts'

const selected: Paint = (ink) => ink.selected
const edge: Stroke = { colour: (ink) => ink.house, width: 2.5 }
/** Diameter of a pin, in CSS pixels. */
const pinPixels = 11

/** Chosen seats as pins of a fixed size, for scales at which seats are too small to show their tick. Adjacent pins merge. */
export const selectionPins = ({ x, y }: Plan, selectedSeats: readonly number[]): Shape[] => [
  ...selectedSeats.map((seat): Shape => ({ kind: 'ring', x: x[seat]!, y: y[seat]!, pixels: pinPixels, stroke: edge })),
  ...selectedSeats.map((seat): Shape => ({ kind: 'ring', x: x[seat]!, y: y[seat]!, pixels: pinPixels - edge.width, fill: selected })),
]
