import { useEffect, useEffectEvent, useRef } from 'react'
import { seatOutlook } from '@playhouse/domain/seat'
import type { Sentence } from '#grid'
import type { VisitorHall } from '#hall'
import type { SeatMapProps } from '#props'

/** Says what changed in selection, filters and seats lost, whoever changed it (accessibility §7). */
export function useAnnouncements(props: SeatMapProps, hall: VisitorHall, focusedSeat: () => number, say: (sentence: Sentence) => void): void {
  const { plan, store, selection, mine, filters, words } = props
  const before = useRef(selection)
  const taken = (seat: number): boolean => store.outlook[seat] !== seatOutlook.free

  useEffect(() => {
    const added = selection.filter((seat) => !before.current.includes(seat))
    const gone = before.current.filter((seat) => !selection.includes(seat))
    before.current = selection
    if (added.length === 1 && gone.length === 0) say(words.selected(added[0]!, selection))
    if (added.length === 0 && gone.length === 1 && !taken(gone[0]!) && !mine?.includes(gone[0]!)) say(words.cleared(gone[0]!, selection))
  }, [selection])

  const filtered = useRef(filters)
  useEffect(() => {
    if (filtered.current === filters) return
    filtered.current = filters
    say(() => {
      let matching = 0
      for (const area of hall.areas) for (let seat = plan.areas[area]!.firstSeat, end = seat + plan.areas[area]!.seatCount; seat < end; seat++) if (hall.canToggle(seat)) matching += 1
      return words.matching(matching)
    })
  }, [filters])

  // Held by us, a seat is taken for others too: whether it was lost is known once the host has said what is mine.
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
