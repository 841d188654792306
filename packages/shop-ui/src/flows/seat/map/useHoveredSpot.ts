import { useEffect, useRef, useState } from 'react'
import type { SeatSpot } from '@playhouse/seatmap'
import type { MapReportStore } from './map-report.ts'

/** Maximum time for the pointer from a seat to its card. */
const graceMs = 150

export type HoveredSpot = { readonly spot: SeatSpot | undefined; readonly enter: () => void; readonly leave: () => void }

/** The seat whose card is shown: the one under the pointer, also while the pointer moves to the card or is on it; Escape hides it. */
export function useHoveredSpot(glance: MapReportStore): HoveredSpot {
  const [spot, setSpot] = useState(glance.getState().spot)
  const isOver = useRef(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = (): void => setSpot(undefined)
    const stop = glance.subscribe((now, before) => {
      if (now.spot) {
        clearTimeout(timer)
        return setSpot(now.spot)
      }
      // After a camera move the card would point at another seat.
      if (now.camera !== before.camera) return hide()
      if (!before.spot) return
      timer = setTimeout(() => isOver.current || hide(), before.spot.by === 'focus' ? 0 : graceMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [glance])
  useEffect(() => {
    if (!spot) {
      isOver.current = false
      return
    }
    const dismiss = (event: KeyboardEvent): void => void (event.key === 'Escape' && setSpot(undefined))
    document.addEventListener('keydown', dismiss)
    return () => document.removeEventListener('keydown', dismiss)
  }, [spot])
  return {
    spot,
    enter: () => void (isOver.current = true),
    leave: () => {
      isOver.current = false
      if (!glance.getState().spot) setSpot(undefined)
    },
  }
}
