import type { Gesture } from './gesture.ts'
import type { GestureHandlers } from './gesture-handlers.ts'
import { idle } from './idle.ts'
import { pinching } from './pinching.ts'

/** One pointer drags the hall. A drag never selects, wherever it started and ends. */
export function panning(handlers: GestureHandlers, pointer: number): Gesture {
  const self: Gesture = {
    name: 'panning',
    down: (spot) => (spot.pointer === pointer ? self : pinching(handlers, [pointer, spot.pointer])),
    move: () => self,
    up: (spot) => (spot.pointer === pointer ? idle(handlers) : self),
    // The pointer is captured in effect: leaving the map doesn't end a drag, lifting does.
    leave: () => self,
    linger: () => self,
    cancel: (spot) => self.up(spot),
  }
  return self
}
