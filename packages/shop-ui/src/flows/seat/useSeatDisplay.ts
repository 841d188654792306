import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'

/** How seats are chosen: on the drawn map, or from a list with the same seats at the same prices. */
export type SeatDisplay = 'map' | 'list'
const key = 'seats-as'

const readSaved = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A canvas can't be drawn in the colours a visitor forces on the page, nor at all without WebGL. */
export function suitsMap(): boolean {
  if (matchMedia('(forced-colors: active)').matches) return false
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** The address decides (`?list`, `?map`), then what was chosen last time, then what the device can show. */
export function chooseSeatDisplay(search: URLSearchParams, saved: string | null, mapSuits: () => boolean): SeatDisplay {
  if (search.has('list')) return 'list'
  if (search.has('map')) return 'map'
  if (saved === 'list' || saved === 'map') return saved
  return mapSuits() ? 'map' : 'list'
}

/** Map or list, and the way to change it; the change is remembered on this device. */
export function useSeatDisplay(): readonly [SeatDisplay, (as: SeatDisplay) => void] {
  const [search, setSearch] = useSearchParams()
  const [mapSuits] = useState(suitsMap)
  const choose = useCallback(
    (as: SeatDisplay) => {
      try {
        localStorage.setItem(key, as)
      } catch {
        // Storage may be off; the address still says it.
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
