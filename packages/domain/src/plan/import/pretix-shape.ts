import { rectangle } from '../derive/stage.ts'
import type { Corner } from '../model/point.ts'
import { cornersIn, isRecord, type Json, lengthOf, listOf, positionOf, recordOf, textOf } from './json.ts'

/** A shape or a text that is drawn beside the seats. */
export type DrawnShape = {
  readonly text: string
  /** The file's name of the shape: `rectangle`, `circle`, `ellipse`, `polygon` or `text`. */
  readonly kind: string
  /** Degrees, clockwise. */
  readonly turn: number
  /** Its corners in the file; empty if they cannot be read. */
  readonly outline: readonly Corner[]
}

/** The shapes of a zone at their positions in the file. */
export function shapesOf(zone: Json): DrawnShape[] {
  const origin = positionOf(zone['position']) ?? { x: 0, y: 0 }
  return listOf(zone['areas'])
    .filter(isRecord)
    .map((shape) => {
      const place = positionOf(shape['position'])
      const turn = lengthOf(shape['rotation']) ?? 0
      const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
      const outline = place
        ? cornersOf(shape).map(([x, y]): Corner => [origin.x + place.x + x * cos - y * sin, origin.y + place.y + x * sin + y * cos])
        : []
      return { text: textOf(shape['text']) || textOf(recordOf(shape['text'])['text']), kind: textOf(shape['shape']), turn, outline }
    })
}

/** Assumed size of a text, in the file's pixels, and number of corners that replace an ellipse. */
const [textWidth, textHeight, corners] = [300, 100, 24]

/** The corners of a shape around its own position; a bare text gets the width of a stage. */
function cornersOf(shape: Json): Corner[] {
  const kind = textOf(shape['shape'])
  if (kind === 'polygon') return cornersIn(recordOf(shape['polygon'])['points'])
  const round =
    kind === 'circle'
      ? { x: recordOf(shape['circle'])['radius'], y: recordOf(shape['circle'])['radius'] }
      : recordOf(recordOf(shape['ellipse'])['radius'])
  const [rx, ry] = [lengthOf(round['x']), lengthOf(round['y'])]
  if (rx && ry)
    return Array.from({ length: corners }, (_, corner): Corner => {
      const angle = (corner / corners) * 2 * Math.PI
      return [rx * Math.cos(angle), ry * Math.sin(angle)]
    })
  // Files of the format's first version have the size of a rectangle beside its place.
  const { width, height } = isRecord(shape['rectangle']) ? shape['rectangle'] : shape
  const [w, h] = [lengthOf(width), lengthOf(height)]
  return w && h ? rectangle(0, 0, w, h) : rectangle(-textWidth / 2, -textHeight / 2, textWidth, textHeight)
}
