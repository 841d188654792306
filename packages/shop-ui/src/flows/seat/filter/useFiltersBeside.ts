import { useCallback, useSyncExternalStore } from 'react'
import type { SeatDisplay } from '#browser'

/** Screens that are wide enough for the filters beside the hall, as in `SeatScreen.module.css`. On the others a button opens them. */
const screens: Record<SeatDisplay, string> = { map: '(width >= 72rem)', list: '(width >= 96rem)' }

/** Whether the filters are beside the hall on this screen. Where they are not, they cost a slow phone a tenth of a second. */
export function useFiltersBeside(as: SeatDisplay): boolean {
  const screen = screens[as]
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = matchMedia(screen)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    [screen],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(screen).matches)
}
