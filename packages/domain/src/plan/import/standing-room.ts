import { maxSeats } from '../../seat/seat.ts'
import type { FindingList } from '../report/finding.ts'
import type { PlanTable } from '../model/schema.ts'
import type { Corner, Point } from '../model/point.ts'
import type { ParsedArea, ParsedSeat } from './parsed-hall.ts'
import { cornersIn, type Json, lengthOf, positionOf, textOf } from './json.ts'

/** Field names that files use for the capacity of a standing area. */
const capacityNames = ['standing', 'standingCapacity', 'standing_capacity', 'capacity'] as const

/** The capacity of a standing item of a file; undefined without a number. */
export const capacityOf = (item: Json): unknown =>
  capacityNames.map((name) => item[name]).find((value) => value !== undefined && value !== null && value !== '')

/**
 * Builds a standing area from an item with a capacity: its places in the middle, an outline from its corners (`points`) or
 * from its `width` and `height`. An impossible capacity is reported.
 * @param room how many more seats the plan may have
 */
export function standingRoom(
  item: Json,
  { id, name, source }: { id: string; name: string; source: string },
  findings: FindingList,
  room: number,
): ParsedArea | undefined {
  const statedCapacity = capacityOf(item)
  const most = Math.min(maxSeats, room)
  const places = lengthOf(statedCapacity)
  if (places === undefined || !Number.isInteger(places) || places < 1 || places > most) {
    findings.add('wrong-capacity', { at: source, params: { said: textOf(statedCapacity) || '–', most } })
    return undefined
  }
  const outline = cornersOf(item)
  const middle = outline.length > 0 ? middleOf(outline) : positionOf(item)
  findings.add('standing-found', { area: id, at: name, params: { places } })
  const seats = Array.from({ length: places }, (_, place): ParsedSeat => ({
    place: middle,
    number: String(place + 1),
    id: '',
    category: textOf(item['category']),
    source,
  }))
  return { id, name, kind: 'standing', rows: [{ label: '', seats }], ...(outline.length > 0 && { outline }) }
}

function cornersOf(item: Json): Corner[] {
  const points = cornersIn(item['points'] ?? item['polygon'] ?? item['outline'])
  if (points.length >= 3) return points
  const [at, width, height] = [positionOf(item), lengthOf(item['width']), lengthOf(item['height'])]
  if (!at || !width || !height || width < 0 || height < 0) return []
  const [x, y] = [at.x - width / 2, at.y - height / 2]
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
}

const middleOf = (outline: readonly Corner[]): Point => ({
  x: outline.reduce((sum, [x]) => sum + x, 0) / outline.length,
  y: outline.reduce((sum, [, y]) => sum + y, 0) / outline.length,
})

/** Radius of a table top that the file does not draw, as a share of the distance from its middle to the nearest seat. */
const share = 0.6

/** A round table top in the middle of seats with the same table; undefined if they are at one point or have no places. */
export function topAmong(seats: readonly ParsedSeat[]): PlanTable | undefined {
  const spots = seats.flatMap(({ place }) => place ?? [])
  if (spots.length < 2 || spots.length < seats.length) return undefined
  const { x, y } = middleOf(spots.map((spot): Corner => [spot.x, spot.y]))
  const nearest = spots.reduce((least, spot) => Math.min(least, Math.hypot(spot.x - x, spot.y - y)), Infinity)
  const length = 2 * nearest * share
  return length > 0 ? { round: true, x, y, length, depth: length, turn: 0 } : undefined
}
