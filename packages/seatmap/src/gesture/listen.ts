import type { Gesture } from './gesture.ts'
import type { Hands, Spot } from './hands.ts'
import { idle } from './idle.ts'

/** Feeds an element's pointer events to the gestures. Returns the way to stop. */
export function listenToHands(element: HTMLElement, hands: Hands): () => void {
  const stop = new AbortController()
  let gesture: Gesture = idle(hands)
  const spotOf = (event: PointerEvent): Spot => {
    const { left, top } = element.getBoundingClientRect()
    return {
      pointer: event.pointerId,
      x: event.clientX - left,
      y: event.clientY - top,
      kind: event.pointerType === 'touch' ? 'touch' : 'mouse',
    }
  }
  const { signal } = stop
  element.addEventListener('pointerdown', (event) => void (event.button === 0 && (gesture = gesture.down(spotOf(event)))), { signal })
  element.addEventListener('pointermove', (event) => void (gesture = gesture.move(spotOf(event))), { signal })
  element.addEventListener('pointerleave', (event) => void (event.pointerType !== 'touch' && (gesture = gesture.leave())), { signal })
  // A press may be lifted outside of the map.
  const view = element.ownerDocument.defaultView ?? window
  view.addEventListener(
    'pointerup',
    (event) => void (gesture.name !== 'idle' && gesture.name !== 'hovering' && (gesture = gesture.up(spotOf(event)))),
    { signal },
  )
  view.addEventListener(
    'pointercancel',
    (event) => {
      if (gesture.name === 'pressing') gesture = gesture.leave()
      else if (gesture.name !== 'idle' && gesture.name !== 'hovering') gesture = gesture.up(spotOf(event))
    },
    { signal },
  )
  return () => stop.abort()
}
