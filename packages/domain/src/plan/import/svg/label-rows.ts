import type { Point } from '../../model/point.ts'
import { distance } from '../../derive/pitch.ts'
import { chainRows, nearestPitch } from '../../derive/row-line.ts'
import { createSpatialHash } from '../../derive/spatial-hash.ts'
import type { DrawnSeat } from './find-seats.ts'
import { rowLabelIn } from './seat-name.ts'
import type { DrawnSvgText } from './svg-drawing.ts'

/** Pitches from the last seat of a row to its label, and from the line of the row. */
const [farthest, widest] = [3.2, 0.6]
/** Pitches between two pieces of a row. */
const widestAisle = 8
/** More pieces are not compared with each other: it would take too long. */
const mostPieces = 1_500

/**
 * Gives seats without a row the label that is drawn beside their row, and the pieces of the row beyond an aisle too.
 * @returns the texts that are no such labels
 */
export function labelRows(seats: readonly DrawnSeat[], texts: readonly DrawnSvgText[]): DrawnSvgText[] {
  const unlabelled = seats.filter(({ row, table }) => row === '' && table === '')
  const labels = texts.flatMap((drawn) => {
    const label = rowLabelIn(drawn.text)
    return label === undefined ? [] : [{ ...drawn, label, drawn }]
  })
  const pitch = nearestPitch(unlabelled)
  if (unlabelled.length === 0 || labels.length === 0 || pitch === undefined) return [...texts]
  const near = createSpatialHash<(typeof labels)[number]>(farthest * pitch)
  for (const label of labels) near.put(label.middle.x, label.middle.y, label)
  const used = new Set<DrawnSvgText>()
  const chains = [...Map.groupBy(unlabelled, ({ area }) => area).values()].flatMap((ofArea) => chainRows(ofArea, pitch))

  /** The label beyond one end of a row. @param before the seat before the last one */
  const labelAt = (end: DrawnSeat, before: DrawnSeat | undefined) => {
    const best: { label?: (typeof labels)[number]; away: number } = { away: farthest * pitch }
    near.forEachNear(end.x, end.y, (label) => {
      // A wide text ends nearer to the row than its middle is.
      const away = distance(end, label.middle) - label.width / 2
      if (away < best.away && isBeyond(end, before, label.middle, pitch)) Object.assign(best, { label, away })
    })
    return best.label
  }
  for (const chain of chains) {
    const label = labelAt(chain[0]!, chain[1]) ?? labelAt(chain.at(-1)!, chain.at(-2))
    if (!label) continue
    for (const end of [labelAt(chain[0]!, chain[1]), labelAt(chain.at(-1)!, chain.at(-2))])
      if (end?.label === label.label) used.add(end.drawn)
    for (const seat of chain) seat.row = label.label
  }
  if (chains.length <= mostPieces) continueRows(chains, pitch)
  return texts.filter((text) => !used.has(text))
}

/** Whether a place is beyond the end of a row, on its line. A row of one seat has its label to its left or right. */
function isBeyond(end: Point, before: Point | undefined, place: Point, pitch: number): boolean {
  const [dx, dy] = before ? [end.x - before.x, end.y - before.y] : [1, 0]
  const length = Math.hypot(dx, dy) || 1
  const [along, off] = [
    ((place.x - end.x) * dx + (place.y - end.y) * dy) / length,
    Math.abs((place.x - end.x) * dy - (place.y - end.y) * dx) / length,
  ]
  return off <= widest * pitch && (before ? along > 0 : Math.abs(along) > 0)
}

/** Passes labels on to the pieces of a row that have none: those on its line, beyond an aisle. */
function continueRows(chains: readonly (readonly DrawnSeat[])[], pitch: number): void {
  const waiting = new Set(chains.filter(([first]) => first!.row === ''))
  const queue = chains.filter(([first]) => first!.row !== '')
  for (let labelled = queue.shift(); labelled; labelled = queue.shift())
    for (const piece of waiting) {
      if (piece[0]!.area !== labelled[0]!.area || !isContinued(labelled, piece, pitch)) continue
      for (const seat of piece) seat.row = labelled[0]!.row
      waiting.delete(piece)
      queue.push(piece)
    }
}

/** Whether the nearer end of a piece is on the line of a row, beyond an aisle. */
function isContinued(row: readonly DrawnSeat[], piece: readonly DrawnSeat[], pitch: number): boolean {
  if (row.length < 2) return false
  return [row, row.toReversed()].some((whole) => {
    const [before, end] = [whole.at(-2)!, whole.at(-1)!]
    const begin = [piece[0]!, piece.at(-1)!].toSorted((a, b) => distance(end, a) - distance(end, b))[0]!
    return distance(end, begin) <= widestAisle * pitch && isBeyond(end, before, begin, pitch)
  })
}
