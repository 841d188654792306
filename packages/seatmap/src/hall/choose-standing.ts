import type { SeatChoiceProps } from '#props'
import type { VisitorHall } from './useHall.ts'

/** Requests a number of places of a standing area from the host, limited to the remaining ones. */
export function chooseStandingPlaces(
  hall: VisitorHall,
  area: number,
  requestedCount: number,
  onStandingCountChange: SeatChoiceProps['onStandingCountChange'],
): void {
  const { chosenCount, most } = hall.standing(area)
  const count = Math.max(0, Math.min(most, Math.trunc(requestedCount || 0)))
  if (count !== chosenCount) onStandingCountChange?.(area, count)
}
