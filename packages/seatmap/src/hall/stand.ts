import { standingPlaces } from '@playhouse/domain/plan'
import type { SeatChoiceProps } from '#props'
import type { VisitorHall } from './useHall.ts'

/** Asks the host for so many places of a floor to stand on: at once, or place by place where it knows only single ones. */
export function stand(
  hall: VisitorHall,
  { selection, onStand, onToggle }: Pick<SeatChoiceProps, 'selection' | 'onStand' | 'onToggle'>,
  area: number,
  wanted: number,
): void {
  const { chosen, most } = hall.standing(area)
  const count = Math.max(0, Math.min(most, Math.trunc(wanted) || 0))
  if (count === chosen) return
  if (onStand) return onStand(area, count)
  const places = new Set(standingPlaces(hall.plan, area, count, selection, hall.canToggle))
  const { firstSeat, seatCount } = hall.plan.areas[area]!
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) if (places.has(seat) !== selection.includes(seat)) onToggle(seat)
}
