import type { Point } from '../model/point.ts'
import { distance } from '../derive/pitch.ts'
import { isInside } from '../derive/outline.ts'
import { boxAround } from '../derive/stage.ts'
import type { FindingList } from '../report/finding.ts'
import type { PlanTable } from '../model/schema.ts'
import { distanceToPolygon } from '../sightline/stage.ts'
import type { ParsedArea, ParsedRow } from './parsed-hall.ts'
import type { DrawnShape } from './pretix-shape.ts'
import { isBox, isStage } from './seat-words.ts'

/** Maximum number of seats in a box, whatever its name. */
const maxSeatsInBox = 12

/** No area has more: they are decoration, and comparing each with every row would take too long. */
const maxShapes = 2_000

/** The identity of a shape: two equal shapes at the same place are one. */
export const keyOf = ({ text, outline }: DrawnShape): string => `${text} ${outline.join(' ')}`

/**
 * Recognises shapes beside the seats: a top with a row of seats all round it is a table, an outline round places at one
 * point is a standing area, one with the name of a small area round all of its seats is a box.
 * @param usedTables receives the recognised shapes
 */
export function attachTables(area: ParsedArea, shapes: readonly DrawnShape[], findings: FindingList, usedTables: Set<string>): ParsedArea {
  // A stage in the round has seats round it, too, and is no table.
  const drawnTables = shapes
    .filter(({ text, outline }) => outline.length >= 3 && !isStage(text))
    .slice(0, maxShapes)
    .map((shape) => ({ ...shape, middle: middleOf(shape.outline) }))
  const take = (shape: Drawn): Drawn => (usedTables.add(keyOf(shape)), shape)
  const spots = area.rows.flatMap(({ seats }) => seats.flatMap(({ place }) => place ?? []))
  const floor = isCrowd(area) && drawnTables.find(({ outline, kind }) => kind === 'polygon' && isInside(outline, spots[0]!.x, spots[0]!.y))
  if (floor) {
    findings.add('standing-found', { area: area.id, at: area.name, params: { places: spots.length } })
    return { ...area, kind: 'standing', outline: take(floor).outline }
  }
  const rows = area.rows.map((row): ParsedRow => {
    const box = boxAround(row.seats.flatMap(({ place }) => place ?? []))
    const top = drawnTables.find((shape) => isWithin(box, shape.middle) && isTopOf(shape, row))
    if (!top) return row
    findings.add('table-found', { area: area.id, at: row.seats[0]!.source })
    return { ...row, label: row.label || take(top).text, table: tableOf(take(top)) }
  })
  const isSmall = spots.length > 0 && spots.length <= maxSeatsInBox
  const walls =
    isSmall &&
    drawnTables.find(({ text, outline }) => text !== '' && text === area.name && spots.every(({ x, y }) => isInside(outline, x, y)))
  if (!isSmall || (!walls && !isBox(area.name))) return { ...area, rows }
  findings.add('box-found', { area: area.id, at: area.name })
  return { ...area, rows, kind: 'box', ...(walls && { outline: take(walls).outline }) }
}

/** Whether an area is one row of places at the same point, which is a standing floor. */
function isCrowd({ rows }: ParsedArea): boolean {
  const [first, ...others] = rows[0]?.seats ?? []
  return (
    rows.length === 1 &&
    first?.place !== undefined &&
    others.every(({ place }) => place?.x === first.place!.x && place.y === first.place!.y)
  )
}

/** Whether a shape is a table top with seats round it: no seat on it, all of them near, on all sides. */
function isTopOf({ outline, middle: [cx, cy] }: Drawn, { seats }: ParsedRow): boolean {
  const spots = seats.flatMap(({ place }) => place ?? [])
  if (spots.length < 2 || spots.length < seats.length) return false
  const widest = spots.reduce((most, spot, place) => Math.max(most, distance(spots.at(place - 1)!, spot)), 0)
  const size = outline.reduce((most, [x, y]) => Math.max(most, distance({ x, y }, { x: cx, y: cy })), 0)
  return (
    spots.every(({ x, y }) => !isInside(outline, x, y) && distanceToPolygon(outline, x, y) <= Math.min(widest, size * 2)) &&
    isAround(spots, cx, cy)
  )
}

/** Whether no gap, seen from the middle, is wider than slightly more than half a turn: a row that passes by is not round it. */
function isAround(spots: readonly Point[], cx: number, cy: number): boolean {
  const bearings = spots.map(({ x, y }) => Math.atan2(y - cy, x - cx)).sort((a, b) => a - b)
  return bearings.every((bearing, place) => (bearings[place + 1] ?? bearings[0]! + 2 * Math.PI) - bearing <= Math.PI * 1.05)
}

function tableOf({ outline, middle: [x, y], kind, turn }: Drawn): PlanTable {
  const [cos, sin] = [Math.cos((-turn * Math.PI) / 180), Math.sin((-turn * Math.PI) / 180)]
  const straight = outline.map(([px, py]) => [(px - x) * cos - (py - y) * sin, (px - x) * sin + (py - y) * cos] as const)
  const span = (axis: 0 | 1): number =>
    Math.max(...straight.map((corner) => corner[axis])) - Math.min(...straight.map((corner) => corner[axis]))
  return { round: kind === 'circle' || kind === 'ellipse', x, y, length: span(0), depth: span(1), turn }
}

type Drawn = DrawnShape & { readonly middle: readonly [number, number] }

/** Seats are all round the middle of their table: shapes outside their box need no check. */
function isWithin({ left, top, width, height }: ReturnType<typeof boxAround>, [x, y]: Drawn['middle']): boolean {
  const slack = Math.max(width, height) * 0.05
  return x >= left - slack && x <= left + width + slack && y >= top - slack && y <= top + height + slack
}

const middleOf = (outline: DrawnShape['outline']): readonly [number, number] => [
  outline.reduce((sum, [x]) => sum + x, 0) / outline.length,
  outline.reduce((sum, [, y]) => sum + y, 0) / outline.length,
]
