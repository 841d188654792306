import type { Corner, Point } from '../model/point.ts'
import { createNumberer } from '../derive/label.ts'
import { pitchOf } from '../derive/pitch.ts'
import { boxAround } from '../derive/stage.ts'
import { chainRows, joinRows, nearestPitch, walkRow } from '../derive/row-line.ts'
import { farthest } from '../model/columns.ts'
import type { PlanTable } from '../model/schema.ts'
import type { ParsedArea, ParsedHall, ParsedSeat } from './parsed-hall.ts'

/** A seat with its place in centimetres. */
export type PlacedSeat = Omit<ParsedSeat, 'place'> & { readonly x: number; readonly y: number; readonly isParked: boolean }
export type PlacedRow = { readonly label: string; readonly seats: readonly PlacedSeat[]; readonly table?: PlanTable }
export type PlacedArea = Omit<ParsedArea, 'rows'> & { readonly rows: readonly PlacedRow[] }
export type PlacedHall = {
  readonly areas: readonly PlacedArea[]
  readonly pitch: number
  readonly scale: number
  /** A place of the file, or one of its outlines, in centimetres of the plan. */
  readonly settle: (x: number, y: number) => Corner
}

type LocatedSeat = ParsedSeat & { x: number; y: number }
type Line = { label: string; spots: LocatedSeat[]; unplacedSeats: ParsedSeat[]; table?: PlanTable }

/**
 * Places rows: chains loose seats into rows, orders the seats of a row from left to right, joins rows in pieces, and scales
 * everything so that neighbours are `pitch` centimetres apart. No seat is left out: those whose place cannot be read are
 * parked in lines below the hall, no wider than it is.
 */
export function placeRows({ areas, findings }: ParsedHall, pitch: number): PlacedHall {
  const lines = areas.map((area) => linesOf(area, (at) => findings.add('rows-found', { area: area.id, at })))
  const rows = lines.flat().map(({ spots }) => spots)
  // Seats at tables are wider apart, and standing places have no neighbours.
  const inRows = areas.flatMap(({ kind }, index) => (kind === 'standing' ? [] : lines[index]!.filter(({ table }) => !table)))
  const drawnPitch = pitchOf(inRows.map(({ spots }) => spots)) ?? nearestPitch(rows.flat()) ?? pitch
  const scale = pitch / drawnPitch
  const home = homeOf(rows.flat(), scale)
  const settle = (x: number, y: number): readonly [x: number, y: number] => [(x - home.x) * scale, (y - home.y) * scale]
  const isReadable = ({ x, y }: LocatedSeat): boolean => settle(x, y).every(isInRange)

  let parkedCount = 0
  const drawnBox = boxAround(
    rows
      .flat()
      .filter(isReadable)
      .map((spot) => settle(spot.x, spot.y))
      .map(([x, y]) => ({ x, y })),
  )
  const inLine = Math.max(minParkedPerLine, Math.floor(drawnBox.width / pitch) + 1)
  const park = ({ place: _, ...seat }: ParsedSeat, area: string): PlacedSeat => {
    findings.add('unreadable-position', { area, at: seat.source })
    const [column, down] = [parkedCount % inLine, Math.floor(parkedCount++ / inLine)]
    const y = drawnBox.top + drawnBox.height + (4 + 2 * down) * pitch
    return { ...seat, x: Math.round(drawnBox.left + column * pitch), y: Math.round(y), isParked: true }
  }
  const toPlacedSeat = ({ place: _, ...spot }: LocatedSeat): PlacedSeat => {
    const [x, y] = settle(spot.x, spot.y)
    return { ...spot, x: Math.round(x), y: Math.round(y), isParked: false }
  }

  return {
    scale,
    settle,
    pitch,
    areas: areas.map((area, index) => ({
      ...area,
      rows: joinLines(lines[index]!, drawnPitch, (at) => findings.add('rows-joined', { area: area.id, at })).map(
        ({ label, spots, unplacedSeats, table }) => {
          const unreadable = [...unplacedSeats, ...spots.filter((spot) => !isReadable(spot))]
          const top = table && scaleTable(table, scale, settle)
          return {
            label,
            ...(top && { table: top }),
            seats: [...spots.filter(isReadable).map(toPlacedSeat), ...unreadable.map((seat) => park(seat, area.id))],
          }
        },
      ),
    })),
  }
}

