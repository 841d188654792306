import type { SeatChoiceProps } from '#props'
import type { VisitorHall } from './useHall.ts'

/** Requests a number of places of a standing area from the host, limited to the remaining ones. */
export function stand(hall: VisitorHall, area: number, wanted: number, onStand: SeatChoiceProps['onStand']): void {
  const { chosen, most } = hall.standing(area)
  const count = Math.max(0, Math.min(most, Math.trunc(wanted || 0)))
  if (count !== chosen) onStand?.(area, count)
}
