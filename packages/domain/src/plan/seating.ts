import type { Plan, PlanRow } from './model/plan.ts'

/** The kinds of place: in a row, at a table, or standing. */
export const seatings = ['row', 'table', 'standing'] as const
export type Seating = (typeof seatings)[number]

/** The name of a ticket's place, in the parts that a person can find there: a standing place has neither row nor number. */
export type PlaceName = { readonly seating: Seating; readonly area: string; readonly row: string; readonly number: string }

/** Whether an area is a standing floor. */
export const isStandingArea = ({ areas }: Pick<Plan, 'areas'>, area: number): boolean => areas[area]?.kind === 'standing'

export const isStandingPlace = (plan: Pick<Plan, 'areas' | 'areaOf'>, seat: number): boolean => isStandingArea(plan, plan.areaOf[seat]!)

/** The kind of place of a seat. */
export const seatingOf = (plan: Plan, seat: number): Seating =>
  isStandingPlace(plan, seat) ? 'standing' : plan.rows[plan.rowOf[seat]!]!.table ? 'table' : 'row'

/** The name of a place for tickets, baskets and letters. */
export function placeName(plan: Plan, seat: number): PlaceName {
  const seating = seatingOf(plan, seat)
  const row = plan.rows[plan.rowOf[seat]!]!
  const area = plan.areas[row.area]!.name
  return seating === 'standing' ? { seating, area, row: '', number: '' } : { seating, area, row: row.label, number: plan.numberOf(seat) }
}

/**
 * Chooses places of a standing area: first those chosen already, then other open ones from a start place on. Visitors who
 * choose at the same time should start at different places.
 * @returns fewer if there are not enough places; never more than requested
 */
export function standingPlaces(
  plan: Plan,
  area: number,
  count: number,
  chosenSeats: readonly number[],
  isOpen: (seat: number) => boolean,
  begin = 0,
): number[] {
  const { firstSeat, seatCount } = plan.areas[area]!
  const places = chosenSeats.filter((seat) => plan.areaOf[seat] === area).slice(0, Math.max(0, count))
  for (let step = 0; step < seatCount && places.length < count; step++) {
    const seat = firstSeat + ((begin + step) % seatCount)
    if (isOpen(seat) && !chosenSeats.includes(seat)) places.push(seat)
  }
  return places
}

/** The corners of a table's top, in centimetres of the plan. */
export function tableOutline({ round, x, y, length, depth, turn }: NonNullable<PlanRow['table']>): readonly (readonly [number, number])[] {
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corners = round
    ? Array.from({ length: roundCorners }, (_, corner) => {
        const at = (corner / roundCorners) * 2 * Math.PI
        return [(Math.cos(at) * length) / 2, (Math.sin(at) * depth) / 2] as const
      })
    : ([
        [-length / 2, -depth / 2],
        [length / 2, -depth / 2],
        [length / 2, depth / 2],
        [-length / 2, depth / 2],
      ] as const)
  return corners.map(([across, down]) => [x + across * cos - down * sin, y + across * sin + down * cos])
}
/** Number of corners that look round at the drawn size of a table. */
const roundCorners = 28
