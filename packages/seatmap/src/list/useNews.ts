import { useEffect, useEffectEvent, useState } from 'react'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatListProps } from '#props'

/** Announces that another visitor took the focused seat; for chosen seats the host announces it. */
export function useNews(
  { store, selection, words }: Pick<SeatListProps, 'store' | 'selection' | 'words'>,
  held: readonly number[],
): string {
  const [news, setNews] = useState('')
  const changed = useEffectEvent((seats: readonly number[]) => {
    const gone = seats.filter((seat) => held.includes(seat) && !selection.includes(seat) && store.outlook[seat] !== seatAvailability.free)
    if (gone.length > 0) setNews(gone.map((seat) => words.seatName(seat, 'taken')).join('. '))
  })
  useEffect(() => store.subscribe(({ seats }) => changed(seats)), [store])
  return news
}