/** Seats that are parked side by side at least. */
const minParkedPerLine = 20

/** Half of what fits, for differences of places must fit too. */
export const isInRange = (length: number): boolean => Math.abs(length) < farthest / 2

/**
 * Origin of the places. Surveyors' drawings count from the equator. If the middle seat of a hall would lie outside the range
 * of a plan, places are relative to that seat.
 */
function homeOf(spots: readonly LocatedSeat[], scale: number): Point {
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
  const [x, y] = [middle(spots.map((spot) => spot.x)), middle(spots.map((spot) => spot.y))]
  return isInRange(x * scale) && isInRange(y * scale) ? { x: 0, y: 0 } : { x, y }
}

/** `undefined` for a top that reaches off the plan's earth: the seats round it are what counts. */
function scaleTable({ round, turn, ...table }: PlanTable, scale: number, settle: PlacedHall['settle']): PlanTable | undefined {
  const [x, y] = settle(table.x, table.y)
  const [length, depth] = [table.length * scale, table.depth * scale]
  if (![x, y, length, depth, turn].every(isInRange)) return undefined
  const whole = (extent: number): number => Math.max(1, Math.round(extent))
  return { round, x: Math.round(x), y: Math.round(y), length: whole(length), depth: whole(depth), turn: Math.round(turn) }
}

function linesOf({ rows }: ParsedArea, tellChained: (at: string) => void): Line[] {
  return rows.flatMap((row): Line[] => {
    const spots = row.seats.flatMap((seat): LocatedSeat[] => (seat.place ? [{ ...seat, ...seat.place }] : []))
    const unplacedSeats = row.seats.filter(({ place }) => !place)
    if (row.table) return [{ label: row.label, spots, unplacedSeats, table: row.table }]
    if (!row.isLoose) return [{ label: row.label, spots: walkRow(spots), unplacedSeats }]
    const chains = chainRows(spots, nearestPitch(spots) ?? 1)
    for (const [first] of chains) tellChained(first!.source)
    const madeLines = chains.map((chain): Line => ({ label: '', spots: walkRow(chain), unplacedSeats: [] }))
    return unplacedSeats.length > 0 ? [...madeLines, { label: '', spots: [], unplacedSeats }] : madeLines
  })
}

function joinLines(lines: readonly Line[], pitch: number, tell: (at: string) => void): Line[] {
  return [...Map.groupBy(lines, ({ label }) => label)].flatMap(([label, alike]) => {
    const seatedLines = alike.filter(({ spots }) => spots.length > 0)
    const emptyLines = alike.filter(({ spots }) => spots.length === 0)
    if (label === '' || seatedLines.length < 2 || alike.some(({ table }) => table)) return alike
    const joinedLines = joinRows(
      seatedLines.map(({ spots }) => spots),
      pitch,
    )
    if (joinedLines.length === seatedLines.length) return alike
    const lineOf = new Map(seatedLines.map((line) => [line.spots[0], line]))
    for (const spots of joinedLines) if (spots.filter((spot) => lineOf.has(spot)).length > 1) tell(spots[0]!.source)
    return [
      ...joinedLines.map((spots) => ({
        label,
        spots: walkRow(spots),
        unplacedSeats: spots.flatMap((spot) => lineOf.get(spot)?.unplacedSeats ?? []),
      })),
      ...emptyLines,
    ]
  })
}

/**
 * Names rows and seats without a name: rows are numbered from the stage, seats from the left, skipping numbers in use.
 * @param tell receives the missing names and their places
 */
export function nameRows(
  rows: readonly PlacedRow[],
  tell: (missing: 'missing-labels' | 'missing-numbers', at: string) => void,
): PlacedRow[] {
  const nameRow = createNumberer(rows.map(({ label }) => label))
  return rows.map(({ label, seats, ...rest }) => {
    const name = label || nameRow()
    if (!label) tell('missing-labels', seats[0]?.source ?? name)
    const nameSeat = createNumberer(seats.map(({ number }) => number))
    return {
      ...rest,
      label: name,
      seats: seats.map((seat) => {
        if (seat.number) return seat
        tell('missing-numbers', seat.source)
        return { ...seat, number: nameSeat() }
      }),
    }
  })
}
