import { createNumberer } from '../derive/label.ts'
import { pitchOf } from '../derive/pitch.ts'
import { chainRows, joinRows, nearestPitch, walkRow } from '../derive/row-line.ts'
import { farthest } from '../columns.ts'
import type { PlanTable } from '../schema.ts'
import type { FoundArea, FoundHall, FoundSeat } from './found.ts'

/** A seat with its place in centimetres. */
export type RaisedSeat = Omit<FoundSeat, 'place'> & { readonly x: number; readonly y: number; readonly isParked: boolean }
export type RaisedRow = { readonly label: string; readonly seats: readonly RaisedSeat[]; readonly table?: PlanTable }
export type RaisedArea = Omit<FoundArea, 'rows'> & { readonly rows: readonly RaisedRow[] }
export type Raised = { readonly areas: readonly RaisedArea[]; readonly scale: number; readonly pitch: number }

type Spot = FoundSeat & { x: number; y: number }
type Line = { label: string; spots: Spot[]; lost: FoundSeat[]; table?: PlanTable }

/**
 * Brings rows into shape: loose seats are chained into rows, seats of a row walk from left to right, rows in pieces are
 * joined, and all is scaled so that neighbours stand `pitch` centimetres apart. No seat is left out: those whose place
 * can't be read are parked in a line below the hall.
 */
export function raiseRows({ areas, findings }: FoundHall, pitch: number): Raised {
  const lines = areas.map((area) => linesOf(area, () => findings.add('rows-found', { area: area.id })))
  const rows = lines.flat().map(({ spots }) => spots)
  // Round tables people sit wider apart, and who stands has no neighbour.
  const inRows = areas.flatMap(({ kind }, index) => (kind === 'standing' ? [] : lines[index]!.filter(({ table }) => !table)))
  const drawnPitch = pitchOf(inRows.map(({ spots }) => spots)) ?? nearestPitch(rows.flat()) ?? pitch
  const scale = pitch / drawnPitch

  let parked = 0
  const bottom = rows.flat().reduce((low, { y }) => (isOnEarth(y * scale) && y * scale > low ? y * scale : low), 0)
  const park = ({ place: _, ...seat }: FoundSeat, area: string): RaisedSeat => {
    findings.add('unreadable-position', { area, at: seat.source })
    return { ...seat, x: Math.round(parked++ * pitch), y: Math.round(bottom + 4 * pitch), isParked: true }
  }
  const settle = ({ place: _, x, y, ...seat }: Spot): RaisedSeat => ({
    ...seat,
    x: Math.round(x * scale),
    y: Math.round(y * scale),
    isParked: false,
  })

  return {
    scale,
    pitch,
    areas: areas.map((area, index) => ({
      ...area,
      rows: joinLines(lines[index]!, drawnPitch, (label) => findings.add('rows-joined', { area: area.id, at: label })).map(
        ({ label, spots, lost, table }) => {
          const isReadable = ({ x, y }: Spot): boolean => isOnEarth(x * scale) && isOnEarth(y * scale)
          const unreadable = [...lost, ...spots.filter((spot) => !isReadable(spot))]
          const top = table && scaleTable(table, scale)
          return {
            label,
            ...(top && { table: top }),
            seats: [...spots.filter(isReadable).map(settle), ...unreadable.map((seat) => park(seat, area.id))],
          }
        },
      ),
    })),
  }
}

/** Half of what fits, for differences of places must fit too. */
export const isOnEarth = (length: number): boolean => Math.abs(length) < farthest / 2

function scaleTable({ round, x, y, length, depth, turn }: PlanTable, scale: number): PlanTable {
  const scaled = (value: number): number => Math.round(value * scale)
  return {
    round,
    x: scaled(x),
    y: scaled(y),
    length: Math.max(1, scaled(length)),
    depth: Math.max(1, scaled(depth)),
    turn: Math.round(turn),
  }
}

function linesOf({ rows }: FoundArea, tellChained: () => void): Line[] {
  return rows.flatMap((row): Line[] => {
    const spots = row.seats.flatMap((seat): Spot[] => (seat.place ? [{ ...seat, ...seat.place }] : []))
    const lost = row.seats.filter(({ place }) => !place)
    if (row.table) return [{ label: row.label, spots, lost, table: row.table }]
    if (!row.isLoose) return [{ label: row.label, spots: walkRow(spots), lost }]
    const chains = chainRows(spots, nearestPitch(spots) ?? 1)
    for (const _ of chains) tellChained()
    const made = chains.map((chain): Line => ({ label: '', spots: walkRow(chain), lost: [] }))
    return lost.length > 0 ? [...made, { label: '', spots: [], lost }] : made
  })
}

function joinLines(lines: readonly Line[], pitch: number, tell: (label: string) => void): Line[] {
  return [...Map.groupBy(lines, ({ label }) => label)].flatMap(([label, alike]) => {
    const seated = alike.filter(({ spots }) => spots.length > 0)
    const lost = alike.filter(({ spots }) => spots.length === 0)
    if (label === '' || seated.length < 2 || alike.some(({ table }) => table)) return alike
    const joined = joinRows(
      seated.map(({ spots }) => spots),
      pitch,
    )
    if (joined.length === seated.length) return alike
    tell(label)
    const lineOf = new Map(seated.map((line) => [line.spots[0], line]))
    return [
      ...joined.map((spots) => ({ label, spots: walkRow(spots), lost: spots.flatMap((spot) => lineOf.get(spot)?.lost ?? []) })),
      ...lost,
    ]
  })
}

/**
 * Gives names to rows and seats that have none: rows are numbered from the stage, seats from the left, past numbers in use.
 * @param tell is told what was missing, and where.
 */
export function nameRows(
  rows: readonly RaisedRow[],
  tell: (missing: 'missing-labels' | 'missing-numbers', at: string) => void,
): RaisedRow[] {
  const nameRow = createNumberer(rows.map(({ label }) => label))
  return rows.map(({ label, seats, ...rest }) => {
    const name = label || nameRow()
    if (!label) tell('missing-labels', name)
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
