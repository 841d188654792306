import type { Gesture } from './gesture.ts'
import type { GestureHandlers } from './gesture-handlers.ts'
import { idle } from './idle.ts'
import { pinching } from './pinching.ts'

/** A long press has been reported: lifting the finger chooses nothing. */
export function holding(handlers: GestureHandlers, pointer: number): Gesture {
  const self: Gesture = {
    name: 'holding',
    down: (spot) => (spot.pointer === pointer ? self : pinching(handlers, [pointer, spot.pointer])),
    move: () => self,
    up: (spot) => (spot.pointer === pointer ? idle(handlers) : self),
    leave: () => self,
    linger: () => self,
    cancel: (spot) => self.up(spot),
  }
  return self
}
