import type { Plan, PlanRow } from '@playhouse/domain/plan'
import type { Point } from './area-shape.ts'
import { readingOrder } from './reading-order.ts'

/** Whether a step may stop at a seat. */
export type Stops = (seat: number) => boolean

/** The next stop of the row to the left (-1) or to the right (1); `undefined` at its end. */
export function nextStopInRow(plan: Plan, row: PlanRow, from: number, direction: 1 | -1, stops: Stops): number | undefined {
  const order = readingOrder(plan, row)
  for (let place = order.indexOf(from) + direction; place >= 0 && place < order.length; place += direction)
    if (stops(order[place]!)) return order[place]!
  return undefined
}

/** First stop of the row seen from its left (-1) or right (1) end. */
export function endOfRow(plan: Plan, row: PlanRow, side: 1 | -1, stops: Stops): number | undefined {
  const order = readingOrder(plan, row)
  return side < 0 ? order.find(stops) : order.findLast(stops)
}

/** The first stop of the rows behind this one, or the last of those before it, in reading order. */
export function pastRow(plan: Plan, { area, index }: PlanRow, direction: 1 | -1, stops: Stops): number | undefined {
  for (let next = plan.rows[index + direction]; next?.area === area; next = plan.rows[next.index + direction]) {
    const stop = endOfRow(plan, next, direction === 1 ? -1 : 1, stops)
    if (stop !== undefined) return stop
  }
  return undefined
}

/** The stop of a row nearest to a point. */
export function nearestStop(plan: Plan, row: PlanRow, [x, y]: Point, stops: Stops): number | undefined {
  let nearestSeat: number | undefined
  let best = Infinity
  for (let seat = row.firstSeat; seat < row.firstSeat + row.seatCount; seat++) {
    const squaredDistance = (plan.x[seat]! - x) ** 2 + (plan.y[seat]! - y) ** 2
    if (squaredDistance < best && stops(seat)) {
      best = squaredDistance
      nearestSeat = seat
    }
  }
  return nearestSeat
}

/** The seat of a row nearest to another seat. */
export const nearestSeat = (plan: Plan, row: PlanRow, to: number): number => nearestStop(plan, row, placeOf(plan, to), () => true)!

export const placeOf = (plan: Plan, seat: number): Point => [plan.x[seat]!, plan.y[seat]!]
