import { useEffect, useEffectEvent, useRef } from 'react'
import { seatAvailability } from '@playhouse/domain/seat'
import type { Say } from '#grid'
import type { VisitorHall } from '#hall'
import type { SeatMapProps } from '#props'

/** Announces changes of selection, filters and lost seats, whatever caused them (accessibility §7). */
export function useAnnouncements(props: SeatMapProps, hall: VisitorHall, focusedSeat: () => number, say: Say): void {
  const { plan, store, selection, mine, filters, words } = props
  const before = useRef(selection)
  const taken = (seat: number): boolean => store.outlook[seat] !== seatAvailability.free

  const tellSelection = useEffectEvent(() => {
    const added = selection.filter((seat) => !before.current.includes(seat))
    const gone = before.current.filter((seat) => !selection.includes(seat))
    before.current = selection
    const cleared = gone.filter((seat) => !taken(seat) && !mine?.includes(seat))
    if (added.length > 0) say(words.selected(added, selection))
    else if (cleared.length > 0) say(words.cleared(cleared, selection))
  })
  useEffect(() => tellSelection(), [selection])

  const filtered = useRef(filters)
  const tellMatching = useEffectEvent(() => {
    if (filtered.current === filters) return
    filtered.current = filters
    say(() => {
      const seatsOf = hall.areas.map((area) => plan.areas[area]!)
      const matching = seatsOf.reduce((sum, { firstSeat, seatCount }) => sum + countIn(firstSeat, seatCount, hall.matches), 0)
      return words.matching(matching)
    }, 'filter')
  })
  useEffect(() => tellMatching(), [filters])

  // A seat held by this visitor is also taken in the store: whether it was lost is known once the host has updated `mine`.
  const nowMine = useEffectEvent((seat: number) => mine?.includes(seat) ?? false)
  const changed = useEffectEvent((seats: readonly number[]) => {
    const chosen = new Set(before.current)
    const focused = focusedSeat()
    for (const seat of seats) {
      if (!taken(seat)) continue
      if (chosen.has(seat)) say(() => (nowMine(seat) ? undefined : words.lost(seat)))
      else if (seat === focused) say(() => (nowMine(seat) ? undefined : words.seatName(seat, 'taken')))
    }
  })
  useEffect(() => store.subscribe(({ seats }) => changed(seats)), [store])
}

function countIn(firstSeat: number, seatCount: number, counts: (seat: number) => boolean): number {
  let count = 0
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) if (counts(seat)) count += 1
  return count
}
