import { useEffect, useEffectEvent, useState } from 'react'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatListProps } from '#props'

/** What to say when somebody else takes what has the focus; of chosen seats the host says it. */
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
