import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'

/** The display of seats: on the map, or in a list with the same seats and prices. */
export type SeatDisplay = 'map' | 'list'
const key = 'seats-as'

const readSaved = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether the map can be drawn: not with forced colours, nor without WebGL. */
export function suitsMap(): boolean {
  if (matchMedia('(forced-colors: active)').matches) return false
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** The URL decides (`?list`, `?map`), then the saved choice, then the device's capability. */
export function chooseSeatDisplay(search: URLSearchParams, savedDisplay: string | null, mapSuits: () => boolean): SeatDisplay {
  if (search.has('list')) return 'list'
  if (search.has('map')) return 'map'
  if (savedDisplay === 'list' || savedDisplay === 'map') return savedDisplay
  return mapSuits() ? 'map' : 'list'
}

/** The display and its setter, which saves the choice on this device. */
export function useSeatDisplay(): readonly [SeatDisplay, (as: SeatDisplay) => void] {
  const [search, setSearch] = useSearchParams()
  const [mapSuits] = useState(suitsMap)
  const choose = useCallback(
    (as: SeatDisplay) => {
      try {
        localStorage.setItem(key, as)
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
  return [chooseSeatDisplay(search, readSaved(), () => mapSuits), choose]
}
