import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PlanData } from '@playhouse/domain/plan'
import type { Setting } from '#setting'
import { type Line, lineToStage, type Order, type Report } from '#channel'

/**
 * Keeps the stage in its frame told of the setting and the imported plan, and hands its reports on. A stage that starts
 * again says so, and is told everything anew.
 */
export function useStageLine(
  frame: RefObject<HTMLIFrameElement | null>,
  setting: Setting,
  plan: PlanData | undefined,
  take: (report: Report) => void,
): { readonly order: (order: Order) => void; readonly isReady: boolean } {
  const line = useMemo<Line<Order, Report>>(() => lineToStage(() => frame.current?.contentWindow ?? null), [frame])
  const [starts, setStarts] = useState(0)
  const listener = useRef(take)
  listener.current = take
  useEffect(
    () =>
      line.listen((report) => {
        if (report.kind === 'ready') setStarts((count) => count + 1)
        // A key does the same wherever it is pressed.
        if (report.kind === 'key') dispatchEvent(new KeyboardEvent('keydown', { code: report.code, altKey: true }))
        listener.current(report)
      }),
    [line],
  )
  useEffect(() => {
    if (starts > 0 && plan) line.send({ kind: 'plan', plan })
  }, [line, plan, starts])
  useEffect(() => {
    if (starts > 0) line.send({ kind: 'show', setting })
  }, [line, setting, starts])
  return { order: useCallback((order) => line.send(order), [line]), isReady: starts > 0 }
}
