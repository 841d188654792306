import { useEffect, useEffectEvent, useRef } from 'react'
import { seatAvailability } from '@playhouse/domain/seat'
import type { Say } from '#grid'
import type { VisitorHall } from '#hall'
import type { SeatMapProps } from '#props'

/** Announces changes of selection, filters and lost seats, whatever caused them (accessibility §7). */
export function useAnnouncements(props: SeatMapProps, hall: VisitorHall, focusedSeat: () => number, say: Say): void {
  const { plan, store, selection, mine, filters, words } = props
  const before = useRef(selection)
  const isTaken = (seat: number): boolean => store.outlook[seat] !== seatAvailability.free

  const tellSelection = useEffectEvent(() => {
    const addedSeats = selection.filter((seat) => !before.current.includes(seat))
    const removedSeats = before.current.filter((seat) => !selection.includes(seat))
    before.current = selection
    const clearedSeats = removedSeats.filter((seat) => !isTaken(seat) && !mine?.includes(seat))
    if (addedSeats.length > 0) say(words.selected(addedSeats, selection))
    else if (clearedSeats.length > 0) say(words.seatsCleared(clearedSeats, selection))
  })
  useEffect(() => tellSelection(), [selection])

  const previousFilters = useRef(filters)
  const tellMatching = useEffectEvent(() => {
    if (previousFilters.current === filters) return
    previousFilters.current = filters
    say(() => {
      const seatsOf = hall.areas.map((area) => plan.areas[area]!)
      const matching = seatsOf.reduce((sum, { firstSeat, seatCount }) => sum + countIn(firstSeat, seatCount, hall.matches), 0)
      return words.matching(matching)
    }, 'filter')
  })
  useEffect(() => tellMatching(), [filters])

  // A seat held by this visitor is also taken in the store: whether it was lost is known once the host has updated `mine`.
  const nowMine = useEffectEvent((seat: number) => mine?.includes(seat) ?? false)
  const handleChange = useEffectEvent((seats: readonly number[]) => {
    const previousSelection = new Set(before.current)
    const seatWithFocus = focusedSeat()
    for (const seat of seats) {
      if (!isTaken(seat)) continue
      if (previousSelection.has(seat)) say(() => (nowMine(seat) ? undefined : words.seatLost(seat)))
      else if (seat === seatWithFocus) say(() => (nowMine(seat) ? undefined : words.seatName(seat, 'taken')))
    }
  })
  useEffect(() => store.subscribe(({ seats }) => handleChange(seats)), [store])
}

function countIn(firstSeat: number, seatCount: number, counts: (seat: number) => boolean): number {
  let count = 0
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) if (counts(seat)) count += 1
  return count
}
