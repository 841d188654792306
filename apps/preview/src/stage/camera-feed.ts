import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { CameraReport, SeatMapHandle } from '@playhouse/seatmap'
import type { CameraFeed } from '#overlay'
import type { Line, Order, Report } from '#channel'

/** Passes the camera on to whoever draws with it. */
export function createFeed(): CameraFeed & { readonly tell: (report: CameraReport) => void } {
  let last: CameraReport | undefined
  const listeners = new Set<() => void>()
  return {
    now: () => last,
    tell: (report) => {
      last = report
      for (const moved of listeners) moved()
    },
    subscribe: (moved) => {
      listeners.add(moved)
      return () => void listeners.delete(moved)
    },
  }
}

/** Milliseconds of rest after which the workbench is told where the camera stands. */
const rest = 150

/** Tells where the camera looks once it has come to rest, for the link. */
export function useReportedFraming(map: RefObject<SeatMapHandle | null>, line: Line<Report, Order>): (percent: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (percent) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const framing = map.current?.framing()
        if (framing) line.send({ kind: 'framing', framing, percent })
      }, rest)
    },
    [map, line],
  )
}
