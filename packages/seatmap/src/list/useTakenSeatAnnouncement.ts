import { useEffect, useEffectEvent, useState } from 'react'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatListProps } from '#props'

/** Announces that another visitor took the focused seat; for chosen seats the page that contains the list announces it. */
export function useTakenSeatAnnouncement(
  { store, selection, words }: Pick<SeatListProps, 'store' | 'selection' | 'words'>,
  focusedSeats: readonly number[],
): string {
  const [announcement, setAnnouncement] = useState('')
  const announceTaken = useEffectEvent((seats: readonly number[]) => {
    const takenSeats = seats.filter(
      (seat) => focusedSeats.includes(seat) && !selection.includes(seat) && store.outlook[seat] !== seatAvailability.free,
    )
    if (takenSeats.length > 0) setAnnouncement(takenSeats.map((seat) => words.seatName(seat, 'taken')).join('. '))
  })
  useEffect(() => store.subscribe(({ seats }) => announceTaken(seats)), [store])
  return announcement
}
