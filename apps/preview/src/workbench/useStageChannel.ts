import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PlanData } from '@playhouse/domain/plan'
import type { Setting } from '#setting'
import { type Channel, connectToStage, type StageCommand, type StageEvent } from '#channel'

/**
 * Sends the setting and the imported plan to the stage in its frame, and passes its events on. A stage that reloads sends
 * `ready`, and receives everything again.
 */
export function useStageChannel(
  frame: RefObject<HTMLIFrameElement | null>,
  setting: Setting,
  plan: PlanData | undefined,
  onEvent: (event: StageEvent) => void,
): { readonly send: (command: StageCommand) => void; readonly isReady: boolean } {
  const channel = useMemo<Channel<StageCommand, StageEvent>>(() => connectToStage(() => frame.current?.contentWindow ?? null), [frame])
  const [starts, setStarts] = useState(0)
  const listener = useRef(onEvent)
  listener.current = onEvent
  useEffect(
    () =>
      channel.listen((event) => {
        if (event.kind === 'ready') setStarts((count) => count + 1)
        // A key does the same wherever it is pressed.
        if (event.kind === 'key') dispatchEvent(new KeyboardEvent('keydown', { code: event.code, altKey: true }))
        listener.current(event)
      }),
    [channel],
  )
  useEffect(() => {
    if (starts > 0 && plan) channel.send({ kind: 'plan', plan })
  }, [channel, plan, starts])
  useEffect(() => {
    if (starts > 0) channel.send({ kind: 'show', setting })
  }, [channel, setting, starts])
  return { send: useCallback((command) => channel.send(command), [channel]), isReady: starts > 0 }
}
