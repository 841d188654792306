import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { CameraReport, SeatMapHandle } from '@playhouse/seatmap'
import type { CameraFeed } from '#overlay'
import type { Channel, StageCommand, StageEvent } from '#channel'

/** Publishes the camera to the overlays. */
export function createCameraFeed(): CameraFeed & { readonly publish: (report: CameraReport) => void } {
  let last: CameraReport | undefined
  const listeners = new Set<() => void>()
  return {
    now: () => last,
    publish: (report) => {
      last = report
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Milliseconds of rest after which the workbench is sent the framing. */
const restMs = 150

/** Sends the framing once the camera rests, for the link. */
export function useReportedFraming(
  map: RefObject<SeatMapHandle | null>,
  channel: Channel<StageEvent, StageCommand>,
): (percent: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (percent) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const framing = map.current?.framing()
        if (framing) channel.send({ kind: 'framing', framing, percent })
      }, restMs)
    },
    [map, channel],
  )
}
