import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { chooseSeatDisplay, readSeatDisplay, type SeatDisplay, seatDisplayKey, suitsMap } from '#browser'

/** The display and its setter, which saves the choice on this device. On the server, where there is no device, it is the map. */
export function useSeatDisplay(): readonly [SeatDisplay, (as: SeatDisplay) => void] {
  const [search, setSearch] = useSearchParams()
  const [mapSuits] = useState(() => typeof document === 'undefined' || suitsMap())
  const choose = useCallback(
    (as: SeatDisplay) => {
      try {
        localStorage.setItem(seatDisplayKey, as)
      } catch {
        // Storage may be disabled; the URL has the choice as well.
      }
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete(as === 'map' ? 'list' : 'map')
          next.set(as, '')
          return next
        },
        { replace: true, preventScrollReset: true },
      )
    },
    [setSearch],
  )
  return [chooseSeatDisplay(search, readSeatDisplay(), () => mapSuits), choose]
}
