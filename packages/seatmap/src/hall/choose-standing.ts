import type { SeatChoiceProps } from '#props'
import type { VisitorHall } from './useHall.ts'

/** Asks the host for so many places of a floor to stand on, as far as there are any. */
export function stand(hall: VisitorHall, area: number, wanted: number, onStand: SeatChoiceProps['onStand']): void {
  const { chosen, most } = hall.standing(area)
  const count = Math.max(0, Math.min(most, Math.trunc(wanted || 0)))
  if (count !== chosen) onStand?.(area, count)
}
