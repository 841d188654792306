import type { Gesture } from './gesture.ts'
import type { GestureHandlers, PointerPosition } from './gesture-handlers.ts'
import { idle } from './idle.ts'

/** Milliseconds after which a press is a long one. */
const holdMs = 500

/** Feeds an element's pointer events to the gestures. Returns the function that stops it. */
export function listenToGestures(element: HTMLElement, handlers: GestureHandlers): () => void {
  const stop = new AbortController()
  let gesture: Gesture = idle(handlers)
  let holdTimer: ReturnType<typeof setTimeout> | undefined
  const setGesture = (next: Gesture): void => {
    if (next === gesture) return
    clearTimeout(holdTimer)
    gesture = next
    if (gesture.name === 'pressing') holdTimer = setTimeout(() => setGesture(gesture.linger()), holdMs)
  }
  const isDown = (): boolean => gesture.name !== 'idle' && gesture.name !== 'hovering'
  const spotOf = (event: PointerEvent): PointerPosition => {
    const { left, top } = element.getBoundingClientRect()
    const { pointerId: pointer, pointerType, shiftKey: shift } = event
    const kind = pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
    return { pointer, x: event.clientX - left, y: event.clientY - top, kind, shift }
  }
  const { signal } = stop
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      // A primary pointer is the first one that is pressed, so the pointerup of an earlier press was lost.
      if (event.isPrimary && isDown()) {
        gesture.cancel(spotOf(event))
        setGesture(idle(handlers))
      }
      setGesture(gesture.down(spotOf(event)))
      // Keeps events coming over cards and panels. For touch the browser captures the pointer itself.
      if (event.pointerType === 'mouse' || event.pointerType === 'pen') element.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  element.addEventListener('pointermove', (event) => setGesture(gesture.move(spotOf(event))), { signal })
  element.addEventListener('pointerleave', (event) => void (event.pointerType !== 'touch' && setGesture(gesture.leave())), { signal })
  // A press may end outside the map.
  const view = element.ownerDocument.defaultView ?? window
  view.addEventListener('pointerup', (event) => void (isDown() && setGesture(gesture.up(spotOf(event)))), { signal })
  view.addEventListener('pointercancel', (event) => void (isDown() && setGesture(gesture.cancel(spotOf(event)))), { signal })
  // The map handles long presses itself; and Shift with a click would select text.
  element.addEventListener(
    'contextmenu',
    (event) => void ((event as PointerEvent).pointerType !== 'mouse' && isDown() && event.preventDefault()),
    { signal },
  )
  element.addEventListener('mousedown', (event) => void (event.shiftKey && event.preventDefault()), { signal })
  return () => {
    clearTimeout(holdTimer)
    stop.abort()
  }
}
